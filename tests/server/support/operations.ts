import fc from 'fast-check';

import { readSource } from '../../../compile/content.ts';
import { operationsOf } from '../../../compile/operations.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { filesOf } from '../../content/compiled.ts';

/** Every operation of the product that GraphQL answers, as `schemas/api` declares it. */
export const graphqlOperations: readonly (Operation & { readonly document: string })[] = Object.values(
  operationsOf(readSource(filesOf(['schemas'])).source),
).flatMap((one) => (one.document === undefined ? [] : [{ ...one, document: one.document }]));

/** Those of them that are about an application. */
export const ownersOperations: readonly (Operation & { readonly application: string; readonly document: string })[] =
  graphqlOperations.flatMap((one) => (one.application === undefined ? [] : [{ ...one, application: one.application }]));

/**
 * Those of them by which something is changed, apart from the runtime's own save, which has a key and a revision of its
 * own.
 */
export const ownersMutations = ownersOperations.filter(
  ({ document, input }) =>
    document.startsWith('mutation') && !('revision' in ((input['properties'] ?? {}) as JsonObject)),
);

/** Those by which nothing is changed. */
export const ownersQueries = ownersOperations.filter(({ document }) => document.startsWith('query'));

/** An input of what the operation's schema requires, about this application. */
export function sampleInput({ input, application }: (typeof graphqlOperations)[number], id: string): JsonObject {
  const properties = (input['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  const required = (input['required'] ?? []) as readonly string[];
  return {
    ...Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})])),
    ...(application === undefined ? {} : { [application]: id }),
  };
}

/** A value that fits the schema, as far as its types and patterns say. */
export function sample(schema: JsonObject): Json {
  if (Array.isArray(schema['enum'])) return (schema['enum'] as readonly Json[])[0] ?? null;
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [sample((schema['items'] ?? {}) as JsonObject)];
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>).map(([name, one]) => [
          name,
          sample(one),
        ]),
      );
    default:
      if (typeof schema['pattern'] === 'string')
        return fc.sample(fc.stringMatching(new RegExp(schema['pattern'], 'u')), { seed: 1, numRuns: 1 })[0] ?? '';
      return 'QUJD'.slice(0, Number(schema['maxLength'] ?? 4));
  }
}
