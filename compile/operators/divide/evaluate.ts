export function divide(a: unknown, b: unknown): number | undefined {
  return a === undefined || b === undefined ? undefined : (a as number) / (b as number);
}
