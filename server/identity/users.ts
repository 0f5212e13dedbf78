/** People, and the strangers that stand in for addresses nobody has. */
import { createHmac, hkdfSync } from 'node:crypto';
import type { RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { FieldCipher } from '../crypto/index.ts';
import { groupsThat } from '../../contract/groups.ts';
import { isAddress } from '../messages/index.ts';
import type { Person } from './directory.ts';
import type { Pool, PoolAt } from './pool.ts';
import { problems } from './problems.ts';
import { verifierFrom } from './srp.ts';
import type { StateOf } from './standing.ts';
import { userStatuses } from './tables.ts';
import type { IdentityTables, UserStatus } from './tables.ts';

/** An account, and whether its group makes each of its sessions an enrollment session. */
export type User = Selectable<IdentityTables['identity_users']> & { readonly enrolling: boolean };

/**
 * Who a sign-in is about. A stranger has all that a user has, made from the address, so that both are answered alike.
 */
export interface Subject {
  readonly id: string;
  readonly user: User | undefined;
  readonly state: StateOf<'account'>;
  readonly email: string;
  readonly salt: string;
  /** Clear; a stranger's belongs to no password. */
  readonly verifier: string;
}

/** Attributes that a person may give at sign-up (entity.signUpAttributes). */
const atSignUp = [
  'email',
  'name',
  'given_name',
  'family_name',
  'phone_number',
  'custom:source',
  'custom:brand',
  'custom:isPasswordless',
];
/**
 * Values that decide what others are told of an address (sign-up, /auth): the back office's to write, whoever names
 * them.
 */
const decides: Readonly<Record<string, string>> = { 'custom:source': 'LEGACY', 'custom:isPasswordless': 'true' };
/** Attributes that a person may change later. The codes of other systems are written by the back office alone. */
const later = ['email', 'name', 'given_name', 'family_name', 'phone_number'];

/** @throws InvalidParameterException for an attribute that is not the person's to write */
export function checkWritable(attributes: Readonly<Record<string, string>>, when: 'signUp' | 'later'): void {
  const allowed = when === 'signUp' ? atSignUp : later;
  const wrong = Object.keys(attributes).find((name) => !allowed.includes(name));
  if (wrong !== undefined) throw problems.parameter(`A client attempted to write unauthorized attribute ${wrong}`);
  const label = Object.keys(decides).find((name) => attributes[name] === decides[name]);
  if (label !== undefined) throw problems.parameter(`A client attempted to write an unauthorized value of ${label}`);
}

/**
 * What the back office said of somebody that decides how the person signs in or up; of an account nobody confirmed,
 * nothing.
 */
export function labelOf(user: Pick<Person, 'status' | 'attributes'>): 'isPasswordless' | 'customerExists' | undefined {
  if (user.status === 'UNCONFIRMED') return undefined;
  const is = (name: string): boolean => user.attributes[name] === decides[name];
  if (is('custom:isPasswordless')) return 'isPasswordless';
  return is('custom:source') ? 'customerExists' : undefined;
}

/**
 * Where an account stands, for the operations' `from` and `to`. A group or a lock of the back office comes before the
 * status.
 */
export function accountState(user: Pick<User, 'enabled' | 'enrolling' | 'status'> | undefined): StateOf<'account'> {
  if (user === undefined) return 'NONE';
  if (!user.enabled) return 'DISABLED';
  return user.enrolling ? 'ENROLLING' : user.status;
}

/** The status to be written where a request leads an account to another state. @throws for a state that is no status */
export function statusOf(to: StateOf<'account'> | undefined): { readonly status?: UserStatus } {
  if (to === undefined) return {};
  const status = userStatuses.find((one) => one === to);
  if (status === undefined) throw new Error(`No request leads an account to ${to}: it is not written in its status.`);
  return { status };
}

/** Whether the account of `sub` is in the group of enrollment sessions. */
export function isEnrolling(sub: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from identity_groups as g where g.sub = ${sql.ref(sub)} and g.name = any(${groupsThat('enrolls')}::text[]))`;
}

function selectUsers(pool: Pool) {
  return pool.db.selectFrom('identity_users').selectAll().select(isEnrolling('identity_users.sub').as('enrolling'));
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether an account that is in these groups is in that of enrollment sessions. */
export const enrolls = (groups: readonly string[]): boolean =>
  groupsThat('enrolls').some((one) => groups.includes(one));

/** By email, in any case, or by sub; for the back office. */
export async function findUser(pool: Pool, name: string): Promise<User | undefined> {
  const users = selectUsers(pool);
  const found = uuid.test(name)
    ? users.where('sub', '=', name.toLowerCase())
    : users.where('email_lower', '=', canonical(name));
  return found.executeTakeFirst();
}

/**
 * The address that a name is, as it is compared; nothing is looked up.
 * @throws InvalidParameterException for what is no email address; no account has such a name
 */
export function addressOf(name: string): string {
  const email = canonical(name);
  if (!isAddress('email', email)) throw problems.parameter('Username should be an email.');
  return email;
}

/**
 * The address that a name is, as it is kept: in the letters it came with, as long as the database makes the same small
 * ones of them. Of others (`\u0391\u03a3@`, `\u0130x@`) it makes different ones, and nobody would find the account
 * again.
 * @throws InvalidParameterException for what is no email address
 */
export function addressToKeep(name: string): string {
  const email = addressOf(name);
  return /^\p{ASCII}*$/u.test(name) ? name.trim() : email;
}

/** An address as it is compared: without space around it, in small letters. */
function canonical(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * The user with that email address, or the stranger that stands for it. The work is the same for both: the time must
 * not tell.
 * A stranger who signs up keeps id and salt, so that neither changes before an observer's eyes.
 * @throws InvalidParameterException for what is no email address; no account has such a name
 */
export async function findSubject(pool: Pool, name: string): Promise<Subject> {
  const email = addressOf(name);
  const strangers = [0, 1, 2, 3].map((generation) => strangerOf(pool, email, generation));
  const rows = await selectUsers(pool)
    .where((where) =>
      where.or([
        where('email_lower', '=', email),
        where(
          'sub',
          'in',
          strangers.map((one) => one.id),
        ),
      ]),
    )
    .execute();
  const user = rows.find((row) => row.email_lower === email);
  // Somebody who had this address changed it and kept the id: the next one stands for the address from then on.
  const free = strangers.filter((one) => rows.every((row) => row.sub !== one.id));
  const stranger = free[0] ?? strangers[0];
  if (stranger === undefined) throw new Error('A stranger has at least one generation; see findSubject().');
  const place = verifierPlace(user?.sub ?? decoySub);
  const opened = await pool.cipher.unseal(user?.verifier ?? pool.decoy, place);
  return user === undefined
    ? { ...stranger, user, state: accountState(user), email, verifier: verifierFrom(stranger.seed) }
    : { id: user.sub, user, state: accountState(user), email: user.email, salt: user.salt, verifier: opened };
}

/** A signed-in user as a subject. */
export async function subjectOf(pool: Pool, user: User): Promise<Subject> {
  const verifier = await pool.cipher.unseal(user.verifier, verifierPlace(user.sub));
  return { id: user.sub, user, state: accountState(user), email: user.email, salt: user.salt, verifier };
}

const decoySub = '00000000-0000-4000-8000-000000000000';

/** What is opened where a user's verifier would be; as long as one. */
export function sealDecoy(cipher: FieldCipher): Promise<string> {
  return cipher.seal('0'.repeat(768), verifierPlace(decoySub));
}

export function verifierPlace(sub: string): { table: string; column: string; row: string } {
  return { table: 'identity_users', column: 'verifier', row: sub };
}

/** Id, salt and the seed of a verifier, made from the address and a key; like those made at random in every bit. */
function strangerOf(pool: Pool, email: string, generation: number): { id: string; salt: string; seed: Buffer } {
  const key = pool.cipher.derive('identity-strangers');
  const of = (what: string): Buffer => createHmac('sha256', key).update(`${what}\0${generation}\0${email}`).digest();
  return {
    id: uuidOf(of('sub')),
    salt: of('salt').subarray(0, 16).toString('hex'),
    seed: Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `verifier\0${generation}\0${email}`, 384)),
  };
}

/**
 * A version 4 UUID of 16 given bytes: RFC 9562 fixes four bits of version and two of variant, all others are the
 * bytes'.
 */
function uuidOf(random: Buffer): string {
  const bytes = Buffer.from(random.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export async function groupsOf(pool: Pool, sub: string): Promise<string[]> {
  const rows = await pool.db
    .selectFrom('identity_groups')
    .select('name')
    .where('sub', '=', sub)
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}

export async function addToGroup(pool: Pick<Pool, 'db'>, sub: string, name: string): Promise<void> {
  await pool.db
    .insertInto('identity_groups')
    .values({ sub, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Writes attributes beside those that are there. */
export async function setAttributes(
  pool: PoolAt,
  sub: string,
  attributes: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`update identity_users set attributes = attributes || ${JSON.stringify(attributes)}::jsonb, modified_at = ${pool.at.toISOString()} where sub = ${sub}::uuid`.execute(
    pool.db,
  );
}

/** Attributes as the protocol lists them, by name; one without a value is taken away. */
export function attributesOf(
  list: readonly { readonly Name: string; readonly Value?: string }[] = [],
): Readonly<Record<string, string>> {
  return Object.fromEntries(list.map(({ Name, Value = '' }) => [Name, Value]));
}

/** As the protocol lists them. */
export function attributeList(user: User): { Name: string; Value: string }[] {
  return Object.entries({ sub: user.sub, email: user.email, ...user.attributes }).map(([Name, Value]) => ({
    Name,
    Value,
  }));
}

/**
 * Writes to an account at the state it was read at.
 * @returns the row as it is now; undefined when its state is another meanwhile
 */
export async function writeAccount(
  pool: PoolAt,
  { sub, status, enabled }: User,
  set: Partial<Pick<User, 'email' | 'verifier' | 'attributes' | 'status'>>,
): Promise<User | undefined> {
  return pool.db
    .updateTable('identity_users')
    .set({ ...set, modified_at: pool.at.toISOString() })
    .where('sub', '=', sub)
    .where('status', '=', status)
    .where('enabled', '=', enabled)
    .returningAll()
    .returning(isEnrolling('identity_users.sub').as('enrolling'))
    .executeTakeFirst();
}
