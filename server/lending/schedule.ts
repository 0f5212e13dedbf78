import { rolled } from './business-days.ts';

/** Pay frequencies of the product; WK and BI count days, BIM is twice a month, MON monthly. */
export type PayFrequency = 'WK' | 'BI' | 'BIM' | 'MON';

export const unitPeriodsPerYear: Readonly<Record<PayFrequency, number>> = { WK: 52, BI: 26, BIM: 24, MON: 12 };
const daysOf = { WK: 7, BI: 14 } as const;

/**
 * Whole unit-periods and the fraction left between two dates `YYYY-MM-DD` (12 CFR 1026, Appendix J (b)(5)): days for
 * weekly schedules; months are counted back from the later date and the days left over go by thirtieths.
 */
export function interval(
  from: string,
  to: string,
  frequency: PayFrequency,
): { readonly t: number; readonly f: number } {
  if (frequency === 'WK' || frequency === 'BI') return split(daysBetween(from, to), daysOf[frequency]);
  // To February 10 from January 10 it is one month; from January 23 none, as one month back is before that day.
  const between = monthOf(to) - monthOf(from);
  const months = Math.max(0, addMonths(to, -between) >= from ? between : between - 1);
  const days = daysBetween(from, addMonths(to, -months));
  return frequency === 'MON' ? { t: months, f: days / 30 } : split(30 * months + days, 15);
}

/**
 * `count` dates, the first given, the others one unit-period apart, as the calendar has them: due on the business days
 * that these are rolled to. What is rolled is never counted on from.
 */
export function dueDates(first: string, count: number, frequency: PayFrequency): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    if (frequency === 'WK' || frequency === 'BI') return addDays(first, at * daysOf[frequency]);
    if (frequency === 'MON') return addMonths(first, at);
    const month = addMonths(first, Math.floor(at / 2));
    return at % 2 === 0 ? month : addDays(month, 15);
  });
}

/** When somebody is paid, and how soon a payment may fall due. */
interface PaySchedule {
  readonly nextPayDate: string | undefined;
  readonly frequency: PayFrequency;
  /** Days. */
  readonly minimumDays: number;
}

/**
 * The first pay date that is at least `minimumDays` after `from`, as the calendar has it. Whoever named a day that has
 * passed since is paid on the days that follow it.
 */
export function firstPayDate(from: string, { nextPayDate, frequency, minimumDays }: PaySchedule): string {
  const start = nextPayDate ?? addDays(from, 14);
  const passed = Math.max(0, Math.ceil(daysBetween(start, from) / 7));
  const found = dueDates(start, 60 + passed, frequency).find((date) => daysBetween(from, date) >= minimumDays);
  if (found === undefined) throw new Error(`No pay date at least ${minimumDays} days after ${from}.`);
  return found;
}

/**
 * The day on which a loan of one payment is due: the first pay date at least `minimumDays` after `from`, or the next
 * business day; the last business day of the term where no pay date is within `maximumDays`. Undefined where the term
 * has no business day.
 */
export function singleDueDate(
  from: string,
  schedule: PaySchedule & { readonly maximumDays: number | undefined },
): string | undefined {
  const { minimumDays, maximumDays } = schedule;
  const pay = firstPayDate(from, schedule);
  const due = maximumDays === undefined ? rolled(pay) : rolled(pay, addDays(from, maximumDays));
  return daysBetween(from, due) >= minimumDays ? due : undefined;
}

/**
 * The days on which the payments of a loan are due, from its first pay date on, each on a business day: `count`, or as
 * many more or fewer as bring the last one to `leastDays` after `from` and keep it within `maximumDays`.
 */
export function levelDueDates(
  from: string,
  count: number,
  schedule: PaySchedule & { readonly leastDays: number; readonly maximumDays: number | undefined },
): readonly string[] {
  const { frequency, leastDays, maximumDays = Infinity } = schedule;
  const more = Math.ceil((leastDays / 365) * unitPeriodsPerYear[frequency]) + 1;
  const dates = dueDates(firstPayDate(from, schedule), count + more, frequency).map((date) => rolled(date));
  return dates.filter((date, at) => {
    const before = dates[at - 1];
    const isWanted = at < count || before === undefined || daysBetween(from, before) < leastDays;
    return isWanted && daysBetween(from, date) <= maximumDays;
  });
}

export function daysBetween(from: string, to: string): number {
  return Math.round((utc(to) - utc(from)) / 86_400_000);
}
function addDays(date: string, days: number): string {
  return new Date(utc(date) + days * 86_400_000).toISOString().slice(0, 10);
}
/** Months since the year 0. */
function monthOf(date: string): number {
  return 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7));
}
/** Same day of another month; the last one when that month is shorter. */
function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
function split(days: number, length: number): { t: number; f: number } {
  return { t: Math.floor(days / length), f: (days % length) / length };
}
function utc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}
