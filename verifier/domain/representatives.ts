/**
 * A few values of a fact that stand for all: two values that no comparison can tell apart lead the same way, so one of
 * them is enough. Exact for comparisons of one fact with constants, with `today`, or with a column of a compliance
 * table; two facts compared with each other (together.ts) are no matter of one fact's values, and `exact` says so.
 */
import { atomsOf, operation, readsOf, variable, type Atom, type Logic } from './atoms.ts';

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

export interface FactSchema {
  readonly type?: string;
  readonly enum?: readonly Value[];
  readonly const?: Value;
  readonly examples?: readonly Value[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly format?: string;
}

export interface Tables {
  /** table name -> key -> row in force today */
  readonly [table: string]: Readonly<Record<string, Readonly<Record<string, Value>>>>;
}

/** The compliance tables as they are on a day. */
interface InForce {
  readonly tables: Tables;
  /** Calendar date the rules are asked on. */
  readonly today: string;
}

/** What a fact is compared by. */
interface Compared extends InForce {
  /** Every rule of the flow, names unfolded. */
  readonly rules: readonly Logic[];
}

export interface Representatives {
  readonly values: readonly Value[];
  /** False where the values are a sample: nothing concluded from them may be called proved. */
  readonly exact: boolean;
  readonly why?: string;
}

const DAY = 86_400_000;

/** `date` moved by years, then days; calendar arithmetic on `YYYY-MM-DD`. */
export function shiftDate(date: string, years: number, days: number): string {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  const moved = new Date(Date.UTC(year + years, month - 1, day));
  return new Date(moved.getTime() + days * DAY).toISOString().slice(0, 10);
}

/** The columns of `table` that rules look up by the fact at `path`. */
export function lookedUp(path: string, rules: readonly Logic[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (logic: Logic): void => {
    if (Array.isArray(logic)) return logic.forEach(visit);
    const node = operation(logic);
    if (!node) return;
    const place = node.own?.cell?.(node.operands);
    if (place && variable(place.key) === path) {
      const { table, column } = place;
      const columns = found.get(table) ?? new Set<string>();
      found.set(table, columns.add(column));
    }
    node.operands.forEach(visit);
  };
  rules.forEach(visit);
  return found;
}

/** Keys of `table` grouped by what the given columns say; one key for each group that differs. */
export function classesOf(
  table: Tables[string],
  columns: ReadonlySet<string>,
  apart: ReadonlySet<string> = new Set(),
): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const key of Object.keys(table).sort()) {
    const row = table[key] ?? {};
    const mark = JSON.stringify([apart.has(key) ? key : '', ...[...columns].sort().map((column) => cell(row, column))]);
    const group = groups.get(mark) ?? [];
    group.push(key);
    groups.set(mark, group);
  }
  return [...groups.values()];
}

/** Values of the fact at `path` that differ for some rule; none when no rule can tell any two apart by a constant. */
export function representatives(path: string, schema: FactSchema, { rules, ...inForce }: Compared): Representatives {
  if (schema.const !== undefined) return { values: [schema.const], exact: true };
  if (schema.type === 'boolean') return { values: [true, false], exact: true };
  const atoms = rules.flatMap(atomsOf).filter((atom) => atom.reads.includes(path));
  const found = new Set<Value>();
  let exact = true;
  let why: string | undefined;
  for (const atom of atoms) {
    const gave = fromAtom(path, atom, inForce);
    gave.values.forEach((value) => found.add(value));
    if (!gave.exact) {
      exact = false;
      why ??= `"${atom.operator}" compares ${atom.reads.join(' with ')}`;
    }
  }
  const constants = new Set([...found].filter((value): value is string => typeof value === 'string'));
  for (const [table, columns] of lookedUp(path, rules)) {
    for (const [first] of classesOf(inForce.tables[table] ?? {}, columns, constants))
      if (first !== undefined) found.add(first);
  }
  if (found.size === 0) return { values: [], exact, ...(why !== undefined && { why }) };
  if (schema.enum) {
    const told = schema.enum.filter((value) => found.has(value));
    const other = schema.enum.find((value) => !found.has(value));
    return { values: other === undefined ? told : [...told, other], exact, ...(why !== undefined && { why }) };
  }
  if (schema.minimum !== undefined) found.add(schema.minimum);
  if (schema.maximum !== undefined) found.add(schema.maximum);
  const { multipleOf: step } = schema;
  if (step !== undefined)
    [...found].forEach(
      (value) =>
        typeof value === 'number' &&
        [Math.floor(value / step), Math.ceil(value / step)].forEach((times) => found.add(times * step)),
    );
  if (schema.type === 'number') between(found).forEach((value) => found.add(value));
  const inside = [...found].filter((value) => fits(value, schema));
  return { values: inside, exact, ...(why !== undefined && { why }) };
}

