import { known } from '../../kit/known.ts';

/** Of one argument, its negative. */
export function subtract(...values: unknown[]): number | undefined {
  return known(values, ([a, b]) => (values.length < 2 ? -(a as number) : (a as number) - (b as number)));
}
