/** `{"lookup": ["states", stateCode, "key"]}`: a value of the compliance row in force today; unknown when there is no such row or key. */
import { raw } from './read.ts';

export function lookup(facts: unknown, table: string, row: unknown, key: string): unknown {
  return typeof row === 'string' ? raw(facts, ['compliance', table, row, key]) : undefined;
}
