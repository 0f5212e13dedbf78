/** People, and the strangers that stand in for addresses nobody has. */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Pool, PoolAt } from './pool.ts';
import { problems } from './problems.ts';
import { verifierFrom } from './srp.ts';
import type { IdentityTables } from './tables.ts';

export type User = Selectable<IdentityTables['identity_users']>;

/** Who a sign-in is about. A stranger has all that a user has, made from the address, so that both are answered alike. */
export interface Subject {
  readonly id: string;
  readonly user: User | undefined;
  readonly email: string;
  readonly salt: string;
  /** Clear; a stranger's belongs to no password. */
  readonly verifier: string;
}

/** The groups that rights come from [role.group.csr, role.group.enrollmentUser, role.group.accountUser]. */
export const groups = {
  service: 'my.account.csr',
  enrollment: 'enrollment.user',
  customer: 'my.account.user',
} as const;

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
/** Attributes that a person may change later. The codes of other systems are written by the back office alone. */
const later = ['email', 'name', 'given_name', 'family_name', 'phone_number'];

/** @throws InvalidParameterException for an attribute that is not the person's to write */
export function checkWritable(attributes: Readonly<Record<string, string>>, when: 'signUp' | 'later'): void {
  const allowed = when === 'signUp' ? atSignUp : later;
  const wrong = Object.keys(attributes).find((name) => !allowed.includes(name));
  if (wrong !== undefined) throw problems.parameter(`A client attempted to write unauthorized attribute ${wrong}`);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** By email, in any case, or by sub. */
export async function findUser(pool: Pool, name: string): Promise<User | undefined> {
  const users = pool.db.selectFrom('identity_users').selectAll();
  const found = uuid.test(name)
    ? users.where('sub', '=', name.toLowerCase())
    : users.where('email_lower', '=', name.trim().toLowerCase());
  return found.executeTakeFirst();
}

/** The user of that name, or the stranger of that name. */
export async function findSubject(pool: Pool, name: string): Promise<Subject> {
  const user = await findUser(pool, name);
  const email = name.trim().toLowerCase();
  // Both ways are walked for everybody: the time must not tell.
  const stranger = strangerOf(pool, email);
  if (user === undefined) {
    await pool.cipher.unseal(
      await pool.cipher.seal(stranger.verifier, verifierPlace(stranger.id)),
      verifierPlace(stranger.id),
    );
    return stranger;
  }
  return {
    id: user.sub,
    user,
    email: user.email,
    salt: user.salt,
    verifier: await pool.cipher.unseal(user.verifier, verifierPlace(user.sub)),
  };
}

export function verifierPlace(sub: string): { table: string; column: string; row: string } {
  return { table: 'identity_users', column: 'verifier', row: sub };
}

function strangerOf(pool: Pool, email: string): Subject {
  const key = pool.cipher.derive('identity-strangers');
  const of = (what: string): string => createHmac('sha256', key).update(`${what}\0${email}`).digest('hex');
  const id = of('sub').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  const bytes = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `verifier\0${email}`, 384));
  return { id, user: undefined, email, salt: of('salt').slice(0, 32), verifier: verifierFrom(bytes) };
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

export async function addToGroup(pool: Pool, sub: string, name: string): Promise<void> {
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

/** As the protocol lists them. */
export function attributeList(user: User): { Name: string; Value: string }[] {
  return Object.entries({ sub: user.sub, email: user.email, ...user.attributes }).map(([Name, Value]) => ({
    Name,
    Value,
  }));
}

/** @throws when the user may not sign in now */
export function checkMaySignIn(user: User): void {
  if (!user.enabled) throw problems.disabled();
  if (user.status === 'UNCONFIRMED') throw problems.notConfirmed();
  if (user.status === 'RESET_REQUIRED') throw problems.resetRequired();
}
