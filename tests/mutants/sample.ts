/**
 * `count` of the items, spread evenly over all of them; the same for the same seed. Items that stand beside each other
 * (mutants of one line) are seldom both in it.
 */
export function sample<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  if (items.length <= count) return items;
  const step = items.length / count;
  const first = (seed * 0.618033988749895) % 1;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index + first) * step)]).filter(
    (one): one is T => one !== undefined,
  );
}
