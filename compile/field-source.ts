/** A field as it holds: what it says itself over what the value it refers to says. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { FileRefusal } from '../runtime/core/index.ts';
import type { Docs } from './content.ts';
import { entries, isObject, list, member, text } from './json-types.ts';
import { inheritPlaces } from './places.ts';

/** JSON Schema keywords that a validator sees; all other keys of a field are about drawing and keeping it. */
export const KEYWORDS = [
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'items',
  'additionalItems',
  'maxItems',
  'minItems',
  'uniqueItems',
  'contains',
  'maxProperties',
  'minProperties',
  'properties',
  'patternProperties',
  'additionalProperties',
  'dependencies',
  'propertyNames',
  'if',
  'then',
  'else',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'format',
  'definitions',
] as const;
/** Why a file is not taken. */
export const FILE_WORDS: readonly FileRefusal[] = [
  'fileType',
  'fileSize',
  'fileEmpty',
  'fileLimit',
  'fileLost',
  'fileSignIn',
  'fileFailed',
];
/** Keywords whose limit may be a fact. */
export const DYNAMIC = ['pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'const'] as const;

const PREFIX = '/values/';

/** The name of the value a field refers to. */
export function fragmentName(field: JsonObject): string | undefined {
  const ref = text(field['$ref']);
  return ref?.startsWith(PREFIX) ? ref.slice(PREFIX.length) : undefined;
}

/** The field with what its value brings; a value may refer to another. Names that lead back to themselves are cut. */
export function fieldSource(field: JsonObject, fragments: Docs): JsonObject {
  if (fragmentName(field) === undefined) return field;
  const known = merges.get(fragments) ?? new WeakMap<JsonObject, JsonObject>();
  merges.set(fragments, known);
  let found = known.get(field);
  if (!found) known.set(field, (found = mergedOf(field, fragments, [])));
  return found;
}
/** By the values of the content and by the field: dozens of checks ask for the same ones. */
const merges = new WeakMap<Docs, WeakMap<JsonObject, JsonObject>>();

function mergedOf(field: JsonObject, fragments: Docs, seen: readonly string[]): JsonObject {
  const name = fragmentName(field);
  const fragment = name === undefined || seen.includes(name) ? undefined : fragments[name];
  if (name === undefined || !fragment) return field;
  const { $schema: _schema, description: _description, ...brought } = mergedOf(fragment, fragments, [...seen, name]);
  const { $ref: _ref, ...own } = field;
  const messages = {
    ...(isObject(brought['messages']) ? brought['messages'] : {}),
    ...(isObject(own['messages']) ? own['messages'] : {}),
  };
  const merged: JsonObject = { ...brought, ...own, ...(Object.keys(messages).length > 0 ? { messages } : {}) };
  inheritPlaces(merged, fragment, field);
  if (isObject(own['messages']))
    inheritPlaces(messages, own['messages'], isObject(brought['messages']) ? brought['messages'] : undefined);
  else if (isObject(brought['messages'])) inheritPlaces(messages, brought['messages']);
  return merged;
}

export function isDynamic(field: JsonObject, keyword: string): boolean {
  return (DYNAMIC as readonly string[]).includes(keyword) && isObject(field[keyword]);
}

/** What the validator checks: the static keywords, and the values of static choices as `enum`. */
export function validationSchema(field: JsonObject, type: Json, fragments: Docs): JsonObject {
  const schema: Record<string, Json> = { type };
  for (const keyword of KEYWORDS) {
    const value = field[keyword];
    if (value !== undefined && !isDynamic(field, keyword)) schema[keyword] = withoutRefs(value, fragments);
  }
  const parts = member(field['item'], 'fields');
  if (isObject(parts))
    // What is typed into a part is judged by the part's own field, so that it may be half typed meanwhile.
    schema['items'] = {
      type: 'object',
      properties: Object.fromEntries(Object.values(parts).map((part) => [text(member(part, 'bind')) ?? '', {}])),
      additionalProperties: false,
    };
  if (isObject(field['file'])) schema['items'] = fileSchema(field['file']);
  const values = list(field['choices']).map((choice) => member(choice, 'value'));
  if (values.length > 0 && schema['enum'] === undefined) {
    const items = values.filter((value): value is Json => value !== undefined);
    if (schema['type'] === 'array') {
      schema['items'] ??= { enum: items };
      schema['uniqueItems'] ??= true;
    } else schema['enum'] = items;
  }
  return schema;
}

/** One file of an answer, as the server tells of it. */
function fileSchema(file: JsonObject): JsonObject {
  return {
    type: 'object',
    properties: {
      id: { type: 'string', pattern: '^[0-9a-f-]{36}$' },
      name: { type: 'string', minLength: 1, maxLength: 255 },
      bytes: {
        type: 'integer',
        minimum: 1,
        ...(typeof file['maxBytes'] === 'number' && { maximum: file['maxBytes'] }),
      },
      type: { type: 'string', enum: list(file['accept']).length > 0 ? list(file['accept']) : [''] },
      hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    },
    required: ['id', 'name', 'bytes', 'type', 'hash'],
    additionalProperties: false,
  };
}

/** Whether an answer is sealed: its field or a part of its items says so, or it is files: names tell of people. */
export const isSensitive = (field: JsonObject, fragments: Docs): boolean =>
  field['sensitive'] === true ||
  isObject(field['file']) ||
  entries(member(field['item'], 'fields')).some(
    ([, part]) => isObject(part) && fieldSource(part, fragments)['sensitive'] === true,
  );

/**
 * JSON Schema keywords by which a schema offers alternatives: what is asked then hangs on what was answered, which only
 * `when` may say.
 */
export const ALTERNATIVES = ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'dependencies', 'patternProperties'] as const;

