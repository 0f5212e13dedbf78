/**
 * Sessions at a user pool elsewhere. Its tokens are verified by the keys it publishes; what this site knows of a
 * session besides (a second proof, that it was ended here) stands in rows of its own.
 */
import { sql } from 'kysely';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { deleteRows } from '../../database/delete-rows.ts';
import { notify, ServiceAway } from '../../database/index.ts';
import { holding, type TokenUse } from '../held-tokens.ts';
import { later, type Ground } from '../pool.ts';
import { signedOutChannel, type Claims } from '../tokens.ts';

/** For how long a second proof counts: as long as a session of this server's own service lasts in all. */
const assuredSeconds = 12 * 3600;
/** Keys are asked for again after so long, for a key nobody knows at most so often, and given up after so long. */
const keysOf = { cacheMaxAge: 600_000, cooldownDuration: 30_000, timeoutDuration: 5000 } as const;
/** For so long nobody else asks for keys that just did not come. */
const failedMs = 5000;

export interface Sessions {
  /** Undefined for a token that is wrong, foreign or ended. @throws ServiceAway where the pool's keys do not come */
  readonly verifyIdToken: (token: string, at: Date) => Promise<Claims | undefined>;
  /** Whether both tokens are of one session of somebody, and hold. */
  readonly isOne: (
    shown: { readonly sub: string; readonly idToken: string; readonly accessToken: string },
    at: Date,
  ) => Promise<boolean>;
  /** Raises the assurance of a session; it is never lowered. */
  readonly assure: (session: string, sub: string, level: number) => Promise<void>;
  /** How surely it is known who a session of somebody belongs to. */
  readonly assuranceOf: (session: string, sub: string) => Promise<number>;
  /** No session of somebody that began before now is good any more. */
  readonly end: (sub: string) => Promise<void>;
}

/**
 * @param pool `issuer`: what the pool's tokens name, below which its keys are published; `clientId`: whom they are for
 */
export function createSessions(
  { db }: Pick<Ground, 'db'>,
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  clock: () => Date,
): Sessions {
  const url = new URL(`${issuer}/.well-known/jwks.json`);
  const keys = createRemoteJWKSet(url, keysOf);
  let failed: { readonly at: number; readonly error: ServiceAway } | undefined;

  async function verified(token: string, use: TokenUse, at: Date): Promise<JWTPayload | undefined> {
    if (failed !== undefined && Date.now() - failed.at < failedMs) throw failed.error;
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        algorithms: ['RS256'],
        currentDate: at,
        requiredClaims: ['sub', 'exp', 'auth_time', 'origin_jti'],
        ...(use === 'id' ? { audience: clientId } : {}),
      });
      failed = undefined;
      return payload['token_use'] === use && (use === 'id' || payload['client_id'] === clientId) ? payload : undefined;
    } catch (error) {
      if (isOfToken(error)) return undefined;
      const away = new ServiceAway(
        `The keys of the user pool cannot be had from ${url.href}: nobody can be known to be signed in. Look at IDENTITY_POOL, IDENTITY_URL and the network.`,
        { cause: error },
      );
      failed = { at: Date.now(), error: away };
      throw away;
    }
  }
  const read = holding(verified);

  async function assuranceOf(session: string, sub: string): Promise<number> {
    const { rows } = await sql<{ assurance: number }>`select assurance from identity_pool_sessions
      where origin_jti = ${session} and sub = ${sub} and ends_at > ${clock().toISOString()}`.execute(db);
    return rows[0]?.assurance ?? 1;
  }
  /** The whole second in which a session began is over: the pool says no more of the instant. */
  async function isEnded({ sub, auth_time: began }: JWTPayload): Promise<boolean> {
    const { rows } = await sql`select sub from identity_pool_ends
      where sub = ${String(sub)} and ended_at >= ${new Date((Number(began) + 1) * 1000).toISOString()}`.execute(db);
    return rows.length > 0;
  }

  return {
    async verifyIdToken(token, at) {
      const payload = await read(token, 'id', at);
      if (payload === undefined || (await isEnded(payload))) return undefined;
      // Nobody acts for somebody else here, whatever a token says.
      const { act: _, ...claims } = payload as Claims;
      return { ...(claims as Claims), acr: String(await assuranceOf(claims.origin_jti, claims.sub)) };
    },
    async isOne({ sub, idToken, accessToken }, at) {
      const [id, access] = await Promise.all([read(idToken, 'id', at), read(accessToken, 'access', at)]);
      const isSame = id?.['origin_jti'] === access?.['origin_jti'] && id?.sub === sub && access?.sub === sub;
      return id !== undefined && isSame && !(await isEnded(id));
    },
    assuranceOf,
    async assure(session, sub, level) {
      await sql`insert into identity_pool_sessions as s (origin_jti, sub, assurance, ends_at)
        values (${session}, ${sub}, ${level}, ${later(clock(), assuredSeconds)})
        on conflict (origin_jti) do update set assurance = greatest(s.assurance, excluded.assurance)`.execute(db);
    },
    async end(sub) {
      await sql`insert into identity_pool_ends (sub, ended_at) values (${sub}, ${clock().toISOString()})
        on conflict (sub) do update set ended_at = excluded.ended_at`.execute(db);
      await notify(db, signedOutChannel, sub);
    },
  };
}

/** Deletes what says nothing any more: proofs that count no longer, ends of sessions whose tokens ended long ago. */
export async function tidyPoolSessions(db: Parameters<typeof deleteRows>[0], at: Date): Promise<void> {
  await deleteRows(db, 'identity_pool_sessions', sql`ends_at < ${at.toISOString()}`);
  // The vendor lets a token last a day at most.
  await deleteRows(db, 'identity_pool_ends', sql`ended_at < ${later(at, -2 * 86_400)}`);
}

/** Whether a token is wrong; the others say that keys did not come or are none. */
function isOfToken(error: unknown): boolean {
  const { JWKSTimeout, JWKSInvalid, JOSEError } = errors;
  if (error instanceof JWKSTimeout || error instanceof JWKSInvalid) return false;
  // Of an answer that is no key set the library throws the class itself.
  return error instanceof JOSEError && error.code !== JOSEError.code;
}
