/** What an empty local database is filled with. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config/index.ts';
import type { Identity } from '../identity/index.ts';
import { testCustomers, type TestCustomer } from './customers.ts';
import { testPeople } from './people.ts';
import type { TestPerson } from './people.ts';

export { seedCustomers, testCustomers } from './customers.ts';
export { testPeople, type TestPerson } from './people.ts';

/** Test people exist outside production only. */
export function seedIsWanted(config: Pick<Config, 'env'>): boolean {
  return config.env !== 'prod';
}

/** Makes the test people that are not there yet; safe to repeat. @returns the ids of those it made */
export async function seed({ identity }: { readonly identity: Pick<Identity, 'admin'> }): Promise<readonly string[]> {
  const made: string[] = [];
  for (const { id, email, password, groups, attributes } of testPeople()) {
    if ((await identity.admin.find(email)) !== undefined) continue;
    const sub = await identity.admin.createUser({ email, password, groups, attributes });
    if (sub !== undefined) made.push(id);
  }
  return made;
}

/**
 * Test people, customers of stores to enroll with, and, per operation and outcome, the documented input that makes the
 * local back end answer so (`schemas/api/answers.json`).
 */
export interface Printout {
  readonly people: readonly TestPerson[];
  readonly customers: readonly TestCustomer[];
  readonly answers: unknown;
}

/** What `npm run seed -- --print` prints. */
export function printout(): Printout {
  const answers: unknown = JSON.parse(readFileSync(new URL('../../schemas/api/answers.json', import.meta.url), 'utf8'));
  return { people: testPeople(), customers: testCustomers(), answers };
}
