/** Findings in the words of a compliance officer. */
import { canonical, isObject, list, member, text } from '../../compile/json-types.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { listed, plainWords, quoted } from '../../compile/english.ts';
import { sentence } from '../words/sentence.ts';
import type { Words } from '../words/words.ts';
import { type Landing, Space, type Way } from './comings.ts';
import type { Finding } from './findings.ts';
import type { Who } from './who.ts';
import { type Both, type Flat, at } from './flat.ts';
import { type Clause, type Telling, itemClause } from './item-words.ts';
import type { ChangedItem, Item } from './items.ts';

/** One version as far as words need it. */
export interface Told {
  readonly flat: Flat;
  readonly words: Words;
  readonly compliance: CompiledCompliance;
  readonly brand: Readonly<Record<string, Json>>;
}

/** Stands in a clause for how calls ended. */
const ENDS = '\u0001';

/** The text of clauses that differ in nothing but how calls ended. */
export function withEnds(clauses: readonly Clause[]): string {
  const ends = clauses.map(({ ends: one }) => one ?? []).filter((one) => one.length > 0);
  const [[first = ''] = []] = ends;
  const operation = first.split(' ')[0] ?? '';
  const single = ends.every((one) => one.length === 1 && one[0]?.split(' ')[0] === operation);
  const outcome = (end: string): string => quoted(plainWords(end.split(' ')[1] ?? ''));
  const said = single
    ? `when ${operation} answers ${listed(ends.flat().map(outcome), 'or')}`
    : listed(
        ends.map((one) =>
          listed(
            one.map((end) => `when ${end.split(' ')[0]} answers ${outcome(end)}`),
            'and',
          ),
        ),
        'or',
        true,
      );
  return (clauses[0]?.text ?? '').replace(ENDS, ends.length === 0 ? '' : `, ${said},`);
}

export function clauseOf(finding: Finding, before: Told, after: Told): Clause | undefined {
  switch (finding.about) {
    case 'step':
      return stepClause(finding.page, finding.now, finding.now ? after : before);
    case 'way':
      return {
        text: wayClause(finding.way, { was: finding.was, is: finding.is }, { before, after }),
        ends: finding.way.ends,
      };
    case 'check':
      return {
        text: `the page ${pageName(finding.page, after)} ${finding.refuses ? 'now refuses' : 'no longer refuses'} to go on: ${quoted(shown(finding.message, finding.refuses ? after : before))}`,
      };
    case 'line':
      return {
        text: `the step ${pageName(finding.page, after)} now comes ${finding.is === undefined ? 'first' : `after ${pageName(finding.is, after)}`} (before: ${finding.was === undefined ? 'first' : `after ${pageName(finding.was, before)}`})`,
      };
    case 'order':
      return {
        text: `${partName(finding.page, finding.moved, after)} now stands in another place`,
        page: pageName(finding.page, after),
      };
    case 'item':
      return itemClause(finding, telling(before, finding.before), telling(after, finding.after));
  }
}

/** What would be said of an item to whom nobody was found, with its conditions; undefined where it says the same. */
export function unmetClause({ before, after }: ChangedItem, was: Told, is: Told): string | undefined {
  const value = (item: Item | undefined): Json | undefined => (item?.logic as Json | undefined) ?? item?.value;
  const same = before && after && canonical(value(before) ?? null) === canonical(value(after) ?? null);
  const clause = clauseOf(
    {
      about: 'item',
      before,
      after,
      was: same ? undefined : value(before),
      is: value(after),
      who: { space: new Space(new Map()), groups: [] },
    },
    was,
    is,
  );
  if (!clause) return undefined;
  const on = clause.page === undefined ? '' : ` on the page ${clause.page}`;
  if (same) return `${clause.text}${on} ${whenWords(after, is)} (was ${whenWords(before, was)})`;
  const item = after ?? before;
  const when = item && item.whens.length > 0 ? `${whenWords(item, after ? is : was)}, ` : '';
  return `${when}${clause.text}${on}`;
}

const whenWords = ({ whens }: Item, { words }: Told): string =>
  whens.length === 0
    ? 'always'
    : `when ${listed(
        whens.map((one) => sentence(one, words)),
        'and',
        true,
      )}`;

