/** What holds everywhere for a brand, in two versions: where people come first and after signing in, errors, the idle policy, header and footer, switches and looks. */
import { canonical, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { capital, plainWords, quoted } from '../words/english.ts';
import { appSide, section, waysWords, wayWords, type AppSide } from './app-side.ts';
import { decidedOtherwise } from './decided.ts';
import { lead } from './who.ts';
import type { Surveyed } from './version.ts';

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
  unknownPath: 'where an unknown address leads',
  addresses: 'the addresses outside',
  applications: 'how applications are kept',
};

/** Sentences on what differs for the brand outside its flows. */
export function appSentences(before: Surveyed, after: Surveyed, brand: string): readonly string[] {
  const [was, is] = [appSide(before, brand), appSide(after, brand)];
  const found: string[] = [];
  for (const [about, key, part] of WAYS)
    found.push(...waySentences(was, is, about, list(section(was, key, part)), list(section(is, key, part))));
  found.push(...errorSentences(was, is));
  for (const [key, about] of Object.entries(FIXED)) {
    if (canonical(section(was, key)) !== canonical(section(is, key)))
      found.push(
        `For everybody ${about} has changed: now ${waysWords(is.app[key], is.words)} (was ${waysWords(was.app[key], was.words)}).`,
      );
  }
  for (const [part, about] of [
    ['afterSeconds', 'the time until somebody counts as idle'],
    ['countdownSeconds', 'the countdown before somebody idle is sent away'],
  ] as const) {
    const [old, now] = [section(was, 'idle', part), section(is, 'idle', part)];
    if (canonical(old) !== canonical(now))
      found.push(`For everybody ${about} is now ${amount(now)} (was ${amount(old)}).`);
  }
  for (const place of ['header', 'footer']) found.push(...frameSentences(was, is, place));
  found.push(...settingSentences(was, is));
  return found;
}

/** Who is led elsewhere; how it is written where values cannot tell. */
function waySentences(
  was: AppSide,
  is: AppSide,
  about: string,
  old: readonly Json[],
  now: readonly Json[],
): readonly string[] {
  if (canonical(old) === canonical(now)) return [];
  const decided = decidedOtherwise(was, is, old, now);
  if (!decided) return [`For some people ${about} now ${waysWords(now, is.words)} (was ${waysWords(old, was.words)}).`];
  return decided.map(
    (one) =>
      `${capital(lead(one.who))} ${about} now ${wayWords(one.is, is.words)} (was ${wayWords(one.was, was.words)}).`,
  );
}

/** Each error by itself: its own routes, else those of any failure. */
function errorSentences(was: AppSide, is: AppSide): readonly string[] {
  const namesIn = (all: readonly Json[]): readonly string[] =>
    all.flatMap((route) => list(member(route, 'on')).map(String));
  const of = (all: readonly Json[], name: string): readonly Json[] => {
    const own = all.filter((route) => list(member(route, 'on')).includes(name));
    return (own.length > 0 ? own : all.filter((route) => list(member(route, 'on')).includes('failed'))).flatMap(
      (route) => (isObject(route) ? [without(route, 'on')] : []),
    );
  };
  const [old, now] = [list(section(was, 'errors')), list(section(is, 'errors'))];
  return [...new Set([...namesIn(old), ...namesIn(now)])].flatMap((name) =>
    waySentences(was, is, `where the error ${quoted(plainWords(name))} leads is`, of(old, name), of(now, name)),
  );
}

/** Links and documents of the header or footer by what they are called. */
function frameSentences(was: AppSide, is: AppSide, place: string): readonly string[] {
  const linksIn = (side: AppSide): ReadonlyMap<string, readonly Json[]> => {
    const links = list(section(side, place, 'links')).map(
      (link) => [`the link ${quoted(text(member(link, 'text')) ?? '')}`, link] as const,
    );
    const documents = list(section(side, place, 'disclosures')).map(
      (idTag) => [`the disclosure ${quoted(plainWords(String(idTag)))}`, {}] as const,
    );
    const found = new Map<string, Json[]>();
    for (const [name, link] of [...links, ...documents]) found.set(name, [...(found.get(name) ?? []), link]);
    return found;
  };
  const [old, now] = [linksIn(was), linksIn(is)];
  const found: string[] = [];
  for (const name of new Set([...now.keys(), ...old.keys()])) {
    const [before, after] = [old.get(name) ?? [], now.get(name) ?? []];
    if (canonical(before) === canonical(after)) continue;
    const decided = decidedOtherwise(was, is, before, after) ?? [{ who: 'for some people', was: {}, is: {} }];
    for (const one of decided) {
      const says =
        one.was && one.is
          ? `${name} in the ${place} now leads to ${wayWords(without(one.is, 'text'), is.words)} (was ${wayWords(without(one.was, 'text'), was.words)})`
          : `${name} is ${one.is ? 'now' : 'no longer'} in the ${place}`;
      found.push(`${capital(lead(one.who))} ${says}.`);
    }
  }
  const both = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): string =>
    [...one.keys()].filter((name) => other.has(name)).join();
  if (both(old, now) !== both(now, old)) found.push(`For everybody the ${place} has another order.`);
  return found;
}

function settingSentences(was: AppSide, is: AppSide): readonly string[] {
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
  changed(
    was.facts,
    is.facts,
    (path, now, old) =>
      `For everybody the brand's ${quoted(plainWords(path))} is now ${factWords(now)} (was ${factWords(old)}).`,
  );
  if (canonical(was.theme) !== canonical(is.theme))
    found.push('For everybody the colors, type or spacing have changed.');
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
