/** What the provider of payments tells by itself. */
import type { FastifyInstance } from 'fastify';
import { unscriptedPlaces } from '../../contract/places.ts';
import { hear } from '../journeys/payment.ts';
import type { Services } from '../services.ts';
import { textProblem } from './input.ts';

/** `POST /webhooks/payments`: 200 once it was heard, 401 where the provider did not sign it, 503: send it again. */
export async function addWebhooks(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((hooks, _, done) => {
    // The signature is of the text as it came.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, String(body)),
    );
    hooks.post<{ Body: string }>(unscriptedPlaces.payments, async (request, reply) => {
      const { body } = request;
      const signature = request.headers['x-anet-signature'];
      const told =
        typeof body === 'string' && textProblem(body) === undefined
          ? await hear(services, { body, signature: typeof signature === 'string' ? signature : undefined })
          : 'forged';
      if (told === 'forged') return reply.code(401).send({ error: 'forged', id: request.id });
      if (told === 'later') return reply.code(503).send({ error: 'unavailable', id: request.id });
      return { heard: true };
    });
    done();
  });
}
