import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { testPeople } from '../../server/seed/index.ts';
import { openApplication, pagesToSubmit } from './support/applicant.ts';
import { graphqlOperations, ownersOperations, sampleInput } from './support/operations.ts';
import { graphql, signIn, signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let id: string;
let enrolling: Promise<string> | undefined;
const tokens: Record<string, string | undefined> = {};
beforeAll(async () => {
  server = await startTestServer({ with: { seeded: true } });
  const owner = await signUp(server);
  const applicant = await openApplication(server, owner);
  id = applicant.id;
  for (const page of pagesToSubmit()) await applicant.leave(page);
  tokens['another customer'] = (await signUp(server)).idToken;
  for (const { id: who, email, password } of testPeople().filter((one) => !isEnrolling(one)))
    tokens[`the test person ${who}`] = (await signIn(server, email, password)).idToken;
}, 180_000);
afterAll(() => server.stop());

const isEnrolling = ({ groups }: { readonly groups: readonly string[] }): boolean => groups.includes('enrollment.user');

const everything = async (): Promise<unknown> => [
  await findApplication(server.services.db, id),
  await readActs(server.services.db, id),
];
const ask = async (operation: (typeof graphqlOperations)[number], of: string, token: string | undefined) => {
  const { status, data, errors } = await graphql(server, operation.document, {
    variables: sampleInput(operation, of),
    headers: token === undefined ? {} : { authorization: token },
  });
  return { status, data, errors };
};

describe.each(ownersOperations.map((one) => [one.name, one] as const))('%s', (_, operation) => {
  test('answers about an application of somebody else as about one that is not there, to whoever asks', async () => {
    const before = await everything();
    expect(Object.keys(tokens).length).toBeGreaterThan(2);
    for (const [role, token] of Object.entries({ ...tokens, nobody: undefined })) {
      const unknown = await ask(operation, randomUUID(), token);
      expect([role, unknown.status]).toEqual([role, token === undefined ? 401 : 403]);
      for (const theirs of [id, id.toUpperCase()])
        expect([role, await ask(operation, theirs, token)]).toEqual([role, unknown]);
      expect([role, await ask(operation, 'no id', token)]).toEqual([role, unknown]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe('an enrollment session', () => {
  const ofSomebody = graphqlOperations.filter(({ access }) => access !== 'public');

  test('is given no token at the ordinary log-in, and told what a wrong password is told [behaviour.login.enrollmentSession]', async () => {
    const people = testPeople().filter(isEnrolling);
    expect(people.length).toBeGreaterThan(0);
    for (const { email, password } of people)
      await expect(signIn(server, email, password)).rejects.toThrow(
        'NotAuthorizedException Incorrect username or password.',
      );
  });

  test.each(ofSomebody.map((one) => [one.name, one] as const))(
    'may not ask %s, with a token from before it was one either',
    async (_, operation) => {
      enrolling ??= (async () => {
        const person = await signUp(server);
        await sql`insert into identity_groups (sub, name) select sub, 'enrollment.user' from identity_users where email = ${person.email}`.execute(
          server.services.db,
        );
        return person.idToken;
      })();
      const before = await everything();
      expect(await ask(operation, id, await enrolling)).toMatchObject({
        status: 401,
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
      expect(await everything()).toEqual(before);
    },
  );
});
