/** The declared world of one flow: which fact paths exist, and of what type they are. */
import { messageSchema } from '../contract/channels.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Docs, Source } from './content.ts';
import { draftSchema } from './facts.ts';
import { fieldSource, validationSchema } from './field-source.ts';
import { stateFields } from './fields-from.ts';
import { entries, isObject, list, member, text } from './json-types.ts';
import type { ResolvedFlow } from './resolve.ts';
import type { CallUse, HeardUse, Sight } from './uses.ts';
import type { Here } from './words.ts';

/** A declared fact; without a schema it may hold anything. */
export interface Declared {
  readonly found: true;
  readonly schema?: JsonObject;
}
export interface Undeclared {
  readonly found: false;
  /** The part of the path that does not exist. */
  readonly at: string;
  /** Names that exist there. */
  readonly known: readonly string[];
}
const ANYTHING: Declared = { found: true };
/** What is known of an error that may be quoted. */
const PROBLEM: JsonObject = {
  type: 'object',
  properties: { detail: { type: 'string' }, code: { type: 'string' } },
  additionalProperties: false,
};
const ROOTS = ['answers', 'session', 'application', 'customer', 'flags', 'brand', 'cookies', 'device', 'route'];

export class FactTree {
  readonly #roots: Readonly<Record<string, JsonObject>>;
  readonly #results: ReadonlyMap<string, readonly (JsonObject | undefined)[]>;
  readonly #values: Docs;
  readonly #operations: Docs;
  readonly #widgets: Docs;
  /** Paths of declared facts by their last name: a long text asks for one again and again. */
  #byName: ReadonlyMap<string, readonly string[]> | undefined;

  /**
   * @param scene the flow, none for what holds everywhere; its named values; every call of the brand, whose `as` names
   * results
   */
  constructor(
    source: Source,
    {
      flow,
      values,
      calls,
      heard = [],
    }: {
      readonly flow?: ResolvedFlow;
      readonly values: Docs;
      readonly calls: readonly CallUse[];
      readonly heard?: readonly HeardUse[];
    },
  ) {
    const roots: Record<string, JsonObject> = {};
    for (const root of ROOTS) {
      const schema = source.facts[root];
      if (isObject(schema)) roots[root] = root === 'route' ? { type: 'object', properties: schema } : schema;
    }
    const own = flow?.flow['answers'];
    if (isObject(own))
      roots['answers'] = { type: 'object', properties: merge(roots['answers']?.['properties'], own['properties']) };
    const stated = stateFields(source.states);
    if (roots['answers'] && stated.size > 0) {
      const fields = Object.fromEntries(
        [...stated].map(([idTag, field]) => [idTag, { type: text(field['type']) ?? 'string' }]),
      );
      roots['answers'] = {
        type: 'object',
        properties: merge(roots['answers']['properties'], { stateFields: { type: 'object', properties: fields } }),
      };
    }
    if (flow && roots['answers']) roots['answers'] = withItems(roots['answers'], flow, source.fragments);
    const draft = flow && draftSchema(flow);
    if (draft) roots['draft'] = draft;
    roots['today'] = { type: 'string', format: 'date' };
    roots['now'] = { type: 'string', format: 'date-time' };
    this.#roots = roots;
    const results = new Map<string, (JsonObject | undefined)[]>();
    for (const { call } of calls) {
      const as = text(call['as']);
      if (as === undefined) continue;
      const value = source.operations[text(call['call']) ?? '']?.['value'];
      results.set(as, [...(results.get(as) ?? []), isObject(value) ? value : undefined]);
    }
    for (const { as } of heard) if (!results.has(as)) results.set(as, [messageSchema]);
    this.#results = results;
    this.#values = values;
    this.#operations = source.operations;
    this.#widgets = source.widgets;
  }