/**
 * What a control that draws from a schema sees: what the validator checks, with the titles and descriptions of its
 * parts.
 */
export function drawnSchema(field: JsonObject, type: Json, fragments: Docs): JsonObject {
  const { title: _title, description: _description, ...schema } = withTitles({ ...field, type }, fragments);
  return schema;
}

function withTitles(part: JsonObject, fragments: Docs): JsonObject {
  const source = fieldSource(part, fragments);
  const inner = (value: Json): Json => (isObject(value) ? withTitles(value, fragments) : value);
  const title = source['title'] ?? source['label'];
  const kept: Record<string, Json> = {};
  for (const keyword of KEYWORDS) {
    const value = source[keyword];
    if (value === undefined || isDynamic(source, keyword)) continue;
    if (keyword === 'items') kept[keyword] = inner(value);
    else if (keyword === 'properties' && isObject(value))
      kept[keyword] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
    else kept[keyword] = value;
  }
  return {
    ...kept,
    // Of a part it is JSON Schema's list of names; of a field it says whether the field is asked for.
    ...(Array.isArray(source['required']) ? { required: source['required'] } : {}),
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof source['description'] === 'string' ? { description: source['description'] } : {}),
  };
}

/** Nested references to values are written out, so that a schema stands alone. */
function withoutRefs(value: Json, fragments: Docs): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => withoutRefs(item, fragments));
  if (!isObject(value)) return value;
  const fragment = fragmentName(value) === undefined ? undefined : fieldSource(value, fragments);
  if (!fragment)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutRefs(item, fragments)]));
  return Object.fromEntries(
    KEYWORDS.flatMap((keyword) =>
      fragment[keyword] === undefined ? [] : [[keyword, withoutRefs(fragment[keyword], fragments)] as const],
    ),
  );
}

/** The JSON type of a field: its own, else that of its constant, choices or declared answer. */
export function fieldType(field: JsonObject, declared: JsonObject | undefined): Json {
  const known = field['type'] ?? (isObject(field['file']) ? 'array' : declared?.['type']);
  if (known !== undefined) return known;
  const sample = !isObject(field['const'])
    ? (field['const'] ?? list(field['enum'])[0] ?? member(list(field['choices'])[0], 'value'))
    : undefined;
  return typeof sample === 'boolean' ? 'boolean' : typeof sample === 'number' ? 'number' : 'string';
}

/**
 * What draws a field: the control or widget it names, else the control whose `default` fits it most narrowly (`{
 * "type": "string", "format":
 * "date" }` before `{ "type": "string" }`, choices before all). Undefined where none does.
 */
export function controlOf(field: JsonObject, type: Json, controls: Docs): string | undefined {
  const named = text(field['control']);
  if (named !== undefined) return named;
  const is: Readonly<Record<string, Json | undefined>> = {
    type: Array.isArray(type) ? type[0] : type,
    format: field['format'],
    choices: field['choices'] !== undefined || field['enum'] !== undefined,
    item: field['item'] !== undefined,
    file: field['file'] !== undefined,
  };
  let best: { readonly name: string; readonly narrow: number } | undefined;
  for (const [name, control] of Object.entries(controls))
    for (const one of list(control['default'])) {
      const wanted = isObject(one) ? Object.entries(one) : [];
      const narrow = wanted.length + (member(one, 'choices') === true ? 10 : 0);
      if (wanted.every(([key, value]) => is[key] === value) && narrow > (best?.narrow ?? 0)) best = { name, narrow };
    }
  return best?.name;
}
