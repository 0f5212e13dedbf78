/** What holds everywhere for a brand, in two versions: where people come first and after signing in, errors, the idle policy, header and footer, switches and looks. */
import { canonical, entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { unfold, type Names } from '../domain/atoms.ts';
import { listed, plainWords, quoted } from '../words/english.ts';
import { sentence } from '../words/sentence.ts';
import { wordsOf, type Words } from '../words/words.ts';
import type { Surveyed } from './version.ts';

/** Sections of app.json and what they are about. */
const SECTIONS: Readonly<Record<string, string>> = {
  guards: 'who is stopped before any page', home: 'where people come first', afterSignIn: 'where people come after signing in', signIn: 'where people are sent to sign in', unknownPath: 'where an unknown address leads',
  errors: 'where an error leads', addresses: 'the addresses outside', applications: 'how applications are kept',
};

/** Sentences on what differs for the brand outside its flows. */
export function appSentences(before: Surveyed, after: Surveyed, brand: string): readonly string[] {
  const [was, is] = [sideOf(before, brand), sideOf(after, brand)];
  const found: string[] = [];
  const differs = (key: string, part?: string): boolean => canonical(pick(was, key, part)) !== canonical(pick(is, key, part));
  for (const [key, about] of Object.entries(SECTIONS)) {
    if (differs(key)) found.push(`For everybody ${about} has changed: now ${waysWords(is.app[key], is.words)} (was ${waysWords(was.app[key], was.words)}).`);
  }
  if (differs('idle', 'exits')) found.push(`For everybody where somebody idle is sent has changed: now ${waysWords(member(is.app['idle'], 'exits'), is.words)} (was ${waysWords(member(was.app['idle'], 'exits'), was.words)}).`);
  for (const [part, about] of [['afterSeconds', 'the time until somebody counts as idle'], ['countdownSeconds', 'the countdown before somebody idle is sent away']] as const) {
    if (differs('idle', part)) found.push(`For everybody ${about} is now ${amount(pick(is, 'idle', part))} (was ${amount(pick(was, 'idle', part))}).`);
  }
  for (const place of ['header', 'footer']) {
    const [old, now] = [partsOf(pick(was, place)), partsOf(pick(is, place))];
    for (const [name, mark] of now) if (old.get(name) === undefined) found.push(`For everybody ${name} is now in the ${place}.`); else if (old.get(name) !== mark) found.push(`For everybody ${name} in the ${place} has changed.`);
    for (const [name] of old) if (!now.has(name)) found.push(`For everybody ${name} is no longer in the ${place}.`);
    if ([...old.keys()].sort().join() === [...now.keys()].sort().join() && [...old.keys()].join() !== [...now.keys()].join()) found.push(`For everybody the ${place} has another order.`);
  }
  for (const path of new Set([...Object.keys(was.flags), ...Object.keys(is.flags)])) {
    const [old, now] = [was.flags[path], is.flags[path]];
    if (canonical(old ?? null) !== canonical(now ?? null)) found.push(`The switch ${quoted(plainWords(path))} is now ${switchWords(now)} (was ${switchWords(old)}).`);
  }
  for (const path of new Set([...Object.keys(was.facts), ...Object.keys(is.facts)])) {
    const [old, now] = [was.facts[path], is.facts[path]];
    if (canonical(old ?? null) !== canonical(now ?? null)) found.push(`For everybody the brand's ${quoted(plainWords(path))} is now ${factWords(now)} (was ${factWords(old)}).`);
  }
  if (canonical(was.theme) !== canonical(is.theme)) found.push('For everybody the colors, type or spacing have changed.');
  return found;
}

interface Side {
  readonly app: JsonObject;
  readonly names: Names;
  readonly words: Words;
  readonly flags: Readonly<Record<string, Json>>;
  readonly facts: Readonly<Record<string, Json>>;
  readonly theme: JsonObject;
}

function sideOf({ resolved }: Surveyed, id: string): Side {
  const brand = resolved.brands[id];
  if (!brand) throw new Error(`There is no brand ${id}.`);
  const { source } = resolved;
  const shared = { id, brand: id, flow: {}, steps: {}, dialogs: {}, rules: source.rules, values: source.values };
  return {
    app: brand.app,
    names: { rule: (name) => member(source.rules[name], 'rule'), value: (name) => member(source.values[name], 'value') },
    words: wordsOf(source, shared),
    flags: Object.fromEntries(leaves(brand.flags, '')),
    facts: Object.fromEntries(leaves(brand.facts, '')),
    theme: brand.theme,
  };
}

function leaves(value: Json, path: string): readonly (readonly [string, Json])[] {
  return isObject(value) ? entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`)) : [[path, value]];
}

/** A section with names of rules and values replaced by what they stand for. */
function pick({ app, names }: Side, key: string, part?: string): Json {
  const whole = app[key] ?? null;
  return flat((part === undefined ? whole : member(whole, part)) ?? null, names);
}
function flat(value: Json, names: Names, key = ''): Json {
  if (key === 'when') return unfold(typeof value === 'string' ? { rule: value } : value, names) as Json;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => flat(item, names));
  return isObject(value) ? Object.fromEntries(Object.entries(unfold(value, names) as JsonObject).map(([name, inner]) => [name, flat(inner, names, name)])) : value;
}

/** Links and documents of the header or footer by what they are called. */
function partsOf(section: Json): ReadonlyMap<string, string> {
  const links = list(member(section, 'links')).map((link) => [`the link ${quoted(text(member(link, 'text')) ?? '')}`, canonical(link)] as const);
  return new Map([...links, ...list(member(section, 'disclosures')).map((idTag) => [`the disclosure ${quoted(plainWords(String(idTag)))}`, ''] as const)]);
}

/** Ways in order: `"Welcome back" when ..., else "Create your account"`. */
function waysWords(value: Json | undefined, words: Words): string {
  if (!Array.isArray(value)) return wayWords(value ?? null, words);
  return value.length === 0 ? 'nowhere' : listed((value as readonly Json[]).map((way) => wayWords(way, words)), 'or', true);
}
function wayWords(way: Json, words: Words): string {
  if (!isObject(way)) return way === null ? 'nowhere' : String(way);
  const to = text(way['to']);
  const target = to !== undefined ? quoted(words.step(to)) : way['leave'] !== undefined ? `the address ${quoted(plainWords(String(way['leave'])))}` : way['signOut'] === true ? 'signed out' : undefined;
  if (target === undefined) return listed(entries(way).map(([name, inner]) => `${plainWords(name)} ${typeof inner === 'string' ? quoted(inner) : canonical(inner)}`), 'and');
  const on = list(way['on']).map((one) => plainWords(String(one)));
  const after = typeof way['afterSeconds'] === 'number' ? ` after ${way['afterSeconds']} seconds` : '';
  return `${target}${after}${on.length > 0 ? ` on ${listed(on, 'or')}` : ''}${way['when'] === undefined ? '' : ` when ${sentence(way['when'], words)}`}`;
}

const factWords = (value: Json | undefined): string => (value === undefined ? 'not said' : typeof value === 'object' ? canonical(value) : typeof value === 'boolean' ? (value ? 'on' : 'off') : quoted(String(value)));
const amount = (value: Json): string => (typeof value === 'number' ? `${value} seconds` : 'what the brand sets');
const switchWords = (value: Json | undefined): string => (value === undefined ? 'not set' : value === true ? 'on' : value === false ? 'off' : quoted(String(value)));
