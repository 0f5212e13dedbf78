/**
 * Values around what a fact is compared with: the other side is worked out over the facts that are known when the fact
 * is asked.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { valueOf } from '../../compile/operators/evaluate.ts';
import { atomsOf, operatorOf, readsOf, variable, type Logic } from './atoms.ts';
import { isDate, shiftDate } from './dates.ts';

/**
 * What each fact is compared with that reads other facts: path to the other sides.
 * @param settled whether the values of a fact stand for all beside those of the facts it is compared with: such a
 *   comparison is left out
 */
export function comparedWith(
  rules: readonly Logic[],
  settled: (path: string) => boolean,
): ReadonlyMap<string, readonly Logic[]> {
  const found = new Map<string, Map<string, Logic>>();
  for (const { operator, operands } of rules.flatMap(atomsOf)) {
    const [a, b] = operands;
    if (!operatorOf(operator)?.compares || operands.length !== 2) continue;
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const path = variable(own);
      if (
        path === undefined ||
        path === 'today' ||
        ![...readsOf(other)].some((read) => read !== path && read !== 'today')
      )
        continue;
      const across = variable(other);
      if (across !== undefined && settled(path) && settled(across)) continue;
      const sides = found.get(path) ?? new Map<string, Logic>();
      found.set(path, sides.set(JSON.stringify(other), other));
    }
  }
  return new Map([...found].map(([path, sides]) => [path, [...sides.values()]]));
}

/** Below, at and above the value of each other side over these facts; a text has only itself. */
export function near(others: readonly Logic[], facts: unknown): readonly Json[] {
  return others.flatMap((other): readonly Json[] => {
    const value = valueOf(other, facts);
    if (typeof value === 'number') return [value, value - 1, value + 1];
    if (typeof value !== 'string') return typeof value === 'boolean' ? [value] : [];
    return isDate(value) ? [value, shiftDate(value, -1), shiftDate(value, 1)] : [value];
  });
}
