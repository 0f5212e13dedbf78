/**
 * The phone that somebody holds shows who they are: it opens an address over its own network, and the network's answer
 * goes from the provider to the server alone (decisions/0075).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FieldCipher } from '../crypto/index.ts';
import { phoneCheckSeconds, type PhoneCheck, type PhoneNetworks } from '../verification/phone.ts';
import type { Refusal } from './enrollment.ts';
import { take } from './limits.ts';
import { later, type Ground } from './pool.ts';
import { mayAsk } from './telling.ts';

interface Asking {
  /** Id of the application that the check is for. */
  readonly application: string;
  /** Sub of the account. */
  readonly account: string;
  /** The network address that asks. */
  readonly from: string;
}

export interface PhoneChecks {
  /**
   * Begins a check of a number.
   * @param phone `+1` and ten digits
   * @param back where whoever opened the address is led back to, from what they are to show
   * @returns the id by which the address is opened here
   */
  readonly begin: (
    asking: Asking,
    phone: string,
    back: (proof: string) => string,
  ) => Promise<{ readonly id: string } | { readonly refused: Extract<Refusal, 'PHONE_UNAVAILABLE' | 'TOO_MANY'> }>;
  /** The provider's address of a check; undefined of one that has ended or never was. */
  readonly addressOf: (id: string) => Promise<string | undefined>;
  /**
   * Whether the device that shows this proof was on the line of the number; each proof is asked about once.
   * @param proof what the device was led back with
   */
  readonly shows: (application: string, proof: string | undefined, phone: string) => Promise<boolean>;
}

const placeOf = (row: string) => ({ table: 'phone_checks', column: 'sealed', row });
const hashOf = (cipher: FieldCipher, proof: string): string => cipher.blindIndex('phone-proof', proof);

/** @param networks undefined where nobody is to be asked */
export function createPhoneChecks(pool: Ground, networks: PhoneNetworks | undefined, clock: () => Date): PhoneChecks {
  const { db, cipher } = pool;
  const opened = async (row: { readonly id: string; readonly sealed: string } | undefined) =>
    row && (JSON.parse(await cipher.unseal(row.sealed, placeOf(row.id))) as PhoneCheck);
  return {
    async begin({ application, account, from }, phone, back) {
      if (networks === undefined) return { refused: 'PHONE_UNAVAILABLE' };
      const at = { ...pool, at: clock(), from };
      if (!((await take(at, account, 'phoneChecked')) && (await mayAsk(at)))) return { refused: 'TOO_MANY' };
      const proof = randomBytes(32).toString('base64url');
      const check = await networks.begin(phone, back(proof));
      if (check === undefined) return { refused: 'PHONE_UNAVAILABLE' };
      const id = randomUUID();
      const sealed = await cipher.seal(JSON.stringify(check), placeOf(id));
      await sql`insert into phone_checks (id, about, proof, sealed, ends_at)
        values (${id}::uuid, ${application}::uuid, ${hashOf(cipher, proof)}, ${sealed}, ${later(at.at, phoneCheckSeconds)}::timestamptz)`.execute(
        db,
      );
      return { id };
    },
    async addressOf(id) {
      if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
      const { rows } = await sql<{ readonly id: string; readonly sealed: string }>`select id, sealed from phone_checks
        where id = ${id}::uuid and ends_at > ${clock().toISOString()}::timestamptz`.execute(db);
      return (await opened(rows[0]))?.url;
    },
    async shows(application, proof, phone) {
      if (networks === undefined || proof === undefined) return false;
      // Taken away as it is read: whatever comes of it, it is not asked about once more.
      const { rows } = await sql<{ readonly id: string; readonly sealed: string }>`delete from phone_checks
        where proof = ${hashOf(cipher, proof)} and about = ${application}::uuid
          and ends_at > ${clock().toISOString()}::timestamptz
        returning id, sealed`.execute(db);
      const check = await opened(rows[0]);
      return check !== undefined && (await networks.isLineOf(check.key, phone));
    },
  };
}
