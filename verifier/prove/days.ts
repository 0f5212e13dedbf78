/**
 * The days a verdict may hang on: those of the next 400 on which a row, a document or a comparison with the day itself
 * changes.
 */
import type { Source } from '../../compile/content.ts';
import { parseDocument, type ParsedDocument } from '../../compile/documents.ts';
import { documentsOn, rowsOn } from '../../compile/emit/compliance.ts';
import { canonical } from '../../compile/json-types.ts';
import type { CompiledDocument } from '../../runtime/core/app-definition.ts';
import { atomsOf, type Logic } from '../domain/atoms.ts';
import { shiftDate } from '../domain/dates.ts';
import { factsIn } from '../domain/uses.ts';
import type { Product } from '../fixture/product.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';

/** How far ahead is looked, in days. */
const AHEAD = 400;

const parsed = new WeakMap<Source, readonly ParsedDocument[]>();
/** The documents of the compliance room that can be read. */
export function documentsOf(source: Source): readonly ParsedDocument[] {
  let found = parsed.get(source);
  if (!found)
    parsed.set(
      source,
      (found = source.documents.flatMap((one) => {
        const { document } = parseDocument(one);
        return document ? [document] : [];
      })),
    );
  return found;
}

/**
 * Days after `today` from which something is otherwise than the day before, in order.
 * @param rules every condition that counts, names unfolded
 */
export function changesAfter(
  source: Source,
  { brand, today, rules }: { readonly brand: string; readonly today: string; readonly rules: readonly Logic[] },
): readonly string[] {
  const dated = rules.flatMap(atomsOf).filter(({ logic }) => [...factsIn(logic, false)].join() === 'today');
  const markOf = (day: string): string =>
    canonical([
      Object.values(rowsOn(source.states, day)).map(({ from: _from, until: _until, citation: _why, ...row }) => row),
      documentsOn(documentsOf(source), brand, day).map(({ front, source: { version } }) => [front.idTag, version]),
      dated.map(({ logic }) => truthOf(logic, { today: day }) ?? null),
    ]);
  const found: string[] = [];
  let [day, mark] = [today, markOf(today)];
  const ends = limits(source);
  for (let ahead = 0; ahead < AHEAD; ahead += 1) {
    const before = day;
    day = shiftDate(day, 1);
    // Between the days that files name only the day itself can change what is compared with it.
    if (dated.length === 0 && !ends.has(day) && !ends.has(before)) continue;
    const now = markOf(day);
    if (now !== mark) found.push(day);
    mark = now;
  }
  return found;
}

/** Days that a row or a document names as its first or last. */
function limits(source: Source): ReadonlySet<unknown> {
  const rows = Object.values(source.states).flatMap((state) =>
    Array.isArray(state['rows'])
      ? (state['rows'] as readonly { readonly from?: unknown; readonly until?: unknown }[])
      : [],
  );
  const fronts = documentsOf(source).map(({ front }) => front);
  return new Set([...rows, ...fronts].flatMap(({ from, until }) => [from, until]));
}

/**
 * The product as it will be on a day: its rows and documents are those in force then; of a later version of a document
 * nothing but its name is known.
 */
export function productOn(
  product: Product,
  source: Source,
  { brand, day }: { readonly brand: string; readonly day: string },
): Product {
  const { compliance } = product;
  const documents = documentsOn(documentsOf(source), brand, day).map(
    ({ front: { idTag }, source: { version } }): readonly [string, CompiledDocument] => {
      const now = compliance.documents[idTag];
      return [
        idTag,
        now?.version === version ? now : { idTag, version, hash: `${idTag}/${version}`, title: idTag, body: [] },
      ];
    },
  );
  return {
    ...product,
    compliance: {
      hash: `${compliance.hash}@${day}`,
      states: rowsOn(source.states, day),
      documents: Object.fromEntries(documents),
    },
  };
}
