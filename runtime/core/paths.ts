/** Reading and writing JSON by dotted path: own properties only, structural sharing, inputs never changed. */
import type { Json, JsonObject, Path } from './facts.ts';
import { isSealed } from './sealed.ts';

const cut = new Map<Path, readonly string[]>();
/** More than all definitions have; on a server a path may be anybody's, and their number has no end. */
const mostCut = 10_000;

/** The segments of a dotted path. */
export function segments(path: Path): readonly string[] {
  let found = cut.get(path);
  if (!found) {
    found = path.split('.');
    if (cut.size >= mostCut) cut.clear();
    cut.set(path, found);
  }
  return found;
}

/** True for a plain JSON object (not null, not a list). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own property `key`, or undefined when there is none. */
export function own<T>(table: { readonly [key: string]: T }, key: string): T | undefined {
  const value = table[key];
  // What is inherited is a function, but for one name: to ask each value whether it is its own took a third of a walk.
  return (typeof value !== 'function' && key !== '__proto__') || Object.hasOwn(table, key) ? value : undefined;
}

/** The value at `path` below `root`; undefined when any step of the way is missing. */
export function get(root: Json | undefined, path: Path): Json | undefined {
  return getBy(root, segments(path));
}

/** The same for a path that is cut already. */
export function getBy(root: Json | undefined, way: readonly string[]): Json | undefined {
  let value = root;
  for (const segment of way) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = own(value as JsonObject, segment);
  }
  return value;
}

/** A copy of `root` with `value` at `path`; objects off the way are shared. The same object when nothing changes. */
export function set(root: JsonObject, path: Path, value: Json): JsonObject {
  const way = segments(path);
  const place = (at: JsonObject, index: number): JsonObject => {
    const key = way[index] as string;
    if (key === '__proto__')
      throw new Error('An answer path must not hold "__proto__"; the definition that declares it is wrong.');
    const old = own(at, key);
    const next = index === way.length - 1 ? value : place(isObject(old) ? old : {}, index + 1);
    return next === old ? at : { ...at, [key]: next };
  };
  return place(root, 0);
}

/** A copy of `root` without the value at `path`; objects that become empty go too. */
export function drop(root: JsonObject, path: Path): JsonObject {
  const way = segments(path);
  const remove = (at: JsonObject, index: number): JsonObject => {
    const key = way[index] as string;
    if (index < way.length - 1) {
      const next = remove(at[key] as JsonObject, index + 1);
      if (Object.keys(next).length > 0) return { ...at, [key]: next };
    }
    const { [key]: _, ...rest } = at;
    return rest;
  };
  return get(root, path) === undefined ? root : remove(root, 0);
}

/** `set`, or `drop` when there is no value. */
export function put(root: JsonObject, path: Path, value: Json | undefined): JsonObject {
  return value === undefined ? drop(root, path) : set(root, path, value);
}

/** Deep equality of JSON values; the order of keys does not matter. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((value, index) => same(value, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** Every leaf of `root` as [path, value]; lists are leaves. */
export function leaves(root: JsonObject, below = ''): readonly (readonly [Path, Json])[] {
  return Object.entries(root).flatMap(([key, value]) => {
    const path = below === '' ? key : `${below}.${key}`;
    return isObject(value) && Object.keys(value).length > 0 && !isSealed(value)
      ? leaves(value, path)
      : [[path, value] as const];
  });
}

/** The members of an object that are kept, by name and value. */
export const filtered = <T>(
  all: Readonly<Record<string, T>>,
  keeps: (name: string, value: T) => boolean,
): Record<string, T> => Object.fromEntries(Object.entries(all).filter(([name, value]) => keeps(name, value)));
