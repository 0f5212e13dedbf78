/** Operator name to the code of its call. An open table: an operator is a file in `compile/operators/` and a row here. */
import type { Json } from '../../runtime/core/facts.ts';
import { isList } from '../json-types.ts';
import { code, join, type Code, type Scope } from './code.ts';

type Compile = (expression: Json, scope: Scope) => Code;
/** `compile` is handed in: the compiler of expressions knows this table, and the table does not know the compiler. */
type Operator = (args: readonly Json[], scope: Scope, compile: Compile) => Code;

const compileAll = (args: readonly Json[], scope: Scope, compile: Compile): Code[] =>
  args.map((arg) => compile(arg, scope));

/** An operator whose arguments are evaluated first. */
const eager =
  (kit: string): Operator =>
  (args, scope, compile) => {
    const parts = compileAll(args, scope, compile);
    return join(parts, `k.${kit}(${parts.map((part) => part.js).join(',')})`);
  };
/** An operator that decides which arguments to evaluate. */
const lazy =
  (kit: string): Operator =>
  (args, scope, compile) => {
    const parts = compileAll(args, scope, compile);
    return join(
      parts,
      `k.${kit}(${parts.map((part) => `()=>${part.js.startsWith('{') ? `(${part.js})` : part.js}`).join(',')})`,
    );
  };
/** A list operator: inside it `var` reads the item. */
const each =
  (kit: string): Operator =>
  ([list, logic = null], scope, compile) => {
    const over = compile(list ?? null, scope);
    const item = `i${scope.depth}`;
    const inner = compile(logic, { ...scope, data: item, depth: scope.depth + 1 });
    const from = scope.policy === 'json-logic' ? `k.listOrEmpty(${over.js})` : over.js;
    return join([over, inner], `k.${kit}(${from},${item}=>(${inner.js}))`, true);
  };

/** The segments of a path as a hoisted constant. */
function segments(path: string, scope: Scope): string {
  return scope.hoist('p', JSON.stringify(path.split('.')));
}
function readsOf(path: string, scope: Scope): string[] {
  return scope.data === 'f' ? [path] : [];
}
const readVar: Operator = (args, scope, compile) => {
  const [path = '', fallback] = args;
  if (scope.policy === 'json-logic') {
    const parts = compileAll(args, scope, compile);
    return join(parts, `k.varOrNull(${[scope.data, ...parts.map((part) => part.js)].join(',')})`);
  }
  const name = String(path);
  if (name === '') return code(scope.data);
  if (scope.data === 'f' && name.startsWith('values.')) return scope.value(name.slice('values.'.length));
  const otherwise = fallback === undefined ? undefined : compile(fallback, scope);
  const js = `k.get(${scope.data},${segments(name, scope)}${otherwise ? `,${otherwise.js}` : ''})`;
  return join([code('', readsOf(name, scope)), ...(otherwise ? [otherwise] : [])], js);
};
/** `["path", value]` pairs for `missing`; sealed answers count as there. */
function named(paths: readonly Json[], scope: Scope): Code {
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
const missing: Operator = (args, scope, compile) => {
  if (scope.policy === 'json-logic') {
    const parts = compileAll(args, scope, compile);
    return join(parts, `k.missingIn(${[scope.data, ...parts.map((part) => part.js)].join(',')})`);
  }
  const names = named(isList(args[0]) ? args[0] : args, scope);
  return join([names], `k.missing(${names.js})`);
};
const missingSome: Operator = (args, scope, compile) => {
  if (scope.policy === 'json-logic') {
    const parts = compileAll(args, scope, compile);
    return join(parts, `k.missingSomeIn(${[scope.data, ...parts.map((part) => part.js)].join(',')})`);
  }
  const [count = 1, paths = []] = args;
  const names = named(isList(paths) ? paths : [paths], scope);
  return join([names], `k.missingSome(${[JSON.stringify(count), names.js].filter(Boolean).join(',')})`);
};
const answered: Operator = ([path = ''], scope) =>
  code(`k.answered(${scope.data},${segments(String(path), scope)})`, readsOf(String(path), scope));
const agreedToAll: Operator = (args, scope, compile) => {
  const [names = null, map] = args;
  if (map !== undefined && typeof map !== 'string') {
    const parts = compileAll([names, map], scope, compile);
    return join(parts, `k.agreedToNamed(${parts.map((part) => part.js).join(',')})`);
  }
  const paths = isList(args[0]) ? args[0] : args;
  const parts = paths.map((path) => readVar([path], scope, compile));
  return join(parts, `k.agreedToAll(${parts.map((part) => part.js).join(',')})`);
};
const lookup: Operator = ([table = '', row = null, key = ''], scope, compile) => {
  const from = compile(row, scope);
  return join(
    [from, code('', [`compliance.${String(table)}`])],
    `k.lookup(f,${JSON.stringify(table)},${from.js},${JSON.stringify(key)})`,
  );
};
const reduce: Operator = ([list = null, logic = null, initial], scope, compile) => {
  const over = compile(list, scope);
  const item = `i${scope.depth}`;
  const inner = compile(logic, { ...scope, data: item, depth: scope.depth + 1 });
  const start = compile(initial ?? null, scope);
  return join([over, inner, start], `k.reduce(${over.js},${item}=>(${inner.js}),${start.js})`, true);
};

export const OPERATORS: Readonly<Record<string, Operator>> = {
  var: readVar,
  rule: ([name], scope) => scope.rule(String(name)),
  missing,
  missing_some: missingSome,
  answered,
  agreedToAll,
  lookup,
  and: lazy('and'),
  or: lazy('or'),
  if: lazy('when'),
  '?:': lazy('when'),
  '!': eager('not'),
  '!!': eager('truth'),
  '==': eager('eq'),
  '!=': eager('ne'),
  '===': eager('same'),
  '!==': eager('differs'),
  '>': eager('gt'),
  '>=': eager('ge'),
  '<': eager('lt'),
  '<=': eager('le'),
  in: eager('within'),
  cat: eager('cat'),
  substr: eager('substr'),
  '+': eager('add'),
  '-': eager('subtract'),
  '*': eager('multiply'),
  '/': eager('divide'),
  '%': eager('remainder'),
  min: eager('min'),
  max: eager('max'),
  merge: eager('merge'),
  map: each('map'),
  filter: each('filter'),
  all: each('all'),
  some: each('some'),
  none: each('none'),
  reduce,
  yearsBetween: eager('yearsBetween'),
  daysBetween: eager('daysBetween'),
  addDays: eager('addDays'),
  matches: eager('matches'),
  validRoutingNumber: eager('validRoutingNumber'),
  validSsn: eager('validSsn'),
  notPoBox: eager('notPoBox'),
};
