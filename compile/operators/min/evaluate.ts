import { known } from '../../kit/known.ts';

export function min(...values: unknown[]): number | undefined {
  return known(values, (all) => Math.min(...(all as number[])));
}
