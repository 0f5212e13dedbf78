/** Rows of the state tables that differ where no page looks, and rows that come into force later. */
import { canonical, isObject, list, text } from '../../compile/json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { listed } from '../words/english.ts';
import { valueText } from '../words/value.ts';
import { at } from './flat.ts';
import { rowWords, type RowWords } from './row-words.ts';
import { lookupsIn } from './rows.ts';
import type { Surveyed } from './version.ts';

export function rowNotes(before: Surveyed, after: Surveyed, brand: string): readonly string[] {
  const [was, is] = [before, after].map(({ products }) => products[brand]?.compliance.states ?? {});
  const read = new Set([before, after].flatMap((version) => lookedUpIn(version, brand)));
  const words = rowWords(after, brand);
  const notes: string[] = [];
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [old, now] = [was?.[key], is?.[key]];
    const name = String(now?.['name'] ?? old?.['name'] ?? key);
    for (const column of words.columns(old, now)) {
      if (
        [...read].some(
          (one) =>
            one === column ||
            (one.startsWith(`${column}.`) && canonical(at(old, one) ?? null) !== canonical(at(now, one) ?? null)),
        )
      )
        continue;
      notes.push(`In ${name} ${words.change(column, old, now)}; no page looks it up.`);
    }
    notes.push(...laterNotes(before, after, key, name, words));
  }
  return notes;
}

/** Rows that begin on a later day, each by what it says otherwise than the row before it. */
function laterNotes(before: Surveyed, after: Surveyed, key: string, name: string, words: RowWords): readonly string[] {
  const [were, are] = [rowsOf(before, key), rowsOf(after, key)];
  const later = ({ from }: Row): boolean => from > after.options.today;
  const found = are.flatMap((row, index) => {
    if (!later(row) || were.some((other) => canonical(other.row) === canonical(row.row))) return [];
    return [`From ${valueText(row.from, 'date')} in ${name}: ${beginning(are[index - 1]?.row, row.row, words)}.`];
  });
  const gone = were
    .filter((row) => later(row) && !are.some(({ from }) => from === row.from))
    .map(({ from }) => `The row of ${name} that was to begin on ${valueText(from, 'date')} is no longer there.`);
  return [...found, ...gone];
}

function beginning(old: JsonObject | undefined, now: JsonObject, words: RowWords): string {
  if (!old) return 'the first row begins';
  // Where nothing is lent any more, what else was said of loans is of no account.
  const columns = now['served'] === false && old['served'] === true ? ['served'] : words.columns(old, now);
  return columns.length === 0
    ? 'a new row begins that says the same'
    : listed(
        columns.map((column) => words.change(column, old, now)),
        'and',
        columns.length > 1,
      );
}

interface Row {
  readonly from: string;
  readonly row: JsonObject;
}

/** The rows of a state by their first days. */
function rowsOf({ resolved }: Surveyed, key: string): readonly Row[] {
  const state = Object.entries(resolved.source.states).find(([name, doc]) => (text(doc['abbr']) ?? name) === key)?.[1];
  return list(state?.['rows'])
    .flatMap((row) => (isObject(row) ? [{ from: String(row['from']), row }] : []))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

function lookedUpIn({ resolved }: Surveyed, brand: string): readonly string[] {
  return Object.values(resolved.brands[brand]?.flows ?? {}).flatMap(({ steps, dialogs, rules, values }) =>
    lookupsIn([steps, dialogs, rules, values]).map(({ column }) => column),
  );
}
