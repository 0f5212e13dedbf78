/** Calendar arithmetic on `YYYY-MM-DD` (an instant counts as its first ten characters). Unknown for what is no date. */
const DAY = 86_400_000;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Days since 1970-01-01. */
  readonly number: number;
}
function day(value: unknown): Day | undefined {
  const found = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})(?:$|T)/.exec(value) : null;
  if (!found) return undefined;
  const [year, month, dayOfMonth] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, dayOfMonth);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== dayOfMonth) return undefined;
  return { year, month, day: dayOfMonth, number: Math.round(date.getTime() / DAY) };
}

/** Completed years from one date to another: an age. Who is born on 29 February completes a year on 1 March of a common year. */
export function yearsBetween(from: unknown, to: unknown): number | undefined {
  const [a, b] = [day(from), day(to)];
  if (!a || !b) return undefined;
  const before = b.month < a.month || (b.month === a.month && b.day < a.day);
  return b.year - a.year - (before ? 1 : 0);
}
/** Calendar days from one date to another, negative when the second is earlier. */
export function daysBetween(from: unknown, to: unknown): number | undefined {
  const [a, b] = [day(from), day(to)];
  return a && b ? b.number - a.number : undefined;
}
/** The date so many days later (or earlier), `YYYY-MM-DD`. */
export function addDays(from: unknown, days: unknown): string | undefined {
  const start = day(from);
  if (!start || typeof days !== 'number' || !Number.isInteger(days)) return undefined;
  const moved = new Date((start.number + days) * DAY);
  return Number.isNaN(moved.getTime()) ? undefined : moved.toISOString().slice(0, 10);
}
