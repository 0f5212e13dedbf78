/** Comparisons: of like types only, and only with values the fact can have. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isOperation } from '../emit/expression.ts';
import { operations } from '../expression-nodes.ts';
import { isList, isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { Sight } from '../uses.ts';
import type { Scene } from '../world.ts';
import { at, type Check } from './check.ts';

const COMPARE = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=']);
const ORDER = new Set(['<', '<=', '>', '>=']);
const RESULTS: Readonly<Record<string, string>> = { yearsBetween: 'number', daysBetween: 'number', addDays: 'string', cat: 'string', substr: 'string', '+': 'number', '-': 'number', '*': 'number', '/': 'number', '%': 'number', min: 'number', max: 'number', and: 'boolean', '!': 'boolean', '!!': 'boolean', rule: 'boolean', answered: 'boolean', agreedToAll: 'boolean', in: 'boolean', matches: 'boolean', validSsn: 'boolean', validRoutingNumber: 'boolean', notPoBox: 'boolean' };

interface Known {
  readonly type?: string;
  /** Values the fact can have, when they are listed. */
  readonly values?: readonly Json[];
  readonly path?: string;
}

function plain(type: unknown): string | undefined {
  return type === 'integer' ? 'number' : typeof type === 'string' && type !== 'null' ? type : undefined;
}

function typeOf(value: Json, scene: Scene, sight: Sight, choices: ReadonlyMap<string, readonly Json[]>): Known {
  if (isList(value)) return { type: 'array' };
  if (!isObject(value)) return value === null ? {} : { type: typeof value };
  if (!isOperation(value)) return {};
  const name = Object.keys(value)[0] ?? '';
  const given = value[name];
  if (name !== 'var') return RESULTS[name] === undefined ? {} : { type: RESULTS[name] };
  const path = text(isList(given) ? given[0] : given) ?? '';
  const found = scene.facts.find(path, sight);
  const schema: JsonObject | undefined = found.found ? found.schema : undefined;
  const values = isList(schema?.['enum']) ? schema['enum'] : choices.get(path);
  const type = plain(schema?.['type']);
  return { path, ...(type === undefined ? {} : { type }), ...(values ? { values } : {}) };
}

/** Answer path to the values that the fields bound to it offer, when every one of them lists its choices. */
function offered(scene: Scene): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[] | undefined>();
  for (const { field } of scene.uses.fields) {
    const path = `answers.${text(field['bind']) ?? ''}`;
    const own = isList(field['choices']) ? field['choices'].flatMap((choice) => member(choice, 'value') ?? []) : isList(field['enum']) ? [...field['enum']] : undefined;
    const known = found.get(path);
    found.set(path, own === undefined || (found.has(path) && known === undefined) ? undefined : [...(known ?? []), ...own]);
  }
  return new Map([...found].flatMap(([path, values]) => (values ? [[path, values] as const] : [])));
}

export const comparisons: Check = {
  *scene(scene) {
    const choices = offered(scene);
    for (const use of scene.uses.expressions) {
      for (const { name, args, argsHolder, argKey, inList, node } of operations(use.expression, false)) {
        if (inList || !(COMPARE.has(name) || name === 'in')) continue;
        const sides = args.map((arg) => typeOf(arg, scene, use.sight, choices));
        const [a, b] = sides;
        if (COMPARE.has(name)) {
          if (a?.type !== undefined && b?.type !== undefined && a.type !== b.type) yield at(node, name, `This compares ${a.type}${a.path ? ` (${a.path})` : ''} with ${b.type}${b.path ? ` (${b.path})` : ''}: it can never hold.`, 'Compare values of one type.');
          if (ORDER.has(name)) for (const side of sides) if (side.type === 'boolean' || side.type === 'object' || side.type === 'array') yield at(node, name, `"${name}" cannot order ${side.type}.`, 'Compare numbers, texts or dates.');
        }
        const fact = sides.find((side) => side.values);
        if (!fact?.values) continue;
        const constants = name === 'in' ? (sides[0]?.values && isList(args[1]) ? args[1].map((value, i) => ({ value, holder: args[1] as object, key: i as string | number })) : []) : args.map((value, i) => ({ value, holder: argsHolder, key: argKey(i) }));
        for (const { value, holder, key } of constants) {
          if (isObject(value) || isList(value) || value === null || ORDER.has(name) || fact.values.includes(value)) continue;
          yield at(holder, key, `"${fact.path}" can never be ${JSON.stringify(value)}.`, didYouMean(String(value), fact.values.map(String), `Its values: ${list(fact.values).map(String).join(', ')}.`));
        }
      }
    }
  },
};
