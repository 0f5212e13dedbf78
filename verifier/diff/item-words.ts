/** What differs about one item of a page, in words. */
import { canonical, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { listed, plainWords, quoted } from '../../compile/english.ts';
import { valueText } from '../words/value.ts';
import { settingChanges, settingText } from '../words/setting.ts';
import type { Words } from '../words/words.ts';
import type { Finding } from './findings.ts';
import type { Item } from './items.ts';
import type { Both } from './flat.ts';

/**
 * What a finding says, without who it is about; `pages` are told at its end, so that the same on several pages is one
 * sentence.
 */
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

/** One version's names for what an item speaks of. */
export interface Telling {
  readonly item: Item | undefined;
  readonly page: (id: string) => string;
  readonly text: (written: string) => string;
  readonly label: (page: string, field: string) => string;
  readonly bind: (page: string, field: string) => string;
  readonly button: (page: string, id: string) => string;
  readonly document: (idTag: string) => string;
  readonly words: Words;
  /** The name of the page that follows on the main line. */
  readonly after: (page: string) => string | undefined;
}
type ItemFinding = Extract<Finding, { about: 'item' }>;

/** What is said of the item; undefined where it was and is nothing. */
export function itemClause(finding: ItemFinding, before: Telling, after: Telling): Clause | undefined {
  const item = finding.after ?? finding.before;
  if (!item) return undefined;
  const gone = finding.is === undefined;
  const one = gone ? before : after;
  const page = one.page(item.page);
  if (gone || finding.was === undefined) return comesOrGoes(item, finding, { one, page, gone });
  return changes(item, finding, { before, after, page });
}

function said({ item, text: display }: Telling): string {
  return quoted(display(item?.written ?? text(item?.value) ?? text(item?.name) ?? ''));
}

/** The item is there in one version only. */
function comesOrGoes(
  item: Item,
  finding: ItemFinding,
  { one, page, gone }: { readonly one: Telling; readonly page: string; readonly gone: boolean },
): Clause | undefined {
  const now = gone ? 'no longer' : 'now';
  const thing = (kind: string, name: string, verb: string): Clause => ({
    text: `the ${kind} ${name} is ${now} ${verb}`,
    page,
    things: { one: kind, many: `${kind}s`, name, single: `is ${now} ${verb}`, plural: `are ${now} ${verb}` },
  });
  const next = one.after(item.page);
  switch (item.kind) {
    case 'field':
      return thing('question', one.label(item.page, item.name), 'asked');
    case 'disclosure':
      return {
        ...thing('disclosure', one.document(item.name), 'shown'),
        ...(next !== undefined && { page: `${page}, before the step ${next}` }),
      };
    case 'words':
      return thing('text', said(one), 'shown');
    case 'link':
      return thing('link', said(one), 'shown');
    case 'action':
      return thing('button', one.button(item.page, item.name), 'offered');
    case 'widget':
      return item.part === '' ? thing('part', quoted(plainWords(item.name)), 'shown') : undefined;
    case 'summary':
      return { text: `the summary of the answers is ${now} shown`, page };
    case 'choice':
      return {
        ...thing('choice', choiceName(item, one), 'offered'),
        page: `${page} under ${one.label(item.page, item.name)}`,
      };
    case 'call':
      return {
        text: `${caller(item, one)} ${gone ? 'no longer calls' : 'now calls'} ${quoted(plainWords(item.part))}`,
        page,
      };
    case 'outcome':
      return {
        text: `the page ${page} ${gone ? 'no longer ends' : 'now ends'} the journey as ${quoted(plainWords(item.value === null ? '' : String(item.value)))}`,
      };
    case 'limit':
      return {
        text: `${one.label(item.page, item.name)} ${gone ? 'need no longer' : 'must now'} ${limitWords(item, gone ? finding.was : finding.is, one)}`,
        page,
      };
    case 'fieldText':
    case 'actionText':
      return { text: `${partOf(item, one)} ${gone ? `no longer reads ${said(one)}` : `now reads ${said(one)}`}`, page };
    case 'stage':
      return {
        text: `the page ${page} is ${gone ? 'no longer' : 'now'} part of the stage ${quoted(String(item.value))} of the progress`,
      };
    case 'listen':
      return {
        text: `the page ${page} ${gone ? 'no longer waits' : 'now waits'} for news from ${quoted(plainWords(item.name))}`,
      };
    case 'timer':
      return { text: `the page ${page} ${gone ? 'no longer goes' : 'now goes'} on by itself after a time` };
    case 'target':
      return targetClause(item, one, { now, page });
    case 'access':
    case 'address':
    case 'kind':
    case 'title':
      return {
        text: `the page ${page} ${gone ? 'no longer has' : 'now has'} the ${item.kind} ${quoted(String(item.value))}`,
      };
    case 'enabled':
      return undefined;
    case 'checkText':
      return thing('message', said(one), 'shown');
    case 'choices':
    case 'required':
    case 'fieldWay':
    case 'actionWay':
    case 'pageWay':
      return {
        text: `${partOf(item, one)} ${gone ? 'no longer has' : 'now has'} ${ownWords(item, (gone ? finding.was : finding.is) ?? null, one)}`,
        page,
      };
  }
}

/** The item is there in both and says or does something else. */
function changes(
  item: Item,
  finding: ItemFinding,
  { before, after, page }: { readonly before: Telling; readonly after: Telling; readonly page: string },
): Clause {
  const [was, is] = [finding.was ?? null, finding.is ?? null];
  const [old, now] = [said(before), said(after)];
  const onlyValues =
    item.inText.length > 0 && canonical(finding.before?.value ?? null) === canonical(finding.after?.value ?? null);
  if (onlyValues)
    return {
      text: `${partOf(item, after)} ${now} now shows ${shownValues(is, after)} (was ${shownValues(was, before)})`,
      page,
    };
  switch (item.kind) {
    case 'title':
      return { text: `the page ${old} is now called ${now}` };
    case 'address':
      return { text: `the page ${page} now has the address ${quoted(String(is))} (was ${quoted(String(was))})` };
    case 'access':
      return {
        text: `the page ${page} is now for ${quoted(plainWords(String(is)))} (was for ${quoted(plainWords(String(was)))})`,
      };
    case 'stage':
      return {
        text: `the page ${page} now belongs to the stage ${quoted(String(is))} of the progress (was ${quoted(String(was))})`,
      };
    case 'kind':
      return {
        text: `the page ${page} now ${KINDS[String(is)] ?? String(is)} (before: ${KINDS[String(was)] ?? String(was)})`,
      };
    case 'outcome':
      return {
        text: `the page ${page} now ends the journey as ${quoted(plainWords(String(is)))} (was ${quoted(plainWords(String(was)))})`,
      };
    case 'required':
      return {
        text: `the question ${after.label(item.page, item.name)} ${is === true ? 'must now be answered' : 'is now optional'}`,
        page,
      };
    case 'enabled':
      return {
        text: `the button ${after.button(item.page, item.name)} ${is === true ? 'can now' : 'can no longer'} be pressed`,
        page,
      };
    case 'choice':
      return { text: choiceChange(item, { was, is }, { before, after }), page };
    case 'limit':
      return { text: limitChange(item, { was, is }, { before, after }), page };
    case 'fieldText':
      return item.part === 'label'
        ? { text: `the question ${old} now reads ${now}`, page }
        : { text: `${partOf(item, after)} now reads ${now} (was ${old})`, page };
    case 'actionText':
      return { text: `${item.part === 'label' ? 'the button' : 'the busy button'} ${old} now reads ${now}`, page };
    case 'checkText':
      return {
        text: old === now ? `the message ${now} now stands in another place` : `the message ${old} now reads ${now}`,
        page,
      };
    case 'call':
      return {
        text: `the call ${quoted(plainWords(item.part))} that ${caller(item, after)} makes is set otherwise: ${settings('', { was, is }, { before, after })}`,
        page,
      };
    case 'target':
      return { text: targetChange(before.item ?? item, item, { states: { was, is }, before, after }), page };
    case 'timer':
      return {
        text: `the page ${page} now goes on by itself after ${Number(is) / 1000} seconds (was ${Number(was) / 1000})`,
      };
    case 'link':
    case 'summary':
    case 'words':
    case 'disclosure':
    case 'widget':
    case 'choices':
    case 'fieldWay':
      if (after.words.unit(after.bind(item.page, item.name)) === 'money' && typeof is === 'number')
        return {
          text: `${partOf(item, after)} is set otherwise: ${quoted(plainWords(item.part))} is now ${valueText(is, 'money')} (was ${was === null ? 'nothing' : valueText(was, 'money')})`,
          page,
        };
      return setOtherwise(item, { was, is }, { before, after });
    case 'actionWay':
    case 'pageWay':
    case 'listen':
    case 'field':
    case 'action':
      return setOtherwise(item, { was, is }, { before, after });
  }
}

function choiceName(item: Item, one: Telling): string {
  const label = text(isObject(item.value) ? item.value['label'] : undefined);
  return quoted(label === undefined ? item.part : one.text(label));
}
/** A choice that is called otherwise, or has another hint, group or way with the others. */
function choiceChange(
  item: Item,
  { was, is }: { readonly was: Json; readonly is: Json },
  { before, after }: Both<Telling>,
): string {
  const [old, now] = [choiceName(before.item ?? item, before), choiceName(item, after)];
  const label = after.label(item.page, item.name);
  return old === now
    ? `the choice ${now} of ${label} is set otherwise: ${settings('', { was, is }, { before, after })}`
    : `the choice ${old} of ${label} now reads ${now}`;
}
function messageOf(item: Item, one: Telling, part: 'message' | 'otherwise' = 'message'): string {
  const message = text(isObject(item.value) ? item.value[part] : undefined);
  return message === undefined ? '' : quoted(one.text(message));
}
/** A way that comes or goes and says, hands on or tells analytics something; where it leads is found by going there. */
function targetClause(
  item: Item,
  one: Telling,
  { now, page }: { readonly now: string; readonly page: string },
): Clause | undefined {
  if (!isObject(item.value) || Object.keys(spoken(item.value)).length === 0) return undefined;
  if (text(item.value['message']) !== undefined)
    return { text: `the message ${messageOf(item, one)} is ${now} shown`, page };
  const event = isObject(item.value['track']) ? text(item.value['track']['event']) : undefined;
  return {
    text:
      event === undefined
        ? `${caller(item, one)} ${now} hands on ${settingText('', spoken(item.value), one)}`
        : `${caller(item, one)} ${now} tells analytics ${quoted(plainWords(event))}`,
    page,
  };
}
/** A target without the pages that it asks anew: where one comes or goes, that is told by where it leads. */
const spoken = (value: Json): JsonObject =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'reopen')) : {};
/** What is said and handed on where a way leads, and what is asked anew there. */
function targetChange(
  was: Item,
  is: Item,
  { states, ...sides }: Both<Telling> & { readonly states: { readonly was: Json; readonly is: Json } },
): string {
  const anew = (value: Json): readonly string[] => list(member(value, 'reopen')).map(String);
  const [old, now] = [anew(states.was), anew(states.is)];
  const asked = (some: readonly string[], one: Telling, verb: string): readonly string[] =>
    some.length === 0
      ? []
      : [
          `what was done on the page${some.length > 1 ? 's' : ''} ${listed(some.map(one.page), 'and')} is ${verb} asked anew${whenItComes(is)}`,
        ];
  const isSaid = canonical(spoken(was.value)) !== canonical(spoken(is.value));
  return listed(
    [
      ...(isSaid ? [messageChange(was, is, sides)] : []),
      ...asked(
        old.filter((id) => !now.includes(id)),
        sides.before,
        'no longer',
      ),
      ...asked(
        now.filter((id) => !old.includes(id)),
        sides.after,
        'now',
      ),
    ],
    'and',
  );
}
/** The outcome or event by which a target is reached: a call and its outcome, or a channel and its event. */
function whenItComes({ name, part }: Item): string {
  if (part.includes(' ')) return ` when ${part.split(' ')[0]} answers ${quoted(plainWords(part.split(' ')[1] ?? ''))}`;
  return name === '' || name === 'timer' || part === '' || part === 'reopen'
    ? ''
    : ` by the event ${quoted(plainWords(part))}`;
}
/** Of what is said where a way leads: the message, else what is said in its place, else what is handed on. */
function messageChange(
  was: Item,
  is: Item,
  { before, after }: { readonly before: Telling; readonly after: Telling },
): string {
  const old = messageOf(was, before);
  const now = messageOf(is, after);
  if (old !== now) return `the message ${old} now reads ${now}`;
  const tells = (item: Item): string =>
    text(isObject(item.value) && isObject(item.value['track']) ? item.value['track']['event'] : undefined) ?? '';
  if (tells(was) !== tells(is)) {
    const what = tells(is) === '' ? 'nothing' : quoted(plainWords(tells(is)));
    return `${caller(is, after)} now tells analytics ${what}${tells(was) === '' ? '' : ` (was ${quoted(plainWords(tells(was)))})`}`;
  }
  const without = messageOf(was, before, 'otherwise');
  const instead = messageOf(is, after, 'otherwise');
  return without === instead
    ? `where ${caller(is, after)} leads is set otherwise: ${settings('', { was: spoken(was.value), is: spoken(is.value) }, { before, after })}`
    : `where the error says nothing, the message ${without} now reads ${instead}`;
}
/** Who makes a call or hands something on: a button, a part of the page, or the page itself. */
function caller(item: Item, one: Telling): string {
  if (item.name === 'load' || item.name === '') return 'opening the page';
  if (item.name === 'timer') return 'the timer';
  return item.name.includes('.') ? quoted(plainWords(item.name)) : `the button ${one.button(item.page, item.name)}`;
}
function partOf(item: Item, one: Telling): string {
  switch (item.kind) {
    case 'pageWay':
      return 'the page';
    case 'fieldText':
      return item.part === 'label'
        ? 'the question'
        : item.part === 'hint' || item.part === 'placeholder'
          ? `the ${item.part} of ${one.label(item.page, item.name)}`
          : `the message of ${one.label(item.page, item.name)} for ${quoted(plainWords(item.part.replace('message ', '')))}`;
    case 'field':
    case 'required':
    case 'choices':
    case 'fieldWay':
      return `the question ${one.label(item.page, item.name)}`;
    case 'limit':
    case 'choice':
      return one.label(item.page, item.name);
    case 'action':
    case 'actionText':
    case 'actionWay':
    case 'enabled':
      return `the button ${one.button(item.page, item.name)}`;
    case 'disclosure':
      return `the disclosure ${one.document(item.name)}`;
    case 'words':
      return 'the text';
    case 'link':
      return `the link ${said(one)}`;
    case 'summary':
      return 'the summary of the answers';
    case 'widget':
      return `the part ${quoted(plainWords(item.name))}`;
    case 'checkText':
      return 'the message';
    case 'title':
      return 'the title';
    default:
      return `the ${plainWords(item.kind)} ${quoted(plainWords(item.name))}`;
  }
}

