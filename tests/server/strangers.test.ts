import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { testPeople } from '../../server/seed/index.ts';
import { openApplication, pagesToSubmit } from './support/applicant.ts';
import { graphqlOperations, ownersOperations, sampleInput } from './support/operations.ts';
import { graphql, signIn, signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let id: string;
const tokens: Record<string, string | undefined> = {};
beforeAll(async () => {
  server = await startTestServer({ with: { seeded: true } });
  const owner = await signUp(server);
  const applicant = await openApplication(server, owner);
  id = applicant.id;
  for (const page of pagesToSubmit()) await applicant.leave(page);
  tokens['another customer'] = (await signUp(server)).idToken;
  for (const { id: who, email, password } of testPeople())
    tokens[`the test person ${who}`] = (await signIn(server, email, password)).idToken;
}, 180_000);
afterAll(() => server.stop());

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

const ofSomebody = graphqlOperations.filter(({ access }) => access !== 'public');
test.each(ofSomebody.map((one) => [one.name, one] as const))(
  '%s is refused an enrollment session: the ordinary application is not for it',
  async (_, operation) => {
    const enrolling = tokens['the test person enrollment-user'];
    expect(enrolling).toBeDefined();
    const before = await everything();
    expect(await ask(operation, id, enrolling)).toMatchObject({
      status: 403,
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    });
    expect(await everything()).toEqual(before);
  },
);
