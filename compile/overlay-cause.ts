/** A fault that a brand's overlay makes is told at the overlay: what it changes is right without it. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import { entries, isObject, list } from './json-types.ts';
import { firstOf, TAKEN } from './one-cause.ts';
import { inheritPlaces, keyPlace, placeKey, placeOf } from './places.ts';
import type { Place, Problem } from './types.ts';

/** Changes of one overlay at most that are tried one by one. */
const MOST = 60;

/** Content that is to be judged: the sources, and the brands that differ in them. */
export interface Changed {
  readonly source: Source;
  readonly brands: readonly string[];
}
/** All problems of a kind in it; undefined when it cannot be looked at so. */
type Judged = readonly Problem[] | undefined;

/** Problems where they are to be mended: fewer than were found where several come of one change. */
export interface Told {
  readonly problems: readonly Problem[];
  /** What each that was moved was before. */
  readonly from: ReadonlyMap<Problem, Problem>;
}

/**
 * Each problem that stands outside the brands' folders and is an overlay's doing, moved to the one change without which
 * it would not be there. Asked only where something is wrong. What is wrong where no brand has an overlay is nobody's
 * doing: most faults cost one look at the content of all brands, however many overlays there are.
 */
export function atTheirCause(
  problems: readonly Problem[],
  source: Source,
  judge: (changed: Changed) => Judged,
): readonly Problem[] {
  const asking = causes(problems, source, withWords);
  let step = asking.next();
  while (!step.done) step = asking.next(judge(step.value));
  return step.value.problems;
}

/**
 * The same, of problems that take time to look for, each of which is known by its code and its place: its words quote
 * pages, which the overlay may call something else.
 */
export async function atTheirCauseLater(
  problems: readonly Problem[],
  source: Source,
  judge: (changed: Changed) => Promise<Judged>,
): Promise<Told> {
  const asking = causes(problems, source, byPlace);
  let step = asking.next();
  while (!step.done) step = asking.next(await judge(step.value));
  return step.value;
}

/** Asks for the problems of changed content, again and again, and gives the problems where they are to be told. */
function* causes(
  problems: readonly Problem[],
  source: Source,
  keyOf: (problem: Problem) => string,
): Generator<Changed, Told, Judged> {
  const from = new Map<Problem, Problem>();
  const overlaid = Object.values(source.brands).filter((brand) => overlaysOf(brand).length > 0);
  if (overlaid.length === 0 || !problems.some(isOfAll)) return { problems, from };
  const bare = yield {
    source: {
      ...source,
      brands: { ...source.brands, ...Object.fromEntries(overlaid.map((one) => [one.id, plain(one)])) },
    },
    brands: overlaid.map(({ id }) => id),
  };
  const nobodys = new Set(bare?.map(keyOf));
  const inQuestion = (problem: Problem): boolean => isOfAll(problem) && !nobodys.has(keyOf(problem));
  let told = problems;
  for (const brand of overlaid)
    for (const { overlay, instead } of overlaysOf(brand)) {
      if (!told.some(inQuestion)) return { problems: told, from };
      const without = function* (changed: JsonObject): Generator<Changed, ReadonlySet<string> | undefined, Judged> {
        const found = yield {
          source: { ...source, brands: { ...source.brands, [brand.id]: instead(changed) } },
          brands: [brand.id],
        };
        return found && new Set(found.map(keyOf));
      };
      const right = yield* without(changedBy(overlay, {}));
      const caused = right ? told.filter((one) => inQuestion(one) && !right.has(keyOf(one))) : [];
      if (caused.length === 0) continue;
      const places = new Map<string, Place>();
      for (const { place, rest } of changesOf(overlay).slice(0, MOST)) {
        if (places.size === caused.length) break;
        const left = yield* without(rest);
        for (const one of caused)
          if (left && !left.has(keyOf(one)) && !places.has(keyOf(one))) places.set(keyOf(one), place);
      }
      const changeOf = (one: Problem): Place => places.get(keyOf(one)) ?? placeOf(overlay);
      const byChange = Map.groupBy(caused, (one) => placeKey(changeOf(one)));
      told = told.flatMap((one) => {
        if (!caused.includes(one)) return [one];
        const change = changeOf(one);
        const all = byChange.get(placeKey(change)) ?? [];
        if (all.every(({ cause }) => cause?.startsWith(TAKEN) === true)) return [one];
        if (one !== firstOf(all)) return [];
        const moved = toldAtChange(change, one, all);
        from.set(moved, one);
        return [moved];
      });
    }
  return { problems: told, from };
}

