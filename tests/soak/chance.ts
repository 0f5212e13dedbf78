/** Chance that a seed decides: the same seed gives the same numbers. */
export interface Chance {
  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

/** Mulberry32: 32 bits of state, good enough to choose an order by. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    shuffled<T>(list: readonly T[]): T[] {
      const left = [...list];
      return Array.from({ length: left.length }, () => left.splice(below(left.length), 1)[0] as T);
    },
  };
}
