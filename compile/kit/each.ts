/**
 * Going over lists. Every item costs a step of the budget: a rule that would look at more than 20,000 items is unknown,
 * so no content can stop a page or the server.
 */
export type Each = (item: unknown) => unknown;
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
/** What an expression makes of one item. */
export function step(item: unknown, each: Each): unknown {
  if (budget.running && --budget.left < 0) throw new OverBudget('A rule looked at more than 20,000 list items.');
  return each(item);
}

/** In json-logic a list operator over what is no list sees the empty list. */
export function listOrEmpty(value: unknown): unknown {
  return Array.isArray(value) ? value : [];
}
