/**
 * json-logic's own meaning of missing (`null`), of `var` with a computed path and of `reduce`. Content never compiles to these; they exist so that the
 * whole published compatibility suite runs through the same compiler (`policy: 'json-logic'`), which is what makes it an oracle.
 */
import { there } from './read.ts';

/** `var` with json-logic's `null` for missing; own properties only here too. */
export function varOrNull(data: unknown, path: unknown, fallback: unknown = null): unknown {
  if (path === undefined || path === null || path === '') return data ?? null;
  let at = data;
  for (const key of String(path).split('.')) {
    if (at === null || at === undefined || !Object.hasOwn(Object(at), key)) return fallback ?? null;
    at = (at as Record<string, unknown>)[key];
  }
  return at === undefined ? fallback : at;
}
export function missingIn(data: unknown, ...keys: unknown[]): unknown[] {
  const list: unknown[] = Array.isArray(keys[0]) ? keys[0] : keys;
  return list.filter((key) => {
    const value = varOrNull(data, key);
    return value === null || value === '';
  });
}
export function missingSomeIn(data: unknown, count: unknown, keys: unknown): unknown[] {
  const list = Array.isArray(keys) ? keys : [keys];
  const gone = missingIn(data, list);
  return list.length - gone.length >= Number(count) ? [] : gone;
}
export function reduce(
  list: unknown,
  each: (scope: { current: unknown; accumulator: unknown }) => unknown,
  initial: unknown = null,
): unknown {
  if (!Array.isArray(list)) return initial;
  return list.reduce((accumulator: unknown, current: unknown) => each({ current, accumulator }), initial);
}
/** In json-logic a list operator over what is no list sees the empty list. */
export function listOrEmpty(value: unknown): unknown {
  return there(value) && Array.isArray(value) ? value : [];
}
