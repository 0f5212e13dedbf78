/** Now, as both sides tell it. In local mode the cookie of the test clock stands still for now. */
import { cookies } from './cookies.ts';

/**
 * The instant a page or a request goes by.
 * @param env only `local` heeds the test clock
 * @param given the cookies of the page or the request
 * @param clock the machine's own now
 */
export function nowOf(env: string, given: Readonly<Record<string, string>>, clock: () => Date): Date {
  const asked = env === 'local' ? given[cookies.clock.name] : undefined;
  return asked !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(asked) && !Number.isNaN(Date.parse(asked))
    ? new Date(asked)
    : clock();
}
