/** Chance that a seed decides: the same seed gives the same row of numbers on every machine. */
export interface Chance {
  /** Uniform in [0, 1). */
  next(): number;
  /** True in `share` of the cases. */
  happens(share: number): boolean;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** A UUID. */
  id(): string;
}

/** mulberry32 (Tommy Ettinger, public domain): 32 bits of state are enough for some thousand draws. */
export function chanceOf(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    next,
    happens: (share) => next() < share,
    below,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('Nothing to pick from.');
      return list[below(list.length)] as T;
    },
    id: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
