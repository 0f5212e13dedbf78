/** The door of a user pool's triggers, and the keys of what this server hands over. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { places, unscriptedPlaces } from '../../../contract/places.ts';
import { isObject } from '../../../runtime/core/index.ts';
import { valueProblem } from '../../http/input.ts';
import type { CognitoIdentity } from './index.ts';
import { TriggerFails } from './triggers.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * `POST /webhooks/identity` with an event of a trigger and `Authorization: Bearer <secret>`: 200 `{response}`, which
 * the Lambda puts into the event; 409 `{refused}`: it fails for that reason; 401 where the secret is another, 400 where
 * it is no event of this pool.
 */
export const cognitoRoutes: FastifyPluginAsync<{
  readonly identity: CognitoIdentity;
  readonly secret: string;
}> = async (app, { identity, secret }) => {
  const expected = digest(`Bearer ${secret}`);
  // Every log-in of everybody comes from the few addresses of the pool's Lambda.
  app.post(unscriptedPlaces.identity, { config: { rateLimit: false } }, async ({ headers, body, id }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      return reply.code(401).send({ error: 'forged', id });
    const ofUs = isObject(body) && valueProblem(body) === undefined && body['userPoolId'] === identity.poolId;
    const source = ofUs && isObject(body['request']) ? body['triggerSource'] : undefined;
    const answer =
      typeof source === 'string' ? identity.answer({ ...(body as object), triggerSource: source }) : undefined;
    if (answer === undefined) return reply.code(400).send({ error: 'badInput', id });
    try {
      return { response: await answer };
    } catch (error) {
      if (!(error instanceof TriggerFails)) throw error;
      return reply.code(409).send({ refused: error.message });
    }
  });
  app.get(`${places.identity}${identity.poolId}/.well-known/jwks.json`, async () => identity.jwks);
};
