/** Tokens: RS256, a quarter of an hour; the session they come from lasts 12 hours in all. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { mayActFor } from '../../contract/groups.ts';
import type { Actor } from '../../contract/person.ts';
import { notify } from '../database/index.ts';
import { holding, type TokenUse } from './held-tokens.ts';
import { createKeys } from './keys.ts';
import type { Pool } from './pool.ts';
import { later } from './pool.ts';
import { requests } from './requests.ts';
import { judge } from './standing.ts';
import type { StateOf } from './standing.ts';
import type { Texts } from './triggers.ts';
import { accountState, groupsOf, isEnrolling } from './users.ts';
import type { User } from './users.ts';

/** Channel on which the `sub` of somebody who signed out is notified. */
export const signedOutChannel = 'identity_signed_out';

const tokenSeconds = 900;
const sessionSeconds = 12 * 3600;
/** So long a used refresh token gets the answer of its one use again. */
const graceSeconds = 10;
/** What an id token says of the person who signed in. */
export interface Claims extends JWTPayload {
  readonly sub: string;
  readonly email: string;
  readonly exp: number;
  readonly origin_jti: string;
  readonly 'cognito:groups'?: readonly string[];
  /** Who acts for the person, where it is not the person. */
  readonly act?: Actor;
}
interface AuthenticationResult {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
  readonly RefreshToken?: string;
}
interface SignIn {
  readonly originJti: string;
  /** Seconds since 1970. */
  readonly authTime: number;
  readonly assurance: number;
  /** Whose session it is, while they act for the person that the tokens are of. */
  readonly actor?: Actor;
}

/** Where the session and the account of a token stand. */
interface Held {
  readonly sub: string;
  /** Id of the session. */
  readonly session: string;
  readonly state: StateOf<'session'>;
  readonly account: StateOf<'account'>;
  /** How surely it is known who the session belongs to; acting for somebody proves nothing of them. */
  readonly assurance: number;
  readonly actor?: Actor;
}

/** Where a refresh token stands, with the session and the account it is of. */
interface Family {
  readonly state: StateOf<'refreshToken'>;
  readonly session: StateOf<'session'>;
  readonly account: StateOf<'account'>;
  /** The session; undefined for a token of none. */
  readonly origin?: Origin;
}
interface Origin extends SignIn {
  readonly sub: string;
}

export interface Tokens {
  readonly jwks: JSONWebKeySet;
  readonly open: (user: User, at: Date) => Promise<AuthenticationResult>;
  /** Undefined for a token that is wrong, foreign or ended; where its session and account stand now. */
  readonly holds: (
    token: string,
    of: { readonly use: 'id' | 'access'; readonly at: Date },
  ) => Promise<Held | undefined>;
  readonly family: (refreshToken: string, at: Date) => Promise<Family>;
  /** Uses a refresh token up and keeps its successor; false when somebody else did. */
  readonly rotate: (refreshToken: string, at: Date) => Promise<boolean>;
  /** New tokens of a session, with the successor of the refresh token that was used for them. */
  readonly reissue: (
    user: User,
    of: { readonly origin: SignIn; readonly token: string; readonly at: Date; readonly metadata?: Texts | undefined },
  ) => Promise<AuthenticationResult>;
  /** Ends the session that a refresh token, new or used, belongs to. */
  readonly revoke: (token: string, at: Date) => Promise<void>;
  /** Ends every session of somebody, or every one but `keeps`. */
  readonly revokeAll: (sub: string, at: Date, keeps?: string) => Promise<void>;
  /** From now on the session's tokens are of a customer; false when it stands otherwise by now. */
  readonly actFor: (session: string, customer: string, at: Date) => Promise<boolean>;
  /** From now on they are of whoever signed in. */
  readonly stopActing: (session: string) => Promise<void>;
  /** Uses up a pair of tokens that may be shown once; false when one of them was shown before. */
  readonly useUp: (tokens: readonly string[]) => Promise<boolean>;
  /** Raises the assurance of a session; it is never lowered, and stays while somebody acts in it for another. */
  readonly assure: (session: string, level: number) => Promise<void>;
  /**
   * Lets another site know who comes to it: a token for that audience alone, good for a minute. It names the person by
   * `sub`, and by nothing else.
   */
  readonly handOver: (sub: string, audience: string, at: Date) => Promise<string>;
  /** Undefined for a token that is wrong, foreign or ended, and for one whose session would be given no other. */
  readonly verifyIdToken: (token: string, at: Date) => Promise<Claims | undefined>;
}

