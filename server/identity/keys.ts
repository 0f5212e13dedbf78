/** The keys of this server that sign tokens; the newest signs, all verify. */
import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type { JSONWebKeySet, JWK, JWTPayload } from 'jose';
import type { Ground } from './pool.ts';

/** So long somebody may be on the way to another site (const.cookie.tokenHandoffMaxAge). */
const handOverSeconds = 60;

export interface Keys {
  readonly jwks: JSONWebKeySet;
  /** A token with these claims, and an id of its own. */
  readonly sign: (claims: JWTPayload) => Promise<string>;
  /**
   * Lets another site know who comes to it: a token for that audience alone, good for a minute. It names the person by
   * `sub`, and by nothing else.
   */
  readonly handOver: (sub: string, audience: string, at: Date) => Promise<string>;
}

/** @param ground `issuer`: what tokens that are handed over name as theirs */
export async function createKeys(
  ground: Pick<Ground, 'db' | 'cipher'> & { readonly issuer: string },
  startedAt: Date,
): Promise<Keys> {
  const keys = await readKeys(ground, startedAt);
  const newest = keys[0];
  if (newest === undefined)
    throw new Error('The identity service has no signing key; the insert into identity_keys did not take effect.');
  const signing = await importJWK(newest, 'RS256');
  const sign = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: newest.kid ?? '' })
      .setJti(randomUUID())
      .sign(signing);
  return {
    jwks: { keys: keys.map(({ kty, n, e, kid }) => ({ kty, n, e, kid, alg: 'RS256', use: 'sig' }) as JWK) },
    sign,
    handOver(sub, audience, at) {
      const iat = Math.floor(at.getTime() / 1000);
      return sign({ sub, token_use: 'hand_over', iss: ground.issuer, aud: audience, iat, exp: iat + handOverSeconds });
    },
  };
}

/** All keys, newest first; the first start makes one, and of several processes that start at once the first wins. */
async function readKeys(pool: Pick<Ground, 'db' | 'cipher'>, at: Date): Promise<readonly JWK[]> {
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
