/** Two states of one setting, JSON as an analyst writes it: what of it is now otherwise, leaf by leaf, in words. */
import { canonical, entries, isObject, text } from '../../compile/json-types.ts';
import { listed, plainWords, quoted } from '../../compile/english.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { operation, operatorOf, variable } from '../domain/atoms.ts';
import { phrase } from './phrase.ts';
import { sentence } from './sentence.ts';
import { valueText } from './value.ts';
import type { Words } from './words.ts';

/** How one version speaks: `text` is a text as a reader sees it. */
interface Speaker {
  readonly words: Words;
  readonly text: (written: string) => string;
}
interface Speakers {
  readonly before: Speaker;
  readonly after: Speaker;
}
interface States {
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

/** Keys under which a condition stands. */
const CONDITIONS = new Set(['when', 'assert', 'entry', 'hiddenWhen', 'required', 'holds']);
/** Members by which the items of a list are known, in this order. */
const NAMES = ['id', 'value', 'channel', 'call', 'event', 'outcome', 'on', 'answers', 'name', 'message', 'assert'];
/** Keys that speak to the reader of the file. */
const REMARKS = new Set(['$schema', 'says', 'description', 'examples']);
/** So many leaves are told one by one. */
const MANY = 6;

/**
 * `"file max bytes" is now 5,000 (was 4,000)`, one for each leaf that differs; empty where none does. A condition is
 * told as a condition, a value that is computed by how it is computed.
 * @param name what the setting is called, as it is written; parts of it are told behind it
 */
export function settingChanges(name: string, states: States, speakers: Speakers): readonly string[] {
  const found = leaves([name], states);
  const told = found.slice(0, found.length > MANY ? MANY - 1 : MANY).map(({ path, was, is }) => {
    const key = path.at(-1) ?? '';
    const [old, now] = [said(key, was, speakers.before), said(key, is, speakers.after)];
    const called = path
      .map(plainWords)
      .filter((part) => part !== '')
      .join(' ');
    return `${called === '' ? 'it' : quoted(called)} is now ${now} (was ${old})`;
  });
  return found.length > MANY ? [...told, `${found.length - told.length} more settings are otherwise`] : told;
}

/** One setting as it stands: `when the state is Texas`, `"primary"`, `at most 3 and key "id"`. */
export function settingText(name: string, value: Json | undefined, speaker: Speaker): string {
  return said(name, value, speaker);
}

/** The operators that have no folder (verifier/LAWS.md). */
const KERNEL = new Set(['var', 'rule', 'if', 'and', 'or', '!', 'missing', 'answered']);
/** Whether an object is json-logic and no setting that happens to have one member. */
function isLogic(value: Json): boolean {
  const operator = operation(value)?.operator;
  return (
    variable(value) !== undefined ||
    (operator !== undefined && (KERNEL.has(operator) || operatorOf(operator) !== undefined))
  );
}

interface Leaf extends States {
  readonly path: readonly string[];
}

function leaves(path: readonly string[], { was, is }: States): readonly Leaf[] {
  if (canonical(was ?? null) === canonical(is ?? null) && (was === undefined) === (is === undefined)) return [];
  const [old, now] = [parts(was), parts(is)];
  if (!old || !now) return [{ path, was, is }];
  const found = [...new Set([...old.keys(), ...now.keys()])].flatMap((key) =>
    leaves([...path, key], { was: old.get(key), is: now.get(key) }),
  );
  return found.length === 0 ? [{ path: [...path, 'order'], was: [...old.keys()], is: [...now.keys()] }] : found;
}

/** What a setting is made of, by name: members of an object, items of a list of objects; undefined for a leaf. */
function parts(value: Json | undefined): ReadonlyMap<string, Json> | undefined {
  if (isObject(value)) return isLogic(value) ? undefined : new Map(entries(value).filter(([key]) => !REMARKS.has(key)));
  if (!Array.isArray(value) || value.length === 0 || !(value as readonly Json[]).every(isObject)) return undefined;
  const found = new Map<string, Json>();
  for (const item of value as readonly JsonObject[]) {
    const key = NAMES.find((name) => item[name] !== undefined);
    let name = key === undefined ? '' : (text(item[key]) ?? canonical(item[key]));
    if (key === undefined || isObject(item[key]) || Array.isArray(item[key])) name = `${found.size + 1}`;
    while (found.has(name)) name += ' again';
    found.set(name, item);
  }
  return found;
}

function said(key: string, value: Json | undefined, speaker: Speaker): string {
  const { words } = speaker;
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'boolean') return CONDITIONS.has(key) ? (value ? 'always' : 'never') : value ? 'on' : 'off';
  if (typeof value === 'string') return quoted(speaker.text(value));
  if (typeof value === 'number') return valueText(value, 'plain');
  if (Array.isArray(value))
    return value.length === 0
      ? 'nothing'
      : listed(
          (value as readonly Json[]).map((item) => said('', item, speaker)),
          'and',
        );
  if (CONDITIONS.has(key)) return `when ${sentence(value, words)}`;
  if (isLogic(value)) return phrase(value, { words, said: (rule, holds) => sentence(rule, words, holds) }).words;
  const inner = entries(value).map(([name, one]) => `${plainWords(name)} ${said(name, one, speaker)}`);
  return inner.length === 0 ? 'nothing' : `with ${listed(inner, 'and')}`;
}
