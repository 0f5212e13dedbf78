/** Findings in the words of a compliance officer. */
import { isObject, list, member, text } from '../../compile/json-types.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { listed, plainWords, quoted } from '../words/english.ts';
import type { Words } from '../words/words.ts';
import type { Finding } from './findings.ts';
import { at, type Flat } from './flat.ts';
import type { Item } from './items.ts';
import { itemClause, type Telling } from './item-words.ts';
import type { Landing, Way } from './ways.ts';

/** One version as far as words need it. */
export interface Told {
  readonly flat: Flat;
  readonly words: Words;
  readonly compliance: CompiledCompliance;
  readonly brand: Readonly<Record<string, Json>>;
}

/** What a finding says, without who it is about; `pages` are told at its end, so that the same on several pages is one sentence. */
export interface Clause {
  /** Of one thing: `the step "Your income" is no longer asked`. */
  readonly text: string;
  /** Where several things have the same said of them: the things, and what is said. */
  readonly things?: {
    readonly one: string;
    readonly many: string;
    readonly name: string;
    readonly single: string;
    readonly plural: string;
  };
  readonly page?: string;
  /** How the calls of a way ended; `text` has ENDS where it is said, so that several endings are one sentence. */
  readonly ends?: readonly string[];
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
      return { text: wayClause(finding.way, finding.was, finding.is, before, after), ends: finding.way.ends };
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
export function pageName(page: string, told: Told): string {
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

function wayClause(way: Way, was: readonly Landing[], is: readonly Landing[], before: Told, after: Told): string {
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
  const field = member(docOf(page, told)?.['fields'], part.split(' ')[0] ?? '');
  if (field !== undefined)
    return `the question ${quoted(shown(text(member(field, 'label')) ?? plainWords(part), told))}`;
  const plain = part.replace(/^"|"$/g, '');
  return told.compliance.documents[plain]
    ? `the disclosure ${quoted(documentTitle(plain, told))}`
    : `the part ${quoted(plain.startsWith('{') ? 'that is drawn there' : plain)}`;
}
