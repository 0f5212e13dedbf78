/**
 * Rules to closures: json-logic in, the text of a JavaScript expression over `f` (the facts) out. Nothing is evaluated
 * from a string later: the text becomes part of a module. Missing is unknown (`undefined`); see `compile/kit/truth.ts`.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { isList, isObject } from '../json-types.ts';
import { code, join, type Code, type Scope } from './code.ts';
import { OPERATORS } from '../operators/index.ts';
import type { Operator } from '../operators/operator.ts';

export function compileExpression(expression: Json, scope: Scope): Code {
  if (isList(expression)) {
    const items = expression.map((item) => compileExpression(item, scope));
    return join(items, `[${items.map((item) => item.js).join(',')}]`);
  }
  if (!isObject(expression)) {
    const isTruth = typeof expression === 'boolean';
    return { ...code(JSON.stringify(expression)), isTruth, isKnown: isTruth };
  }
  const operation = operationOf(expression);
  if (!operation) return literal(expression, scope);
  const { operator, args } = operation;
  return { isTruth: operator.gives === 'boolean', ...operator.emit(args, scope, compileExpression) };
}

function literal(expression: Readonly<Record<string, Json>>, scope: Scope): Code {
  const members = Object.entries(expression).map(([key, value]) => [key, compileExpression(value, scope)] as const);
  const js = members
    .map(([key, value]) => `${key === '__proto__' ? '["__proto__"]' : JSON.stringify(key)}:${value.js}`)
    .join(',');
  return join(
    members.map(([, value]) => value),
    scope.policy === 'unknown' ? `k.object({${js}})` : `({${js}})`,
  );
}

export interface Operation {
  readonly operator: Operator;
  readonly args: readonly Json[];
  /** The list of arguments where there is one, else the operation: the holder of their places. */
  readonly holder: object;
  readonly keyOf: (place: number) => string | number;
}
/** The operator and arguments of an operation; undefined for what is none. */
export function operationOf(value: Json): Operation | undefined {
  if (!isObject(value)) return undefined;
  const [name, ...more] = Object.keys(value);
  const operator = name === undefined || more.length > 0 ? undefined : OPERATORS.get(name);
  if (!operator || name === undefined) return undefined;
  const given = value[name] ?? null;
  return isList(given)
    ? { operator, args: given, holder: given, keyOf: (place) => place }
    : { operator, args: [given], holder: value, keyOf: () => name };
}

/** Whether this JSON is a call of an operator. */
export const isOperation = (value: Json): boolean => operationOf(value) !== undefined;
