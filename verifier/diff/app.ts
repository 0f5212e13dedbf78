/**
 * What holds everywhere for a brand, in two versions: where people come first and after signing in, errors, the idle
 * policy, header and footer, switches and looks.
 */
import { schemaBelow } from '../../compile/facts.ts';
import { canonical, entries, isObject, list, member, text } from '../../compile/json-types.ts';
import { itemKind, itemsInside } from '../../compile/emit/layout.ts';
import { both } from '../../compile/emit/writer.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { type Logic, type Names, unfold, variable } from '../domain/atoms.ts';
import { toldApart, worldOf } from '../domain/told-apart.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { namesOf } from '../rules/placed.ts';
import { capital, listed, plainWords, quoted } from '../../compile/english.ts';
import { sentence } from '../words/sentence.ts';
import { settingChanges } from '../words/setting.ts';
import { type Words, wordsOf } from '../words/words.ts';
import { Space, factsOf } from './comings.ts';
import {
  type Constants,
  type Flat,
  type Rows,
  type Surveyed,
  asOther,
  constantsOf,
  joined,
  variableReads,
} from './flat.ts';
import { groupWords, Gathering, whoOf, lead } from './who.ts';
import type { Both } from './flat.ts';

/** Sections of app.json that are ways in order, and what they decide. */
const WAYS: readonly (readonly [about: string, key: string, part?: string])[] = [
  ['who is stopped before any page is sent to', 'guards'],
  ['where people come first is', 'home'],
  ['where people come after signing in is', 'afterSignIn'],
  ['where somebody idle is sent is', 'idle', 'exits'],
];
/** Sections that decide nothing, and what they are about. */
const FIXED: Readonly<Record<string, string>> = {
  signIn: 'where people are sent to sign in',
  stepUp: 'where people are sent to prove who they are',
  unknownPath: 'where an unknown address leads',
};
/** Sections told in their own way; every other one is told setting by setting. */
const TOLD = new Set(['$schema', 'says', ...WAYS.map(([, key]) => key), ...Object.keys(FIXED), 'errors', 'words']);
const OF_FRAME = new Set(['links', 'layout', 'disclosures']);

/** Sentences on what differs for the brand outside its flows. */
export function appSentences(
  { before, after }: Both<Surveyed>,
  brand: string,
): { readonly seen: readonly string[]; readonly notes: readonly string[] } {
  const sides = { before: appSide(before, brand), after: appSide(after, brand) };
  const { before: was, after: is } = sides;
  const found: string[] = [];
  for (const [about, key, part] of WAYS)
    found.push(
      ...waySentences(sides, about, { old: list(section(was, key, part)), now: list(section(is, key, part)) }),
    );
  found.push(...errorSentences(sides));
  for (const [key, about] of Object.entries(FIXED)) {
    if (canonical(section(was, key)) !== canonical(section(is, key)))
      found.push(
        `For everybody ${about} has changed: now ${waysWords(is.app[key], is.words)} (was ${waysWords(was.app[key], was.words)}).`,
      );
  }
  found.push(...restSentences(sides));
  for (const [part, about] of [
    ['afterSeconds', 'the time until somebody counts as idle'],
    ['countdownSeconds', 'the countdown before somebody idle is sent away'],
  ] as const) {
    const [old, now] = [section(was, 'idle', part), section(is, 'idle', part)];
    if (canonical(old) !== canonical(now))
      found.push(`For everybody ${about} is now ${amount(now)} (was ${amount(old)}).`);
  }
  for (const place of ['header', 'footer']) found.push(...frameSentences(sides, place));
  found.push(...wordSentences(sides));
  found.push(...settingSentences(sides));
  const rewritten = Object.keys({ ...was.app, ...is.app }).filter(
    (key) => key !== '$schema' && key !== 'says' && canonical(section(was, key)) !== canonical(section(is, key)),
  );
  return {
    seen: found,
    notes:
      found.length > 0 || rewritten.length === 0
        ? []
        : [
            `What holds everywhere is written otherwise under ${listed(rewritten.map(quoted), 'and')}, and it comes to the same for everybody.`,
          ],
  };
}

