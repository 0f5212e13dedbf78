import type { FastifyError, FastifyInstance } from 'fastify';

/** A wrong request gets a typed answer; a bug is logged and told by its id only. */
export function addFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      request.log.error({ err: { type: error.name, message: error.message, stack: error.stack } }, 'request failed');
      return reply.code(500).send({ error: 'internal', id: request.id });
    }
    const codes: Readonly<Record<number, string>> = {
      401: 'unauthenticated',
      403: 'forbidden',
      404: 'notFound',
      413: 'tooLarge',
      415: 'wrongMediaType',
      429: 'tooManyRequests',
    };
    return reply.code(status).send({
      error: codes[status] ?? 'badInput',
      id: request.id,
      ...(error.validation
        ? { problems: error.validation.map((one) => `${one.instancePath || 'body'} ${one.message ?? ''}`.trim()) }
        : {}),
    });
  });
}
