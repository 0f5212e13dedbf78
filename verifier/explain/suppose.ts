/** Facts that are only supposed: the same facts with one of them other. */

/** The value at a dotted path; undefined when there is none. */
export function read(facts: object, path: string): unknown {
  let at: unknown = facts;
  for (const key of path.split('.'))
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Readonly<Record<string, unknown>>)[key]
        : undefined;
  return at;
}

/** The facts with another value at the path; undefined takes it away. The facts handed in stay as they are. */
export function given<T extends object>(facts: T, path: string, value: unknown): T {
  return put(facts, path.split('.'), value) as T;
}

function put(at: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const copy: Record<string, unknown> = typeof at === 'object' && at !== null ? { ...at } : {};
  if (rest.length > 0) copy[key] = put(copy[key], rest, value);
  else if (value === undefined) delete copy[key];
  else copy[key] = value;
  return copy;
}
