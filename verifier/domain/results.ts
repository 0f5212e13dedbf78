/**
 * What a call may bring: for every member that some rule reads a value of each class, missing where nobody guarantees
 * it, and lists of every length up to the last item read.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { valuesOf, type Classes } from './classes.ts';
import { sampleOf } from './sample.ts';
import { isGuaranteed, schemaAt, shapeFrom } from './schema.ts';
import { fits } from './shape.ts';

/** Results of one call that are tried at most. */
const MOST = 2_000;

export interface Variants {
  readonly values: readonly Json[];
  /** Every combination is among them. */
  readonly complete: boolean;
}

/**
 * @param root path of the result among the facts
 * @param read paths of facts that some rule reads
 */
export function variants(
  schema: JsonObject,
  root: string,
  { read, classes }: { readonly read: readonly string[]; readonly classes: Classes },
): Variants {
  const ways = read
    .filter((path) => path.startsWith(`${root}.`))
    .map((path) => path.slice(root.length + 1).split('.'))
    .sort((a, b) => a.length - b.length);
  let found: readonly Json[] = [sampleOf(schema)[0] ?? null];
  let complete = true;
  const widen = (more: (one: Json) => readonly Json[]): void => {
    const next = new Map(found.flatMap(more).map((one) => [JSON.stringify(one), one] as const));
    if (next.size > MOST) complete = false;
    found = [...next.values()].slice(0, MOST);
  };
  for (const [list, last] of lastIndexes(ways)) {
    const way = list.split('.').filter((name) => name !== '');
    const items = schemaAt(schema, [...way, '0']);
    const item = items ? (sampleOf(items)[0] ?? null) : null;
    widen((one) =>
      isThere(one, way)
        ? Array.from({ length: last + 2 }, (_, length) =>
            put(
              one,
              way,
              Array.from({ length }, () => item),
            ),
          )
        : [one],
    );
  }
  for (const way of ways) {
    const inner = schemaAt(schema, way);
    if (!inner) continue;
    const parent = way.slice(0, -1);
    const name = way.at(-1) ?? '';
    const optional = way.some((one, index) => !isIndex(one) && !isSureAt(schema, way.slice(0, index), one));
    const values = alternatives(inner, `${root}.${way.join('.')}`, classes);
    widen((one) => {
      if (!holds(one, parent, name)) return [one];
      return [
        ...(values.length > 0 ? values.map((value) => put(one, way, value)) : [one]),
        ...(optional ? [put(one, way, null)] : []),
      ];
    });
  }
  return { values: found, complete };
}

const isIndex = (name: string): boolean => /^\d+$/.test(name);

function isSureAt(schema: JsonObject, parent: readonly string[], name: string): boolean {
  const around = schemaAt(schema, parent);
  return around !== undefined && isGuaranteed(around, [name]);
}

/** Values of a member that differ for some rule; none where any stands for all. */
function alternatives(schema: JsonObject, path: string, classes: Classes): readonly Json[] {
  const shape = shapeFrom(schema);
  if (shape.type === 'object') return [];
  if (shape.type === 'array') return [[], sampleOf(schema)[0] ?? []];
  return valuesOf(classes.of(path)).filter((value) => fits(value, shape));
}

/** Whether a member can stand there: what holds it is there, and is a list that is long enough. */
function holds(root: Json, parent: readonly string[], name: string): boolean {
  const at = valueAt(root, parent);
  return Array.isArray(at) ? Number(name) < at.length : typeof at === 'object' && at !== null;
}
const isThere = (root: Json, way: readonly string[]): boolean => holds(root, way.slice(0, -1), way.at(-1) ?? '');

function valueAt(root: Json, way: readonly string[]): Json | undefined {
  let at: Json | undefined = root;
  for (const name of way)
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, Json>>)[name] : undefined;
  return at;
}

function put(into: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  if (Array.isArray(into))
    return into.map((one: Json, index) => (String(index) === name ? put(one, rest, value) : one));
  const at: JsonObject = typeof into === 'object' && into !== null ? (into as JsonObject) : {};
  return { ...at, [name]: put(at[name] ?? null, rest, value) };
}

/**
 * Lists of which some rule reads an item, with the last index read: a list may have any length up to it and one more.
 */
function lastIndexes(ways: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const way of ways)
    for (const [index, name] of way.entries())
      if (isIndex(name)) {
        const list = way.slice(0, index).join('.');
        found.set(list, Math.max(found.get(list) ?? 0, Number(name)));
      }
  return found;
}
