/** Answers that tell whether an address is known (rows of the documents), given so often in an hour and no more. */
import { take } from './limits.ts';
import type { PoolAt } from './pool.ts';
import { IdentityProblem } from './problems.ts';
import { findSubject } from './users.ts';

/** What a page may be told of an address: `tooOften` for a stranger's and a customer's alike. */
export type Told = { readonly isPasswordless: boolean } | 'unknown' | 'tooOften';

/** Counts one such answer about a subject, and to the network address that asks; false when none is left of either. */
export async function mayTell(pool: PoolAt, id: string): Promise<boolean> {
  const network = pool.cipher.blindIndex('network', pool.from ?? '');
  return (await take(pool, id, 'toldOfAccount')) && (await take(pool, network, 'toldToNetwork'));
}

/** Whether an address is known, and how its person signs in; what is no address is nobody's. */
export async function tell(pool: PoolAt, email: string): Promise<Told> {
  try {
    const { id, user } = await findSubject(pool, email);
    if (!(await mayTell(pool, id))) return 'tooOften';
    return user === undefined ? 'unknown' : { isPasswordless: user.attributes['custom:isPasswordless'] === 'true' };
  } catch (error) {
    if (error instanceof IdentityProblem) return 'unknown';
    throw error;
  }
}
