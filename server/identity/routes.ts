/** The identity service over HTTP, below its prefix (`/idp`). */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { textProblem } from '../http/input.ts';
import type { EmbeddedIdentity } from './identity.ts';

export interface IdentityRoutesOptions {
  readonly identity: EmbeddedIdentity;
  /** The time a request goes by; default: the server's. */
  readonly now?: (request: FastifyRequest) => Date;
  /** Requests an address may make in a minute, where @fastify/rate-limit is registered. */
  readonly perMinute?: number;
}

export const identityRoutes: FastifyPluginAsync<IdentityRoutesOptions> = async (
  app,
  { identity, now, perMinute = 300 },
) => {
  const { issuer, poolId } = identity;
  app.addContentTypeParser(
    'application/x-amz-json-1.1',
    { parseAs: 'string', bodyLimit: 65_536 },
    (_request, text, done) => {
      try {
        // Too many values or too deep: not parsed, and answered as what cannot be.
        done(null, textProblem(String(text)) === undefined ? JSON.parse(String(text)) : undefined);
      } catch {
        // Answered as a malformed request of the protocol.
        done(null, undefined);
      }
    },
  );
  app.post('/', { config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } }, async (request, reply) => {
    const target = request.headers['x-amz-target'];
    const answer = await identity.handle(typeof target === 'string' ? target : undefined, request.body, {
      at: now?.(request),
      from: request.ip,
    });
    if (answer.problem !== undefined) reply.header('x-amzn-errortype', answer.problem);
    return reply
      .code(answer.status)
      .header('cache-control', 'no-store')
      .type('application/x-amz-json-1.1')
      .send(JSON.stringify(answer.body));
  });
  app.get(`/${poolId}/.well-known/jwks.json`, async () => identity.jwks);
  app.get(`/${poolId}/.well-known/openid-configuration`, async () => ({
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['token'],
    subject_types_supported: ['public'],
  }));
};
