/**
 * Rules to closures: json-logic in, the text of a JavaScript expression over `f` (the facts) out. Nothing is evaluated from a string later: the text
 * becomes part of a module. Missing is unknown (`undefined`); see `compile/operators/truth.ts`.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { isList, isObject } from '../json-types.ts';
import { OPERATORS } from './operators.ts';

export interface Code {
  readonly js: string;
  /** Fact paths it may read, named rules and values unfolded. */
  readonly reads: ReadonlySet<string>;
  /** Whether it goes over a list and so needs the step budget. */
  readonly loops: boolean;
}

/** What an expression stands in. */
export interface Scope {
  /** `json-logic` is for the published compatibility suite only: missing is `null`, computed `var` and `reduce` exist. */
  readonly policy: 'unknown' | 'json-logic';
  /** The JavaScript name of the data that `var` reads: the facts, or the item inside a list operator. */
  readonly data: string;
  readonly depth: number;
  hoist(prefix: string, expression: string): string;
  rule(name: string): Code;
  value(name: string): Code;
}

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
    if (operator) return operator(isList(given) ? given : [given], scope);
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

export function code(js: string, reads: Iterable<string> = [], loops = false): Code {
  return { js, reads: new Set(reads), loops };
}
/** Code made of parts: it reads what they read. */
export function join(parts: readonly Code[], js: string, loops = false): Code {
  return {
    js,
    reads: new Set(parts.flatMap((part) => [...part.reads])),
    loops: loops || parts.some((part) => part.loops),
  };
}
/** Whether this JSON is a call of an operator. */
export function isOperation(value: Json): boolean {
  const keys = isObject(value) ? Object.keys(value) : [];
  return keys.length === 1 && Object.hasOwn(OPERATORS, keys[0] ?? '');
}
