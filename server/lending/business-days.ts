/** The day on which a payment falls due, and that on which money sent by us arrives. */
import { isBusinessDay as isOpenOn } from '../../compile/kit/business-days.ts';
import { day } from '../../compile/kit/day.ts';
import { businessDay } from '../../compile/operators/business-day/evaluate.ts';
import { easternDate, nextDay } from '../../contract/days.ts';

/** Monday to Friday, and no holiday of the Federal Reserve. `YYYY-MM-DD`. */
export function isBusinessDay(date: string): boolean {
  const found = day(date);
  return found !== undefined && isOpenOn(found.number);
}

/**
 * The day itself when it is a business day, else the next one; where that comes after `latest`, the last until then.
 * As the operator of the definitions says it, so that a page says no other day than an offer.
 */
export function rolled(date: string, latest?: string): string {
  const found = latest === undefined ? businessDay(date) : businessDay(date, latest);
  if (found === undefined) throw new Error(`"${date}" or "${latest ?? ''}" is no day.`);
  return found;
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
