import { nowOf } from '../../contract/clock.ts';
import { readCookies } from '../../contract/cookies.ts';

export type Clock = () => Date;

/** Now for one request: the test clock's cookie in local mode, else the server's clock. */
export function requestNow(env: string, clock: Clock, cookieHeader: string | undefined): Date {
  return nowOf(env, readCookies(cookieHeader), clock);
}
