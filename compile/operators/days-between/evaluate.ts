import { day } from '../../kit/day.ts';

/** Calendar days from one date to another, negative when the second is earlier. */
export function daysBetween(from: unknown, to: unknown): number | undefined {
  const [a, b] = [day(from), day(to)];
  return a && b ? b.number - a.number : undefined;
}