/** What no other sentence tells, setting by setting: session loads, addresses, whatever the language learns next. */
function restSentences({ before: was, after: is }: Both<AppSide>): readonly string[] {
  const keys = new Set([...Object.keys(was.app), ...Object.keys(is.app)]);
  return [...keys].flatMap((key) => {
    const frame = key === 'header' || key === 'footer';
    if (TOLD.has(key) && !frame) return [];
    const [old, now] = [was, is].map((side) => {
      const own = section(side, key);
      if (frame && !isObject(own)) return {};
      return frame && isObject(own) ? Object.fromEntries(entries(own).filter(([name]) => !OF_FRAME.has(name))) : own;
    });
    return settingChanges(key, { was: old ?? null, is: now ?? null }, spoken({ before: was, after: is })).map(
      (change) => `For everybody ${change}.`,
    );
  });
}

const spoken = ({ before, after }: Both<AppSide>): Both<{ words: Words; text: (written: string) => string }> => ({
  before: { words: before.words, text: String },
  after: { words: after.words, text: String },
});

/** Who is led elsewhere; how it is written where values cannot tell. */
function waySentences(
  sides: Both<AppSide>,
  about: string,
  { old, now }: { readonly old: readonly Json[]; readonly now: readonly Json[] },
): readonly string[] {
  if (canonical(old) === canonical(now)) return [];
  const { before: was, after: is } = sides;
  const decided = decidedOtherwise(sides, { was: old, is: now });
  if (!decided) return [`For some people ${about} now ${waysWords(now, is.words)} (was ${waysWords(old, was.words)}).`];
  return decided.map((one) => {
    const [there, here] = [wayWords(one.was, was.words), wayWords(one.is, is.words)];
    return there === here
      ? `${capital(lead(one.who))} ${about} still ${here}, but ${settingsOf(sides, one)}.`
      : `${capital(lead(one.who))} ${about} now ${here} (was ${there}).`;
  });
}

const settingsOf = (sides: Both<AppSide>, { was, is }: Pick<Decided, 'was' | 'is'>): string =>
  listed(settingChanges('', { was: was ?? null, is: is ?? null }, spoken(sides)), 'and', true);

/** Each error by itself: its own routes, else those of any failure. */
function errorSentences(sides: Both<AppSide>): readonly string[] {
  const namesIn = (all: readonly Json[]): readonly string[] =>
    all.flatMap((route) => list(member(route, 'on')).map(String));
  const of = (all: readonly Json[], name: string): readonly Json[] => {
    const own = all.filter((route) => list(member(route, 'on')).includes(name));
    return (own.length > 0 ? own : all.filter((route) => list(member(route, 'on')).includes('failed'))).flatMap(
      (route) => (isObject(route) ? [without(route, 'on')] : []),
    );
  };
  const [old, now] = [list(section(sides.before, 'errors')), list(section(sides.after, 'errors'))];
  return [...new Set([...namesIn(old), ...namesIn(now)])].flatMap((name) =>
    waySentences(sides, `where the error ${quoted(plainWords(name))} leads is`, {
      old: of(old, name),
      now: of(now, name),
    }),
  );
}

/** What a layout of the frame shows, by what it is called, each under the conditions of all it stands in. */
function itemsOf(items: readonly Json[], around: Json | undefined): readonly (readonly [string, JsonObject])[] {
  return items.flatMap((item) => {
    if (!isObject(item)) return [];
    const when = both(around, item['when']);
    const inside = itemsInside(item);
    const kind = itemKind(item) ?? '';
    const mine = Object.fromEntries(entries(item).filter(([key]) => key !== kind && key !== 'title' && key !== 'id'));
    const shown = { ...mine, ...(when !== undefined && { when }) };
    const called =
      kind === 'disclosure'
        ? `the disclosure ${quoted(plainWords(String(item[kind])))}`
        : `the ${kind === 'link' ? 'link' : 'text'} ${quoted(text(kind === 'group' ? item['title'] : item[kind]) ?? '')}`;
    const own = kind === 'group' && item['title'] === undefined ? [] : [[called, shown] as const];
    return [...own, ...itemsOf(inside, when)];
  });
}

