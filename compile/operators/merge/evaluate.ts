import { known } from '../../kit/known.ts';

export function merge(...lists: unknown[]): unknown {
  return known(lists, (all) => all.flat(1));
}
