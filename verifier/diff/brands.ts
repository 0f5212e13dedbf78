/** What several brands have in common is said once, also where each calls the page by another name. */
import { text } from '../../compile/json-types.ts';
import { listed, quoted } from '../words/english.ts';
import type { Difference } from './differences.ts';
import type { Surveyed } from './version.ts';

/**
 * One difference for those that say the same of the same pages; brands are named where not all are concerned.
 * @param all each of one brand, in the order of the brands
 * @param brands how many brands there are
 */
export function acrossBrands(all: readonly Difference[], after: Surveyed, brands: number): readonly Difference[] {
  const found = new Map<string, Difference[]>();
  for (const one of all) {
    const key = `${one.flow ?? ''}|${one.about}|${one.flow === undefined ? one.sentence : withIds(one, titlesOf(after, one))}`;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()].map((same) => {
    const [one] = same as [Difference, ...Difference[]];
    const concerned = [...new Set(same.flatMap((each) => each.brands))];
    const names = otherNames(same, after);
    const only =
      brands === 1 || one.about === 'brand' || concerned.length === brands ? '' : ` (only ${listed(concerned, 'and')})`;
    return {
      ...one,
      brands: concerned,
      sentence: `${only === '' ? one.sentence : `${one.sentence.replace(/\.$/, '')}${only}.`}${names === '' ? '' : ` ${names}`}`,
    };
  });
}

/** Step to title, as the brand of the difference has it. */
function titlesOf(
  { resolved }: Surveyed,
  { brands: [brand = ''], flow = '' }: Difference,
): ReadonlyMap<string, string> {
  const steps = Object.entries(resolved.brands[brand]?.flows[flow]?.steps ?? {});
  return new Map(
    steps.flatMap(([id, step]) => (text(step['title']) === undefined ? [] : [[id, text(step['title']) ?? '']])),
  );
}

/** The sentence with the id of each page in place of its title. */
function withIds({ sentence }: Difference, titles: ReadonlyMap<string, string>): string {
  return [...titles].reduce((said, [id, title]) => said.replaceAll(quoted(title), `<${id}>`), sentence);
}

/** What the other brands call the pages of a sentence that is in the words of the first. */
function otherNames(same: readonly Difference[], after: Surveyed): string {
  const [one, ...others] = same;
  if (!one) return '';
  const mine = titlesOf(after, one);
  const told = others.flatMap((other) => {
    const theirs = titlesOf(after, other);
    return [...mine].flatMap(([id, title]) =>
      one.sentence.includes(quoted(title)) && theirs.get(id) !== title
        ? [`${quoted(title)} is ${quoted(theirs.get(id) ?? id)} at ${listed(other.brands, 'and')}`]
        : [],
    );
  });
  return told.length === 0 ? '' : `(${told.join('; ')}.)`;
}
