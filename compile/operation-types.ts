/** Operation files to TypeScript: what an operation takes, what a good answer holds, and how it can come out. */
import { entries, isObject, list, text } from './json-types.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';

/** Outcomes that every call may have beside those its operation declares. */
const ALWAYS = ['unauthenticated', 'unavailable', 'failed'];

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * The text of `contract/generated/operations.ts`.
 * @param operations by name, as they stand in `schemas/api/operations/`
 * @throws with the operation and the keyword when a schema says what no type says: write it plainer, or teach it here
 */
export function operationTypes(operations: Readonly<Record<string, JsonObject>>): string {
  const members = Object.entries(operations)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, operation]) => {
      const { input, value, outcomes } = operation;
      const names = [...new Set(['ok', ...entries(outcomes).map(([outcome]) => outcome), ...ALWAYS])];
      return [
        `  readonly ${key(name)}: {`,
        `    readonly input: ${typeOf(input ?? { type: 'object', properties: {} }, name, '    ')};`,
        `    readonly value: ${value === undefined ? 'Json | undefined' : typeOf(value, name, '    ')};`,
        `    readonly outcome: ${names.map(quote).join(' | ')};`,
        '  };',
      ].join('\n');
    });
  const asked = Object.entries(operations)
    .flatMap(([name, operation]) => entries(operation['requests']).map(([request, one]) => ({ name, request, one })))
    .sort((a, b) => (a.request < b.request ? -1 : 1))
    .map(({ name, request, one }) => {
      const input = isObject(one) ? one['input'] : undefined;
      return `  readonly ${key(request)}: ${typeOf(input ?? true, name, '  ')};`;
    });
  return `// Made from schemas/api/operations/*.json by \`npm run types\`; a test holds it to them. Do not edit.
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

/** Each operation of the API: its input, the value of a good answer, its outcomes. */
export interface Operations {
${members.join('\n')}
}

/** The body of each request of the identity protocol. */
export interface Requests {
${asked.join('\n')}
}
`;
}

function typeOf(schema: Json, operation: string, indent: string): string {
  if (schema === true) return 'Json';
  if (!isObject(schema)) throw new Error(`Operation ${operation}: ${JSON.stringify(schema)} is no schema.`);
  if (Array.isArray(schema['enum'])) return list(schema['enum']).map(quote).join(' | ');
  if (schema['const'] !== undefined) return quote(schema['const']);
  const anyOf = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(anyOf))
    return list(anyOf)
      .map((one) => typeOf(one, operation, indent))
      .join(' | ');
  for (const keyword of ['$ref', 'allOf', 'not', 'if', 'patternProperties'])
    if (schema[keyword] !== undefined)
      throw new Error(`Operation ${operation}: no type is known for the keyword "${keyword}".`);
  const types = Array.isArray(schema['type']) ? list(schema['type']) : [schema['type']];
  return types.map((type) => ofType(text(type), schema, { operation, indent })).join(' | ');
}

function ofType(
  type: string | undefined,
  schema: JsonObject,
  { operation, indent }: { readonly operation: string; readonly indent: string },
): string {
  if (type === 'array') {
    const { items } = schema;
    const item = items === undefined ? 'Json' : typeOf(items, operation, indent);
    return `readonly ${/[|{ ]/.test(item) && !item.startsWith('{') ? `(${item})` : item}[]`;
  }
  if (type === 'object' || (type === undefined && schema['properties'] !== undefined))
    return objectOf(schema, operation, indent);
  return type === undefined ? 'Json' : (scalars[type] ?? 'Json');
}

function objectOf(schema: JsonObject, operation: string, indent: string): string {
  const properties = entries(schema['properties']);
  const rest = schema['additionalProperties'];
  if (properties.length === 0)
    return schema['properties'] !== undefined && rest === false
      ? 'Readonly<Record<string, never>>'
      : restOf(rest, operation, indent);
  const required = new Set(list(schema['required']));
  const inner = `${indent}  `;
  const members = properties.map(([name, property]) => {
    const optional = !required.has(name);
    return `${inner}readonly ${key(name)}${optional ? '?' : ''}: ${typeOf(property, operation, inner)};`;
  });
  return `{\n${members.join('\n')}\n${indent}}`;
}
function restOf(rest: Json | undefined, operation: string, indent: string): string {
  return isObject(rest) ? `Readonly<Record<string, ${typeOf(rest, operation, indent)}>>` : 'JsonObject';
}

const quote = (value: Json): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));
