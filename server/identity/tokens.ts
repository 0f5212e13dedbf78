/** Tokens: RS256, a quarter of an hour; the session they come from lasts 12 hours in all. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import type { JSONWebKeySet, JWK, JWTPayload } from 'jose';
import { notify } from '../database/index.ts';
import type { Pool } from './pool.ts';
import { later } from './pool.ts';
import { problems } from './problems.ts';
import { findUser, groupsOf } from './users.ts';
import type { User } from './users.ts';

/** Channel on which the `sub` of somebody who signed out is notified. */
export const signedOutChannel = 'identity_signed_out';

const tokenSeconds = 900;
const sessionSeconds = 12 * 3600;
/** So long a used refresh token gets the answer of its one use again. */
const graceSeconds = 10;
/** How many tokens whose signature held are remembered; each takes about a kilobyte, and is of no use after a quarter of an hour. */
const heldTokens = 10_000;

/** What an id token says of the person who signed in. */
export interface Claims extends JWTPayload {
  readonly sub: string;
  readonly email: string;
  readonly exp: number;
  readonly origin_jti: string;
  readonly 'cognito:groups'?: readonly string[];
}
interface AuthenticationResult {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  readonly RefreshToken?: string;
}
/** The session of a refresh token, as a row. */
interface Rotated {
  readonly sub: string;
  readonly origin_jti: string;
  readonly auth_time: string;
}
interface SignIn {
  readonly originJti: string;
  /** Seconds since 1970. */
  readonly authTime: number;
}

export interface Tokens {
  readonly jwks: JSONWebKeySet;
  readonly open: (user: User, at: Date) => Promise<AuthenticationResult>;
  /**
   * A new token for a refresh token, which is good for one use. A used one that comes again was stolen, or its answer was: of the two who
   * hold the family nobody can tell the thief, so all of it ends (RFC 9700, section 4.14.2). Only within ten seconds, and while its
   * successor is unused, the same successor is given once more: two tabs with one token ask at once, and an answer may be lost on its way.
   * @throws NotAuthorizedException
   */
  readonly refresh: (token: string, at: Date) => Promise<AuthenticationResult>;
  /** Ends the session that a refresh token, new or used, belongs to. */
  readonly revoke: (token: string, at: Date) => Promise<void>;
  /** Ends every session of somebody, or every one but `keeps`. */
  readonly revokeAll: (sub: string, at: Date, keeps?: string) => Promise<void>;
  /** Undefined for a token that is wrong, foreign, ended, or whose person signed out. */
  readonly verifyIdToken: (token: string, at: Date) => Promise<Claims | undefined>;
  /** Who holds an access token, and the session it is of. @throws NotAuthorizedException */
  readonly userOf: (accessToken: string, at: Date) => Promise<{ readonly user: User; readonly session: string }>;
}

