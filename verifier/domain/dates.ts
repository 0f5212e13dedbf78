/** Calendar dates, `YYYY-MM-DD`, and days counted from 1970-01-01. */

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** The date that many days after 1970-01-01. */
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** The date that many days after another; before it where `days` is negative. */
export function shiftDate(date: string, days: number): string {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return dateOf(Date.UTC(year, month - 1, day) / DAY + days);
}

/** Whether a text is a calendar date. */
export const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
