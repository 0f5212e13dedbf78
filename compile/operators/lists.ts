/**
 * Lists: json-logic's `map`, `filter`, `all`, `some`, `none`, `merge`, with unknown kept (Kleene). Every item costs a step of the budget:
 * a rule that would look at more than 20,000 items is unknown, so no content can stop a page or the server.
 */
import { truthy } from './truth.ts';

type Each = (item: unknown) => unknown;
class OverBudget extends Error {}
const budget = { left: 0, running: false };
const STEPS = 20_000;

/** Runs one expression under the step budget; `undefined` (unknown, passes nobody) when it is used up. */
export function bounded<T>(of: () => T): T | undefined {
  if (budget.running) return of();
  budget.running = true;
  budget.left = STEPS;
  try {
    return of();
  } catch (error) {
    if (error instanceof OverBudget) return undefined;
    throw error;
  } finally {
    budget.running = false;
  }
}
function step(item: unknown, each: Each): unknown {
  if (budget.running && --budget.left < 0) throw new OverBudget('A rule looked at more than 20,000 list items.');
  return each(item);
}

export function map(list: unknown, each: Each): unknown {
  return list === undefined ? undefined : Array.isArray(list) ? list.map((item) => step(item, each)) : [];
}
/** Unknown passes nobody: an item whose condition is unknown is left out. */
export function filter(list: unknown, each: Each): unknown {
  return list === undefined ? undefined : Array.isArray(list) ? list.filter((item) => truthy(step(item, each))) : [];
}
/** Whether every item passes; false for the empty list, as in json-logic. */
export function all(list: unknown, each: Each): boolean | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list) || list.length === 0) return false;
  let unknown = false;
  for (const item of list) {
    const result = step(item, each);
    if (result === undefined) unknown = true;
    else if (!truthy(result)) return false;
  }
  return unknown ? undefined : true;
}
export function some(list: unknown, each: Each): boolean | undefined {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return false;
  let unknown = false;
  for (const item of list) {
    const result = step(item, each);
    if (result === undefined) unknown = true;
    else if (truthy(result)) return true;
  }
  return unknown ? undefined : false;
}
export function none(list: unknown, each: Each): boolean | undefined {
  const any = some(list, each);
  return any === undefined ? undefined : !any;
}
export function merge(...lists: unknown[]): unknown {
  return lists.includes(undefined) ? undefined : lists.flat(1);
}
/** An object literal without the members that are unknown. */
export function object(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
