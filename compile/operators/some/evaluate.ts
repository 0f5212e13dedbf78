import { step, type Each } from '../../kit/each.ts';
import { truthy } from '../../kit/truth.ts';

export function some(list: unknown, each: Each): boolean | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return false;
  let unknown = false;
  for (const item of list) {
    const result = step(item, each);
    if (result === undefined) unknown = true;
    else if (truthy(result)) return true;
  }
  return unknown ? undefined : false;
}
