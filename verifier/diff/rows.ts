/** Which cells of the compliance tables differ between two versions, and which logic reads one of them. */
import { canonical, isObject } from '../../compile/json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { operation, variable, type Logic } from '../domain/atoms.ts';
import type { Tables } from '../domain/representatives.ts';
import { at } from './flat.ts';

export type Rows = Readonly<Record<string, JsonObject>>;

export interface Lookup {
  /** The fact that is the key of the table, when it is a plain fact. */
  readonly by: string | undefined;
  readonly column: string;
}

/** Every look-up in unfolded logic. */
export function lookupsIn(logic: Logic, found: Lookup[] = []): readonly Lookup[] {
  if (Array.isArray(logic)) for (const item of logic) lookupsIn(item, found);
  const node = operation(logic);
  if (!node) {
    if (isObject(logic)) for (const inner of Object.values(logic)) lookupsIn(inner, found);
    return found;
  }
  const [, key, column] = node.operands;
  if (node.operator === 'lookup' && typeof column === 'string') found.push({ by: variable(key), column });
  for (const operand of node.operands) lookupsIn(operand, found);
  return found;
}

export interface ChangedRows {
  /** Whether some row differs in a column that this logic looks up. */
  readonly affects: (logic: Logic) => boolean;
  /** Whether any row differs in any of these columns. */
  readonly any: (columns: Iterable<string>) => boolean;
}

/** Compares the rows in force of two versions. */
export function changedRows(before: Rows, after: Rows): ChangedRows {
  const known = new Map<string, boolean>();
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differs = (column: string): boolean => {
    const found =
      known.get(column) ?? keys.some((key) => canonical(at(before[key], column)) !== canonical(at(after[key], column)));
    known.set(column, found);
    return found;
  };
  return {
    affects: (logic) => lookupsIn(logic).some(({ column }) => differs(column)),
    any: (columns) => [...columns].some(differs),
  };
}

/** The rows of one version, with what the other says beside it under `other`, so that keys are told apart by both. */
export function joined(mine: Rows, others: Rows): Tables {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(others)])].sort();
  return {
    states: Object.fromEntries(keys.map((key) => [key, { ...mine[key], other: others[key] ?? null }])),
  };
}

/** Logic of the other version, made to look its columns up under `other`. */
export function asOther(logic: Logic): Logic {
  if (Array.isArray(logic)) return logic.map(asOther);
  const node = operation(logic);
  if (!node) return logic;
  const [table, key, column] = node.operands;
  if (node.operator === 'lookup' && typeof column === 'string')
    return { lookup: [table, asOther(key), `other.${column}`] };
  return { [node.operator]: node.operands.map(asOther) };
}
