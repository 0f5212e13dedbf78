/**
 * What is known about the value of an expression before anybody answers: its type, the values it can have, its range.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { operationOf } from '../emit/expression.ts';
import { isList, isObject, member, text } from '../json-types.ts';
import type { Sight } from '../uses.ts';
import type { Scene, World } from '../world.ts';
import { possible, rowsInForce } from './limits.ts';

export interface Known {
  /** JSON type, `number` for `integer`. */
  readonly type?: string;
  /** Values the fact can have, when they are listed. */
  readonly values?: readonly Json[];
  readonly format?: string;
  /** Both included. */
  readonly least?: number;
  readonly most?: number;
  readonly path?: string;
}

/** What the fields that ask an answer allow, by its path; answers that something else writes too are left out. */
export function askedOf(scene: Scene, world: World): ReadonlyMap<string, Known> {
  const found = new Map<string, Known>();
  for (const { field } of scene.uses.fields) {
    const path = `answers.${text(field['bind']) ?? ''}`;
    const before = found.get(path);
    const here = allowed(field, scene, world);
    found.set(path, before ? either(before, here) : here);
  }
  for (const { path } of scene.uses.sets) found.delete(path);
  return found;
}

function allowed(field: JsonObject, scene: Scene, world: World): Known {
  const values = isList(field['choices'])
    ? field['choices'].flatMap((choice) => member(choice, 'value') ?? [])
    : isList(field['enum'])
      ? field['enum']
      : undefined;
  const limits = (keys: readonly string[]): readonly number[] =>
    keys.flatMap((key) => (field[key] === undefined ? [] : (anywhere(field[key], scene, world) ?? [])));
  const least = limits(['minimum', 'exclusiveMinimum']);
  const most = limits(['maximum', 'exclusiveMaximum']);
  return {
    ...(values && { values }),
    ...(least.length > 0 && { least: Math.min(...least) }),
    ...(most.length > 0 && { most: Math.max(...most) }),
  };
}

/** What a limit may come to in any state; undefined when that is not known. */
function anywhere(limit: Json, scene: Scene, world: World): readonly number[] | undefined {
  if (typeof limit === 'number') return [limit];
  const found = rowsInForce(world).map(({ row }) => possible(limit, { values: scene.values, row }));
  return found.some((one) => one === undefined) ? undefined : found.flatMap((one) => one ?? []);
}

function either(a: Known, b: Known): Known {
  return {
    ...(a.values && b.values && { values: [...a.values, ...b.values] }),
    ...(a.least !== undefined && b.least !== undefined && { least: Math.min(a.least, b.least) }),
    ...(a.most !== undefined && b.most !== undefined && { most: Math.max(a.most, b.most) }),
  };
}

function plain(type: unknown): string | undefined {
  return type === 'integer' ? 'number' : typeof type === 'string' && type !== 'null' ? type : undefined;
}

export interface Knowing {
  readonly scene: Scene;
  readonly world: World;
  readonly sight: Sight;
  readonly asked: ReadonlyMap<string, Known>;
}
/**
 * What is known about an expression where it stands.
 * @param asked what `askedOf` gave for the scene
 */
export function knownOf(value: Json, { scene, world, sight, asked }: Knowing): Known {
  if (isList(value)) return { type: 'array' };
  if (!isObject(value)) return value === null ? {} : { type: typeof value };
  const operation = operationOf(value);
  if (!operation) return { type: 'object' };
  const { operator, args } = operation;
  const cell = operator.cell?.(args);
  if (cell) return columnOf(cell.column, world);
  if (operator.id !== 'var') return operator.gives === undefined ? {} : { type: operator.gives };
  const path = text(args[0]) ?? '';
  const found = scene.facts.find(path, sight);
  const schema: JsonObject | undefined = found.found ? found.schema : undefined;
  const own = path === 'route.flow' ? { values: flowsOf(world) } : (asked.get(path) ?? {});
  const values = isList(schema?.['enum']) ? schema['enum'] : own.values;
  const type = plain(schema?.['type']);
  const format = text(schema?.['format']);
  const { values: _values, ...range }: Known = own;
  return {
    path,
    ...(type !== undefined && { type }),
    ...(values && { values }),
    ...(format !== undefined && { format }),
    ...range,
  };
}

/** The flows that any brand has. */
function flowsOf({ brands }: World): readonly string[] {
  return [...new Set(Object.values(brands).flatMap(({ flows }) => Object.keys(flows)))];
}

/** The type of a column of the states' table, when all rows agree. */
function columnOf(key: string, world: World): Known {
  const types = new Set(
    rowsInForce(world)
      .map(({ row }) => key.split('.').reduce<Json | undefined>((at, part) => member(at, part), row))
      .map((value) =>
        value === undefined ? undefined : isList(value) ? 'array' : value === null ? 'null' : typeof value,
      ),
  );
  types.delete(undefined);
  const [only] = types;
  return types.size === 1 && only !== undefined && only !== 'null' ? { type: only } : {};
}
