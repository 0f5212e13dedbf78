/** Rows of the state tables that differ where no page looks, and rows that come into force later. */
import { canonical, isObject, list, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { plainWords, quoted } from '../words/english.ts';
import { valueText } from '../words/value.ts';
import { at } from './flat.ts';
import { lookupsIn } from './rows.ts';
import type { Surveyed } from './version.ts';

/** Keys of a row that say from when to when it holds and where it comes from. */
const ABOUT = new Set(['from', 'until', 'citation', 'idValid', 'idInvalid', 'name', 'abbr']);

export function rowNotes(before: Surveyed, after: Surveyed, brand: string): readonly string[] {
  const [was, is] = [before, after].map(({ products }) => products[brand]?.compliance.states ?? {});
  const read = new Set([before, after].flatMap((version) => lookedUpIn(version, brand)));
  const notes: string[] = [];
  for (const key of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
    const [old, now] = [was?.[key], is?.[key]];
    const name = String(now?.['name'] ?? old?.['name'] ?? key);
    for (const column of new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])) {
      if (ABOUT.has(column) || canonical(old?.[column] ?? null) === canonical(now?.[column] ?? null)) continue;
      if ([...read].some((one) => one === column || (one.startsWith(`${column}.`) && canonical(at(old, one) ?? null) !== canonical(at(now, one) ?? null)))) continue;
      notes.push(`In ${name} ${quoted(plainWords(column))} is now ${rowValue(now?.[column])} (was ${rowValue(old?.[column])}); no page looks it up.`);
    }
    for (const { from, row } of later(after, key)) {
      if (!later(before, key).some((other) => canonical(other.row) === canonical(row))) notes.push(`From ${valueText(from, 'date')} another row is in force in ${name}.`);
    }
  }
  return notes;
}

function lookedUpIn({ resolved }: Surveyed, brand: string): readonly string[] {
  return Object.values(resolved.brands[brand]?.flows ?? {}).flatMap(({ steps, dialogs, rules, values }) => lookupsIn([steps, dialogs, rules, values]).map(({ column }) => column));
}

/** Rows that begin after the day that is looked at. */
function later({ resolved, options }: Surveyed, key: string): readonly { readonly from: string; readonly row: JsonObject }[] {
  const state = Object.entries(resolved.source.states).find(([name, doc]) => (text(doc['abbr']) ?? name) === key)?.[1];
  return list(state?.['rows']).flatMap((row) => (isObject(row) && String(row['from']) > options.today ? [{ from: String(row['from']), row }] : []));
}

const rowValue = (value: Json | undefined): string => (value === undefined || value === null ? 'not set' : typeof value === 'object' ? canonical(value) : String(value));
