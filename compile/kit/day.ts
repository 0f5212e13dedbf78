/** Calendar days: `YYYY-MM-DD` (an instant counts as its first ten characters). */
export const DAY = 86_400_000;

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Days since 1970-01-01. */
  readonly number: number;
}
/** The day of a date; `undefined` for what is none. */
export function day(value: unknown): Day | undefined {
  const found = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(value) : null;
  if (!found) return undefined;
  const [year, month, dayOfMonth] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== dayOfMonth) return undefined;
  return { year, month, day: dayOfMonth, number: Math.round(date.getTime() / DAY) };
}