/** Links and documents of the header or footer by what they are called. */
function frameSentences(sides: Both<AppSide>, place: string): readonly string[] {
  const { before: was, after: is } = sides;
  const linksIn = (side: AppSide): ReadonlyMap<string, readonly Json[]> => {
    const links = list(section(side, place, 'links')).map(
      (link) => [`the link ${quoted(text(member(link, 'text')) ?? '')}`, link] as const,
    );
    const items = itemsOf(list(section(side, place, 'layout')), undefined);
    const documents = list(section(side, place, 'disclosures')).map(
      (idTag) => [`the disclosure ${quoted(plainWords(String(idTag)))}`, {}] as const,
    );
    const found = new Map<string, Json[]>();
    for (const [name, link] of [...links, ...items, ...documents]) found.set(name, [...(found.get(name) ?? []), link]);
    return found;
  };
  const [old, now] = [linksIn(was), linksIn(is)];
  const found: string[] = [];
  for (const name of new Set([...now.keys(), ...old.keys()])) {
    const [before, after] = [old.get(name) ?? [], now.get(name) ?? []];
    if (canonical(before) === canonical(after)) continue;
    const decided = decidedOtherwise(sides, { was: before, is: after }) ?? [
      { who: 'for some people', was: {}, is: {} },
    ];
    for (const one of decided) {
      const says =
        one.was &&
        one.is &&
        (!name.startsWith('the link') ||
          wayWords(without(one.was, 'text'), was.words) === wayWords(without(one.is, 'text'), is.words))
          ? `${name} in the ${place} is set otherwise: ${settingsOf(sides, one)}`
          : one.was && one.is
            ? `${name} in the ${place} now leads to ${wayWords(without(one.is, 'text'), is.words)} (was ${wayWords(without(one.was, 'text'), was.words)})`
            : `${name} is ${one.is ? 'now' : 'no longer'} in the ${place}`;
      found.push(`${capital(lead(one.who))} ${says}.`);
    }
  }
  const shared = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string =>
    [...one.keys()].filter((name) => other.has(name)).join();
  if (shared(old, now) !== shared(now, old)) found.push(`For everybody the ${place} has another order.`);
  return found;
}

