import { isUnavailable } from '../database/index.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Failures in this server's own words, and what may be kept of an answer. */
export function addFailures(app: FastifyInstance): void {
  app.setErrorHandler(answerFailure);
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', notStored);
  });
}

/** Of every answer that says nothing else: it may be about a person. */
const notStored = 'no-store';

const codes: Readonly<Record<number, string>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  413: 'tooLarge',
  414: 'tooLong',
  415: 'wrongMediaType',
  429: 'tooManyRequests',
};

/**
 * A wrong request gets a typed answer; a bug is logged and told by its id only. Also for what the framework refuses
 * before there is a route (an address that is no UTF-8, a parameter that is too long): its own words quote the address.
 */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  // Before there is a route no hook runs.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', notStored);
  if (isUnavailable(error)) {
    request.log.error({ err: { type: error.name, message: error.message } }, 'nothing can be kept now');
    return reply.code(503).send({ error: 'unavailable', id: request.id });
  }
  if (status >= 500) {
    request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'request failed');
    return reply.code(500).send({ error: 'internal', id: request.id });
  }
  return reply.code(status).send({
    error: codes[status] ?? 'badInput',
    id: request.id,
    ...(error.validation
      ? { problems: error.validation.map((one) => `${one.instancePath || 'body'} ${one.message ?? ''}`.trim()) }
      : {}),
  });
}
