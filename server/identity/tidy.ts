import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { deleteRows } from '../database/delete-rows.ts';
import type { Database } from '../database/tables.ts';
import { tidyPoolSessions } from './cognito/sessions.ts';
import { enrollmentPurposes } from './enrollment.ts';
import { later } from './pool.ts';
import { requests } from './requests.ts';
import { proofPurposes } from './second-proof.ts';

/**
 * What the identity service writes to people: codes, and that an address was changed. Anybody can have it written, to
 * any address.
 */
const purposes: readonly string[] = [
  ...new Set(Object.values(requests).flatMap(({ code }) => (code === undefined ? [] : [code.purpose]))),
  'email-changed',
  ...proofPurposes,
  ...enrollmentPurposes,
];

/**
 * Deletes what can be of no use any more: accounts that nobody confirmed, codes, their mail, attempts and counts of
 * limits after a day, ended sessions after thirty.
 */
export async function tidy(db: Kysely<Database>, at: Date): Promise<void> {
  const yesterday = later(at, -86_400);
  const ended = sql`expires_at < ${later(at, -30 * 86_400)}`;
  await deleteRows(db, 'identity_challenges', sql`expires_at < ${yesterday}`);
  await deleteRows(db, 'identity_users', sql`status = 'UNCONFIRMED' and modified_at < ${yesterday}`);
  await deleteRows(db, 'identity_codes', sql`expires_at < ${yesterday}`);
  await deleteRows(db, 'identity_limits', sql`taken[cardinality(taken)] < ${yesterday} or cardinality(taken) = 0`);
  await deleteRows(db, 'identity_attempts', sql`failed_at < ${yesterday} and locked_until < ${yesterday}`);
  await deleteRows(db, 'enrollments', sql`ends_at < ${yesterday}`);
  await deleteRows(db, 'phone_checks', sql`ends_at < ${yesterday}`);
  await deleteRows(db, 'identity_devices', sql`expires_at < ${at.toISOString()}`);
  await tidyPoolSessions(db, at);
  await deleteRows(db, 'identity_used_tokens', sql`expires_at < ${yesterday}`);
  // The tokens first: a session takes its own along, and there may be hundreds.
  await deleteRows(
    db,
    'identity_refresh_tokens',
    sql`origin_jti in (select origin_jti from identity_sessions where ${ended})`,
  );
  await deleteRows(db, 'identity_sessions', ended);
  await deleteRows(
    db,
    'messages',
    sql`written_at < ${yesterday} and (state = 'withheld' or (state <> 'due' and purpose = any(${purposes}::text[])))`,
  );
}
