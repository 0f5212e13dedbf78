import type { FastifyInstance } from 'fastify';
import { createDoor } from '../graphql/door.ts';
import type { Services } from '../services.ts';
import { places } from '../../contract/places.ts';
import { easternDate } from '../../contract/days.ts';
import { requestContext } from './context.ts';

/** `POST /graphql`, JSON only: a form of another site cannot send it. */
export function addGraphql(app: FastifyInstance, services: Services): void {
  const door = createDoor({
    env: services.env,
    documents: () =>
      Object.values(services.definitions.content(easternDate(services.clock())).operations).flatMap((one) =>
        one.document === undefined ? [] : [one.document],
      ),
    onBug: (error) =>
      services.log.error(
        { err: error instanceof Error ? { type: error.name, message: error.message, stack: error.stack } : {} },
        'a resolver failed',
      ),
  });
  // Uploaded documents travel as base64 inside the JSON.
  app.post(places.graphql, { bodyLimit: 8 * 1024 * 1024 }, async (request, reply) => {
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
      return reply
        .code(400)
        .send({ errors: [{ message: 'A GraphQL request is one JSON object.', extensions: { code: 'BAD_INPUT' } }] });
    const { status, body } = await door(request.body, await requestContext(services, request));
    return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body);
  });
}
