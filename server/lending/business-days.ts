/** Days on which banks of the United States are open, and the day on which money sent by us arrives. */
import { easternDate, nextDay } from '../../contract/days.ts';

const dayMs = 86_400_000;
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const weekday = (day: string): number => new Date(utc(day)).getUTCDay();
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The nth of a weekday in a month, from 1; the last one for 0. Sunday is 0, January 1. */
function nth(year: number, month: number, { day, of }: { readonly day: number; readonly of: number }): string {
  if (of === 0) {
    const last = Date.UTC(year, month, 0);
    return iso(last - ((new Date(last).getUTCDay() - day + 7) % 7) * dayMs);
  }
  const first = Date.UTC(year, month - 1, 1);
  return iso(first + (((day - new Date(first).getUTCDay() + 7) % 7) + (of - 1) * 7) * dayMs);
}

/**
 * Holidays of the Federal Reserve Banks: one that falls on a Sunday is kept on Monday; on the Friday before a Saturday
 * holiday they are open.
 */
function holidays(year: number): readonly string[] {
  const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25'].map((day) => `${year}-${day}`);
  return [
    ...fixed.map((day) => (weekday(day) === 0 ? nextDay(day) : day)),
    nth(year, 1, { day: 1, of: 3 }),
    nth(year, 2, { day: 1, of: 3 }),
    nth(year, 5, { day: 1, of: 0 }),
    nth(year, 9, { day: 1, of: 1 }),
    nth(year, 10, { day: 1, of: 2 }),
    nth(year, 11, { day: 4, of: 4 }),
  ];
}

/** Monday to Friday, and no holiday of the Federal Reserve. `YYYY-MM-DD`. */
export function isBusinessDay(day: string): boolean {
  return ![0, 6].includes(weekday(day)) && !holidays(Number(day.slice(0, 4))).includes(day);
}

/** The day itself when it is a business day, else the next one. */
export function rolled(day: string): string {
  return isBusinessDay(day) ? day : rolled(nextDay(day));
}

const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' });

/**
 * When money arrives of a change that is signed at an instant: Monday to Friday before 8:00 pm Eastern on the next
 * business day, otherwise in two business days (const.refinanceDeposit). A holiday counts as a day of the weekend.
 */
export function depositDay(now: Date): string {
  const today = easternDate(now);
  const isEarly = isBusinessDay(today) && Number(hour.format(now)) < 20;
  const next = rolled(nextDay(today));
  return isEarly ? next : rolled(nextDay(next));
}
