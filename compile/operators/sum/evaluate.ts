/**
 * Adds what is there; what is missing counts as nothing, so it is known even where nothing is. A list adds its items.
 * Unknown when something is no number.
 */
export function sum(...values: unknown[]): number | undefined {
  let total = 0;
  for (const value of values.flat(1)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number') return undefined;
    total += value;
  }
  return total;
}
