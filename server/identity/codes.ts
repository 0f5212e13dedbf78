/**
 * One-time codes: 6 digits, 10 minutes, at most 10 tries a code and 20 an hour for an account (also in parallel), 5
 * sends in 10 minutes.
 */
import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { isAddress } from '../messages/index.ts';
import { giveBack, take } from './limits.ts';
import { mayAsk } from './telling.ts';
import type { IdentityRequest } from '../../contract/operation.ts';
import type { Ground, GroundAt } from './pool.ts';
import { later } from './pool.ts';
import { problems } from './problems.ts';
import { judge } from './standing.ts';
import type { StateOf } from './standing.ts';
import { userStatuses } from './tables.ts';
import type { IdentityTables } from './tables.ts';
import type { Person } from './directory.ts';
import { accountState, enrolls, type Subject } from './users.ts';

type Purpose =
  | 'sign-up'
  | 'sign-in'
  | 'reset'
  | 'change-email'
  | 'verify-phone'
  | 'prove-by-email'
  | 'prove-by-phone'
  | 'enroll-by-email'
  | 'enroll-by-phone';

/** The service at its instant, and what the operation says that asks for a code or brings one. */
export interface Service extends GroundAt {
  readonly request: IdentityRequest;
}

const goodFor = 600;
const tries = 10;

/** Whom a code is for: an account, or whoever stands for it where there is none. */
export interface Receiver extends Pick<Subject, 'id' | 'state' | 'email'> {
  readonly user: { readonly attributes: Readonly<Record<string, string>> } | undefined;
}

/** Somebody of whom the back office knows, as codes are kept of them. */
export const receiverOf = (person: Person): Receiver => ({
  id: person.sub,
  state: accountState({
    enabled: person.enabled,
    enrolling: enrolls(person.groups),
    // What is none of ours may do nothing.
    status: userStatuses.find((one) => one === person.status) ?? 'UNCONFIRMED',
  }),
  email: person.email,
  user: person,
});

export interface Delivery {
  readonly Destination: string;
  readonly DeliveryMedium: 'EMAIL' | 'SMS';
  readonly AttributeName: 'email' | 'phone_number';
}
interface Sending {
  /** Another address than the subject's own email. */
  readonly target?: string;
  /** The code goes with a sign-up: nobody asked for it by itself. */
  readonly unasked?: boolean;
}

/** What the codes of a request are for. @throws when its operation names no code */
function purposeOf({ request: { code } }: Service): Purpose {
  if (code === undefined) throw new Error('This request is about a code that its operation does not name.');
  return code.purpose as Purpose;
}

/**
 * Sends a new code, which replaces the one before. For an account at a state at which the request may not be performed,
 * a stranger's among them, all is done and counted but the sending, so that no answer, limit or time tells them apart.
 * @throws LimitExceededException beyond 5 in 10 minutes, and beyond 300 an hour from one network
 */
export async function sendCode(
  service: Service,
  subject: Receiver,
  { target = subject.email, unasked = false }: Sending = {},
): Promise<Delivery> {
  const purpose = purposeOf(service);
  const channel = target.startsWith('+') ? 'sms' : 'email';
  if (!isAddress(channel, target)) throw problems.parameter('Not an address a code can be sent to.');
  if (!unasked && !((await mayAsk(service)) && (await take(service, subject.id, `asked:${purpose}`))))
    throw problems.limit();
  // A sign-up's own mail is not asked for, or the limit of those that are would tell that there was a sign-up: it
  // counts here alone.
  const isLeft = purpose !== 'sign-up' || (await take(service, subject.id, 'signUpMail'));
  const isMeant = isLeft && judge(service.request, 'account', subject.state).may;
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await keepCode(service, subject, {
    purpose,
    code: isMeant ? code : randomUUID(),
    target,
    // The code that went before stays good when no new one can go.
    keepsOld: !isLeft,
  });
  await service.deliver({
    to: target,
    channel,
    purpose,
    code,
    brand: subject.user?.attributes['custom:brand'] ?? '',
    subject: 'Your verification code',
    text: codeText(service, { purpose, code, target }),
    withheld: !isMeant,
  });
  return {
    Destination: masked(target),
    DeliveryMedium: channel === 'sms' ? 'SMS' : 'EMAIL',
    AttributeName: channel === 'sms' ? 'phone_number' : 'email',
  };
}

