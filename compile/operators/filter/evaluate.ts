import { step, type Each } from '../../kit/each.ts';
import { truthy } from '../../kit/truth.ts';

/** Unknown passes nobody: an item whose condition is unknown is left out. */
export function filter(list: unknown, each: Each): unknown {
  return list === undefined ? undefined : Array.isArray(list) ? list.filter((item) => truthy(step(item, each))) : [];
}
