/** JSON Schemas of facts as the shapes that the domain works with. */
import { entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { FactShape } from './shape.ts';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

/** Types a schema allows, `null` left out. */
const typesOf = (schema: JsonObject): readonly string[] =>
  (typeof schema['type'] === 'string' ? [schema['type']] : list(schema['type']).map(String)).filter(
    (type) => type !== 'null',
  );

const isNullable = (schema: JsonObject): boolean =>
  list(schema['type']).includes('null') || list(schema['enum']).includes(null);

/** What a schema says of values; of what it says in another way nothing is known. */
export function shapeFrom(schema: JsonObject): FactShape {
  const types = typesOf(schema);
  const type = types.length === 1 ? TYPES.find((one) => one === types[0]) : undefined;
  const values = Array.isArray(schema['enum'])
    ? (schema['enum'] as readonly Json[]).filter((value) => value !== null)
    : 'const' in schema
      ? [schema['const'] ?? null]
      : undefined;
  const number = (key: string): number | undefined => {
    const value = schema[key];
    return typeof value === 'number' ? value : undefined;
  };
  const whole = type === 'integer' ? 1 : 0;
  const above = number('exclusiveMinimum');
  const below = number('exclusiveMaximum');
  const minimum = number('minimum') ?? (above === undefined ? undefined : above + whole);
  const maximum = number('maximum') ?? (below === undefined ? undefined : below - whole);
  const [minLength, maxLength, multipleOf] = [number('minLength'), number('maxLength'), number('multipleOf')];
  const [pattern, format] = [text(schema['pattern']), text(schema['format'])];
  const examples = list(schema['examples']);
  return {
    ...(type && { type }),
    ...(values && type !== 'array' && { enum: values }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(multipleOf !== undefined && { multipleOf }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
    ...(examples.length > 0 && { examples }),
  };
}

const isIndex = (name: string): boolean => /^\d+$/.test(name);

/** The schema of what lies below another, through the items of lists; undefined where nothing is declared. */
export function schemaAt(schema: JsonObject, way: readonly string[]): JsonObject | undefined {
  let at: Json | undefined = schema;
  for (const name of way)
    at =
      isIndex(name) && member(at, 'items') !== undefined
        ? member(at, 'items')
        : (member(member(at, 'properties'), name) ?? member(at, 'additionalProperties'));
  return isObject(at) ? at : undefined;
}

/** Whether somebody guarantees what lies below a schema: every name on the way is required and may not be null. */
export function isGuaranteed(schema: JsonObject, way: readonly string[]): boolean {
  let at: JsonObject | undefined = schema;
  for (const name of way) {
    const next: JsonObject | undefined = at && schemaAt(at, [name]);
    if (!at || !next || isIndex(name) || !list(at['required']).includes(name) || isNullable(next)) return false;
    at = next;
  }
  return true;
}

/** An object with the named member's schema in place of the one below a dotted way. */
export function withConst(schema: JsonObject, [name = '', ...rest]: readonly string[], value: string): JsonObject {
  const properties = Object.fromEntries(entries(schema['properties']));
  const inner = properties[name];
  const at = isObject(inner) ? inner : {};
  return {
    ...schema,
    required: [...new Set([...list(schema['required']), name])],
    properties: { ...properties, [name]: rest.length > 0 ? withConst(at, rest, value) : { ...at, const: value } },
  };
}
