/**
 * Whether a list holds a value or a text holds a part. A list with an unknown item is unknown unless another item
 * matches.
 */
export function within(part: unknown, whole: unknown): boolean | undefined {
  if (part === undefined || whole === undefined) return undefined;
  if (Array.isArray(whole)) return whole.indexOf(part) !== -1 ? true : whole.includes(undefined) ? undefined : false;
  return typeof whole === 'string' && whole.indexOf(part as string) !== -1;
}
