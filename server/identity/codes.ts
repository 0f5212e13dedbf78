/** One-time codes: 6 digits, 10 minutes, at most 10 tries a code and 20 an hour for an account (also in parallel), 5 sends in 10 minutes. */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isAddress } from '../messages/index.ts';
import { giveBack, take } from './limits.ts';
import type { Pool, PoolAt } from './pool.ts';
import { later } from './pool.ts';
import { problems } from './problems.ts';
import type { Subject } from './users.ts';

export type Purpose = 'sign-up' | 'sign-in' | 'reset' | 'change-email' | 'verify-phone';

const goodFor = 600;
const tries = 10;

export interface Delivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL' | 'SMS';
  readonly AttributeName: 'email' | 'phone_number';
}
export interface Sending {
  readonly purpose: Purpose;
  /** Another address than the subject's own email. */
  readonly target?: string;
  /** The code goes with a sign-up: nobody asked for it by itself. */
  readonly unasked?: boolean;
}

/**
 * Sends a new code, which replaces the one before. For a stranger, and for somebody to whom a code of this purpose is of no use, all is done
 * and counted but the sending, so that no answer, limit or time tells the three apart.
 * @throws LimitExceededException beyond 5 in 10 minutes
 */
export async function sendCode(
  pool: PoolAt,
  subject: Subject,
  { purpose, target = subject.email, unasked = false }: Sending,
): Promise<Delivery> {
  const channel = target.startsWith('+') ? 'sms' : 'email';
  if (!isAddress(channel, target)) throw problems.parameter('Not an address a code can be sent to.');
  if (!unasked && !(await take(pool, subject.id, `asked:${purpose}`))) throw problems.limit();
  // A sign-up's own mail is not asked for, or the limit of those that are would tell that there was a sign-up: it counts here alone.
  const isLeft = purpose !== 'sign-up' || (await take(pool, subject.id, 'signUpMail'));
  const isMeant = isLeft && isOfUse(subject, purpose);
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await keepCode(pool, subject, {
    purpose,
    code: isMeant ? code : randomUUID(),
    target,
    // The code that went before stays good when no new one can go.
    keepsOld: !isLeft,
  });
  await pool.deliver({
    to: target,
    channel,
    purpose,
    code,
    brand: subject.user?.attributes['custom:brand'] ?? '',
    subject: 'Your verification code',
    text: wording(pool, { purpose, code, target }),
    withheld: !isMeant,
  });
  return {
    Destination: masked(target),
    DeliveryMedium: channel === 'sms' ? 'SMS' : 'EMAIL',
    AttributeName: channel === 'sms' ? 'phone_number' : 'email',
  };
}

/** Whether somebody could do something with a code: an account that is there, enabled and, for a sign-up, still waits for it. */
function isOfUse({ user }: Subject, purpose: Purpose): boolean {
  return user !== undefined && user.enabled && (purpose !== 'sign-up' || user.status === 'UNCONFIRMED');
}

async function keepCode(
  pool: PoolAt,
  subject: Subject,
  {
    purpose,
    code,
    target,
    keepsOld,
  }: { readonly purpose: Purpose; readonly code: string; readonly target: string; readonly keepsOld: boolean },
): Promise<void> {
  const hash = hashOf(pool, { subject: subject.id, purpose, code });
  const sealed = await pool.cipher.seal(target, targetPlace(subject.id, purpose));
  await sql`
    insert into identity_codes as c (subject, purpose, hash, tries, target, expires_at)
    values (${subject.id}, ${purpose}, ${hash}, 0, ${sealed}, ${later(pool.at, goodFor)})
    on conflict (subject, purpose) do update
      set hash = excluded.hash, tries = 0, target = excluded.target, expires_at = excluded.expires_at
      where not ${keepsOld}`.execute(pool.db);
}

/**
 * Uses a code up and gives the address it was sent to.
 * @throws CodeMismatchException, ExpiredCodeException (none, used or too old), LimitExceededException (too many tries of the code or account)
 */
export async function useCode(
  pool: PoolAt,
  subject: Subject,
  { purpose, code }: { readonly purpose: Purpose; readonly code: string },
): Promise<string> {
  // Counted before it is looked at, so that guesses in parallel are counted too.
  if (!(await take(pool, subject.id, 'codeTry'))) throw problems.limit();
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
  await giveBack(pool, subject.id, 'codeTry');
  return pool.cipher.unseal(used.target, targetPlace(subject.id, purpose));
}

function hashOf(
  pool: Pool,
  { subject, purpose, code }: { readonly subject: string; readonly purpose: Purpose; readonly code: string },
): string {
  return createHmac('sha256', pool.cipher.derive('identity-codes'))
    .update(`${subject}\0${purpose}\0${code}`)
    .digest('base64url');
}

function targetPlace(subject: string, purpose: Purpose): { table: string; column: string; row: string } {
  return { table: 'identity_codes', column: 'target', row: `${subject}/${purpose}` };
}

/** The path that holds code and email is the documents' own (route.authentication.changePassword). */
function wording(
  pool: Pool,
  { purpose, code, target }: { readonly purpose: Purpose; readonly code: string; readonly target: string },
): string {
  const good = 'It is good for 10 minutes. If you did not ask for it, you need not do anything.';
  if (purpose !== 'reset') return `Your verification code is ${code}. ${good}`;
  const link = `${pool.publicUrl}/authentication/change-password/${code}/${encodeURIComponent(target)}`;
  return `To set a new password open ${link} . The code is ${code}. ${good}`;
}

/** `a***@e***` in small letters, whatever letters were stored or typed, or the last four digits. */
function masked(target: string): string {
  return target.startsWith('+')
    ? `+*******${target.slice(-4)}`
    : target.toLowerCase().replace(/^(.)[^@]*@(.).*$/u, '$1***@$2***');
}
