/** A user pool of Amazon Cognito elsewhere keeps the accounts and opens the sessions (decisions/0082). */
import type { JSONWebKeySet } from 'jose';
import { createEnrollment } from '../enrollment.ts';
import type { Identity, IdentityNeeds } from '../identity.ts';
import { createKeys } from '../keys.ts';
import { createPhoneChecks } from '../phone-checks.ts';
import type { Ground } from '../pool.ts';
import { remind } from '../reminding.ts';
import { createSecondProof } from '../second-proof.ts';
import { tell } from '../telling.ts';
import { tidy } from '../tidy.ts';
import { createAsk, type Cognito } from './api.ts';
import { createDirectory } from './directory.ts';
import { createSessions } from './sessions.ts';
import { createTriggers } from './triggers.ts';

export interface CognitoIdentity extends Identity {
  /** Keys that verify what this server hands over to other sites; the pool publishes those of its tokens. */
  readonly jwks: JSONWebKeySet;
  /** Answers an event of the pool's triggers; undefined for one of a kind that nobody answers. */
  readonly answer: ReturnType<typeof createTriggers>;
}

/** @param cognito where the pool is asked, and with which key */
export async function createCognitoIdentity(
  { config, db, cipher, deliver, clock = () => new Date(), phoneNetworks }: IdentityNeeds,
  cognito: Cognito,
): Promise<CognitoIdentity> {
  const { poolId, clientId, issuer } = config.identity;
  const ground: Ground = { db, cipher, deliver, env: config.env, publicUrl: config.publicUrl };
  await tidy(db, clock());
  const keys = await createKeys({ db, cipher, issuer: cognito.ownIssuer }, clock());
  const sessions = createSessions(ground, { issuer, clientId }, clock);
  const admin = createDirectory(createAsk(cognito, poolId), sessions.end);
  const asked = ({ at = clock(), from }: { readonly at?: Date | undefined; readonly from?: string }) => ({
    ...ground,
    at,
    ...(from !== undefined && { from }),
  });
  return {
    poolId,
    clientId,
    jwks: keys.jwks,
    answer: createTriggers(ground, { admin, sessions }, clock),
    verifyIdToken: (token, at = clock()) => sessions.verifyIdToken(token, at),
    handOver: async (shown, audience, at = clock()) =>
      (await sessions.isOne(shown, at)) ? keys.handOver(shown.sub, audience, at) : undefined,
    assure: ({ session, sub }, level) => sessions.assure(session, sub, level),
    tell: (email, from = {}) => tell(asked(from), admin.find, email),
    remind: (of, from = {}) => remind(asked(from), admin, of),
    secondProof: createSecondProof(ground, admin, clock),
    phoneChecks: createPhoneChecks(ground, phoneNetworks, clock),
    enrollment: createEnrollment(ground, admin, clock),
    admin,
  };
}