  /** What a path names, seen from where it stands. */
  find(path: string, sight: Sight): Declared | Undeclared {
    const [root = '', ...rest] = path.split('.');
    if (root === 'values') return this.#value(rest);
    if (root === 'results') return this.#result(rest);
    if (root === 'typed')
      return sight.typed.includes(rest[0] ?? '')
        ? { found: true, schema: { type: 'string' } }
        : { found: false, at: rest[0] ?? '', known: sight.typed };
    if (root === 'item' && sight.item) return this.#item(rest, sight);
    if (root === 'payload' && sight.payload) return this.#payload(rest, sight);
    if (root === 'problem' && isObject(this.#operations[sight.problem ?? '']?.['detail'])) return below(PROBLEM, rest);
    if (root === 'here' && sight.here) return below(schemaOf(sight.here), rest);
    const schema = Object.hasOwn(this.#roots, root) ? this.#roots[root] : undefined;
    return schema
      ? below(schema, rest)
      : { found: false, at: root, known: [...Object.keys(this.#roots), 'results', 'values'] };
  }
  /** Paths of declared facts that end with this name. */
  endingWith(name: string): readonly string[] {
    this.#byName ??= Map.groupBy(
      Object.entries(this.#roots).flatMap(([root, schema]) => pathsIn(schema, root)),
      (path) => path.slice(path.lastIndexOf('.') + 1),
    );
    return this.#byName.get(name) ?? [];
  }
  /** An item is what the repeat's list holds, where that is a fact whose items are declared. */
  #item(rest: readonly string[], { over }: Sight): Declared | Undeclared {
    const path = over && (text(member(over.list, 'var')) ?? text(list(member(over.list, 'var'))[0]));
    const found = over && path !== undefined ? this.find(path, over.sight) : ANYTHING;
    const items = found.found ? found.schema?.['items'] : undefined;
    return isObject(items) ? below(items, rest) : ANYTHING;
  }
  /** What an event of a widget brings its widget declares; a button of an item brings nothing. */
  #payload(rest: readonly string[], { told }: Sight): Declared | Undeclared {
    if (!told) return below(messageSchema, rest);
    if (told.widget === undefined) return below({ type: 'null' }, rest);
    // That there is no such widget or event is told where it is named.
    const schema = member(this.#widgets[told.widget]?.['events'], told.event);
    return isObject(schema) ? below(schema, rest) : ANYTHING;
  }
  #value([name = '', ...rest]: readonly string[]): Declared | Undeclared {
    const doc = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    if (!doc) return { found: false, at: name, known: Object.keys(this.#values) };
    if (rest.length > 0) return { found: false, at: rest.join('.'), known: [] };
    const type = doc['type'] === 'date' ? { type: 'string', format: 'date' } : { type: doc['type'] ?? 'string' };
    return { found: true, schema: type };
  }
  #result([name = '', ...rest]: readonly string[]): Declared | Undeclared {
    const schemas = this.#results.get(name);
    if (!schemas) return { found: false, at: name, known: [...this.#results.keys()] };
    const found = schemas.map((schema) => (schema ? below(schema, rest) : ANYTHING));
    return found.find((one) => one.found) ?? found[0] ?? ANYTHING;
  }
}

/** What a word reads of where it stands, as a schema. */
const schemaOf = (here: Here): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(here).map(([name, type]) => [name, { type }])),
  additionalProperties: false,
});

function merge(a: Json | undefined, b: Json | undefined): JsonObject {
  const merged: Record<string, Json> = { ...(isObject(a) ? a : {}) };
  for (const [key, value] of Object.entries(isObject(b) ? b : {})) {
    const known = merged[key];
    merged[key] =
      isObject(known) && isObject(value) && known['properties'] && value['properties']
        ? { ...known, properties: merge(known['properties'], value['properties']) }
        : value;
  }
  return merged;
}

/**
 * The answers with what an item of theirs has: of files and of lists their question says it where `answers` says
 * `array` alone.
 */
function withItems(answers: JsonObject, flow: ResolvedFlow, fragments: Docs): JsonObject {
  let known = answers;
  for (const step of Object.values(flow.steps))
    for (const [, written] of entries(step['fields'])) {
      const field = isObject(written) ? fieldSource(written, fragments) : {};
      const bind = text(field['bind']);
      if (bind === undefined || !(isObject(field['file']) || isObject(field['item']))) continue;
      const { items } = validationSchema(field, 'array', fragments);
      if (isObject(items)) known = lay(known, bind.split('.'), items);
    }
  return known;
}
function lay(schema: JsonObject, [key, ...rest]: readonly string[], items: JsonObject): JsonObject {
  if (key === undefined) return schema['items'] === undefined ? { ...schema, items } : schema;
  const inner = member(schema['properties'], key);
  if (!isObject(inner)) return schema;
  return { ...schema, properties: merge(schema['properties'], { [key]: lay(inner, rest, items) }) };
}

/** The path of everything a schema names, at any depth. */
function pathsIn(schema: JsonObject, path: string): readonly string[] {
  return entries(schema['properties']).flatMap(([name, inner]) => [
    `${path}.${name}`,
    ...(isObject(inner) ? pathsIn(inner, `${path}.${name}`) : []),
  ]);
}

/** Follows properties, map values and list items. An object that names no properties may hold anything. */
function below(schema: JsonObject, keys: readonly string[]): Declared | Undeclared {
  const [key, ...rest] = keys;
  if (key === undefined) return { found: true, schema };
  const properties = schema['properties'];
  const extra = schema['additionalProperties'];
  const own = member(properties, key);
  if (isObject(own)) return below(own, rest);
  if (own === true) return ANYTHING;
  const types = typeof schema['type'] === 'string' ? [schema['type']] : list(schema['type']);
  if (types.includes('array') && /^\d+$/.test(key))
    return isObject(schema['items']) ? below(schema['items'], rest) : ANYTHING;
  if (isObject(extra)) return below(extra, rest);
  const open = (types.includes('object') || types.length === 0) && properties === undefined && extra !== false;
  if (open || extra === true) return ANYTHING;
  return { found: false, at: key, known: Object.keys(isObject(properties) ? properties : {}) };
}
