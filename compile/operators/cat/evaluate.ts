import { known } from '../../kit/known.ts';

export function cat(...values: unknown[]): string | undefined {
  return known(values, (all) => all.join(''));
}
