/** One-time codes: 6 digits, 10 minutes, at most 10 tries a code (also in parallel), 5 sends in 10 minutes. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isAddress } from '../messages/index.ts';
import type { Pool, PoolAt } from './pool.ts';
import { later } from './pool.ts';
import { problems } from './problems.ts';
import type { Subject } from './users.ts';

export type Purpose = 'sign-up' | 'sign-in' | 'reset' | 'change-email' | 'verify-phone';

const goodFor = 600;
const tries = 10;
const sends = 5;

export interface Delivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL' | 'SMS';
  readonly AttributeName: 'email' | 'phone_number';
}

/**
 * Sends a new code, which replaces the one before; for a stranger all is done but the sending.
 * @param sending `target`: another address than the subject's own email
 * @throws LimitExceededException beyond 5 sends in 10 minutes
 */
export async function sendCode(
  pool: PoolAt,
  subject: Subject,
  { purpose, target = subject.email }: { readonly purpose: Purpose; readonly target?: string },
): Promise<Delivery> {
  const { at } = pool;
  const channel = target.startsWith('+') ? 'sms' : 'email';
  if (!isAddress(channel, target)) throw problems.parameter('Not an address a code can be sent to.');
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const now = at.toISOString();
  const from = later(at, -goodFor);
  const kept = await sql`
    insert into identity_codes as c (subject, purpose, hash, tries, target, expires_at, sends, window_from)
    values (${subject.id}, ${purpose}, ${hashOf(pool, { subject: subject.id, purpose, code })}, 0, ${target}, ${later(at, goodFor)}, 1, ${now})
    on conflict (subject, purpose) do update set hash = excluded.hash, tries = 0, target = excluded.target, expires_at = excluded.expires_at,
      sends = case when c.window_from <= ${from} then 1 else c.sends + 1 end,
      window_from = case when c.window_from <= ${from} then excluded.window_from else c.window_from end
    where c.window_from <= ${from} or c.sends < ${sends}
    returning subject`.execute(pool.db);
  if (kept.rows.length === 0) throw problems.limit();
  await pool.deliver({
    to: target,
    channel,
    purpose,
    code,
    brand: subject.user?.attributes['custom:brand'] ?? '',
    subject: 'Your verification code',
    text: wording(pool, { purpose, code, target }),
    withheld: subject.user === undefined,
  });
  return {
    Destination: masked(target),
    DeliveryMedium: channel === 'sms' ? 'SMS' : 'EMAIL',
    AttributeName: channel === 'sms' ? 'phone_number' : 'email',
  };
}

/**
 * Uses a code up and gives the address it was sent to.
 * @throws CodeMismatchException, ExpiredCodeException (none, used or too old), LimitExceededException (too many tries)
 */
export async function useCode(
  pool: PoolAt,
  subject: Subject,
  { purpose, code }: { readonly purpose: Purpose; readonly code: string },
): Promise<string> {
  const tried = await pool.db
    .updateTable('identity_codes')
    .set({ tries: sql<number>`tries + 1` })
    .where('subject', '=', subject.id)
    .where('purpose', '=', purpose)
    .where('hash', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  const now = pool.at.toISOString();
  if (tried === undefined || tried.hash === null || tried.expires_at <= now) throw problems.expiredCode();
  if (tried.tries > tries) throw problems.limit();
  const isRight = timingSafeEqual(
    Buffer.from(tried.hash),
    Buffer.from(hashOf(pool, { subject: subject.id, purpose, code })),
  );
  if (!isRight || subject.user === undefined) throw problems.wrongCode();
  const used = await pool.db
    .updateTable('identity_codes')
    .set({ hash: null })
    .where('subject', '=', subject.id)
    .where('purpose', '=', purpose)
    .where('hash', '=', tried.hash)
    .returning('target')
    .executeTakeFirst();
  // Somebody else used the same code between the two statements.
  if (used === undefined) throw problems.expiredCode();
  return used.target;
}

function hashOf(
  pool: Pool,
  { subject, purpose, code }: { readonly subject: string; readonly purpose: Purpose; readonly code: string },
): string {
  return createHmac('sha256', pool.cipher.derive('identity-codes'))
    .update(`${subject}\0${purpose}\0${code}`)
    .digest('base64url');
}

/** The path that holds code and email is the documents' own (route.authentication.changePassword). */
function wording(
  pool: Pool,
  { purpose, code, target }: { readonly purpose: Purpose; readonly code: string; readonly target: string },
): string {
  const good = 'It is good for 10 minutes. If you did not ask for it, you need not do anything.';
  if (purpose !== 'reset') return `Your verification code is ${code}. ${good}`;
  return `To set a new password open ${pool.publicUrl}/authentication/change-password/${code}/${encodeURIComponent(target)} . The code is ${code}. ${good}`;
}

/** `a***@e***` or the last four digits. */
export function masked(target: string): string {
  return target.startsWith('+') ? `+*******${target.slice(-4)}` : target.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***');
}