async function keepCode(
  pool: GroundAt,
  subject: Receiver,
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
      set hash = excluded.hash, tries = 0, target = excluded.target, expires_at = excluded.expires_at, used_at = null
      where not ${keepsOld}`.execute(pool.db);
}

type CodeRow = IdentityTables['identity_codes'];

/** Where a code stands when it is tried once more, for the operations' `from` and `to`. */
function codeState(row: CodeRow, at: Date): StateOf<'code'> {
  if (row.target === null) return 'NONE';
  if (row.used_at !== null) return 'USED';
  if (row.expires_at <= at.toISOString()) return 'EXPIRED';
  return row.tries > tries ? 'SPENT' : 'SENT';
}

/** What is said to who holds a code that may not be used. */
const refused: Readonly<Record<StateOf<'code'>, () => Error>> = {
  NONE: problems.wrongCode,
  SENT: problems.wrongCode,
  USED: problems.expiredCode,
  EXPIRED: problems.expiredCode,
  SPENT: problems.limit,
};

/**
 * Counts one more try. Where no code was ever sent the tries are counted too, in a row of nobody's code, so that the
 * eleventh is refused for every address alike.
 */
async function countTry(service: Service, subject: Receiver, purpose: Purpose): Promise<CodeRow> {
  const nobodys = hashOf(service, { subject: subject.id, purpose, code: randomUUID() });
  const { rows } = await sql<CodeRow>`
    insert into identity_codes as c (subject, purpose, hash, tries, expires_at)
    values (${subject.id}, ${purpose}, ${nobodys}, 1, ${later(service.at, goodFor)})
    on conflict (subject, purpose) do update set tries = c.tries + 1
    returning *`.execute(service.db);
  const [row] = rows;
  if (row === undefined) throw new Error('A counted try gave no row.');
  return row;
}

/** Whether a code was sent to the subject that can still be brought. */
export async function isCodeOut(service: Service, subject: Receiver): Promise<boolean> {
  const row = await service.db
    .selectFrom('identity_codes')
    .selectAll()
    .where('subject', '=', subject.id)
    .where('purpose', '=', purposeOf(service))
    .executeTakeFirst();
  return row !== undefined && codeState(row, service.at) === 'SENT';
}

/**
 * Uses a code up and gives the address it was sent to. Where the request may not be performed on the account, no code
 * is right. Only who holds a code hears that it is used or too old: to anybody else it would tell that one was sent.
 * @throws CodeMismatchException (wrong, or none was sent), ExpiredCodeException (used or too old),
 *   LimitExceededException (too many tries of the code or account)
 */
export async function useCode(service: Service, subject: Receiver, code: string): Promise<string> {
  const purpose = purposeOf(service);
  // Counted before it is looked at, so that guesses in parallel are counted too.
  if (!(await take(service, subject.id, 'codeTry'))) throw problems.limit();
  const tried = await countTry(service, subject, purpose);
  const isRight = timingSafeEqual(
    Buffer.from(tried.hash),
    Buffer.from(hashOf(service, { subject: subject.id, purpose, code })),
  );
  if (!isRight) throw tried.tries > tries ? problems.limit() : problems.wrongCode();
  const state = codeState(tried, service.at);
  if (!judge(service.request, 'code', state).may) throw refused[state]();
  const account = judge(service.request, 'account', subject.state);
  if (!(account.may || account.done)) throw problems.wrongCode();
  const used = await service.db
    .updateTable('identity_codes')
    // The try that was right is no guess: those that come after it are refused as late as any address's.
    .set({ used_at: service.at.toISOString(), tries: sql<number>`tries - 1` })
    .where('subject', '=', subject.id)
    .where('purpose', '=', purpose)
    .where('hash', '=', tried.hash)
    .where('used_at', 'is', null)
    .returning('target')
    .executeTakeFirst();
  // Somebody else used the same code between the two statements.
  if (used === undefined || used.target === null) throw problems.expiredCode();
  await giveBack(service, subject.id, 'codeTry');
  return service.cipher.unseal(used.target, targetPlace(subject.id, purpose));
}

function hashOf(
  pool: Ground,
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
export function codeText(
  pool: Pick<Ground, 'publicUrl'>,
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