export async function createTokens(pool: Pool, startedAt: Date): Promise<Tokens> {
  const keys = await readKeys(pool, startedAt);
  const newest = keys[0];
  if (newest === undefined)
    throw new Error('The identity service has no signing key; the insert into identity_keys did not take effect.');
  const signing = await importJWK(newest, 'RS256');
  const jwks: JSONWebKeySet = {
    keys: keys.map(({ kty, n, e, kid }) => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }) as JWK),
  };
  const keySet = createLocalJWKSet(jwks);
  const { db, issuer, clientId } = pool;

  async function sign(user: User, session: SignIn, at: Date): Promise<AuthenticationResult> {
    const groups = await groupsOf(pool, user.sub);
    const seconds = Math.floor(at.getTime() / 1000);
    const member = groups.length > 0 ? { 'cognito:groups': groups } : {};
    const common = { sub: user.sub, origin_jti: session.originJti, auth_time: session.authTime, ...member };
    const make = (claims: JWTPayload, audience?: string): Promise<string> => {
      const token = new SignJWT({ ...claims, ...common })
        .setProtectedHeader({ alg: 'RS256', kid: newest?.kid ?? '' })
        .setIssuer(issuer)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + tokenSeconds)
        .setJti(randomUUID());
      return (audience === undefined ? token : token.setAudience(audience)).sign(signing);
    };
    const { email_verified: emailVerified, phone_number_verified: phoneVerified, ...attributes } = user.attributes;
    const phone = phoneVerified === undefined ? {} : { phone_number_verified: phoneVerified === 'true' };
    const id = {
      ...attributes,
      ...phone,
      email: user.email,
      email_verified: emailVerified === 'true',
      'cognito:username': user.sub,
      token_use: 'id',
    };
    const access = {
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      client_id: clientId,
      username: user.sub,
    };
    const [IdToken, AccessToken] = await Promise.all([make(id, clientId), make(access)]);
    return { IdToken, AccessToken, ExpiresIn: tokenSeconds, TokenType: 'Bearer' };
  }

  /** Tokens whose signature held, by their hash: it holds for ever, and every request of a person brings the same one. */
  const held = new Map<string, { readonly payload: JWTPayload; readonly use: 'id' | 'access' }>();

  /** Undefined for a token that is wrong, foreign or ended; whether its session goes on is asked each time. */
  async function read(token: string, use: 'id' | 'access', at: Date): Promise<JWTPayload | undefined> {
    const hash = hashOf(token);
    const known = held.get(hash);
    if (known?.use === use && (known.payload.exp ?? 0) * 1000 > at.getTime()) return known.payload;
    const payload = await verified(token, use, at);
    if (payload === undefined) return undefined;
    const oldest = held.keys().next();
    if (held.size >= heldTokens && !oldest.done) held.delete(oldest.value);
    held.set(hash, { payload, use });
    return payload;
  }

  async function verified(token: string, use: 'id' | 'access', at: Date): Promise<JWTPayload | undefined> {
    const options = {
      issuer,
      algorithms: ['RS256'],
      currentDate: at,
      requiredClaims: ['sub', 'exp', 'origin_jti'],
      ...(use === 'id' ? { audience: clientId } : {}),
    };
    const answer = await jwtVerify(token, keySet, options).catch(() => undefined);
    const payload = answer?.payload;
    return payload?.['token_use'] === use && (use === 'id' || payload['client_id'] === clientId) ? payload : undefined;
  }

  async function isLive(payload: JWTPayload, at: Date): Promise<boolean> {
    // Asked with every request: a text of its own is not put together anew each time, as a query builder's is.
    const found = await sql<{ expires_at: string }>`
      select s.expires_at from identity_sessions as s join identity_users as u on u.sub = s.sub
      where s.origin_jti = ${String(payload['origin_jti'])} and s.sub = ${String(payload.sub)} and s.revoked_at is null and u.enabled`.execute(
      db,
    );
    const [session] = found.rows;
    return session !== undefined && session.expires_at > at.toISOString();
  }

  /** The session of a token that was used a moment ago, while its successor waits for its own use. */
  async function justRotated(token: string, at: Date): Promise<Rotated | undefined> {
    const found = await sql<Rotated>`
      select s.origin_jti, s.sub, s.auth_time from identity_refresh_tokens as one
      join identity_refresh_tokens as next on next.hash = ${hashOf(successorOf(pool, token))} and next.used_at is null
      join identity_sessions as s on s.origin_jti = one.origin_jti and s.origin_jti = next.origin_jti
      where one.hash = ${hashOf(token)} and one.used_at > ${later(at, -graceSeconds)}::timestamptz
        and s.revoked_at is null and s.client_id = ${clientId} and s.expires_at > ${at.toISOString()}::timestamptz`.execute(
      db,
    );
    return found.rows[0];
  }

  /** Ends the session that a refresh token belongs to, if any. */
  async function endFamily(token: string, at: Date): Promise<void> {
    const row = await db
      .updateTable('identity_sessions')
      .set({ revoked_at: at.toISOString() })
      .where('origin_jti', 'in', (query) =>
        query.selectFrom('identity_refresh_tokens').select('origin_jti').where('hash', '=', hashOf(token)),
      )
      .where('revoked_at', 'is', null)
      .returning('sub')
      .executeTakeFirst();
    if (row !== undefined) await notify(db, signedOutChannel, row.sub);
  }

  return {
    jwks,
    async open(user, at) {
      const RefreshToken = randomBytes(48).toString('base64url');
      const session = { originJti: randomUUID(), authTime: Math.floor(at.getTime() / 1000) };
      await db
        .insertInto('identity_sessions')
        .values({
          origin_jti: session.originJti,
          sub: user.sub,
          client_id: clientId,
          auth_time: at.toISOString(),
          expires_at: later(at, sessionSeconds),
          revoked_at: null,
        })
        .execute();
      await db
        .insertInto('identity_refresh_tokens')
        .values({ hash: hashOf(RefreshToken), origin_jti: session.originJti, used_at: null })
        .execute();
      return { ...(await sign(user, session, at)), RefreshToken };
    },
    async refresh(token, at) {
      const now = at.toISOString();
      // Made from the token it follows, so that it can be given again though only hashes are kept.
      const RefreshToken = successorOf(pool, token);
      // One statement: of two that come at once with the same token one finds it used.
      const rotated = await sql<Rotated>`
        with used as (
          update identity_refresh_tokens as one set used_at = ${now} from identity_sessions as s
          where one.hash = ${hashOf(token)} and one.used_at is null and s.origin_jti = one.origin_jti
            and s.revoked_at is null and s.client_id = ${clientId} and s.expires_at > ${now}::timestamptz
          returning s.origin_jti, s.sub, s.auth_time
        ), made as (
          insert into identity_refresh_tokens (hash, origin_jti) select ${hashOf(RefreshToken)}, origin_jti from used
        ) select * from used`.execute(db);
      const row = rotated.rows[0] ?? (await justRotated(token, at));
      if (row === undefined) {
        await endFamily(token, at);
        throw problems.endedSession();
      }
      const user = await findUser(pool, row.sub);
      if (user === undefined || !user.enabled) throw problems.endedSession();
      const authTime = Math.floor(new Date(row.auth_time).getTime() / 1000);
      return { ...(await sign(user, { originJti: row.origin_jti, authTime }, at)), RefreshToken };
    },
    revoke: (token, at) => endFamily(token, at),
    async revokeAll(sub, at, keeps) {
      let ending = db
        .updateTable('identity_sessions')
        .set({ revoked_at: at.toISOString() })
        .where('sub', '=', sub)
        .where('revoked_at', 'is', null);
      if (keeps !== undefined) ending = ending.where('origin_jti', '!=', keeps);
      await ending.execute();
      await notify(db, signedOutChannel, sub);
    },
    async verifyIdToken(token, at) {
      const payload = await read(token, 'id', at);
      return payload !== undefined && (await isLive(payload, at)) ? (payload as Claims) : undefined;
    },
    async userOf(accessToken, at) {
      const payload = await read(accessToken, 'access', at);
      if (payload === undefined) throw problems.wrongToken();
      const user = (await isLive(payload, at)) ? await findUser(pool, String(payload.sub)) : undefined;
      if (user === undefined) throw problems.endedToken();
      return { user, session: String(payload['origin_jti']) };
    },
  };
}

function successorOf(pool: Pool, token: string): string {
  return createHmac('sha512', pool.cipher.derive('identity-refresh-tokens')).update(token).digest('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** All keys, newest first; the first start makes one, and of several processes that start at once the first wins. */
async function readKeys(pool: Pool, at: Date): Promise<readonly JWK[]> {
  const select = (): Promise<{ kid: string; jwk: string }[]> =>
    pool.db.selectFrom('identity_keys').select(['kid', 'jwk']).orderBy('created_at', 'desc').orderBy('kid').execute();
  let rows = await select();
  if (rows.length === 0) {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = 'first';
    const jwk = await pool.cipher.seal(JSON.stringify(await exportJWK(privateKey)), keyPlace(kid));
    await pool.db
      .insertInto('identity_keys')
      .values({ kid, jwk, created_at: at.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    rows = await select();
  }
  return Promise.all(
    rows.map(async ({ kid, jwk }) => ({ ...(JSON.parse(await pool.cipher.unseal(jwk, keyPlace(kid))) as JWK), kid })),
  );
}

function keyPlace(kid: string): { table: string; column: string; row: string } {
  return { table: 'identity_keys', column: 'jwk', row: kid };
}
