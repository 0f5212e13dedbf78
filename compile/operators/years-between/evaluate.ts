import { day } from '../../kit/day.ts';

/**
 * Completed years from one date to another: an age. Who is born on 29 February completes a year on 1 March of a common
 * year.
 */
export function yearsBetween(from: unknown, to: unknown): number | undefined {
  const [a, b] = [day(from), day(to)];
  if (!a || !b) return undefined;
  const before = b.month < a.month || (b.month === a.month && b.day < a.day);
  return b.year - a.year - (before ? 1 : 0);
}
