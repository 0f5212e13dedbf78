import { day } from '../../kit/day.ts';
import { nearestBusinessDay } from '../../kit/business-days.ts';

/**
 * The date itself where banks are open, else the next day on which they are: `YYYY-MM-DD`. With a latest day, the last
 * business day until then where that comes earlier.
 */
export function businessDay(from: unknown, ...given: unknown[]): string | undefined {
  const start = day(from);
  const [latest] = given;
  const end = day(latest);
  if (!start || (given.length > 0 && !end)) return undefined;
  const next = nearestBusinessDay(start, 1);
  const { year, month, day: date } = end && next.number > end.number ? nearestBusinessDay(end, -1) : next;
  return [String(year).padStart(4, '0'), ...[month, date].map((part) => String(part).padStart(2, '0'))].join('-');
}
