/** Operation files to descriptors with the text of their GraphQL document. */
import type { JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import type { Operation } from '../contract/operation.ts';

const DEFAULTS = {
  access: 'customer',
  timeoutMs: 15_000,
  outcomes: {},
  input: { type: 'object', properties: {} },
} as const;

export function operationsOf(source: Source): Readonly<Record<string, Operation>> {
  return Object.fromEntries(
    Object.entries(source.operations).map(([name, doc]) => {
      const { $schema: _schema, ...members }: JsonObject = doc;
      const document = source.graphql[name];
      return [
        name,
        { ...DEFAULTS, ...members, name, ...(document === undefined ? {} : { document }) } as unknown as Operation,
      ];
    }),
  );
}