/** What the runtime itself says, word by word. */
function wordSentences({ before: was, after: is }: Both<AppSide>): readonly string[] {
  const wordsIn = (side: AppSide): ReadonlyMap<string, string> =>
    new Map(
      entries(section(side, 'words')).flatMap(([part, table]) =>
        entries(table).map(([name, words]) => [`${part}/${name}`, text(words) ?? ''] as const),
      ),
    );
  const [old, now] = [wordsIn(was), wordsIn(is)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((word) => old.get(word) !== now.get(word))
    .map(
      (word) =>
        `For everybody the word ${word} is now ${quoted(now.get(word) ?? '')} (was ${quoted(old.get(word) ?? '')}).`,
    );
}

function settingSentences({ before: was, after: is }: Both<AppSide>): readonly string[] {
  const found: string[] = [];
  const changed = (
    old: AppSide['facts'],
    now: AppSide['facts'],
    says: (path: string, now: Json | undefined, old: Json | undefined) => string,
  ): void => {
    for (const path of new Set([...Object.keys(old), ...Object.keys(now)]))
      if (canonical(old[path] ?? null) !== canonical(now[path] ?? null)) found.push(says(path, now[path], old[path]));
  };
  changed(
    was.flags,
    is.flags,
    (path, now, old) => `The switch ${quoted(plainWords(path))} is now ${switchWords(now)} (was ${switchWords(old)}).`,
  );
  changed(was.facts, is.facts, (path, now, old) =>
    Array.isArray(now) && Array.isArray(old)
      ? `For everybody of the brand's facts ${listed(settingChanges(path, { was: old, is: now }, spoken({ before: was, after: is })), 'and', true)}.`
      : `For everybody the brand's ${quoted(plainWords(path))} is now ${factWords(now)} (was ${factWords(old)}).`,
  );
  for (const change of settingChanges('theme', { was: was.theme, is: is.theme }, spoken({ before: was, after: is })))
    found.push(`For everybody the colors, type or spacing have changed: ${change}.`);
  return found;
}

const without = (value: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
const factWords = (value: Json | undefined): string =>
  value === undefined
    ? 'not said'
    : typeof value === 'object'
      ? canonical(value)
      : typeof value === 'boolean'
        ? value
          ? 'on'
          : 'off'
        : quoted(String(value));
const amount = (value: Json): string => (typeof value === 'number' ? `${value} seconds` : 'what the brand sets');
const switchWords = (value: Json | undefined): string =>
  value === undefined ? 'not set' : value === true ? 'on' : value === false ? 'off' : quoted(String(value));

// One version of what holds everywhere for a brand, and its ways in words.

interface AppSide {
  readonly surveyed: Surveyed;
  readonly app: JsonObject;
  /** Rules and values that app.json may name, as if they were those of a flow without steps. */
  readonly shared: ResolvedFlow;
  readonly names: Names;
  readonly words: Words;
  readonly constants: Constants;
  readonly flags: Readonly<Record<string, Json>>;
  readonly facts: Readonly<Record<string, Json>>;
  readonly theme: JsonObject;
}

function appSide(surveyed: Surveyed, id: string): AppSide {
  const { source, brands } = surveyed.resolved;
  const [brand, product] = [brands[id], surveyed.products[id]];
  if (!brand || !product) throw new Error(`There is no brand ${id}.`);
  const shared: ResolvedFlow = {
    id,
    brand: id,
    flow: {},
    steps: {},
    dialogs: {},
    rules: source.rules,
    values: source.values,
  };
  return {
    surveyed,
    app: brand.app,
    shared,
    names: namesOf(shared),
    words: wordsOf(source, shared),
    constants: constantsOf(product, surveyed.options.today),
    flags: Object.fromEntries(leaves(brand.flags, '')),
    facts: Object.fromEntries(leaves(brand.facts, '')),
    theme: brand.theme,
  };
}

function leaves(value: Json, path: string): readonly (readonly [string, Json])[] {
  return isObject(value)
    ? entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
    : [[path, value]];
}

/**
 * JSON with names of rules and values replaced by what they stand for; a target of one member, `{"to": ...}`, is no
 * logic.
 */
function flat(value: Json, names: Names, key = ''): Json {
  if (key === 'when') return unfold(typeof value === 'string' ? { rule: value } : value, names) as Json;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => flat(item, names));
  if (!isObject(value)) return value;
  return variable(value) === undefined
    ? Object.fromEntries(entries(value).map(([name, inner]) => [name, flat(inner, names, name)]))
    : (unfold(value, names) as Json);
}

/** Ways in order: `"Welcome back" when ..., or "Create your account"`. */
function waysWords(value: Json | undefined, words: Words): string {
  if (!Array.isArray(value)) return wayWords(value, words);
  return value.length === 0
    ? 'nowhere'
    : listed(
        (value as readonly Json[]).map((way) => wayWords(way, words)),
        'or',
        true,
      );
}
function wayWords(way: Json | undefined, words: Words): string {
  if (!isObject(way)) return way === null || way === undefined ? 'nowhere' : String(way);
  const to = text(way['to']);
  const target =
    to !== undefined
      ? quoted(words.step(to))
      : (way['leave'] ?? way['handOff']) !== undefined
        ? `the address ${quoted(plainWords(String(way['leave'] ?? way['handOff'])))}`
        : way['signOut'] === true
          ? 'signed out'
          : way['reload'] === true
            ? 'the page loaded anew'
            : way['return'] === true
              ? 'where they were led away from'
              : undefined;
  if (target === undefined)
    return listed(
      entries(way).map(
        ([name, inner]) => `${plainWords(name)} ${typeof inner === 'string' ? quoted(inner) : canonical(inner)}`,
      ),
      'and',
    );
  const on = list(way['on']).map((one) => plainWords(String(one)));
  const after = typeof way['afterSeconds'] === 'number' ? ` after ${way['afterSeconds']} seconds` : '';
  const carried = entries(way['carry']).map(([name]) => plainWords(name));
  const carry = carried.length === 0 ? '' : ` (bringing ${listed(carried, 'and')})`;
  return `${target}${carry}${after}${on.length > 0 ? ` on ${listed(on, 'or')}` : ''}${way['when'] === undefined ? '' : ` when ${sentence(way['when'], words)}`}`;
}

/** The part of a section of app.json, in the form that names do not change. */
function section({ app, names }: AppSide, key: string, part?: string): Json {
  const whole = app[key] ?? null;
  return flat((part === undefined ? whole : member(whole, part)) ?? null, names);
}

// Ordered ways of app.json in two versions: for whom the first that holds is another. Told by values of the facts, not
// by how it is written.

/** People at most that are told apart; beyond it the ways are told as they are written. */
const MOST = 4000;

interface Decided {
  /** `for everybody`, `when nobody is signed in`. */
  readonly who: string;
  /** What holds for them, without its condition; undefined where nothing does. */
  readonly was: JsonObject | undefined;
  readonly is: JsonObject | undefined;
}

/**
 * For whom another of the ways holds; empty when nobody can tell the versions apart.
 * @param was ways in the form of `flat`; each may have a `when`
 * @returns undefined where values could only be a sample, or are too many
 */
function decidedOtherwise(
  { before, after }: Both<AppSide>,
  { was, is }: { readonly was: readonly Json[]; readonly is: readonly Json[] },
): readonly Decided[] | undefined {
  const rows: [Rows, Rows] = [before.constants.compliance.states, after.constants.compliance.states];
  const [were, are] = [whensOf(was), whensOf(is)];
  const rules: readonly Logic[] = [...were.map(asOther), ...are];
  const tables = joined(rows[1], rows[0]);
  const { source } = after.surveyed.resolved;
  const declared = { properties: source.facts };
  const schemaOf = (path: string): JsonObject | undefined => schemaBelow(declared, path.split('.'));
  const valuesOf = toldApart(rules, worldOf({ schemaOf, tables, today: after.surveyed.options.today }));
  const values = new Map<string, readonly Json[]>();
  for (const path of [...variableReads([...were, ...are])].sort()) {
    const known = valuesOf(path);
    if (known.sampled !== undefined) return undefined;
    values.set(path, known.values.length > 0 ? known.values : ['one']);
  }
  const space = new Space(values);
  if (space.size > MOST) return undefined;
  const all = space.all(space.paths.map((_, fact) => ({ fact, open: true })));
  const found = new Gathering<Omit<Decided, 'who'>>();
  for (const profile of all) {
    const old = first(was, factsOf(space, profile, before.constants));
    const now = first(is, factsOf(space, profile, after.constants));
    const mark = canonical([old ?? null, now ?? null]);
    if (canonical(old ?? null) !== canonical(now ?? null)) found.add(mark, { was: old, is: now }, profile);
  }
  const groups = groupWords({
    source,
    resolved: after.shared,
    words: after.words,
    rules,
    rows: tables['states'] as Rows,
  });
  const jurisdiction = text(source.facts['jurisdiction']);
  return found.all().map((one) => ({
    ...one.found,
    who: groups.say(whoOf(space, { differ: one.who, everybody: all }, jurisdiction)),
  }));
}

const whensOf = (ways: readonly Json[]): readonly Logic[] =>
  ways.flatMap((way) => (isObject(way) && way['when'] !== undefined ? [way['when']] : []));

function first(ways: readonly Json[], facts: JsonObject): JsonObject | undefined {
  const way = ways.find((one) => isObject(one) && (one['when'] === undefined || truthOf(one['when'], facts) === true));
  if (!isObject(way)) return undefined;
  const { when: _, ...rest } = way;
  return rest;
}

// What is said of a flow as a whole: its name, address, who may enter, and the stages of its progress.

export function wholeSentences(before: Flat, after: Flat, speakers: Speakers): readonly string[] {
  const [was, is] = [before.flow, after.flow];
  const found: string[] = [];
  const name = quoted(text(is['title']) ?? after.id);
  const differs = (key: string): boolean => canonical(was[key] ?? null) !== canonical(is[key] ?? null);
  const value = (of: Flat['flow'], key: string): string => quoted(plainWords(text(of[key]) ?? 'nobody said'));
  const kept = (of: Flat['flow']): string => quoted(plainWords(keptWords(of['saves'])));
  if (differs('title')) found.push(`For everybody ${quoted(text(was['title']) ?? before.id)} is now called ${name}.`);
  if (differs('base'))
    found.push(
      `For everybody the addresses of ${name} now begin with ${quoted(text(is['base']) ?? '/')} (was ${quoted(text(was['base']) ?? '/')}).`,
    );
  if (differs('access')) found.push(`${name} is now for ${value(is, 'access')} (was for ${value(was, 'access')}).`);
  if (differs('saves')) found.push(`For everybody ${name} now keeps ${kept(is)} (was ${kept(was)}).`);
  const stages = (of: Flat['flow']): readonly string[] =>
    list(of['stages']).map((stage) => text(member(stage, 'title')) ?? text(member(stage, 'id')) ?? '');
  if (canonical(stages(was)) !== canonical(stages(is)))
    found.push(
      `For everybody the stages of ${name} are now ${listed(stages(is).map(quoted), 'and')} (were ${listed(stages(was).map(quoted), 'and')}).`,
    );
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    if (TOLD_OF_FLOW.has(key)) continue;
    for (const change of settingChanges(key, { was: was[key], is: is[key] }, speakers))
      found.push(`For everybody ${name} is set otherwise: ${change}.`);
  }
  return found;
}

