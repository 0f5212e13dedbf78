import { known } from '../../kit/known.ts';

export function add(...values: unknown[]): number | undefined {
  return known(values, (all) => all.reduce<number>((sum, value) => sum + parseFloat(value as string), 0));
}
