/**
 * Reading facts. Own properties only: `constructor` and `__proto__` read as missing.
 * Missing (`undefined`, `null`) is unknown; a sealed value is there, but rules cannot see it (law 9).
 */
export type Known = unknown;

/** The value at a path of own properties, or `undefined`. */
export function raw(root: unknown, path: readonly string[]): Known {
  let at: unknown = root;
  for (const key of path) {
    if (at === null || at === undefined) return undefined;
    const value: unknown = (at as Record<string, unknown>)[key];
    // What is inherited is a function, but for one name; to ask each value whether it is its own took most of a rule.
    if ((typeof value === 'function' || key === '__proto__') && !Object.hasOwn(Object(at), key)) return undefined;
    at = value;
  }
  return at === null ? undefined : at;
}

/** Whether a value is what the owner gets back of a sealed answer: `{ "sealed": "1234" }`. */
export function isSealed(value: unknown): value is { readonly sealed: string } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'sealed');
}

/** What a rule sees of what stands somewhere. */
export function seen(value: unknown): Known {
  return typeof value === 'object' && (value === null || Object.hasOwn(value, 'sealed')) ? undefined : value;
}

/** What a rule sees at a path. */
export function get(root: unknown, path: readonly string[], fallback?: unknown): Known {
  const value = raw(root, path);
  return value === undefined ? fallback : seen(value);
}

/** Whether something is there: not missing, not the empty text, not the empty list. */
export function there(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
