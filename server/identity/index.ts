/** The embedded identity provider: Amazon Cognito's protocol on our own database. */
import type { JSONWebKeySet } from 'jose';
import type { Config } from '../config/index.ts';
import { createAdmin } from './admin.ts';
import type { Admin } from './admin.ts';
import { operations } from './operations/index.ts';
import type { Identity as Inner } from './operations/operation.ts';
import type { Pool } from './pool.ts';
import { IdentityProblem, problems } from './problems.ts';
import { isBody } from './request.ts';
import { tidy } from './tidy.ts';
import { createTokens } from './tokens.ts';
import type { Claims } from './tokens.ts';

export { identityRoutes } from './routes.ts';
export { signedOutChannel } from './tokens.ts';

export interface IdentityAnswer {
  readonly status: 200 | 400;
  /** The problem's type when status is 400. */
  readonly problem?: string;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface Identity {
  readonly poolId: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly jwks: JSONWebKeySet;
  /** One request of the protocol. `target` is the header x-amz-target; `at` is now. */
  readonly handle: (target: string | undefined, body: unknown, at?: Date) => Promise<IdentityAnswer>;
  /** Undefined for a token that is wrong, foreign or ended, or whose person signed out. */
  readonly verifyIdToken: (token: string, at?: Date) => Promise<Claims | undefined>;
  readonly admin: Admin;
}
export interface IdentityNeeds extends Pick<Pool, 'db' | 'cipher' | 'deliver'> {
  readonly config: Pick<Config, 'identity' | 'publicUrl'>;
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
    poolId,
    poolName: poolId.slice(poolId.indexOf('_') + 1),
    clientId,
    issuer,
    publicUrl: config.publicUrl,
  };
  await tidy(db, clock());
  const tokens = await createTokens(pool, clock());
  const inner: Inner = { ...pool, tokens };
  return {
    poolId,
    clientId,
    issuer,
    jwks: tokens.jwks,
    handle: (target, body, at = clock()) => handle(inner, target, body, at),
    verifyIdToken: (token, at = clock()) => tokens.verifyIdToken(token, at),
    admin: createAdmin(inner, clock),
  };
}

/** The one place where a problem of the protocol becomes an answer; a bug goes on to the caller. */
async function handle(identity: Inner, target: string | undefined, body: unknown, at: Date): Promise<IdentityAnswer> {
  const name = target?.split('.')[1] ?? '';
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  try {
    if (operation === undefined) throw problems.unknownOperation(name);
    if (!isBody(body)) throw problems.parameter('The request is not a JSON object.');
    return { status: 200, body: await operation(identity, body, at) };
  } catch (error) {
    if (!(error instanceof IdentityProblem)) throw error;
    return { status: 400, problem: error.type, body: { __type: error.type, message: error.message } };
  }
}
