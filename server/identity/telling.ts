/**
 * What a network address may ask for in an hour: answers that tell whether an address is known (rows of the documents),
 * and codes.
 */
import { addressKey } from '../http/proxies.ts';
import type { Person } from './directory.ts';
import { take, type LimitKind } from './limits.ts';
import type { GroundAt } from './pool.ts';
import { IdentityProblem } from './problems.ts';
import { addressOf, labelOf } from './users.ts';

/** What a page may be told of an address: `tooOften` for a stranger's and a customer's alike. */
export type Told = { readonly isPasswordless: boolean } | 'unknown' | 'tooOften';

/**
 * Counts one such answer about an address, and to the subscriber that asks: before anybody looks whether there is an
 * account, so that where the limit ends is the same for a customer's address and a stranger's.
 * @returns false when none is left of either
 */
export async function mayTell(pool: GroundAt, name: string): Promise<boolean> {
  const address = pool.cipher.blindIndex('address', addressOf(name));
  return (
    (await take(pool, address, 'toldOfAddress')) && (await takeOfNetwork(pool, 'toldToNetwork', 'toldToOwnMachine'))
  );
}

/** The same for a phone, by which somebody asks for the email of an account. */
export async function mayTellOfPhone(pool: GroundAt, phone: string): Promise<boolean> {
  return (
    (await take(pool, pool.cipher.blindIndex('phone', phone), 'toldOfPhone')) &&
    (await takeOfNetwork(pool, 'toldToNetwork', 'toldToOwnMachine'))
  );
}

/** Counts a code that is asked for to the subscriber that asks. @returns false when none is left */
export async function mayAsk(pool: GroundAt): Promise<boolean> {
  return await takeOfNetwork(pool, 'askedFromNetwork', 'askedFromOwnMachine');
}

/**
 * Takes one of what is left for the subscriber that asks; on a developer's machine everybody is one. Who asks for it
 * in a session of their own, or through somebody else's service, comes from no address that is known: nobody counts.
 * @returns false when nothing is left; nothing is counted then
 */
export async function takeOfNetwork(pool: GroundAt, kind: LimitKind, onOwnMachine: LimitKind): Promise<boolean> {
  if (pool.from === undefined) return true;
  const network = pool.cipher.blindIndex('network', addressKey(pool.from));
  return await take(pool, network, pool.env === 'local' ? onOwnMachine : kind);
}

/** Who has an address. */
type Find = (email: string) => Promise<Pick<Person, 'status' | 'attributes'> | undefined>;

/** Whether an address is known, and how its person signs in; what is no address is nobody's. */
export async function tell(pool: GroundAt, find: Find, email: string): Promise<Told> {
  try {
    if (!(await mayTell(pool, email))) return 'tooOften';
    const person = await find(addressOf(email));
    return person === undefined ? 'unknown' : { isPasswordless: labelOf(person) === 'isPasswordless' };
  } catch (error) {
    if (error instanceof IdentityProblem) return 'unknown';
    throw error;
  }
}
