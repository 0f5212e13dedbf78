/** Small helpers over parsed JSON. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}
/** The own member of an object, or `undefined`. */
export function member(value: unknown, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
export function list(value: unknown): readonly Json[] {
  return isList(value) ? value : [];
}
export function entries(value: unknown): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}
/** The same JSON gives the same text, whatever the order of its keys. */
export function canonical(value: unknown): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
    .join(',')}}`;
}
