import { missing, missingIn, type Named } from '../missing/evaluate.ts';

/** Nothing when at least `count` are there, else the missing ones. */
export function missingSome(count: number, ...named: Named[]): string[] {
  const gone = missing(...named);
  return named.length - gone.length >= count ? [] : gone;
}
/** As json-logic has it, with computed paths. For its own suite. */
export function missingSomeIn(data: unknown, count: unknown, keys: unknown): unknown[] {
  const list = Array.isArray(keys) ? keys : [keys];
  const gone = missingIn(data, list);
  return list.length - gone.length >= Number(count) ? [] : gone;
}
