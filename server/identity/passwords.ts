import { readFileSync } from 'node:fs';
import type { Pool } from './pool.ts';
import type { Desk } from './operations/operation.ts';
import { problems } from './problems.ts';
import { makeVerifier } from './srp.ts';
import type { UserStatus } from './tables.ts';
import { verifierPlace } from './users.ts';

/** The one message for every failed password rule (error.validation.password). */
export const passwordMessage =
  'Password must be at least 8 characters, contain at least one number and at least one letter';

/** For a password that keeps the rules and is among the first that a guesser tries. */
export const commonPasswordMessage = 'This password is one of the most used and is guessed first. Choose another one';

/**
 * 8 to 64 characters, a letter, a number, and only the allowed characters (rule.password.signup,
 * rule.password.allowedCharacters).
 */
export function isAllowed(password: string): boolean {
  return (
    /^[A-Za-z0-9$@!#%&()*+,\-.:;<=>?`^[\]{}|~]{8,64}$/.test(password) &&
    /[A-Za-z]/.test(password) &&
    /\d/.test(password)
  );
}

/** Whether it is one of the thousand of `common-passwords.txt`, in any letter case. */
function isCommon(password: string): boolean {
  return commonPasswords.has(password.toLowerCase());
}

const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

/** Why a password is refused, in words for the person who chose it; undefined when it may be used. */
export function whyRefused(password: string): string | undefined {
  if (!isAllowed(password)) return passwordMessage;
  return isCommon(password) ? commonPasswordMessage : undefined;
}

/** @throws InvalidPasswordException */
export function checkPassword(password: string): void {
  const why = whyRefused(password);
  if (why !== undefined) throw problems.password(why);
}

/** Sealed verifier of a new password. */
export async function sealedVerifier(
  pool: Pool,
  { id: userId, salt }: { readonly id: string; readonly salt: string },
  password: string,
): Promise<{ salt: string; verifier: string }> {
  const verifier = makeVerifier({ poolName: pool.poolName, userId, password, salt });
  return { salt, verifier: await pool.cipher.seal(verifier, verifierPlace(userId)) };
}

/**
 * Sets a password and, when given, the status; failed attempts are forgotten and sessions end. The salt stays: a new
 * one would tell an observer of sign-ins that there is somebody who changed the password.
 * @param change `keeps`: the session in which the person did it, which goes on
 */
export async function setPassword(
  service: Desk,
  { id, salt }: { readonly id: string; readonly salt: string },
  { password, status, keeps }: { readonly password: string; readonly status?: UserStatus; readonly keeps?: string },
): Promise<void> {
  const sealed = await sealedVerifier(service, { id, salt }, password);
  await service.db
    .updateTable('identity_users')
    .set({ ...sealed, modified_at: service.at.toISOString(), ...(status === undefined ? {} : { status }) })
    .where('sub', '=', id)
    .execute();
  await service.db.deleteFrom('identity_attempts').where('subject', '=', id).execute();
  await service.tokens.revokeAll(id, service.at, keeps);
}
