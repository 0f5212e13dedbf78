/** With three values: the second lies between the others, both included. */
export function le(...values: unknown[]): boolean | undefined {
  if (values.includes(undefined)) return undefined;
  const [a, b, c] = values as [number, number, number];
  return values.length < 3 ? a <= b : a <= b && b <= c;
}
