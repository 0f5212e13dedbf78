/** Days on which banks of the United States are open. */
import { DAY } from './day.ts';

/** Holidays by their date: month and day as one number. One that falls on a Sunday is kept on Monday. */
const dated = [101, 619, 704, 1111, 1225];
/** Holidays by their weekday, a Monday: the first of the seven dates it can have. */
const mondays = [115, 215, 525, 901, 1008];

/**
 * Monday to Friday, and no holiday of the Federal Reserve Banks; on the Friday before a Saturday holiday they are open.
 * @param number days since 1970-01-01
 */
export function isBusinessDay(number: number): boolean {
  const date = new Date(number * DAY);
  const weekday = date.getUTCDay();
  const written = date.getUTCMonth() * 100 + 100 + date.getUTCDate();
  const isMoved = (first: number): boolean => written >= first && written < first + 7;
  if (weekday === 1 && (dated.includes(written - 1) || mondays.some(isMoved))) return false;
  // Thanksgiving is a Thursday.
  return weekday % 6 > 0 && !dated.includes(written) && !(weekday === 4 && isMoved(1122));
}
