import { step, type Each } from '../../kit/each.ts';

export function map(list: unknown, each: Each): unknown {
  return list === undefined ? undefined : Array.isArray(list) ? list.map((item) => step(item, each)) : [];
}