export async function createTokens(pool: Pool, startedAt: Date): Promise<Tokens> {
  const keys = await createKeys(pool, startedAt);
  const { jwks } = keys;
  const keySet = createLocalJWKSet(jwks);
  const { db, issuer, clientId } = pool;

  async function sign(
    user: User,
    session: SignIn,
    { at, metadata = {} }: { readonly at: Date; readonly metadata?: Texts | undefined },
  ): Promise<AuthenticationResult> {
    const groups = await groupsOf(pool, user.sub);
    const seconds = Math.floor(at.getTime() / 1000);
    const member = groups.length > 0 ? { 'cognito:groups': groups } : {};
    const common = {
      sub: user.sub,
      origin_jti: session.originJti,
      auth_time: session.authTime,
      acr: String(session.assurance),
      ...(session.actor && { act: session.actor }),
      ...member,
    };
    const make = (claims: JWTPayload, audience?: string): Promise<string> => {
      return keys.sign({
        ...claims,
        ...common,
        iss: issuer,
        iat: seconds,
        exp: seconds + tokenSeconds,
        ...(audience !== undefined && { aud: audience }),
      });
    };
    const { email_verified: emailVerified, phone_number_verified: phoneVerified, ...attributes } = user.attributes;
    const phone = phoneVerified === undefined ? {} : { phone_number_verified: phoneVerified === 'true' };
    const id = {
      ...(await pool.triggers.claims(user, metadata)),
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

  async function verified(token: string, use: TokenUse, at: Date): Promise<JWTPayload | undefined> {
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

  /** Undefined for a token that is wrong, foreign or ended; whether its session goes on is asked each time. */
  const read = holding(verified);

  /**
   * Whose hands a session is in. Only the tokens of whoever it stands for now count: those of the administrator
   * while they act for nobody, those of the customer while the administrator may act for them and does.
   */
  function handsOf(row: SessionRow & ActingRow, at: Date): { readonly sub: string; readonly actor?: Actor } {
    const until = row.acting_until;
    if (row.acting_for === null || until === null || until <= at.toISOString() || !mayActFor(row.actor_groups ?? []))
      return { sub: row.holder };
    const actor = {
      sub: row.holder,
      email: row.actor_email,
      ...(row.actor_brand !== null && { brand: row.actor_brand }),
    };
    return { sub: row.acting_for, actor };
  }

  /** What a session says of who acts in it, read together with it. */
  const acting = sql`s.sub as holder, s.acting_for, s.acting_until, a.email as actor_email, a.attributes ->> 'custom:brand' as actor_brand,
    case when s.acting_for is null or not a.enabled or a.status <> 'CONFIRMED' then null
      else (select jsonb_agg(g.name) from identity_groups as g where g.sub = s.sub) end as actor_groups`;

  async function standOf(payload: JWTPayload, at: Date): Promise<Held> {
    const sub = String(payload.sub);
    const session = String(payload['origin_jti']);
    // Asked with every request: a text of its own is not put together anew each time, as a query builder's is.
    const found = await sql<SessionRow & AccountRow & ActingRow>`
      select s.expires_at, s.revoked_at, s.assurance, ${acting}, u.status, u.enabled, ${isEnrolling('u.sub')} as enrolling
      from identity_sessions as s join identity_users as a on a.sub = s.sub join identity_users as u on u.sub = ${sub}
      where s.origin_jti = ${session} and (s.sub = u.sub or s.acting_for = u.sub)`.execute(db);
    const [row] = found.rows;
    const hands = row && handsOf(row, at);
    // A token of the other of the two is none of this session now.
    if (row === undefined || hands?.sub !== sub)
      return { sub, session, state: row === undefined ? 'NONE' : 'REVOKED', account: accountState(row), assurance: 0 };
    return {
      sub,
      session,
      state: sessionState(row, at, hands.actor),
      account: accountState(row),
      assurance: hands.actor === undefined ? row.assurance : 1,
      ...(hands.actor && { actor: hands.actor }),
    };
  }

  async function family(token: string, at: Date): Promise<Family> {
    const found = await sql<FamilyRow>`
      select one.used_at, next.hash is not null and next.used_at is null as waits, s.origin_jti, s.auth_time, s.expires_at,
        s.revoked_at, s.assurance, ${acting},
        case when c.sub is null then a.status else c.status end as status, case when c.sub is null then a.enabled else c.enabled end as enabled,
        ${isEnrolling('a.sub')} as enrolling, c.sub is not null and ${isEnrolling('c.sub')} as enrolling_customer,
        a.status as own_status, a.enabled as own_enabled
      from identity_refresh_tokens as one
      join identity_sessions as s on s.origin_jti = one.origin_jti and s.client_id = ${clientId}
      join identity_users as a on a.sub = s.sub
      left join identity_users as c on c.sub = s.acting_for
      left join identity_refresh_tokens as next on next.hash = ${hashOf(successorOf(pool, token))} and next.origin_jti = one.origin_jti
      where one.hash = ${hashOf(token)}`.execute(db);
    const [row] = found.rows;
    if (row === undefined) return { state: 'NONE', session: 'NONE', account: 'NONE' };
    const authTime = Math.floor(new Date(row.auth_time).getTime() / 1000);
    const { sub, actor } = handsOf(row, at);
    const own = { status: row.own_status, enabled: row.own_enabled, enrolling: row.enrolling };
    const customer = { status: row.status, enabled: row.enabled, enrolling: row.enrolling_customer };
    return {
      state: refreshTokenState(row, at),
      session: sessionState(row, at, actor),
      account: accountState(actor === undefined ? own : customer),
      origin: {
        sub,
        originJti: row.origin_jti,
        authTime,
        assurance: actor === undefined ? row.assurance : 1,
        ...(actor && { actor }),
      },
    };
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
      .returning(['sub', 'acting_for'])
      .executeTakeFirst();
    if (row !== undefined) await tellEnd(row);
  }

  /** Sockets of a session are whoever's they were opened as: both hear of its end. */
  async function tellEnd({ sub, acting_for: customer }: { readonly sub: string; readonly acting_for: string | null }) {
    await notify(db, signedOutChannel, sub);
    if (customer !== null) await notify(db, signedOutChannel, customer);
  }

  return {
    jwks,
    async open(user, at) {
      const RefreshToken = randomBytes(48).toString('base64url');
      const session = { originJti: randomUUID(), authTime: Math.floor(at.getTime() / 1000), assurance: 1 };
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
      return { ...(await sign(user, session, { at })), RefreshToken };
    },
    async holds(token, { use, at }) {
      const payload = await read(token, use, at);
      return payload && standOf(payload, at);
    },
    family,
    async rotate(token, at) {
      // One statement: of two that come at once with the same token one finds it used.
      const rotated = await sql`
        with used as (
          update identity_refresh_tokens set used_at = ${at.toISOString()} where hash = ${hashOf(token)} and used_at is null
          returning origin_jti
        ) insert into identity_refresh_tokens (hash, origin_jti)
          select ${hashOf(successorOf(pool, token))}, origin_jti from used returning hash`.execute(db);
      return rotated.rows.length > 0;
    },
    async reissue(user, { origin, token, at, metadata }) {
      // Acting goes on for as long as its tokens are asked for in time.
      if (origin.actor !== undefined)
        await sql`update identity_sessions set acting_until = ${later(at, tokenSeconds)}
          where origin_jti = ${origin.originJti} and acting_for = ${user.sub}`.execute(db);
      // Made from the token it follows, so that it can be given again though only hashes are kept.
      return { ...(await sign(user, origin, { at, metadata })), RefreshToken: successorOf(pool, token) };
    },
    revoke: (token, at) => endFamily(token, at),
    async revokeAll(sub, at, keeps) {
      let ending = db
        .updateTable('identity_sessions')
        .set({ revoked_at: at.toISOString() })
        .where('sub', '=', sub)
        .where('revoked_at', 'is', null);
      if (keeps !== undefined) ending = ending.where('origin_jti', '!=', keeps);
      const rows = await ending.returning('acting_for').execute();
      await notify(db, signedOutChannel, sub);
      for (const { acting_for: customer } of rows) if (customer !== null) await notify(db, signedOutChannel, customer);
    },
    async actFor(session, customer, at) {
      const begun = await sql<{
        sub: string;
      }>`update identity_sessions set acting_for = ${customer}, acting_until = ${later(at, tokenSeconds)}
        where origin_jti = ${session} and revoked_at is null and (acting_for is null or acting_until <= ${at.toISOString()})
        returning sub`.execute(db);
      const [row] = begun.rows;
      if (row !== undefined) await notify(db, signedOutChannel, row.sub);
      return row !== undefined;
    },
    async stopActing(session) {
      const ended = await sql<{
        customer: string;
      }>`update identity_sessions as s set acting_for = null, acting_until = null
        from (select origin_jti, acting_for from identity_sessions where origin_jti = ${session} and acting_for is not null) as before
        where s.origin_jti = before.origin_jti returning before.acting_for as customer`.execute(db);
      for (const { customer } of ended.rows) await notify(db, signedOutChannel, customer);
    },
    async useUp(shown) {
      const used = await db
        .insertInto('identity_used_tokens')
        .values(
          shown.map((token) => {
            const { jti, exp } = decodeJwt(token);
            return { jti: String(jti), expires_at: new Date(Number(exp) * 1000).toISOString() };
          }),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('jti')
        .execute();
      return used.length === shown.length;
    },
    async assure(session, level) {
      await sql`update identity_sessions set assurance = greatest(assurance, ${level})
        where origin_jti = ${session} and acting_for is null`.execute(db);
    },
    handOver: (sub, audience, at) => keys.handOver(sub, audience, at),
    async verifyIdToken(token, at) {
      const payload = await read(token, 'id', at);
      if (payload === undefined) return undefined;
      const { state, account, assurance, actor } = await standOf(payload, at);
      const another = requests.GetTokensFromRefreshToken;
      const holds = judge(another, 'session', state).may && judge(another, 'account', account).may;
      // What the session has been raised to since the token was signed.
      if (!holds) return undefined;
      const { act: _, ...claims } = payload as Claims;
      return { ...(claims as Claims), acr: String(assurance), ...(actor && { act: actor }) };
    },
  };
}

interface SessionRow {
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly assurance: number;
}
type AccountRow = Pick<User, 'status' | 'enabled' | 'enrolling'>;
/** What a session says of who acts in it. */
interface ActingRow {
  /** Who signed in. */
  readonly holder: string;
  readonly acting_for: string | null;
  readonly acting_until: string | null;
  readonly actor_email: string;
  readonly actor_brand: string | null;
  /** Null while nobody acts in it, or who signed in may not by their account. */
  readonly actor_groups: readonly string[] | null;
}
interface FamilyRow extends SessionRow, AccountRow, ActingRow {
  readonly used_at: string | null;
  /** Its successor is there and was not used. */
  readonly waits: boolean;
  readonly origin_jti: string;
  readonly auth_time: string;
  readonly own_status: User['status'];
  readonly own_enabled: boolean;
  readonly enrolling_customer: boolean;
}

/** Where a session stands, for the operations' `from` and `to`. */
function sessionState(row: SessionRow, at: Date, actor: Actor | undefined): StateOf<'session'> {
  if (row.revoked_at !== null) return 'REVOKED';
  if (row.expires_at <= at.toISOString()) return 'EXPIRED';
  return actor === undefined ? 'LIVE' : 'ACTING';
}

/** The same for a refresh token. */
function refreshTokenState({ used_at: used, waits }: FamilyRow, at: Date): StateOf<'refreshToken'> {
  if (used === null) return 'UNUSED';
  return waits && used > later(at, -graceSeconds) ? 'JUST_USED' : 'USED';
}

function successorOf(pool: Pool, token: string): string {
  return createHmac('sha512', pool.cipher.derive('identity-refresh-tokens')).update(token).digest('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
