/** Placeholders of texts that never become words: a text in which one is unknown is not there at all. */
import type { Json } from '../../runtime/core/facts.ts';
import { pieces, type Placeholder } from '../emit/text.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Sight } from '../uses.ts';
import type { Scene, World } from '../world.ts';

export interface Wordless {
  readonly message: string;
  readonly fix: string;
  readonly cause?: string;
}

const NUMBERS = ['number', 'integer'];
const WORDS = ['string', 'boolean', ...NUMBERS];
/** JSON types that each format can write; a fact without a format is written as it is. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  money: NUMBERS,
  dollars: NUMBERS,
  percent: NUMBERS,
  date: ['string'],
  time: ['string'],
  phone: ['string'],
  maskedEmail: ['string'],
  lastFour: ['string', ...NUMBERS],
};
const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  object: 'a group of facts',
  array: 'a list',
};

/**
 * Why a placeholder is never written, by the type that its fact is declared with; undefined when it may be, or nobody
 * knows.
 */
export function neverWritten(
  { path, format }: Placeholder,
  sight: Sight,
  { scene, world }: { readonly scene: Scene; readonly world: World },
): Wordless | undefined {
  const found =
    path.startsWith('results.') && ambiguous(path, scene, world) ? undefined : scene.facts.find(path, sight);
  const schema = found?.found ? found.schema : undefined;
  const types = (typeof schema?.['type'] === 'string' ? [schema['type']] : list(schema?.['type']).map(String)).filter(
    (type) => type !== 'null',
  );
  if (types.length === 0 || types.some((type) => !Object.hasOwn(NAMES, type))) return undefined;
  const is = types.map((type) => NAMES[type]).join(' or ');
  if (!types.some((type) => WORDS.includes(type))) {
    const parts = Object.keys(isObject(schema?.['properties']) ? schema['properties'] : {})
      .slice(0, 6)
      .map((name) => `${path}.${name}`);
    return {
      message: `This text is never there: "${path}" is ${is} and has no words.`,
      fix: parts.length > 0 ? `Name one of its facts: ${parts.join(', ')}.` : 'Name one fact of it.',
    };
  }
  const written = format === undefined || !Object.hasOwn(WRITES, format) ? WORDS : (WRITES[format] ?? WORDS);
  if (types.some((type) => written.includes(type))) return undefined;
  const fitting = Object.keys(WRITES).filter((name) => types.some((type) => WRITES[name]?.includes(type)));
  return {
    message: `This text is never there: "${String(format)}" writes ${NAMES[written[0] ?? ''] ?? ''}, but "${path}" is ${is}.`,
    fix: `Leave the format out, name another fact${fitting.length > 0 ? `, or use a format for ${is}: ${fitting.join(', ')}` : ''}.`,
  };
}

/** Why a placeholder is never written for one brand: the brand has no such fact. */
export function missingOf(brand: Scene['brand'], { path }: Placeholder): Wordless | undefined {
  const [root, ...keys] = path.split('.');
  if (root !== 'brand' || keys.length === 0) return undefined;
  const value = keys.reduce<Json | undefined>(
    (at, key) => (Array.isArray(at) ? (at as readonly Json[])[Number(key)] : member(at, key)),
    brand.facts,
  );
  if (value !== undefined && value !== null) return undefined;
  return {
    message: `This text is never there for the brand "${brand.id}", which has no "${keys.join('.')}": a text that lacks a fact is left out whole.`,
    fix: `Add "${keys.join('.')}" to brands/${brand.id}/brand.json, or show the text only when { "answered": "${path}" }.`,
    cause: `brand brands/${brand.id}/brand.json ${keys[0] ?? ''}`,
  };
}

/** A fact in single braces, which is printed as it stands. */
export function inSingleBraces(words: string, sight: Sight, scene: Scene): Wordless | undefined {
  for (const piece of pieces(words)) {
    for (const [written, path = ''] of typeof piece === 'string' && !piece.includes('{{')
      ? piece.matchAll(/\{\s*([a-z]\w*(?:\.\w+)+)\s*(?:\|\s*\w+\s*)?\}/g)
      : []) {
      if (scene.facts.find(path, { ...sight, item: false, payload: false }).found)
        return {
          message: `"${written}" is printed as it stands, braces and all.`,
          fix: `A fact stands in two braces: {${written}}.`,
        };
    }
  }
  return undefined;
}

/** Whether calls of several operations give results of one name: then the declared types are several. */
function ambiguous(path: string, { brand }: Scene, { scenes }: World): boolean {
  const name = path.split('.')[1];
  const calls = scenes
    .flatMap((scene) => (scene.brand === brand ? scene.uses.calls : []))
    .filter(({ call }) => call['as'] === name);
  return new Set(calls.map(({ call }) => text(call['call']))).size > 1;
}
