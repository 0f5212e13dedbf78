/** The people that an empty local database is filled with. */
import { testPeople } from '../../server/seed/index.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The word of fixtures for somebody without an account. */
const stranger = 'new-applicant';

/** The seeded person a fixture speaks of; undefined for one without an account. @throws when nobody has this id. */
export function personOf(id: string): Person | undefined {
  if (id === stranger) return undefined;
  const person = testPeople().find((one) => one.id === id);
  if (person === undefined) throw new Error(`No test person ${id}. There are: ${testPeople().map((one) => one.id).join(', ')}.`);
  return person;
}
