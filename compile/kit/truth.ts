/**
 * Truth as json-logic has it (`[]`, `''` and `0` are false, `'0'` is true), with unknown (`undefined`) as the third
 * value.
 */

/** json-logic's truthiness of a known value. */
export function truthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A rule's result: true, false, or `undefined` for unknown. */
export function truth(value: unknown): boolean | undefined {
  return value === undefined ? undefined : truthy(value);
}
