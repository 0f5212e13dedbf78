import { cookies, readCookies } from './headers.ts';

export type Clock = () => Date;

/** The calendar date `YYYY-MM-DD` of an instant in US Eastern time, the day that rules and documents go by. */
export function easternDate(instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** Now for one request: the test clock's cookie in local mode, else the server's clock. */
export function requestNow(env: string, clock: Clock, cookieHeader: string | undefined): Date {
  if (env === 'local') {
    const asked = readCookies(cookieHeader)[cookies.clock.name];
    if (asked !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(asked) && !Number.isNaN(Date.parse(asked)))
      return new Date(asked);
  }
  return clock();
}
