import { readFileSync } from 'node:fs';

/** A person to try the product with; never in production. */
export interface TestPerson {
  readonly id: string;
  readonly says: string;
  readonly email: string;
  readonly password: string;
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** The test people of `people.json`. */
export function testPeople(): readonly TestPerson[] {
  return JSON.parse(readFileSync(new URL('./people.json', import.meta.url), 'utf8')) as readonly TestPerson[];
}
