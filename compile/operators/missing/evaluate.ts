import { varOrNull } from '../var/evaluate.ts';

/** A path in dots with what stands there. */
export type Named = readonly [name: string, value: unknown];

/** The names of those that are not there. Never unknown. */
export function missing(...named: Named[]): string[] {
  return named.filter(([, value]) => value === undefined || value === null || value === '').map(([name]) => name);
}
/** As json-logic has it, with computed paths. For its own suite. */
export function missingIn(data: unknown, ...keys: unknown[]): unknown[] {
  const list: unknown[] = Array.isArray(keys[0]) ? keys[0] : keys;
  return list.filter((key) => {
    const value = varOrNull(data, key);
    return value === null || value === '';
  });
}
