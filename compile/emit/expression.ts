/**
 * Rules to closures: json-logic in, the text of a JavaScript expression over `f` (the facts) out. Nothing is evaluated from a string later: the text
 * becomes part of a module. Missing is unknown (`undefined`); see `compile/operators/truth.ts`.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { isList, isObject } from '../json-types.ts';
import { code, join, type Code, type Scope } from './code.ts';
import { OPERATORS } from './operators.ts';

export function compileExpression(expression: Json, scope: Scope): Code {
  if (isList(expression)) {
    const items = expression.map((item) => compileExpression(item, scope));
    return join(items, `[${items.map((item) => item.js).join(',')}]`);
  }
  if (!isObject(expression)) return code(JSON.stringify(expression));
  const keys = Object.keys(expression);
  const [name = ''] = keys;
  if (keys.length === 1 && Object.hasOwn(OPERATORS, name)) {
    const operator = OPERATORS[name];
    const given = expression[name] as Json;
    if (operator) return operator(isList(given) ? given : [given], scope, compileExpression);
  }
  return literal(expression, scope);
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

/** Whether this JSON is a call of an operator. */
export function isOperation(value: Json): boolean {
  const keys = isObject(value) ? Object.keys(value) : [];
  return keys.length === 1 && Object.hasOwn(OPERATORS, keys[0] ?? '');
}
