import { DAY, day } from '../../kit/day.ts';

/** The date so many days later (or earlier), `YYYY-MM-DD`. */
export function addDays(from: unknown, days: unknown): string | undefined {
  const start = day(from);
  if (!start || typeof days !== 'number' || !Number.isInteger(days)) return undefined;
  const moved = new Date((start.number + days) * DAY);
  return Number.isNaN(moved.getTime()) ? undefined : moved.toISOString().slice(0, 10);
}
