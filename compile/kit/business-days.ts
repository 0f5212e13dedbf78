/** Days on which banks of the United States are open. */
import { DAY, day, type Day } from './day.ts';

/** Holidays by their date: month and day as one number. One that falls on a Sunday is kept on Monday. */
const dated = [101, 619, 704, 1111, 1225];
/** Holidays by their weekday: the month, the weekday (Sunday is 0), and the first of the seven days it can be. */
const moving = [
  [1, 1, 15],
  [2, 1, 15],
  [5, 1, 25],
  [9, 1, 1],
  [10, 1, 8],
  [11, 4, 22],
] as const;

/**
 * Monday to Friday, and no holiday of the Federal Reserve Banks; on the Friday before a Saturday holiday they are open.
 */
export function isBusinessDay({ month, day: date, number }: Day): boolean {
  const weekday = (((number + 4) % 7) + 7) % 7;
  if (weekday === 0 || weekday === 6) return false;
  const written = month * 100 + date;
  if (dated.includes(written) || (weekday === 1 && dated.includes(written - 1))) return false;
  return !moving.some(([its, on, from]) => month === its && weekday === on && date >= from && date < from + 7);
}

/** The nearest business day from a day on, `by` 1 forward and -1 back; the day itself when it is one. */
export function nearestBusinessDay(from: Day, by: 1 | -1): Day {
  let found: Day | undefined = from;
  while (found && !isBusinessDay(found)) found = day(new Date((found.number + by) * DAY).toISOString().slice(0, 10));
  return found ?? from;
}
