/** What a row of a state says otherwise than another, in words. */
import { canonical, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Source } from '../../compile/content.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { listed, plainWords, quoted } from '../words/english.ts';
import { unitOf, valueText } from '../words/value.ts';
import { wordsOf } from '../words/words.ts';
import type { Surveyed } from './version.ts';

/** Keys of a row that say from when to when it holds, where it comes from, and by which examples it is tested. */
const ABOUT = new Set(['from', 'until', 'citation', 'idValid', 'idInvalid', 'name', 'abbr']);

/** Columns that list something, as what they list. */
const LISTS: Readonly<Record<string, string>> = {
  disclosures: 'the documents that must be shown',
  products: 'the loans on offer',
  requiredFields: 'the questions of the state',
};

export interface RowWords {
  /** Columns in which the rows differ, those that only speak of the row left out. */
  readonly columns: (old: JsonObject | undefined, now: JsonObject | undefined) => readonly string[];
  /** One column: `"minimum age" is now 21 (was 18)`, `the documents that must be shown now include "Notices for Texas"`. */
  readonly change: (column: string, old: JsonObject | undefined, now: JsonObject | undefined) => string;
}

/** The words of the rows of one brand. */
export function rowWords(version: Surveyed, brand: string): RowWords {
  const { source } = version.resolved;
  const nameOf = names(version, brand);
  const value = (column: string, of: Json | undefined): string => {
    if (of === undefined || of === null) return 'not set';
    return Array.isArray(of)
      ? listed((of as readonly Json[]).map(nameOf), 'and') || 'nothing'
      : valueText(of, unitOf(columnSchema(source, column)));
  };
  return {
    columns: (old, now) => {
      const differ = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].filter(
        (column) => !ABOUT.has(column) && canonical(said(old?.[column])) !== canonical(said(now?.[column])),
      );
      // A pattern is told by the words for it.
      return differ.filter((column) => !differ.includes(`${column}Says`));
    },
    change: (column, old, now) => {
      const [was, is] = [old?.[column], now?.[column]];
      if (column === 'served') return is === true ? 'we lend there now' : 'we no longer lend there';
      const lists = listChanges(column, was, is, nameOf);
      return (
        lists ??
        `${quoted(plainWords(column.replace(/Says$/, '')))} is now ${value(column, is)} (was ${value(column, was)})`
      );
    },
  };
}

/** A value, or null where it says nothing: an empty list is none. */
function said(value: Json | undefined): Json {
  const nothing =
    value === undefined ||
    value === null ||
    (Array.isArray(value)
      ? value.length === 0
      : isObject(value) && Object.values(value).every((inner) => said(inner) === null));
  return nothing ? null : value;
}

/** What came to lists and went from them, by the key they stand under; undefined for what is no list. */
function listChanges(
  column: string,
  was: Json | undefined,
  is: Json | undefined,
  nameOf: (one: Json) => string,
): string | undefined {
  const noun = LISTS[column] ?? quoted(plainWords(column));
  const lists = (of: Json | undefined): ReadonlyMap<string, readonly Json[]> | undefined => {
    if (of === undefined || of === null) return new Map();
    if (Array.isArray(of)) return new Map([['', of as readonly Json[]]]);
    return isObject(of) && Object.values(of).every((one) => Array.isArray(one))
      ? new Map(Object.entries(of).map(([key, inner]) => [key, list(inner)]))
      : undefined;
  };
  const [old, now] = [lists(was), lists(is)];
  if (!old || !now || old.size + now.size === 0) return undefined;
  const changes = [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const without = (some: readonly Json[], others: readonly Json[]): readonly string[] =>
      some.map(nameOf).filter((one) => !others.map(nameOf).includes(one));
    const [there, here] = [old.get(key) ?? [], now.get(key) ?? []];
    if (canonical(there) === canonical(here)) return [];
    const [gone, come] = [without(there, here), without(here, there)];
    const parts = [
      ...(come.length > 0 ? [`now include ${listed(come, 'and')}`] : []),
      ...(gone.length > 0 ? [`no longer include ${listed(gone, 'and')}`] : []),
    ];
    const single =
      old.size + now.size <= 2 && old.size === now.size && [...old.keys()].join() === [...now.keys()].join();
    return [
      `${noun}${key === '' || single ? '' : ` (${plainWords(key)})`} ${parts.length > 0 ? listed(parts, 'and') : 'stand in another order or are said otherwise'}`,
    ];
  });
  return listed(changes, 'and', changes.length > 1);
}

/** Titles of documents, labels of choices and questions; else the plain name. */
function names(version: Surveyed, brand: string): (one: Json) => string {
  const { source, documents, brands } = version.resolved;
  const product = text(source.facts['product']);
  let labels: ReadonlyMap<string, string> | undefined;
  return (one) => {
    if (isObject(one))
      return quoted(text(one['label']) ?? text(one['title']) ?? plainWords(text(one['idTag']) ?? 'a question'));
    const name = String(one);
    const title = documents.find(({ source: { idTag } }) => idTag === name)?.front.title;
    if (title !== undefined) return quoted(title);
    labels ??= new Map(
      list(
        Object.values(brands[brand]?.flows ?? {})
          .map((flow) => wordsOf(source, flow))
          .map((words) => (product === undefined ? {} : words.schema(product)))
          .find((schema) => list(schema['choices']).length > 0)?.['choices'],
      ).map((choice) => [String(member(choice, 'value')), quoted(text(member(choice, 'label')) ?? '')]),
    );
    return labels.get(name) ?? quoted(/^[A-Z0-9]+$/.test(name) ? name : plainWords(name));
  };
}

/** What the form of a row says of a column. */
function columnSchema({ files }: Source, column: string): JsonObject {
  const form = files['schemas/meta/state.schema.json'];
  const rows = form === undefined ? undefined : member((JSON.parse(form) as JsonObject)['properties'] ?? null, 'rows');
  const found = member(member(member(rows, 'items'), 'properties'), column);
  return isObject(found) ? found : {};
}
