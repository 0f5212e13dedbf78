import { known } from '../../kit/known.ts';

export function max(...values: unknown[]): number | undefined {
  return known(values, (all) => Math.max(...(all as number[])));
}
