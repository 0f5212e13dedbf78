/** A json-logic expression taken apart for the checks: every operation with its place, every fact it reads. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { operationOf } from './emit/expression.ts';
import { isList, isObject } from './json-types.ts';
import type { Operator } from './operators/operator.ts';

export interface OperationNode {
  /** As it is written. */
  readonly name: string;
  /** What it is; undefined where no operator has that name. */
  readonly operator: Operator | undefined;
  readonly args: readonly Json[];
  /** The object that is the operation; its one key is the operator. */
  readonly node: JsonObject;
  /** The list of arguments where there is one: the holder of their places. */
  readonly argsHolder: object;
  readonly argKey: (i: number) => string | number;
  /** Inside a list operator `var` reads the item. */
  readonly inList: boolean;
}

/**
 * Operations of an expression, outermost first. With `strict`, an object with one key is taken for an operation even
 * when no operator has that name.
 */
export function operations(expression: Json, strict: boolean): readonly OperationNode[] {
  if (typeof expression !== 'object' || expression === null) return [];
  const known = strict ? strictly : loosely;
  let found = known.get(expression);
  if (!found) known.set(expression, (found = collected(expression, { strict, inList: false, into: [] })));
  return found;
}
/** Of every expression that was taken apart: dozens of checks ask for the same ones, and nobody changes them. */
const loosely = new WeakMap<object, readonly OperationNode[]>();
const strictly = new WeakMap<object, readonly OperationNode[]>();

interface Collecting {
  readonly strict: boolean;
  readonly inList: boolean;
  readonly into: OperationNode[];
}

function collected(expression: Json, how: Collecting): readonly OperationNode[] {
  const { strict, inList, into } = how;
  if (isList(expression)) {
    for (const item of expression) collected(item, how);
    return into;
  }
  if (!isObject(expression)) return into;
  const keys = Object.keys(expression);
  const [name = ''] = keys;
  const operator = operationOf(expression)?.operator;
  if (!operator && !(strict && keys.length === 1)) {
    for (const value of Object.values(expression)) collected(value, how);
    return into;
  }
  const given = expression[name] ?? null;
  const args = isList(given) ? given : [given];
  const argsHolder: object = isList(given) ? given : expression;
  into.push({ name, operator, args, node: expression, argsHolder, argKey: (i) => (isList(given) ? i : name), inList });
  for (const [i, arg] of args.entries())
    collected(arg, { ...how, inList: inList || (operator?.overItems === true && i === 1) });
  return into;
}

export interface Read {
  readonly path: string;
  readonly holder: object;
  readonly key: string | number;
}

/** Facts that an expression reads, where they stand; paths inside list operators name the item and are left out. */
export function* reads(expression: Json): Generator<Read> {
  for (const { name, operator, args, argsHolder, argKey, inList } of operations(expression, false)) {
    if (inList) continue;
    if (name === 'var' && typeof args[0] === 'string' && args[0] !== '')
      yield { path: args[0], holder: argsHolder, key: argKey(0) };
    const paths = operator?.names?.of(args);
    if (!paths) continue;
    const holder = paths === args ? argsHolder : paths;
    for (const [i, path] of paths.entries())
      if (typeof path === 'string') yield { path, holder, key: paths === args ? argKey(i) : i };
  }
}

/** A member of an item, read inside a list operator, and the fact that the list is. */
export interface ItemRead extends Read {
  readonly list: string;
}

/** What is read of the items of lists that are facts themselves: `{ "some": [{ "var": "answers.debts" }, …] }`. */
export function* itemReads(expression: Json): Generator<ItemRead> {
  for (const { operator, args, inList } of operations(expression, false)) {
    // An operator that content must not use is told of by itself.
    if (inList || operator?.overItems !== true || operator.stands !== undefined) continue;
    const from = isObject(args[0]) ? args[0]['var'] : undefined;
    const list = isList(from) ? from[0] : from;
    if (typeof list !== 'string' || list === '') continue;
    for (const inner of operations(args[1] ?? null, false)) {
      const [path] = inner.args;
      if (!inner.inList && inner.name === 'var' && typeof path === 'string' && path !== '')
        yield { list, path, holder: inner.argsHolder, key: inner.argKey(0) };
    }
  }
}
