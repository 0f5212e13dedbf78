import { step, type Each } from '../../kit/each.ts';
import { truthy } from '../../kit/truth.ts';

/** How many items a list has, or how many fit; unknown passes nobody: an item of which it is unknown is not counted. */
export function count(list: unknown, each?: Each): number | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return 0;
  return each ? list.filter((item) => truthy(step(item, each))).length : list.length;
}
