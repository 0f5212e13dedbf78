/** Comparisons of json-logic; unknown when any side is unknown. `<` and `<=` take three values: between. */
type Loose = number;

function unknown(...values: readonly unknown[]): boolean {
  return values.includes(undefined);
}

export function eq(a: unknown, b: unknown): boolean | undefined {
  // json-logic's `==` is JavaScript's loose equality; `check` refuses to compare unlike types.
  return unknown(a, b) ? undefined : a == b;
}
export function ne(a: unknown, b: unknown): boolean | undefined {
  return unknown(a, b) ? undefined : a != b;
}
export function same(a: unknown, b: unknown): boolean | undefined {
  return unknown(a, b) ? undefined : a === b;
}
export function differs(a: unknown, b: unknown): boolean | undefined {
  return unknown(a, b) ? undefined : a !== b;
}
export function gt(a: unknown, b: unknown): boolean | undefined {
  return unknown(a, b) ? undefined : (a as Loose) > (b as Loose);
}
export function ge(a: unknown, b: unknown): boolean | undefined {
  return unknown(a, b) ? undefined : (a as Loose) >= (b as Loose);
}
export function lt(...values: unknown[]): boolean | undefined {
  if (unknown(...values)) return undefined;
  const [a, b, c] = values as [Loose, Loose, Loose];
  return values.length < 3 ? a < b : a < b && b < c;
}
export function le(...values: unknown[]): boolean | undefined {
  if (unknown(...values)) return undefined;
  const [a, b, c] = values as [Loose, Loose, Loose];
  return values.length < 3 ? a <= b : a <= b && b <= c;
}

/** `in`: whether a list holds a value or a text holds a part. A list with an unknown item is unknown unless another item matches. */
export function within(part: unknown, whole: unknown): boolean | undefined {
  if (part === undefined || whole === undefined) return undefined;
  if (Array.isArray(whole)) return whole.indexOf(part) !== -1 ? true : whole.includes(undefined) ? undefined : false;
  return typeof whole === 'string' && whole.indexOf(part as string) !== -1;
}