/** Other faults of a change named before "and so on". */
const NAMED = 3;

/** One change is one problem, whatever hangs on it: the first fault in words, the others by their places. */
function toldAtChange({ file, line, column }: Place, one: Problem, all: readonly Problem[]): Problem {
  const here = `${one.file}:${one.line}`;
  const places = [...new Set(all.map((other) => `${other.file}:${other.line}`))].filter((place) => place !== here);
  const rest = places.length - NAMED;
  const others = places.length === 0 ? '' : ` So it does at ${places.slice(0, NAMED).join(', ')}`;
  return {
    ...one,
    file,
    line,
    column,
    message: `This change makes a fault at ${here}: ${one.message}${others}${others && (rest > 0 ? ` and ${rest} more.` : '.')}`,
    fix: `Mend the change, or there: ${one.fix}`,
  };
}

/** Whether a problem stands outside the brands' folders: there an overlay may have made it. */
export const isOfAll = ({ file }: Problem): boolean => !file.startsWith('brands/');

type BrandSource = Source['brands'][string];

/** Everything by which a brand differs: its overlays of flows, and of app.json. */
function overlaysOf(
  brand: BrandSource,
): readonly { readonly overlay: JsonObject; readonly instead: (changed: JsonObject) => BrandSource }[] {
  return [
    ...Object.entries(brand.overlays).map(([flow, overlay]) => ({
      overlay,
      instead: (changed: JsonObject) => ({ ...brand, overlays: { ...brand.overlays, [flow]: changed } }),
    })),
    ...(brand.app ? [{ overlay: brand.app, instead: (app: JsonObject) => ({ ...brand, app }) }] : []),
  ];
}

/** The brand without anything by which it differs. */
function plain({ app: _app, ...brand }: BrandSource): BrandSource {
  return { ...brand, overlays: {} };
}

const byPlace = ({ code, file, line, column }: Problem): string => [code, file, line, column].join('\u0000');
const withWords = (problem: Problem): string => `${byPlace(problem)}\u0000${problem.message}`;

interface Change {
  /** Where it stands in the overlay. */
  readonly place: Place;
  /** The overlay without it. */
  readonly rest: JsonObject;
}

/** Every single change of an overlay: a member of an object (`set`), an item of a list, else the whole. */
function changesOf(overlay: JsonObject): readonly Change[] {
  return entries(overlay).flatMap(([part, value]): readonly Change[] => {
    if (part === '$schema') return [];
    const { [part]: _, ...others } = overlay;
    if (isObject(value))
      return Object.keys(value).map((name) => {
        const { [name]: _left, ...rest } = value;
        inheritPlaces(rest, value);
        return { place: keyPlace(value, name), rest: changedBy(overlay, { ...others, [part]: rest }) };
      });
    // An order is one change: without one of its steps it is none.
    const items = part === 'order' ? [] : list(value);
    if (items.length === 0) return [{ place: keyPlace(overlay, part), rest: changedBy(overlay, others) }];
    return items.map((_item, index) => {
      const rest: readonly Json[] = items.filter((_one, i) => i !== index);
      inheritPlaces(rest, items);
      return { place: placeOf(items, index), rest: changedBy(overlay, { ...others, [part]: rest }) };
    });
  });
}

function changedBy(overlay: JsonObject, changed: JsonObject): JsonObject {
  const made = { ...changed };
  inheritPlaces(made, overlay);
  return made;
}
