import { truthy } from '../../kit/truth.ts';

/** Pairs of condition and result, then an optional else. An unknown condition makes the result unknown. */
export function when(...parts: (() => unknown)[]): unknown {
  let i = 0;
  for (; i < parts.length - 1; i += 2) {
    const condition = parts[i]?.();
    if (condition === undefined) return undefined;
    if (truthy(condition)) return parts[i + 1]?.();
  }
  return i < parts.length ? parts[i]?.() : null;
}
