import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { QueryExecutorProvider } from 'kysely';
import type { FieldCipher } from '../crypto/index.ts';
import { keepCustomers, type CustomerDetails, type NewCustomer } from '../enrollment/store.ts';
import type { Identity } from '../identity/index.ts';

/** A customer of a store to enroll with; never in production. */
export interface TestCustomer {
  readonly id: string;
  readonly says: string;
  readonly brands: readonly string[];
  readonly ssn: string;
  readonly details: CustomerDetails;
  readonly refused?: boolean;
  readonly answers?: boolean;
  /** The email of the test person whose account it is. */
  readonly account?: string;
}

/** The test customers of `customers.json`. */
export function testCustomers(): readonly TestCustomer[] {
  return JSON.parse(readFileSync(new URL('./customers.json', import.meta.url), 'utf8')) as readonly TestCustomer[];
}

/** Writes the test customers that are not there yet, after the test people; safe to repeat. */
export async function seedCustomers(kept: {
  readonly db: QueryExecutorProvider;
  readonly cipher: FieldCipher;
  readonly identity: Pick<Identity, 'admin'>;
}): Promise<void> {
  const records: NewCustomer[] = [];
  for (const { brands, account, id: _, says: __, ...customer } of testCustomers()) {
    const owner = account === undefined ? undefined : (await kept.identity.admin.find(account))?.sub;
    records.push(...brands.map((brand) => ({ ...customer, id: randomUUID(), brand, account: owner })));
  }
  await keepCustomers(kept, records);
}
