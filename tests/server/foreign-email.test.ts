/** An operation with an `email` variable is about the person who asks: it refuses every address that is not the token's. */
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boot, graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let other: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  other = await signUp(server);
}, 120_000);
afterAll(() => server.stop());

test('every operation with a variable `email` refuses a customer’s and a stranger’s alike, and takes the own in any letters', async () => {
  const { operations } = await boot(server);
  const withEmail = Object.entries(operations).flatMap(([name, { document }]) => {
    const variables = (document === undefined ? [] : parse(document).definitions).flatMap((one) =>
      one.kind === 'OperationDefinition' ? (one.variableDefinitions ?? []) : [],
    );
    return document !== undefined && variables.some(({ variable }) => variable.name.value === 'email')
      ? [{ name, document }]
      : [];
  });
  expect(withEmail.map(({ name }) => name)).toContain('openApplication');
  for (const { name, document } of withEmail) {
    const [known, stranger] = [
      await person.ask(name, { email: other.email }),
      await person.ask(name, { email: 'nobody@example.com' }),
    ];
    expect(known.status).toBe(403);
    expect(known.errors[0]?.extensions.code).toBe('FORBIDDEN');
    expect(stranger).toEqual(known);
    expect((await graphql(server, document, { variables: { email: other.email } })).status).toBe(401);
    for (const email of [person.email, person.email.toUpperCase(), ` ${person.email}`])
      expect((await person.ask(name, { email })).errors).toEqual([]);
    expect((await person.ask(name, {})).errors).toEqual([]);
  }
});
