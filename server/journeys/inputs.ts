/** What comes in, against the schema that the operation says it with. */
import type { Operation } from '../../contract/operation.ts';
import { violations } from '../../compile/schema-check.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';

/**
 * The first member of the arguments that the input schema of an operation refuses, as a dotted path: one of another type, too long, unknown
 * or missing. Undefined when all of them fit.
 */
export function misfit({ input }: Pick<Operation, 'input'>, given: JsonObject): string | undefined {
  const [first] = violations(input, given);
  if (first === undefined) return undefined;
  const { additionalProperty, missingProperty } = first.params as {
    readonly additionalProperty?: string;
    readonly missingProperty?: string;
  };
  const place = first.instancePath.split('/').slice(1);
  return [...place, additionalProperty ?? missingProperty ?? []].flat().join('.');
}
