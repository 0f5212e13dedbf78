/** json-logic's `==` is JavaScript's loose equality; `check` refuses to compare unlike types. */
export function eq(a: unknown, b: unknown): boolean | undefined {
  return a === undefined || b === undefined ? undefined : a == b;
}
