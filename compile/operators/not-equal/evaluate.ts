export function ne(a: unknown, b: unknown): boolean | undefined {
  return a === undefined || b === undefined ? undefined : a != b;
}
