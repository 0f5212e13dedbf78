/** Where pages tell of exceptions, for Sentry. */
import type { FastifyInstance } from 'fastify';
import { places } from '../../contract/places.ts';
import { exceptionIn, handOn, type SentryProject } from '../events/monitor.ts';
import type { Services } from '../services.ts';

/** Exceptions of one network address in a minute: a page that breaks breaks once. */
const mostPerMinute = 20;

/**
 * `POST /monitor`, an envelope of Sentry's: 200 whether or not there was an exception in it, for the page can do
 * nothing about it.
 */
export function addMonitor(app: FastifyInstance, { log, clock }: Services, project: SentryProject): void {
  app.post<{ Body: unknown }>(
    places.monitor,
    { config: { rateLimit: { max: mostPerMinute, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const exception = typeof request.body === 'string' ? exceptionIn(request.body, project) : undefined;
      if (exception !== undefined)
        await handOn(exception, project, clock()).catch((error: unknown) =>
          log.warn({ err: error }, 'an exception of a page was not taken'),
        );
      return reply.send({});
    },
  );
}
