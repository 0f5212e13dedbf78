/** What validators that ajv generated ahead of time call. */

/** Length in Unicode code points, as JSON Schema counts it. */
export function ucs2length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length--;
      i++;
    }
  }
  return length;
}
/** Deep equality of JSON values. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  );
}
interface Validator {
  (value: unknown): boolean;
  errors?: readonly { readonly keyword: string }[] | null;
}
/** A field's `validate`: the keyword that fails, or `undefined`. A sealed answer was valid when it was sealed. */
export function validate(of: Validator): (value: unknown) => { readonly keyword: string } | undefined {
  return (value) => {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'sealed')) return undefined;
    if (of(value)) return undefined;
    // A list with an entry that lacks a part was answered: `required` says that nothing was.
    const keyword = of.errors?.[0]?.keyword ?? 'required';
    return { keyword: keyword === 'required' ? 'invalid' : keyword };
  };
}