function telling(told: Told, item: Item | undefined): Telling {
  return {
    item,
    page: (id) => pageName(id, told),
    text: (written) => shown(written, told),
    label: (page, field) => {
      const found = member(told.flat.written.get(page)?.['fields'], field);
      return quoted(shown(text(member(found, 'label')) ?? text(member(found, 'title')) ?? plainWords(field), told));
    },
    bind: (page, field) =>
      `answers.${text(member(member(told.flat.written.get(page)?.['fields'], field), 'bind')) ?? ''}`,
    button: (page, id) => quoted(buttonLabel(page, id, told)),
    document: (idTag) => quoted(documentTitle(idTag, told)),
    words: told.words,
    after: (page) => following(page, told),
  };
}

/** A text as a reader sees it: brand names filled in, other facts by their names. */
export function shown(written: string, { words, brand }: Pick<Told, 'words' | 'brand'>): string {
  return written.replace(/\{\{\s*([^}|]+?)\s*(?:\|[^}]*)?\}\}/g, (_, path: string) => {
    if (path.startsWith('brand.')) return String(at(brand, path.slice('brand.'.length)) ?? '');
    return /^[\w.-]+$/.test(path) ? `[${words.fact(path)}]` : '[...]';
  });
}

function docOf(page: string, { flat }: Told): Readonly<Record<string, Json>> | undefined {
  return page.startsWith('dialog/') ? flat.resolved.dialogs[page.slice('dialog/'.length)] : flat.written.get(page);
}
function pageName(page: string, told: Told): string {
  const title = text(docOf(page, told)?.['title']);
  return quoted(title === undefined ? plainWords(page) : shown(title, told));
}
function buttonLabel(page: string, id: string, told: Told): string {
  const action = list(docOf(page, told)?.['actions']).find((one) => member(one, 'id') === id);
  return shown(text(member(action, 'label')) ?? plainWords(id), told);
}
function documentTitle(idTag: string, { compliance }: Pick<Told, 'compliance'>): string {
  const title = compliance.documents[idTag]?.title;
  return typeof title === 'string' ? title : plainWords(idTag);
}

/** The page to which the page's main button leads, when there is one such page. */
function following(page: string, told: Told): string | undefined {
  const line = list(told.flat.flow['line']);
  const index = line.indexOf(page);
  const next = index < 0 ? undefined : line[index + 1];
  return typeof next === 'string' ? pageName(next, told) : undefined;
}

function stepClause(page: string, now: boolean, told: Told): Clause {
  const doc = docOf(page, told);
  const kind = page.startsWith('dialog/') ? 'dialog' : isObject(doc?.['fields']) ? 'step' : 'page';
  const verb = `${now ? 'now' : 'no longer'} ${kind === 'step' ? 'asked' : 'shown'}`;
  const name = pageName(page, told);
  return {
    text: `the ${kind} ${name} is ${verb}`,
    things: { one: kind, many: `${kind}s`, name, single: `is ${verb}`, plural: `are ${verb}` },
  };
}

function wayClause(
  way: Way,
  { was, is }: { readonly was: readonly Landing[]; readonly is: readonly Landing[] },
  { before, after }: Both<Told>,
): string {
  const [old, now] = [
    listed(
      was.map((one) => landingWords(one, before)),
      'or',
    ),
    listed(
      is.map((one) => landingWords(one, after)),
      'or',
    ),
  ];
  const leads =
    is.length === 0
      ? `no longer leads to ${old}`
      : was.length === 0
        ? `can now lead to ${now}, too`
        : `now leads to ${now} (before: to ${old})`;
  return `${actWords(way, after)} on ${pageName(way.page, after)}${ENDS} ${leads}`;
}

function landingWords(landing: Landing, told: Told): string {
  if (landing === 'stay') return 'the same page';
  if (landing.startsWith('dialog ')) return `the dialog ${pageName(`dialog/${landing.slice('dialog '.length)}`, told)}`;
  if (!landing.startsWith('exit ')) return pageName(landing, told);
  const exit = landing.slice('exit '.length);
  return exit.includes('/') && !exit.startsWith('/')
    ? quoted(told.words.step(exit))
    : `the address ${quoted(plainWords(exit))}`;
}

