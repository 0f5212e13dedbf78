/**
 * Keywords of a field that can do nothing: limits of another type than the field's, words for a limit that it has not.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { FILE_WORDS, KEYWORDS } from '../field-source.ts';
import { isList, isObject } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { FieldUse } from '../uses.ts';
import { atKey, type Finding } from './check.ts';

/** What each keyword limits. `maxLength` is left out: of a number, too, it says how much may be typed. */
const LIMITS: Readonly<Record<string, { readonly types: readonly string[]; readonly what: string }>> = {
  ...of(['minLength', 'pattern'], ['string'], 'texts'),
  ...of(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], ['number', 'integer'], 'numbers'),
  ...of(['minItems', 'maxItems', 'uniqueItems', 'items', 'additionalItems', 'contains'], ['array'], 'lists'),
  ...of(
    ['minProperties', 'maxProperties', 'properties', 'patternProperties', 'additionalProperties', 'propertyNames'],
    ['object'],
    'objects',
  ),
};
function of(names: readonly string[], types: readonly string[], what: string): typeof LIMITS {
  return Object.fromEntries(names.map((keyword) => [keyword, { types, what }]));
}

/** Message keys beside the keywords: what a field that says nothing of it can fail by, and the words for all else. */
const ALWAYS = ['required', 'invalid', 'type'];

/** @param type the JSON type of the field */
export function* keywords(use: FieldUse, type: Json): Generator<Finding> {
  yield* ofOtherTypes(use, type);
  yield* messagesForNothing(use);
}

function* ofOtherTypes({ id, field }: FieldUse, type: Json): Generator<Finding> {
  if (typeof type !== 'string') return;
  for (const keyword of Object.keys(field)) {
    const limits = Object.hasOwn(LIMITS, keyword) ? LIMITS[keyword] : undefined;
    if (limits && !limits.types.includes(type))
      yield atKey(field, keyword, {
        message: `"${keyword}" does nothing here: it limits ${limits.what}, but the field "${id}" is ${type}.`,
        fix: `Remove it, or use a limit for ${type}${type === 'integer' || type === 'number' ? ', such as "minimum"' : type === 'string' ? ', such as "minLength"' : ''}.`,
      });
  }
}

function* messagesForNothing({ id, field }: FieldUse): Generator<Finding> {
  const messages = field['messages'];
  if (!isObject(messages)) return;
  const own = new Set([
    ...ALWAYS,
    ...KEYWORDS.flatMap((keyword) => (field[keyword] === undefined ? [] : [keyword, ...named(field[keyword])])),
    ...(field['choices'] === undefined ? [] : ['enum', 'exclusive']),
    ...(field['file'] === undefined ? [] : FILE_WORDS),
  ]);
  for (const key of Object.keys(messages)) {
    if (own.has(key)) continue;
    const known = (KEYWORDS as readonly string[]).includes(key);
    yield atKey(messages, key, {
      message: known
        ? `These words are never shown: the field "${id}" has no "${key}".`
        : `These words are never shown: "${key}" is nothing that a value can fail by.`,
      fix: known
        ? `Give the field a "${key}", or remove the words.`
        : didYouMean(key, [...own], `The words of "${id}" may be for: ${[...own].join(', ')}.`),
    });
  }
}

/** Keywords of a schema and of every schema inside it. */
function named(schema: Json): readonly string[] {
  if (isList(schema)) return schema.flatMap(named);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) => [key, ...named(value)]);
}
