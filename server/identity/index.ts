/** The embedded identity provider: Amazon Cognito's protocol on our own database. */
import type { Config } from '../config/index.ts';
import { createAdmin } from './admin.ts';
import { valueProblem } from '../http/input.ts';
import type { Identity, IdentityAnswer } from './identity.ts';
import { operations } from './operations/index.ts';
import type { Service } from './operations/operation.ts';
import type { Pool } from './pool.ts';
import { IdentityProblem, problems } from './problems.ts';
import { isBody } from './request.ts';
import { tell } from './telling.ts';
import { tidy } from './tidy.ts';
import { createTokens } from './tokens.ts';
import { sealDecoy } from './users.ts';

export type { Identity, IdentityAnswer } from './identity.ts';
export type { Told } from './telling.ts';
export { identityRoutes } from './routes.ts';
export { signedOutChannel } from './tokens.ts';

export interface IdentityNeeds extends Pick<Pool, 'db' | 'cipher' | 'deliver'> {
  readonly config: Pick<Config, 'env' | 'identity' | 'publicUrl'>;
  readonly clock?: () => Date;
}

/** Opens the identity service: deletes what is of no use any more; the first start makes the signing key. */
export async function createIdentity({
  config,
  db,
  cipher,
  deliver,
  clock = () => new Date(),
}: IdentityNeeds): Promise<Identity> {
  const { poolId, clientId, issuer } = config.identity;
  const pool: Pool = {
    db,
    cipher,
    deliver,
    env: config.env,
    poolId,
    poolName: poolId.slice(poolId.indexOf('_') + 1),
    clientId,
    issuer,
    publicUrl: config.publicUrl,
    decoy: await sealDecoy(cipher),
  };
  await tidy(db, clock());
  const tokens = await createTokens(pool, clock());
  const service = { ...pool, tokens };
  return {
    poolId,
    clientId,
    issuer,
    jwks: tokens.jwks,
    handle: (target, body, { at = clock(), from } = {}) =>
      handle({ ...service, at, ...(from === undefined ? {} : { from }) }, target, body),
    tell: (email, { at = clock(), from } = {}) =>
      tell({ ...service, at, ...(from === undefined ? {} : { from }) }, email),
    verifyIdToken: (token, at = clock()) => tokens.verifyIdToken(token, at),
    admin: createAdmin(service, clock),
  };
}

/** The one place where a problem of the protocol becomes an answer; a bug goes on to the caller. */
async function handle(service: Service, target: string | undefined, body: unknown): Promise<IdentityAnswer> {
  const name = target?.split('.')[1] ?? '';
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  try {
    if (operation === undefined) throw problems.unknownOperation(name);
    if (!isBody(body)) throw problems.parameter('The request is not a JSON object.');
    // Text that no column can keep (NUL, half of a surrogate pair), and what is too deep or too much, in any member.
    const wrong = valueProblem(body);
    if (wrong !== undefined) throw problems.parameter(`The request ${wrong}.`);
    return { status: 200, body: await operation(service, body) };
  } catch (error) {
    if (!(error instanceof IdentityProblem)) throw error;
    return { status: 400, problem: error.type, body: { __type: error.type, message: error.message } };
  }
}
