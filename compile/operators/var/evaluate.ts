/**
 * `var` with json-logic's `null` for missing and its computed path; own properties only here too. For json-logic's own
 * suite: content reads by `get`.
 */
export function varOrNull(data: unknown, path: unknown, fallback: unknown = null): unknown {
  if (path === undefined || path === null || path === '') return data ?? null;
  let at = data;
  for (const key of String(path).split('.')) {
    if (at === null || at === undefined || !Object.hasOwn(Object(at), key)) return fallback ?? null;
    at = (at as Record<string, unknown>)[key];
  }
  return at === undefined ? fallback : at;
}
