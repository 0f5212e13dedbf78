import { isBusinessDay } from '../../kit/business-days.ts';
import { DAY, day } from '../../kit/day.ts';

/**
 * The date itself where banks are open, else the next day on which they are: `YYYY-MM-DD`. With a latest day, the last
 * business day until then where that comes earlier.
 */
export function businessDay(from: unknown, ...given: unknown[]): string | undefined {
  let found = day(from)?.number;
  const end = given.length > 0 ? day(given[0])?.number : Infinity;
  if (found === undefined || end === undefined) return undefined;
  while (!isBusinessDay(found)) found += 1;
  if (found > end) for (found = end; !isBusinessDay(found); ) found -= 1;
  return new Date(found * DAY).toISOString().slice(0, 10);
}