/** A setting by its own name and value. */
function ownWords(item: Item, value: Json, one: Telling): string {
  const plain = settingText(item.part, value, one);
  return item.part === '' ? plain : `${quoted(plainWords(item.part))} ${plain}`;
}
function setOtherwise(item: Item, states: { readonly was: Json; readonly is: Json }, sides: Both<Telling>): Clause {
  return {
    text: `${partOf(item, sides.after)} is set otherwise: ${settings(item.part === '' ? item.kind : item.part, states, sides)}`,
    page: sides.after.page(item.page),
  };
}
/** What of a setting is otherwise, leaf by leaf. */
function settings(
  name: string,
  states: { readonly was: Json; readonly is: Json },
  { before, after }: Both<Telling>,
): string {
  return listed(settingChanges(OWN.has(name) ? '' : name, states, { before, after }), 'and', true);
}
/** Kinds of items that are all there is to name. */
const OWN = new Set(['link', 'summary', 'words', 'widget', 'listen', 'field', 'action']);
function shownValues(value: Json, one: Telling): string {
  const values = Array.isArray(value) ? (value as readonly Json[])[1] : value;
  return Array.isArray(values)
    ? listed(
        (values as readonly Json[]).map((each) => one.words.value(undefined, each)),
        'and',
      )
    : one.words.value(undefined, value);
}

