/** Lock-out: after 5 failures 2^(n-5) seconds, at most a quarter of an hour, never for good. */
import { sql } from 'kysely';
import type { Ground, GroundAt } from './pool.ts';
import { later } from './pool.ts';
import { problems } from './problems.ts';

const longest = 900;

/**
 * Counts an attempt before it is looked at, so that guesses in parallel are counted too. Who is not locked is locked
 * until long ago: of two attempts at once the earlier may be counted after the later.
 * @throws NotAuthorizedException while the subject is locked
 */
export async function beginAttempt(pool: GroundAt, subject: string): Promise<void> {
  const now = pool.at.toISOString();
  const forgotten = later(pool.at, -3600);
  const counted = await sql<{ failed: number }>`
    insert into identity_attempts as a (subject, failed, locked_until, failed_at) values (${subject}, 1, 'epoch', ${now})
    on conflict (subject) do update set
      failed = case when a.failed_at < ${forgotten} then 1 else a.failed + 1 end,
      failed_at = ${now},
      locked_until = case when a.failed_at < ${forgotten} or a.failed < 4 then 'epoch'::timestamptz
        else ${now}::timestamptz + make_interval(secs => least(power(2, least(a.failed - 4, 20)), ${longest})) end
    where a.locked_until <= ${now}
    returning failed`.execute(pool.db);
  if (counted.rows.length === 0) throw problems.locked();
}

/** The attempt was right: nothing is held against the subject any more. */
export async function forgiveAttempts(pool: Ground, subject: string): Promise<void> {
  await pool.db.deleteFrom('identity_attempts').where('subject', '=', subject).execute();
}
