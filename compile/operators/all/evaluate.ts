import { step, type Each } from '../../kit/each.ts';
import { truthy } from '../../kit/truth.ts';

/** Whether every item passes; false for the empty list, as in json-logic. */
export function all(list: unknown, each: Each): boolean | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length === 0) return false;
  let unknown = false;
  for (const item of list) {
    const result = step(item, each);
    if (result === undefined) unknown = true;
    else if (!truthy(result)) return false;
  }
  return unknown ? undefined : true;
}
