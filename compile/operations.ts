/** Operation files to descriptors with the text of their GraphQL document. */
import type { JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import { entries, isObject, member } from './json-types.ts';
import { assuringOutcomes, type Operation } from '../contract/operation.ts';

const DEFAULTS = {
  access: 'customer',
  timeoutMs: 15_000,
  outcomes: {},
  input: { type: 'object', properties: {} },
} as const;

export function operationsOf(source: Source): Readonly<Record<string, Operation>> {
  return Object.fromEntries(
    Object.entries(source.operations).map(([name, doc]) => {
      const { $schema: _schema, answers: _answers, ...members }: JsonObject = doc;
      const document = source.graphql[name];
      const reached = doc['kind'] === 'standIn' ? asStandIn(name, doc) : document === undefined ? {} : { document };
      return [name, { ...DEFAULTS, ...members, name, ...reached } as unknown as Operation];
    }),
  );
}

/** Operations that raise the assurance of the session: with which outcomes. */
export function assuringOperations(source: Source): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(source.operations).flatMap(([name, doc]) => {
      const on = assuringOutcomes(doc);
      return on.length === 0 ? [] : [[name, on] as const];
    }),
  );
}

/** Operations that lead a draft on: from status to status. */
export function movingOperations(source: Source): ReadonlyMap<string, JsonObject> {
  return new Map(
    Object.entries(source.operations).flatMap(([name, { draft, to }]) =>
      draft === undefined || !isObject(to) ? [] : [[name, to] as const],
    ),
  );
}

/** Operations whose errors may be quoted to the person: how many characters of them. */
export function quotedOperations(source: Source): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(source.operations).flatMap(([name, { detail }]) => {
      const most = member(detail, 'maxLength');
      return typeof most === 'number' ? [[name, most] as const] : [];
    }),
  );
}

/**
 * A stand-in is a field of the GraphQL endpoint under its own name, with its inputs as arguments, that gives `{
 * outcome, value }`: one that names an application or a draft changes it and is a mutation, any other only asks.
 */
function asStandIn(name: string, doc: JsonObject): Partial<Operation> {
  const inputs = entries(member(doc['input'], 'properties')).map(([input]) => input);
  const list = (write: (input: string) => string): string =>
    inputs.length === 0 ? '' : `(${inputs.map(write).join(', ')})`;
  const verb = doc['application'] === undefined && doc['draft'] === undefined ? 'query' : 'mutation';
  return {
    kind: 'graphql',
    standIn: true,
    document: `${verb} ${name}${list((input) => `$${input}: JSON`)} { ${name}${list((input) => `${input}: $${input}`)} }`,
    valueAt: `${name}.value`,
    outcomeAt: `${name}.outcome`,
    ...(isObject(doc['detail']) && {
      detail: { ...(doc['detail'] as unknown as { maxLength: number }), at: `${name}.detail` },
    }),
  };
}
