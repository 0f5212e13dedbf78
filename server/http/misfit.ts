/** What comes in, at every door, against the schema that the operation says it with. */
import type { Operation } from '../../contract/operation.ts';
import { violations } from '../../compile/schema-check.ts';

/** What of a value does not fit. */
export interface Misfit {
  /** Dotted path of the member: one of another type, too long, unknown or missing. */
  readonly path: string;
  /** The keyword of JSON Schema that refuses it. */
  readonly keyword: string;
}

/** All members of the arguments that the input schema of an operation refuses, none when they fit. */
export function misfits({ input }: Pick<Operation, 'input'>, given: unknown): readonly Misfit[] {
  return violations(input, given).map(({ instancePath, params, keyword }) => {
    const { additionalProperty, missingProperty } = params as {
      readonly additionalProperty?: string;
      readonly missingProperty?: string;
    };
    const place = instancePath.split('/').slice(1);
    return { path: [...place, additionalProperty ?? missingProperty ?? []].flat().join('.'), keyword };
  });
}

/** The path of the first of them; undefined when the arguments fit. */
export function misfit(operation: Pick<Operation, 'input'>, given: unknown): string | undefined {
  return misfits(operation, given)[0]?.path;
}
