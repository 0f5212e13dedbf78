/**
 * What stands beside pages and app.json: rows of the state tables, operations, widgets, controls, declared facts,
 * statuses, the runtime's own words, obligations. Told as seen where a page of the brand has it, else as a note.
 */
import type { Source } from '../../compile/content.ts';
import { canonical, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { capital, listed, plainWords, quoted } from '../../compile/english.ts';
import { unitOf, valueText } from '../words/value.ts';
import { wordsOf } from '../words/words.ts';
import { settingChanges } from '../words/setting.ts';
import { whomOf } from './documents.ts';
import { type Both, type Surveyed, at, flatten, lookupsIn } from './flat.ts';
import { type Item, itemsOf } from './items.ts';
import { lead } from './who.ts';

interface Told {
  readonly seen: readonly string[];
  readonly notes: readonly string[];
}

/** What differs beside the brand's pages, and what of it nobody meets today, with the reason. */
export function besideSentences(versions: Both<Surveyed>, brand: string): Told {
  const seen: string[] = [];
  const notes = [...rowNotes(versions, brand), ...aboutNotes(versions, brand)];
  const tell = (one: Told): void => {
    seen.push(...one.seen);
    notes.push(...one.notes);
  };
  tell(placed(versions, brand, { kind: 'operations', key: 'call', one: 'call', none: 'no page makes it' }));
  tell(placed(versions, brand, { kind: 'widgets', key: 'widget', one: 'part', none: 'no page has it' }));
  tell(placed(versions, brand, { kind: 'widgets', key: 'of', one: 'part', none: '' }));
  tell(placed(versions, brand, { kind: 'controls', key: 'control', one: 'control', none: 'no question has it' }));
  const [before, after] = [versions.before.resolved.source, versions.after.resolved.source];
  const words = spoken(versions, brand);
  for (const [name, text_] of Object.entries(after.graphql))
    if (before.graphql[name] !== undefined && before.graphql[name] !== text_)
      (placesWith(versions.after, brand, { key: 'call', name }).some(({ whom }) => whom !== undefined)
        ? seen
        : notes
      ).push(`For everybody the call ${quoted(plainWords(name))} asks the back end for something else.`);
  for (const change of settingChanges('', { was: before.statuses, is: after.statuses }, words))
    seen.push(`For everybody where an application can stand is set otherwise: ${change}.`);
  for (const change of settingChanges('', { was: before.words, is: after.words }, words))
    seen.push(`For everybody whose brand says nothing else the word ${change}.`);
  for (const root of new Set([...Object.keys(before.facts), ...Object.keys(after.facts)]))
    for (const change of settingChanges(root, { was: before.facts[root], is: after.facts[root] }, words))
      (root === 'cookies' ? seen : notes).push(
        root === 'cookies'
          ? `For everybody ${change}.`
          : `Of the declared facts ${change}; people meet a fact only where a page, a rule or a call has it.`,
      );
  for (const [name, old] of Object.entries(before.obligations)) {
    const now = after.obligations[name];
    const changes = now ? settingChanges('', { was: old, is: now }, words) : ['it is no longer asked'];
    for (const change of changes)
      notes.push(`Of the obligation ${quoted(plainWords(name))} ${change}; prove asks about it, and nobody sees it.`);
  }
  return { seen, notes };
}

interface Placed {
  readonly kind: 'operations' | 'widgets' | 'controls';
  /** The member of a page that names one. */
  readonly key: string;
  /** What one is called. */
  readonly one: string;
  /** Why nobody meets one that no page names; empty where another key tells it. */
  readonly none: string;
}
function placed(versions: Both<Surveyed>, brand: string, { kind, key, one, none }: Placed): Told {
  const { before, after } = versions;
  const [were, are] = [before, after].map(({ resolved }) => resolved.source[kind]);
  const seen: string[] = [];
  const notes: string[] = [];
  for (const name of new Set([...Object.keys(were ?? {}), ...Object.keys(are ?? {})])) {
    const changes = settingChanges('', { was: were?.[name], is: are?.[name] }, spoken(versions, brand));
    if (changes.length === 0) continue;
    const says = `the ${one} ${quoted(plainWords(name))} is set otherwise: ${listed(changes, 'and', true)}`;
    const places = [after, before].flatMap((version) => placesWith(version, brand, { key, name }));
    const met = places.filter(({ whom }) => whom !== undefined);
    for (const [whom = '', of] of Map.groupBy(met, (place) => place.whom)) {
      const titles = [...new Set(of.map(({ title }) => title))];
      const who = whom === '' ? 'for everybody' : whom;
      seen.push(`${capital(lead(who))} on the page${titles.length > 1 ? 's' : ''} ${listed(titles, 'and')} ${says}.`);
    }
    if (met.length > 0) continue;
    if (places.length > 0) notes.push(`${capital(says)}; where it stands it is for nobody.`);
    else if (none !== '') notes.push(`${capital(says)}; ${none}.`);
  }
  return { seen, notes };
}

interface PlaceOf {
  /** The page or dialog, or what comes before all. */
  readonly title: string;
  /** Empty for everybody who comes there; undefined for nobody. */
  readonly whom: string | undefined;
}
type Named = Pick<Placed, 'key'> & { readonly name: string };

/**
 * Pages, dialogs and what holds everywhere, where something is named under a key, with those for whom it stands there.
 */
function placesWith(version: Surveyed, brandId: string, { key, name }: Named): readonly PlaceOf[] {
  const { source, brands } = version.resolved;
  const brand = brands[brandId];
  if (!brand) return [];
  const found = (value: Json): boolean =>
    Array.isArray(value)
      ? (value as readonly Json[]).some(found)
      : isObject(value) && (value[key] === name || Object.values(value).some(found));
  const pages = Object.values(brand.flows).flatMap((resolved): readonly PlaceOf[] => {
    const docs = [
      ...Object.entries(resolved.steps),
      ...Object.entries(resolved.dialogs).map(([id, doc]) => [`dialog/${id}`, doc] as const),
    ].filter(([, doc]) => found(doc));
    if (docs.length === 0) return [];
    const flat = flatten(source, brand, resolved);
    const words = wordsOf(source, resolved);
    return docs.flatMap(([page, doc]): readonly PlaceOf[] => {
      const title = quoted(text(doc['title']) ?? plainWords(page.replace(/^dialog\//, '')));
      const own = flat.steps[page] ?? flat.dialogs[page.replace(/^dialog\//, '')] ?? doc;
      const items = itemsOf(flat, page, { doc: own, written: doc }).items.filter((item) => isOf(item, { key, name }));
      return items.length === 0
        ? [{ title, whom: '' }]
        : items.map(({ whens }) => ({ title, whom: whomOf({ version, brand: brandId }, whens, words) }));
    });
  });
  return [...(found(brand.app) ? [{ title: 'that come before all others', whom: '' }] : []), ...pages];
}

/** Whether an item is what is named: a call, a part, a question with the control. */
function isOf({ kind, part, value }: Item, { key, name }: Named): boolean {
  if (key === 'call') return kind === 'call' && part === name;
  if (key === 'control') return kind === 'fieldWay' && part === 'control' && value === name;
  return kind === 'widget' && part === '' && member(value, key) === name;
}

function spoken(
  { before, after }: Both<Surveyed>,
  brand: string,
): Both<{ readonly words: ReturnType<typeof wordsOf>; readonly text: (written: string) => string }> {
  const side = ({ resolved }: Surveyed): { words: ReturnType<typeof wordsOf>; text: (written: string) => string } => {
    const { source, brands } = resolved;
    const flow = {
      id: '',
      brand,
      flow: {},
      steps: {},
      dialogs: {},
      rules: source.rules,
      values: source.values,
    };
    return { words: wordsOf(source, Object.values(brands[brand]?.flows ?? {})[0] ?? flow), text: String };
  };
  return { before: side(before), after: side(after) };
}

/** What a state's file says of a row that stands in both versions: its source, its examples, the name of the state. */
function aboutNotes(versions: Both<Surveyed>, brand: string): readonly string[] {
  const [were, are] = [versions.before, versions.after].map(({ resolved }) => resolved.source.states);
  const words = spoken(versions, brand);
  return Object.entries(are ?? {}).flatMap(([key, state]) => {
    const old = were?.[key];
    if (!old) return [];
    const changes = [
      ...settingChanges('name', { was: old['name'], is: state['name'] }, words),
      ...list(state['rows']).flatMap((row) => {
        const same = list(old['rows']).find((one) => member(one, 'from') === member(row, 'from'));
        return same === undefined
          ? []
          : ['citation', 'idValid', 'idInvalid'].flatMap((column) =>
              settingChanges(column, { was: member(same, column), is: member(row, column) }, words),
            );
      }),
      ...(list(old['rows']).length === list(state['rows']).length
        ? settingChanges('until', { was: lastDay(old), is: lastDay(state) }, words)
        : []),
    ];
    return changes.map(
      (change) => `Of ${text(state['name']) ?? key} ${change}; it speaks of the row, and no page shows it.`,
    );
  });
}

const lastDay = (state: JsonObject): Json | undefined => member(list(state['rows']).at(-1), 'until');

function rowNotes(versions: Both<Surveyed>, brand: string): readonly string[] {
  const { before, after } = versions;
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
    notes.push(...laterNotes(versions, { key, name }, words));
  }
  return notes;
}

/** Rows that begin on a later day, each by what it says otherwise than the row before it. */
function laterNotes(
  { before, after }: Both<Surveyed>,
  { key, name }: { readonly key: string; readonly name: string },
  words: RowWords,
): readonly string[] {
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

// What a row of a state says otherwise than another, in words.

/** Keys of a row that say from when to when it holds, where it comes from, and by which examples it is tested. */
const ABOUT = new Set(['from', 'until', 'citation', 'idValid', 'idInvalid', 'name', 'abbr']);

/** Columns that list something, as what they list. */
const LISTS: Readonly<Record<string, string>> = {
  disclosures: 'the documents that must be shown',
  products: 'the loans on offer',
  requiredFields: 'the questions of the state',
};

interface RowWords {
  /** Columns in which the rows differ, those that only speak of the row left out. */
  readonly columns: (old: JsonObject | undefined, now: JsonObject | undefined) => readonly string[];
  /**
   * One column: `"minimum age" is now 21 (was 18)`, `the documents that must be shown now include "Notices for Texas"`.
   */
  readonly change: (column: string, old: JsonObject | undefined, now: JsonObject | undefined) => string;
}

/** The words of the rows of one brand. */
function rowWords(version: Surveyed, brand: string): RowWords {
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
      const lists = listChanges(column, { was, is }, nameOf);
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
  { was, is }: { readonly was: Json | undefined; readonly is: Json | undefined },
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
