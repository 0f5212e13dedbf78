/**
 * The ways in which an operator is emitted and evaluated; both come of the one function of the kit that is given by its
 * name: `eager({ add })`.
 */
import type { Json } from '../../runtime/core/facts.ts';
import { code, join, type Code, type Scope } from '../emit/code.ts';
import { bounded, type Each } from '../kit/each.ts';
import type { Compile, Logic, Operator } from './operator.ts';

type Form = Pick<Operator, 'emit' | 'evaluate' | 'overItems'>;
type Kit<F> = Readonly<Record<string, F>>;

/** The one function of a record, with its name. */
function only<F>(kit: Kit<F>): readonly [name: string, of: F] {
  const [first, ...more] = Object.entries(kit);
  if (!first || more.length > 0) throw new Error('An operator has one function of the kit: write eager({ add }).');
  return first;
}

const compiled = (args: readonly Json[], scope: Scope, compile: Compile): Code[] =>
  args.map((arg) => compile(arg, scope));

/** A call of the kit with what the parts come to. */
export const call = (name: string, parts: readonly Code[]): Code =>
  join(parts, `k.${name}(${parts.map((part) => part.js).join(',')})`);

/** Its operands are evaluated first. */
export function eager(kit: Kit<(...values: never[]) => unknown>): Form {
  const [name, of] = only(kit);
  return {
    emit: (args, scope, compile) => call(name, compiled(args, scope, compile)),
    evaluate: (operands, around) => of(...(operands.map(around.of) as never[])),
  };
}

/** It decides which operands are evaluated. */
export function lazy(kit: Kit<(...parts: (() => unknown)[]) => unknown>): Form {
  const [name, of] = only(kit);
  return {
    emit: (args, scope, compile) => {
      const parts = compiled(args, scope, compile);
      return join(parts, `k.${name}(${parts.map(({ js }) => `()=>${js.startsWith('{') ? `(${js})` : js}`).join(',')})`);
    },
    evaluate: (operands, around) => of(...operands.map((operand) => () => around.of(operand))),
  };
}

/** It goes over a list; inside its second operand `var` reads the item. */
export function each(kit: Kit<(list: unknown, of: Each) => unknown>): Form {
  const [name, of] = only(kit);
  return {
    overItems: true,
    emit: ([list, logic = null], scope, compile) => {
      const over = compile(list ?? null, scope);
      const item = `i${scope.depth}`;
      const inner = compile(logic, { ...scope, data: item, depth: scope.depth + 1 });
      const from = scope.policy === 'json-logic' ? `k.listOrEmpty(${over.js})` : over.js;
      return join([over, inner], `k.${name}(${from},${item}=>(${inner.js}))`, true);
    },
    evaluate: ([list, logic = null], { of: value, over }) =>
      bounded(() => of(value(list ?? null), (item) => over(logic, item))),
  };
}

/** The segments of a path as a hoisted constant. */
export function segments(path: string, scope: Scope): string {
  return scope.hoist('p', JSON.stringify(path.split('.')));
}
/** What is read at a path, where `var` reads the facts. */
export function readsOf(path: string, scope: Scope): readonly string[] {
  return scope.data === 'f' ? [path] : [];
}

const cut = new Map<unknown, readonly string[]>();
/** The names of a path; each path is cut once. */
export function cutPath(path: unknown): readonly string[] {
  let names = cut.get(path);
  if (!names) cut.set(path, (names = String(path).split('.')));
  return names;
}

/** `["path", value]` pairs; sealed answers count as there. */
export function named(paths: readonly Json[], scope: Scope): Code {
  const parts = paths.map((path) => {
    const name = String(path);
    if (scope.data === 'f' && name.startsWith('values.')) {
      const value = scope.value(name.slice('values.'.length));
      return join([value], `[${JSON.stringify(name)},${value.js}]`);
    }
    return code(`[${JSON.stringify(name)},k.raw(${scope.data},${segments(name, scope)})]`, readsOf(name, scope));
  });
  return join(parts, parts.map((part) => part.js).join(','));
}

/** Operands given one by one or as one list. */
export const flat = <T>(operands: readonly T[]): readonly T[] =>
  Array.isArray(operands[0]) ? (operands[0] as readonly T[]) : operands;

export const isNumber = (operand: Logic): operand is number => typeof operand === 'number';
