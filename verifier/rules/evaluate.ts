/** json-logic over facts, read instead of compiled: for asking a part of a rule, or a rule over facts that are only supposed. */
import {
  add,
  cat,
  divide,
  max,
  min,
  multiply,
  remainder,
  substr,
  subtract,
} from '../../compile/operators/arithmetic.ts';
import { differs, eq, ge, gt, le, lt, ne, same, within } from '../../compile/operators/compare.ts';
import { addDays, daysBetween, yearsBetween } from '../../compile/operators/dates.ts';
import { all, bounded, filter, map, merge, none, object, some } from '../../compile/operators/lists.ts';
import { lookup } from '../../compile/operators/lookup.ts';
import { matches } from '../../compile/operators/matches.ts';
import {
  agreedToAll,
  agreedToNamed,
  answered,
  missing,
  missingSome,
  type Named,
} from '../../compile/operators/missing.ts';
import { notPoBox } from '../../compile/operators/po-box.ts';
import { get, raw } from '../../compile/operators/read.ts';
import { validRoutingNumber } from '../../compile/operators/routing-number.ts';
import { validSsn } from '../../compile/operators/ssn.ts';
import { and, not, or, truth, when } from '../../compile/operators/truth.ts';
import { operation, type Logic } from '../domain/atoms.ts';

type Values = (...values: never[]) => unknown;
/** Operators whose arguments are all evaluated first. */
const EAGER: Readonly<Record<string, Values>> = {
  '!': not,
  '!!': truth,
  '==': eq,
  '!=': ne,
  '===': same,
  '!==': differs,
  '>': gt,
  '>=': ge,
  '<': lt,
  '<=': le,
  in: within,
  cat,
  substr,
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
  min,
  max,
  merge,
  yearsBetween,
  daysBetween,
  addDays,
  matches,
  validRoutingNumber,
  validSsn,
  notPoBox,
};
/** Operators that decide which arguments to evaluate. */
const LAZY: Readonly<Record<string, (...parts: (() => unknown)[]) => unknown>> = { and, or, if: when, '?:': when };
/** Operators over a list; inside them `var` reads the item. */
const LISTS: Readonly<Record<string, (list: unknown, each: (item: unknown) => unknown) => unknown>> = {
  map,
  filter,
  all,
  some,
  none,
};

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
const cut = new Map<unknown, readonly string[]>();
/** The names of a path; each path is cut once. */
function segments(path: unknown): readonly string[] {
  let names = cut.get(path);
  if (!names) cut.set(path, (names = String(path).split('.')));
  return names;
}
const flat = (operands: readonly Logic[]): readonly Logic[] => (Array.isArray(operands[0]) ? operands[0] : operands);

/**
 * The value of json-logic whose named rules and values are unfolded; `undefined` is unknown, as in the engine.
 * @param data the facts, or the item inside a list operator
 */
export function valueOf(logic: Logic, data: unknown, facts: unknown = data): unknown {
  if (Array.isArray(logic)) return logic.map((item: Logic) => valueOf(item, data, facts));
  if (typeof logic !== 'object' || logic === null) return logic;
  const node = operation(logic);
  if (!node)
    return object(Object.fromEntries(Object.entries(logic).map(([key, value]) => [key, valueOf(value, data, facts)])));
  const { operator, operands } = node;
  const of = (operand: Logic): unknown => valueOf(operand, data, facts);
  const eager = own(EAGER, operator);
  if (eager) return eager(...(operands.map(of) as never[]));
  const lazy = own(LAZY, operator);
  if (lazy) return lazy(...operands.map((operand) => () => of(operand)));
  const list = own(LISTS, operator);
  if (list) return bounded(() => list(of(operands[0] ?? null), (item) => valueOf(operands[1] ?? null, item, facts)));
  switch (operator) {
    case 'var':
      return operands[0] === ''
        ? data
        : get(data, segments(operands[0]), operands[1] === undefined ? undefined : of(operands[1]));
    case 'lookup':
      return lookup(facts, String(operands[0]), of(operands[1] ?? null), String(operands[2]));
    case 'answered':
      return answered(data, segments(operands[0]));
    case 'missing':
      return missing(...named(flat(operands), data));
    case 'missing_some':
      return missingSome(Number(operands[0]), ...named(flat([operands[1] ?? []]), data));
    case 'agreedToAll':
      return operands[1] !== undefined && typeof operands[1] !== 'string'
        ? agreedToNamed(of(operands[0] ?? null), of(operands[1]))
        : agreedToAll(...flat(operands).map((path) => get(data, segments(path))));
    default:
      return object({ [operator]: of((logic as Readonly<Record<string, unknown>>)[operator]) });
  }
}

/** Whether a condition holds: true, false, or `undefined` for unknown, which passes nobody. */
export function truthOf(logic: Logic, facts: unknown): boolean | undefined {
  return truth(valueOf(logic, facts));
}

const named = (paths: readonly Logic[], data: unknown): Named[] =>
  paths.map((path): Named => [String(path), raw(data, segments(path))]);
