/** Parsed JSON changed at one place, the rest untouched. */
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';

export type Path = readonly (string | number)[];
export interface Spot {
  readonly path: Path;
  readonly value: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** Every value below `value` with its path, itself first; lists and objects in their order. */
export function* spots(value: Json, path: Path = []): Generator<Spot> {
  yield { path, value };
  if (Array.isArray(value))
    for (const [index, item] of (value as readonly Json[]).entries()) yield* spots(item, [...path, index]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* spots(item, [...path, key]);
}

/** The value at a path; undefined when nothing stands there. */
export function valueAt(value: Json | undefined, path: Path): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(value)) return valueAt((value as readonly Json[])[Number(key)], rest);
  return isObject(value) && Object.hasOwn(value, key) ? valueAt(value[key], rest) : undefined;
}

/** The same with another value at a path; undefined takes the member or item away. */
export function put(value: Json, path: Path, given: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) {
    if (given === undefined) throw new Error('A whole file cannot be taken away by put(): leave it out of the files.');
    return given;
  }
  if (Array.isArray(value)) {
    const items = [...(value as readonly Json[])];
    const changed = rest.length === 0 ? given : put(items[Number(key)] ?? null, rest, given);
    return changed === undefined ? items.toSpliced(Number(key), 1) : items.toSpliced(Number(key), 1, changed);
  }
  const object = isObject(value) ? value : {};
  const changed = rest.length === 0 ? given : put(object[key] ?? {}, rest, given);
  if (changed === undefined) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  return { ...object, [key]: changed };
}

/** The same with two neighbours of a list exchanged. */
export function swapped(value: Json, list: Path, index: number): Json {
  const items = listOf(valueAt(value, list));
  const [one, other] = [items[index], items[index + 1]];
  if (one === undefined || other === undefined)
    throw new Error(`There are no items ${index} and ${index + 1} at ${list.join('/')}.`);
  return put(value, list, items.with(index, other).with(index + 1, one));
}
