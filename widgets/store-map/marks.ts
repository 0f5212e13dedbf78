/** What is pressed at once on a map, of whatever make. Pure. */
import type { Store } from './stores.ts';

/** One store, or several that stand too near to each other to be told apart here. */
export interface Mark {
  readonly stores: readonly Store[];
  readonly x: number;
  readonly y: number;
}

/** Where something stands on a map, in the units of `near`; null for what has no place on it. */
export type Place = (at: Store['at']) => readonly [number, number] | null;

/**
 * The stores in order, each on one mark and no two marks nearer to each other than `near`: of two pins that lie over
 * each other only the upper one could be pressed.
 */
export function marksOf(stores: readonly Store[], place: Place, near: number): readonly Mark[] {
  const marks: { stores: Store[]; x: number; y: number }[] = [];
  for (const store of stores) {
    const [x, y] = place(store.at) ?? [Number.NaN, Number.NaN];
    if (Number.isNaN(x)) continue;
    const there = marks.find((mark) => Math.hypot(mark.x - x, mark.y - y) < near);
    if (there === undefined) marks.push({ stores: [store], x, y });
    else there.stores.push(store);
  }
  return marks;
}

/** From the least to the greatest. */
export const span = (numbers: readonly number[]): readonly [number, number] => [
  Math.min(...numbers),
  Math.max(...numbers),
];