const KINDS: Readonly<Record<string, string>> = {
  form: 'is filled in',
  wait: 'waits and goes on by itself',
  route: 'decides without being shown',
};
const SIZES: Readonly<Record<string, string>> = {
  maximum: 'largest',
  minimum: 'smallest',
  exclusiveMaximum: 'limit above',
  exclusiveMinimum: 'limit below',
};

function limitChange(
  item: Item,
  { was, is }: { readonly was: Json; readonly is: Json },
  { before, after }: Both<Telling>,
): string {
  const label = after.label(item.page, item.name);
  const value = (of: Json, one: Telling): string =>
    of === null ? 'not limited' : one.words.value(one.bind(item.page, item.name), of);
  const size = SIZES[item.part];
  if (size !== undefined) return `the ${size} ${label} is now ${value(is, after)} (was ${value(was, before)})`;
  if (item.part === 'minLength' || item.part === 'maxLength')
    return `${label} may now have ${item.part === 'maxLength' ? 'at most' : 'no less than'} ${String(is)} characters (was ${String(was)})`;
  if (item.part === 'pattern') return `the form that ${label} must have has changed`;
  return `${label} must now ${limitWords(item, is, after)} (was: ${limitWords(item, was, before)})`;
}

/** What a limit asks, after "must". */
function limitWords(item: Item, value: Json | undefined, one: Telling): string {
  const told =
    value === undefined || value === null
      ? 'anything'
      : typeof value === 'object'
        ? canonical(value)
        : one.words.value(one.bind(item.page, item.name), value);
  switch (item.part) {
    case 'minimum':
      return `be at least ${told}`;
    case 'maximum':
      return `be at most ${told}`;
    case 'minLength':
      return `have at least ${String(value)} characters`;
    case 'maxLength':
      return `have at most ${String(value)} characters`;
    case 'pattern':
      return 'have a certain form';
    case 'enum':
      return `be one of ${
        Array.isArray(value)
          ? listed(
              (value as readonly Json[]).map((each) => one.words.value(one.bind(item.page, item.name), each)),
              'or',
            )
          : told
      }`;
    case 'const':
      return `be ${told}`;
    default:
      return `meet ${quoted(plainWords(item.part))} ${told}`;
  }
}
