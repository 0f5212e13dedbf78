/** Now and today as facts (law 8). In local mode the cookie `waymark-clock` (an ISO instant) stands still for now. */
import type { Ports } from './ports.ts';

/** Name of the test clock's cookie. */
export const CLOCK_COOKIE = 'waymark-clock';

/** The calendar date `YYYY-MM-DD` of an instant in US Eastern time, the day that rules and documents go by. */
function easternDate(instant: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** `now` and `today` of this moment. */
export function moment(
  ports: Pick<Ports, 'now'>,
  env: string,
  cookies: Readonly<Record<string, string>>,
): { now: string; today: string } {
  const set = env === 'local' ? cookies[CLOCK_COOKIE] : undefined;
  const instant = set !== undefined && !Number.isNaN(Date.parse(set)) ? new Date(set) : new Date(ports.now());
  return { now: instant.toISOString(), today: easternDate(instant) };
}

/** Own, decoded cookies; a name given twice keeps its first value. */
export function readCookies(header: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    if (Object.hasOwn(found, name)) continue;
    const text = part.slice(at + 1).trim();
    try {
      found[name] = decodeURIComponent(text);
    } catch {
      found[name] = text; // not percent-encoded by us: taken as it is
    }
  }
  return found;
}
