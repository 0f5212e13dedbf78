/** The declared world: which facts exist, and of what type. */
import type { JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import { entries, isObject, member, text } from './json-types.ts';
import type { ResolvedFlow } from './resolve.ts';

/** The declared schema of an answer of a flow, by its path below `answers`. */
export function declaredAnswer(source: Source, flow: ResolvedFlow, bind: string): JsonObject | undefined {
  return schemaBelow(source.facts['answers'], bind.split('.')) ?? schemaBelow(flow.flow['answers'], bind.split('.'));
}

/** The draft a flow keeps of its own: its name and its statuses; undefined in a flow that keeps none. */
export function draftOf(flow: ResolvedFlow): { readonly name: string; readonly statuses: JsonObject } | undefined {
  const saves = flow.flow['saves'];
  const name = text(member(saves, 'draft'));
  const statuses = member(saves, 'statuses');
  return name === undefined || !isObject(statuses) ? undefined : { name, statuses };
}

/** Whether the server keeps what people answer in a flow. */
export const isKeptByServer = (flow: ResolvedFlow): boolean =>
  flow.flow['saves'] === 'application' || draftOf(flow) !== undefined;

/** What `draft.*` is in a flow, as a schema; undefined in a flow that keeps none. */
export function draftSchema(flow: ResolvedFlow): JsonObject | undefined {
  const draft = draftOf(flow);
  return (
    draft && {
      type: 'object',
      properties: {
        id: { type: 'string' },
        status: { type: 'string', enum: Object.keys(draft.statuses) },
        createdAt: { type: 'string', format: 'date-time' },
      },
      required: ['id', 'status', 'createdAt'],
    }
  );
}

/** Cookies that acts may write: name to its age in seconds. */
export function cookieAges(source: Source): Readonly<Record<string, number>> {
  const declared = entries(member(source.facts['cookies'], 'properties'));
  return Object.fromEntries(
    declared.flatMap(([name, schema]) => {
      const age = member(schema, 'maxAgeSeconds');
      return typeof age === 'number' ? [[name, age]] : [];
    }),
  );
}

/** Parameters of addresses that are declared sensitive: no address goes on showing them. */
export function sensitiveParams(source: Source): ReadonlySet<string> {
  const params = member(source.facts['route'], 'params');
  return new Set(
    entries(member(params, 'properties')).flatMap(([name, schema]) =>
      isObject(schema) && schema['sensitive'] === true ? [name] : [],
    ),
  );
}

/** Parameters of addresses, after the `?`, that are declared to be true or false. */
export function booleanQuery(source: Source): readonly string[] {
  const query = member(source.facts['route'], 'query');
  return entries(member(query, 'properties')).flatMap(([name, schema]) =>
    isObject(schema) && schema['type'] === 'boolean' ? [name] : [],
  );
}

/** The schema at a path of properties (or of a map's values). */
export function schemaBelow(schema: unknown, keys: readonly string[]): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const [key, ...rest] = keys;
  if (key === undefined) return schema;
  const own =
    member(schema['properties'], key) ??
    (isObject(schema['additionalProperties']) ? schema['additionalProperties'] : undefined);
  return schemaBelow(own, rest);
}