function actWords({ page, act }: Way, told: Told): string {
  const [kind = '', name = '', more = ''] = act.split(' ');
  switch (kind) {
    case 'press':
    case 'dialog':
      return `the button ${quoted(buttonLabel(page, name, told))}`;
    case 'follow':
      return 'the link';
    case 'widget':
      return `the event ${quoted(plainWords(more))} of ${quoted(plainWords(name))}`;
    case 'giveUp':
      return 'waiting in vain';
    case 'elapsed':
      return 'the timer';
    case 'returnsFrom':
      return `coming back from ${quoted(told.words.step(name))}`;
    case 'event':
      return `the event ${quoted(plainWords(more))}`;
    default:
      return 'opening the page';
  }
}

function partName(page: string, part: string, told: Told): string {
  if (part.startsWith('press ')) return `the button ${quoted(buttonLabel(page, part.slice('press '.length), told))}`;
  if (part.startsWith('call ')) return `the call ${quoted(plainWords(part.split(' ')[1] ?? ''))}`;
  const field = member(docOf(page, told)?.['fields'], part.split(' ')[0] ?? '');
  if (field !== undefined)
    return `the question ${quoted(shown(text(member(field, 'label')) ?? plainWords(part), told))}`;
  const plain = part.replace(/^"|"$/g, '');
  return told.compliance.documents[plain]
    ? `the disclosure ${quoted(documentTitle(plain, told))}`
    : `the part ${quoted(plain.startsWith('{') ? 'that is drawn there' : plain)}`;
}

// Findings that belong together: a cause and what follows from it, a text that went and the one that came in its place.

/** What is told first. */
const RANK: Readonly<Record<Finding['about'], number>> = { line: 0, way: 1, check: 2, step: 3, item: 4, order: 5 };

/** A message or setting that shows a limit says nothing that the limit does not. */
export function withoutConsequences(findings: readonly Finding[]): readonly Finding[] {
  const limits = findings.flatMap((one) => (one.about === 'item' && one.after?.kind === 'limit' ? [one] : []));
  const follows = (one: Finding): boolean => {
    const item = one.about === 'item' ? one.after : undefined;
    if (one.about !== 'item' || !item || one.was === undefined || one.is === undefined) return false;
    const [was, is] =
      item.kind === 'fieldText' && Array.isArray(one.is) ? [shownIn(one.was), shownIn(one.is)] : [one.was, one.is];
    const keyword =
      item.kind === 'fieldText'
        ? item.part.replace('message ', '')
        : item.kind === 'fieldWay'
          ? item.part.replace('options.', '')
          : undefined;
    return limits.some(
      (limit) =>
        limit.after?.page === item.page &&
        limit.after.name === item.name &&
        limit.after.part === keyword &&
        whoMark(limit.who) === whoMark(one.who) &&
        canonical(limit.was) === canonical(was) &&
        canonical(limit.is) === canonical(is),
    );
  };
  return findings.filter((one) => !follows(one)).sort((a, b) => RANK[a.about] - RANK[b.about]);
}

/** The one value that a text shows. */
function shownIn(value: Json): Json {
  const values = Array.isArray(value) ? (value as readonly Json[])[1] : value;
  return Array.isArray(values) && values.length === 1 ? ((values as readonly Json[])[0] ?? null) : (values ?? null);
}

export interface Replaced {
  readonly replaced: Finding;
  readonly clause: (before: Told, after: Told) => Clause;
}

/**
 * A text that went and one that came on the same page for the same people is one text that reads otherwise; a document
 * likewise that moved.
 */
export function paired(findings: readonly Finding[]): readonly (Finding | Replaced)[] {
  const rest = [...findings];
  const found: (Finding | Replaced)[] = [];
  for (let one = rest.shift(); one; one = rest.shift()) {
    const gone = one;
    const index = rest.findIndex((other) => isReplacement(gone, other));
    const come = rest[index];
    if (gone.about !== 'item' || come?.about !== 'item') {
      found.push(gone);
      continue;
    }
    rest.splice(index, 1);
    const [left, came] = gone.is === undefined ? [gone, come] : [come, gone];
    found.push({ replaced: came, clause: (was, is) => replacement({ gone: left, come: came }, was, is) });
  }
  return found;
}

