/** Days of the calendar, written year-month-day, and the day an instant falls on. */

/** Whether a text names a day that the calendar has: not 2027-02-30. */
export function isDay(day: unknown): day is string {
  if (typeof day !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** The day after one that the calendar has. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Made once: a formatter costs fifty times what formatting does. `en-CA` writes year-month-day. */
const eastern = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The minute that was asked last, and its date: a request asks several times for the same one, and days begin on whole
 * minutes.
 */
let last = { minute: Number.NaN, date: '' };

/** The calendar date `YYYY-MM-DD` of an instant in US Eastern time, the day that rules and documents go by. */
export function easternDate(instant: Date): string {
  const minute = Math.floor(instant.getTime() / 60_000);
  if (minute !== last.minute) last = { minute, date: eastern.format(instant) };
  return last.date;
}

/** The instant at which a calendar date `YYYY-MM-DD` begins in US Eastern time; clocks change later in the night. */
export function easternStart(day: string): Date {
  const inSummer = new Date(`${day}T04:00:00Z`);
  return eastern.format(inSummer) === day ? inSummer : new Date(`${day}T05:00:00Z`);
}
