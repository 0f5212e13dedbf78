import type { Pool, PoolAt } from './pool.ts';
import { problems } from './problems.ts';
import { makeVerifier } from './srp.ts';
import type { UserStatus } from './tables.ts';
import { verifierPlace } from './users.ts';

/** The one message for every failed password rule (error.validation.password). */
export const passwordMessage =
  'Password must be at least 8 characters, contain at least one number and at least one letter';

/** 8 to 64 characters, a letter, a number, and only the allowed characters (rule.password.signup, rule.password.allowedCharacters). */
export function isGoodPassword(password: string): boolean {
  return (
    /^[A-Za-z0-9$@!#%&()*+,\-.:;<=>?`^[\]{}|~]{8,64}$/.test(password) &&
    /[A-Za-z]/.test(password) &&
    /\d/.test(password)
  );
}

export function checkPassword(password: string): void {
  if (!isGoodPassword(password)) throw problems.password(passwordMessage);
}

/** Salt and sealed verifier of a new password. */
export async function sealedVerifier(
  pool: Pool,
  sub: string,
  password: string,
): Promise<{ salt: string; verifier: string }> {
  const { salt, verifier } = makeVerifier({ poolName: pool.poolName, userId: sub, password });
  return { salt, verifier: await pool.cipher.seal(verifier, verifierPlace(sub)) };
}

/** Sets a password and, when given, the status; failed attempts are forgotten. */
export async function setPassword(
  pool: PoolAt,
  sub: string,
  { password, status }: { readonly password: string; readonly status?: UserStatus },
): Promise<void> {
  const sealed = await sealedVerifier(pool, sub, password);
  await pool.db
    .updateTable('identity_users')
    .set({ ...sealed, modified_at: pool.at.toISOString(), ...(status === undefined ? {} : { status }) })
    .where('sub', '=', sub)
    .execute();
  await pool.db.deleteFrom('identity_attempts').where('subject', '=', sub).execute();
}
