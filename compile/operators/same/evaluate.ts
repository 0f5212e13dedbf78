export function same(a: unknown, b: unknown): boolean | undefined {
  return a === undefined || b === undefined ? undefined : a === b;
}