type ItemFinding = Extract<Finding, { about: 'item' }>;

function isReplacement(one: Finding, other: Finding): boolean {
  if (
    one.about !== 'item' ||
    other.about !== 'item' ||
    (one.is === undefined) === (other.is === undefined) ||
    (one.was === undefined) === (other.was === undefined)
  )
    return false;
  const [a, b] = [one.before ?? one.after, other.before ?? other.after];
  if (!a || !b || a.kind !== b.kind || whoMark(one.who) !== whoMark(other.who)) return false;
  return a.kind === 'words'
    ? a.page === b.page && Math.abs(a.place - b.place) < 3
    : a.kind === 'disclosure' && a.name === b.name && a.page !== b.page;
}

const whoMark = ({ space, groups }: Who): string =>
  JSON.stringify(
    groups.map((group) =>
      [...group].map(([fact, digits]) => [
        space.paths[fact],
        digits.map((digit) => space.values[fact]?.[digit - 1] ?? null),
      ]),
    ),
  );

function replacement(
  { gone, come }: { readonly gone: ItemFinding; readonly come: ItemFinding },
  before: Told,
  after: Told,
): Clause {
  const [old, now] = [clauseOf(gone, before, after), clauseOf(come, before, after)];
  const page = pageName(come.after?.page ?? '', after);
  if (come.after?.kind !== 'words')
    return {
      text: `the disclosure ${now?.things?.name ?? ''} is now shown on the page ${page} instead of the page ${pageName(gone.before?.page ?? '', before)}`,
    };
  return { text: `the text ${old?.things?.name ?? ''} now reads ${now?.things?.name ?? ''}`, page };
}

// What several findings about the same people have as their subject: things listed while they are few, else the first
// and a count.

interface Said {
  readonly finding: Finding;
  readonly clause: Clause;
}

/** So many steps and pages are named; of more the first is, and the others are counted. */
const NAMED = 6;

/** `the steps "A" and "B" are no longer asked`, for things of which the same is said. */
export function subjectOf(all: readonly Said[]): string {
  const names = namesOf(all);
  const things = all[0]?.clause.things;
  return !things
    ? ''
    : names.length === 1
      ? `the ${things.one} ${names[0]} ${things.single}`
      : `the ${things.many} ${listed(names, 'and')} ${things.plural}`;
}

/** Steps, pages and dialogs that come and go for the same people. */
export function stepsSubject(all: readonly Said[], before: Flat, after: Flat): string {
  const parts = [false, true].flatMap((now) => {
    const mine = all.filter(({ finding }) => finding.about === 'step' && finding.now === now);
    if (namesOf(mine).length <= NAMED)
      return [...Map.groupBy(mine, ({ clause }) => `${clause.things?.single}|${clause.things?.one}`).values()];
    return [inOrder(mine, now ? after : before)];
  });
  const many = (part: readonly Said[]): boolean => namesOf(part).length > NAMED;
  const first = (part: readonly Said[]): number => Math.min(...part.map((one) => all.indexOf(one)));
  return listed(
    parts.sort((a, b) => first(a) - first(b)).map((part) => (many(part) ? counted(part) : subjectOf(part))),
    'and',
    parts.length > 1,
  );
}

function counted(part: readonly Said[]): string {
  const [one] = part;
  const rest = namesOf(part).length - 1;
  return `the ${one?.clause.things?.one ?? 'page'} ${one?.clause.things?.name ?? ''} and ${rest} further pages are ${one?.finding.about === 'step' && one.finding.now ? 'now' : 'no longer'} reached`;
}

const namesOf = (all: readonly Said[]): readonly string[] => [
  ...new Set(all.flatMap(({ clause }) => clause.things?.name ?? [])),
];

/** As they stand on the main line, others behind them. */
function inOrder(all: readonly Said[], flat: Flat): readonly Said[] {
  const line = list(flat.flow['line']);
  const place = ({ finding }: Said): number =>
    finding.about === 'step' && line.includes(finding.page) ? line.indexOf(finding.page) : line.length;
  return [...all].sort((a, b) => place(a) - place(b));
}
