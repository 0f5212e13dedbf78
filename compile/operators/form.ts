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

/** What a decision among truths is written as. */
interface Decision {
  /** JavaScript's own operator where no part but the last may be unknown. */
  readonly plain?: '&&' | '||';
  /** What a function of the facts, `f`, gives that evaluates the parts in turn; `u` and `v` are its own. */
  readonly body: (parts: readonly string[]) => string;
  /** Which parts must be truths for it; all of them where nothing is said. */
  readonly decides?: (place: number, count: number) => boolean;
  /** Whether it may come to nothing, and so to no truth, though all of its parts are truths. */
  readonly isOpen?: (count: number) => boolean;
}

/**
 * It decides which operands are evaluated. Over the facts it is a function of its own, since to make a closure of each
 * operand takes longer than most of what is asked; else the function of the kit is given closures.
 */
export function lazy(
  kit: Kit<(...parts: (() => unknown)[]) => unknown>,
  { plain, body, decides, isOpen }: Decision,
): Form {
  const [name, of] = only(kit);
  return {
    emit: (args, scope, compile) => {
      const parts = compiled(args, scope, compile);
      const isTruth = isOpen?.(parts.length) !== true && parts.every((part) => part.isTruth);
      const isDecided = parts.every((part, place) => part.isTruth || decides?.(place, parts.length) === false);
      const isKnown = isTruth && parts.every((part) => part.isKnown);
      if (plain && isTruth && parts.slice(0, -1).every((part) => part.isKnown))
        return { ...join(parts, `(${parts.map(({ js }) => js).join(plain)})`), isTruth, isKnown };
      const bare = parts.map(({ js }) => (js.startsWith('{') ? `(${js})` : js));
      const js =
        isDecided && scope.policy === 'unknown' && scope.data === 'f'
          ? `${scope.hoist('d', `(f,u,v)=>${body(bare)}`)}(f)`
          : `k.${name}(${bare.map((part) => `()=>${part}`).join(',')})`;
      return { ...join(parts, js), isTruth };
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

/** Where a name is inherited, not to be read without asking whether it is the value's own: `constructor`, `length`. */
const inherits = [Object, Array, String, Number, Boolean].map(({ prototype }): object => prototype);

/**
 * Code that reads what stands at a path, `null` included, at once and not name by name. Undefined for a path with a
 * name that is inherited.
 */
export function reading(path: string, { policy, data }: Scope): string | undefined {
  const names = path.split('.');
  if (policy !== 'unknown' || names.some((name) => inherits.some((all) => name in all))) return undefined;
  const read = names.map((name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `[${JSON.stringify(name)}]`));
  return `${data}?.${read.join('?.')}`;
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
