/** For json-logic's own suite alone. */
export function reduce(
  list: unknown,
  each: (scope: { current: unknown; accumulator: unknown }) => unknown,
  initial: unknown = null,
): unknown {
  if (!Array.isArray(list)) return initial;
  return list.reduce((accumulator: unknown, current: unknown) => each({ current, accumulator }), initial);
}
