/** Arithmetic and text of json-logic; unknown when any argument is. Content uses it in `values/` only. */
function all<T>(values: readonly unknown[], of: (known: readonly unknown[]) => T): T | undefined {
  return values.includes(undefined) ? undefined : of(values);
}
const parsed = (value: unknown): number => parseFloat(value as string);

export function add(...values: unknown[]): number | undefined {
  return all(values, (known) => known.reduce<number>((sum, value) => sum + parsed(value), 0));
}
/** One argument comes back as it is, as in json-logic. */
export function multiply(...values: unknown[]): unknown {
  return all(values, (known) => known.reduce((product, value) => parsed(product) * parsed(value)));
}
export function subtract(...values: unknown[]): number | undefined {
  return all(values, ([a, b]) => (values.length < 2 ? -(a as number) : (a as number) - (b as number)));
}
export function divide(a: unknown, b: unknown): number | undefined {
  return all([a, b], () => (a as number) / (b as number));
}
export function remainder(a: unknown, b: unknown): number | undefined {
  return all([a, b], () => (a as number) % (b as number));
}
export function min(...values: unknown[]): number | undefined {
  return all(values, (known) => Math.min(...(known as number[])));
}
export function max(...values: unknown[]): number | undefined {
  return all(values, (known) => Math.max(...(known as number[])));
}
export function cat(...values: unknown[]): string | undefined {
  return all(values, (known) => known.join(''));
}
/** A part of a text; a negative length leaves off that many characters at the end. */
export function substr(source: unknown, start: unknown, length?: number): string | undefined {
  if (source === undefined || start === undefined) return undefined;
  const rest = String(source).slice(start as number);
  if (length === undefined) return rest;
  return length < 0 ? rest.slice(0, Math.max(0, rest.length + length)) : rest.slice(0, length);
}
