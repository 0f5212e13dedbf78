/**
 * Misspelt keywords of JSON Schema: a validator takes no notice of a word it does not know, so what was meant as a
 * limit limits nothing.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { entries, isObject, list } from '../json-types.ts';
import { nearest } from '../suggest.ts';
import { atKey, type Finding } from './check.ts';

/** Keywords whose value is a schema, a list of schemas, or schemas by name (draft-07, sections 6.4 to 6.7). */
const SCHEMAS = [
  'items',
  'additionalItems',
  'contains',
  'additionalProperties',
  'propertyNames',
  'if',
  'then',
  'else',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
];
const BY_NAME = ['properties', 'patternProperties', 'definitions', 'dependencies'];
/** The other keywords of draft-07. */
const PLAIN = [
  '$schema',
  '$id',
  '$ref',
  '$comment',
  'title',
  'description',
  'default',
  'readOnly',
  'writeOnly',
  'examples',
  'type',
  'enum',
  'const',
  'format',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'required',
  'contentMediaType',
  'contentEncoding',
];
const KNOWN = new Set([...SCHEMAS, ...BY_NAME, ...PLAIN]);

/**
 * One finding for every word in a schema, or in a schema inside it, that JSON Schema does not know.
 * @param ours words that the language itself gives a meaning there
 */
export function* unknownKeywords(schema: Json | undefined, ours: readonly string[] = []): Generator<Finding> {
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (ours.includes(key)) continue;
    if (!KNOWN.has(key))
      yield atKey(schema, key, {
        message: `JSON Schema has no keyword "${key}": it is passed over.`,
        fix: remedy(schema, key, { value, ours }),
      });
    else if (SCHEMAS.includes(key))
      for (const one of isObject(value) ? [value] : list(value)) yield* unknownKeywords(one, ours);
    else if (BY_NAME.includes(key)) for (const [, one] of entries(value)) yield* unknownKeywords(one, ours);
  }
}

function remedy(
  schema: JsonObject,
  key: string,
  { value, ours }: { readonly value: Json; readonly ours: readonly string[] },
): string {
  const near = nearest(
    key,
    [...KNOWN, ...ours].filter((keyword) => schema[keyword] === undefined),
  );
  if (near !== undefined) return `Did you mean "${near}"?`;
  return isObject(value)
    ? 'Names of facts stand inside "properties".'
    : 'Remove it; what only people read stands in "description".';
}
