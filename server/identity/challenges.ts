/** Half-done sign-ins: sealed, used once (DELETE ... RETURNING), three minutes, ten for a code that comes by mail. */
import { randomBytes } from 'node:crypto';
import type { PoolAt } from './pool.ts';
import { later } from './pool.ts';
import type { StateOf } from './standing.ts';
import type { ChallengeResult, Texts } from './triggers.ts';

/** What the server keeps of a password proof until the client answers. */
interface Proof {
  readonly userId: string;
  readonly A: string;
  readonly B: string;
  readonly b: string;
  readonly secretBlock: string;
}

export interface Challenge {
  readonly kind: Exclude<StateOf<'challenge'>, 'NONE' | 'SIGNED_IN'>;
  readonly username: string;
  /** Of one that asks for a password. */
  readonly proof?: Proof;
  /** Of one that a trigger made: what it keeps, and how those before it ended. */
  readonly asked?: { readonly kept: Texts; readonly results: readonly ChallengeResult[] };
}

const place = (id: string): { table: string; column: string; row: string } => ({
  table: 'identity_challenges',
  column: 'data',
  row: id,
});

/** Keeps a challenge and gives the session text by which the client comes back to it. */
export async function keepChallenge(pool: PoolAt, challenge: Challenge): Promise<string> {
  const id = randomBytes(48).toString('base64url');
  const seconds = challenge.kind === 'CUSTOM_CHALLENGE' ? 600 : 180;
  await pool.db.deleteFrom('identity_challenges').where('expires_at', '<', pool.at.toISOString()).execute();
  await pool.db
    .insertInto('identity_challenges')
    .values({
      id,
      data: await pool.cipher.seal(JSON.stringify(challenge), place(id)),
      expires_at: later(pool.at, seconds),
    })
    .execute();
  return id;
}

/** Takes the challenge of a session away; undefined for a session that is made up, used or too old. */
export async function takeChallenge(pool: PoolAt, session: string): Promise<Challenge | undefined> {
  const row = await pool.db
    .deleteFrom('identity_challenges')
    .where('id', '=', session)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || row.expires_at <= pool.at.toISOString()) return undefined;
  return JSON.parse(await pool.cipher.unseal(row.data, place(session))) as Challenge;
}
