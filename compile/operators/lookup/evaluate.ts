import { raw } from '../../kit/read.ts';

/** A value of the compliance row in force today (`products.ONLINE` reaches inside); unknown when there is none. */
export function lookup(facts: unknown, ...operands: readonly [table: string, row: unknown, key: string]): unknown {
  const [table, row, key] = operands;
  return typeof row === 'string' ? raw(facts, ['compliance', table, row, ...key.split('.')]) : undefined;
}
