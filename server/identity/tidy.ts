import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { later } from './pool.ts';

/** Deletes what can be of no use any more: codes, attempts, counts of limits and withheld messages after a day, ended sessions after thirty. */
export async function tidy(db: Kysely<Database>, at: Date): Promise<void> {
  const yesterday = later(at, -86_400);
  await db.deleteFrom('identity_challenges').where('expires_at', '<', yesterday).execute();
  await db.deleteFrom('identity_codes').where('expires_at', '<', yesterday).execute();
  await sql`delete from identity_limits where taken[cardinality(taken)] < ${yesterday} or cardinality(taken) = 0`.execute(
    db,
  );
  await db
    .deleteFrom('identity_attempts')
    .where('failed_at', '<', yesterday)
    .where('locked_until', '<', yesterday)
    .execute();
  await db
    .deleteFrom('identity_sessions')
    .where('expires_at', '<', later(at, -30 * 86_400))
    .execute();
  await db.deleteFrom('messages').where('state', '=', 'withheld').where('written_at', '<', yesterday).execute();
}
