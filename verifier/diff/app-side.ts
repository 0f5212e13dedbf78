/** One version of what holds everywhere for a brand, and its ways in words. */
import { canonical, entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { unfold, variable, type Names } from '../domain/atoms.ts';
import { namesOf } from '../rules/placed.ts';
import { listed, plainWords, quoted } from '../words/english.ts';
import { sentence } from '../words/sentence.ts';
import { wordsOf, type Words } from '../words/words.ts';
import { constantsOf, type Constants, type Surveyed } from './version.ts';

export interface AppSide {
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

export function appSide(surveyed: Surveyed, id: string): AppSide {
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

/** JSON with names of rules and values replaced by what they stand for; a target of one member, `{"to": ...}`, is no logic. */
function flat(value: Json, names: Names, key = ''): Json {
  if (key === 'when') return unfold(typeof value === 'string' ? { rule: value } : value, names) as Json;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => flat(item, names));
  if (!isObject(value)) return value;
  return variable(value) === undefined
    ? Object.fromEntries(entries(value).map(([name, inner]) => [name, flat(inner, names, name)]))
    : (unfold(value, names) as Json);
}

/** Ways in order: `"Welcome back" when ..., or "Create your account"`. */
export function waysWords(value: Json | undefined, words: Words): string {
  if (!Array.isArray(value)) return wayWords(value, words);
  return value.length === 0
    ? 'nowhere'
    : listed(
        (value as readonly Json[]).map((way) => wayWords(way, words)),
        'or',
        true,
      );
}
export function wayWords(way: Json | undefined, words: Words): string {
  if (!isObject(way)) return way === null || way === undefined ? 'nowhere' : String(way);
  const to = text(way['to']);
  const target =
    to !== undefined
      ? quoted(words.step(to))
      : way['leave'] !== undefined
        ? `the address ${quoted(plainWords(String(way['leave'])))}`
        : way['signOut'] === true
          ? 'signed out'
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
export function section({ app, names }: AppSide, key: string, part?: string): Json {
  const whole = app[key] ?? null;
  return flat((part === undefined ? whole : member(whole, part)) ?? null, names);
}