/** What nobody meets by itself, with the reason. */
export function wholeNotes(before: Flat, after: Flat, speakers: Speakers): readonly string[] {
  return entries(UNSEEN_OF_FLOW).flatMap(([key, why]) =>
    settingChanges(key, { was: before.flow[key], is: after.flow[key] }, speakers).map(
      (change) => `In ${quoted(text(after.flow['title']) ?? after.id)} ${change}; ${String(why)}.`,
    ),
  );
}
const UNSEEN_OF_FLOW: Readonly<Record<string, string>> = {
  goals: 'it says what check and prove ask about',
  outcomes: 'people meet an outcome on the page that has it',
  answers: 'it declares answers, and people meet the questions that ask them',
};
const TOLD_OF_FLOW = new Set([
  'id',
  'title',
  'base',
  'access',
  'saves',
  'stages',
  'line',
  'start',
  'aside',
  ...Object.keys(UNSEEN_OF_FLOW),
]);
type Speakers = Parameters<typeof settingChanges>[2];

/** What a flow keeps: nothing, the session, the application, or a draft with the days it stands at each status. */
function keptWords(saves: Json | undefined): string {
  if (!isObject(saves)) return text(saves) ?? 'nobody said';
  const statuses = entries(saves['statuses']).map(([status, row]) => {
    const days = member(row, 'keptDays');
    if (member(row, 'again') === true) return `${status}, after which another is begun`;
    return typeof days === 'number' ? `${status} for ${days} days` : status;
  });
  return `the draft ${text(saves['draft']) ?? ''}: ${listed(statuses, 'and')}`;
}
