/** The people that an empty local database is filled with. */
import { testPeople } from '../../server/seed/index.ts';
import { noPerson, STRANGER } from '../../verifier/fixture/product.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The seeded person a fixture speaks of; undefined for one without an account. @throws when nobody has this id. */
export function personOf(id: string): Person | undefined {
  const why = noPerson(testPeople(), id);
  if (why !== undefined) throw new Error(why);
  return id === STRANGER ? undefined : testPeople().find((one) => one.id === id);
}
