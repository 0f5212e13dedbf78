export function ge(a: unknown, b: unknown): boolean | undefined {
  return a === undefined || b === undefined ? undefined : (a as number) >= (b as number);
}
