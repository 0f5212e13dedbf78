import type { FastifyInstance } from 'fastify';
import { nowOf } from '../../contract/clock.ts';
import { readCookies } from '../../contract/cookies.ts';
import { easternDate } from '../../contract/days.ts';
import type { Definitions } from '../definitions/definitions.ts';

export type Clock = () => Date;

/** Now for one request: the test clock's cookie in local mode, else the server's clock. */
export function requestNow(env: string, clock: Clock, cookieHeader: string | undefined): Date {
  return nowOf(env, readCookies(cookieHeader), clock);
}

/**
 * In local mode a request may live on another day: its content is compiled aside before the request goes on. Outside
 * of local mode there is no such request.
 */
export function addTestClock(
  app: FastifyInstance,
  services: { readonly env: string; readonly clock: Clock; readonly definitions: Pick<Definitions, 'prepare'> },
): void {
  if (services.env !== 'local') return;
  app.addHook('onRequest', async (request) => {
    const { cookie } = request.headers;
    if (cookie !== undefined)
      await services.definitions.prepare(easternDate(requestNow(services.env, services.clock, cookie)));
  });
}
