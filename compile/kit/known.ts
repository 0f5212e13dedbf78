/** Unknown as soon as one operand is: what most operators do. */

/** What `of` makes of the values, or `undefined` when one of them is unknown. */
export function known<T>(values: readonly unknown[], of: (values: readonly unknown[]) => T): T | undefined {
  return values.includes(undefined) ? undefined : of(values);
}