/** Whether a value is of the schema's type and within its range. */
function fits(value: Value, schema: FactSchema): boolean {
  if (schema.type === 'integer' && !Number.isInteger(value)) return false;
  if ((schema.type === 'number' || schema.type === 'integer') && typeof value !== 'number') return false;
  if (schema.type === 'string' && typeof value !== 'string') return false;
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  return true;
}

/** Operators that look at whether a fact is there, whatever it is; their operand is a path. */
const PRESENCE = new Set(['answered', 'missing']);

function fromAtom(path: string, atom: Atom, inForce: InForce): { values: readonly Value[]; exact: boolean } {
  if (PRESENCE.has(atom.operator)) return { values: [], exact: true };
  const span = spanOf(path, atom, inForce);
  if (span) return { values: span, exact: true };
  const values: Value[] = [];
  let exact = true;
  for (const operand of atom.operands) {
    if (variable(operand) === path) continue;
    const list = constantsOf(operand);
    if (list) list.forEach((value) => values.push(...around(value)));
    else {
      const column = columnOf(operand, inForce.tables);
      if (column) column.forEach((value) => values.push(...around(value)));
      else if ([...readsOf(operand)].some((read) => read !== path)) exact = false;
    }
  }
  return { values, exact };
}

/** A cell of a row; the column may be a dotted path. */
function cell(row: Tables[string][string], column: string): Value {
  let at: Value | undefined = row;
  for (const name of column.split('.'))
    at =
      typeof at === 'object' && at !== null && !Array.isArray(at) && Object.hasOwn(at, name)
        ? (at as { readonly [key: string]: Value })[name]
        : undefined;
  return at ?? null;
}

/** Whether a text is a calendar date. */
export const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Below, at and above a limit. */
function around(value: Value): readonly Value[] {
  if (typeof value === 'number') return [value - 1, value, value + 1];
  return typeof value === 'string' && isDate(value)
    ? [value, shiftDate(value, 0, -1), shiftDate(value, 0, 1)]
    : [value];
}

/** Values between those found, where numbers need not be whole. */
function between(values: Iterable<Value>): readonly Value[] {
  const numbers = [...values].filter((value) => typeof value === 'number').sort((a, b) => a - b);
  return numbers.slice(1).map((value, index) => (value + (numbers[index] as number)) / 2);
}

function constantsOf(logic: Logic): readonly Value[] | undefined {
  if (Array.isArray(logic))
    return logic.every((item) => operation(item) === undefined) ? (logic as readonly Value[]) : undefined;
  return operation(logic) === undefined ? [logic as Value] : undefined;
}

/** Every value a `lookup` may give, when its key is another fact. */
function columnOf(logic: Logic, tables: Tables): readonly Value[] | undefined {
  const node = operation(logic);
  if (node?.operator === 'if') {
    const branches = node.operands.slice(1).map((branch) => constantsOf(branch) ?? columnOf(branch, tables));
    return branches.every((branch) => branch !== undefined) ? [...new Set(branches.flat())] : undefined;
  }
  const found = node?.own?.cell?.(node.operands);
  return found && [...new Set(Object.values(tables[found.table] ?? {}).flatMap((row) => cell(row, found.column)))];
}

/** `yearsBetween(path, today) >= n` and its like: the dates on both sides of the limit. */
function spanOf(path: string, atom: Atom, { tables, today }: InForce): readonly Value[] | undefined {
  for (const operand of atom.operands) {
    const node = operation(operand);
    const elapsed = node?.own?.elapsed;
    if (!node || elapsed === undefined) continue;
    const [from, to] = node.operands;
    const sign =
      variable(from) === path && variable(to) === 'today'
        ? -1
        : variable(to) === path && variable(from) === 'today'
          ? 1
          : 0;
    if (sign === 0) continue;
    const limits = atom.operands
      .flatMap((other) => (other === operand ? [] : (constantsOf(other) ?? columnOf(other, tables) ?? [])))
      .filter((value): value is number => typeof value === 'number');
    if (limits.length === 0) return undefined;
    return limits.flatMap((limit) =>
      [-1, 0, 1].map((days) =>
        elapsed === 'year' ? shiftDate(today, sign * limit, days) : shiftDate(today, 0, sign * limit + days),
      ),
    );
  }
  return undefined;
}
