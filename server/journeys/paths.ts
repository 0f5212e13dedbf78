import type { Json, JsonObject, Path } from '../../runtime/core/facts.ts';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a dotted path, own properties only. */
export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value: Json | undefined = root;
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** A copy of `root` with the value at a dotted path; objects on the way are made. */
export function withValue(root: JsonObject, path: Path, value: Json): JsonObject {
  const [key, ...rest] = path.split('.');
  if (key === undefined || !isPlainName(key)) throw new Error(`Not a path below answers: "${path}".`);
  if (rest.length === 0) return { ...root, [key]: value };
  const inner = Object.hasOwn(root, key) ? root[key] : undefined;
  return { ...root, [key]: withValue(isObject(inner) ? inner : {}, rest.join('.'), value) };
}

/** Every leaf below `root` by path; an array or an object that `stop` takes is a leaf. */
export function* leaves(
  root: JsonObject,
  stop: (value: Json) => boolean = () => false,
  prefix = '',
): Generator<readonly [Path, Json]> {
  for (const [key, value] of Object.entries(root)) {
    const path = prefix + key;
    if (isObject(value) && !stop(value)) yield* leaves(value, stop, `${path}.`);
    else yield [path, value];
  }
}

/** A key that may stand in a path: never one that reaches the prototype. */
export function isPlainName(key: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(key) && key !== '__proto__' && key !== 'constructor' && key !== 'prototype';
}

/** Same JSON, whatever the order of keys. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((one: Json, at) => sameJson(one, b[at] as Json))
    );
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
