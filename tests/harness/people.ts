/** The people that an empty local database is filled with. */
import { testCustomers, testPeople, type TestPerson } from '../../server/seed/index.ts';
import type { Fixture } from '../../verifier/fixture/fixture.ts';
import { noPerson, STRANGER } from '../../verifier/fixture/product.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The seeded person a fixture speaks of; undefined for one without an account. @throws when nobody has this id. */
export function personOf(id: string): TestPerson | undefined {
  const why = noPerson(testPeople(), id);
  if (why !== undefined) throw new Error(why);
  return id === STRANGER ? undefined : testPeople().find((one) => one.id === id);
}

/** Whether the address or the number of somebody seeded stands in a fixture: in an answer, say, or on a page. */
export function saysAddress(fixture: Fixture): boolean {
  const whole = JSON.stringify(fixture);
  return (
    testPeople().some(({ email }) => whole.includes(email)) || testCustomers().some(({ ssn }) => whole.includes(ssn))
  );
}

/** An address of email, as it stands in a fixture. */
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Whom a fixture speaks of: its person, each address in it, and each number of somebody seeded. */
export function peopleSaid(fixture: Fixture): readonly string[] {
  const whole = JSON.stringify(fixture);
  const { email } = personOf(fixture.given.person) ?? {};
  const numbers = [
    ...testPeople().flatMap(({ attributes }) => Object.values(attributes).filter((value) => value.startsWith('+'))),
    ...testCustomers().flatMap(({ ssn, details: { phone } }) => (phone === undefined ? [ssn] : [ssn, phone])),
  ];
  return [
    ...new Set([
      ...(email === undefined ? [] : [email]),
      ...(whole.match(EMAIL) ?? []),
      ...numbers.filter((number) => whole.includes(number)),
    ]),
  ];
}
