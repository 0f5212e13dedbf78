/**
 * An operation with an `email` variable is about the person who asks: it refuses every address that is not the token's.
 */
import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { sampleInput } from './support/operations.ts';
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
    const email = variables.find(({ variable }) => variable.name.value === 'email');
    return document !== undefined && email !== undefined
      ? [{ name, document, isNeeded: email.type.kind === 'NonNullType' }]
      : [];
  });
  expect(withEmail.map(({ name }) => name)).toContain('openApplication');
  for (const { name, document, isNeeded } of withEmail) {
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
    expect((await person.ask(name, {})).errors.map(({ extensions }) => extensions.code)).toEqual(
      isNeeded ? ['BAD_INPUT'] : [],
    );
  }
});

test('every REST operation with an `email` refuses a signed-in person another’s, and takes the own and a signed-out person’s', async () => {
  const operations = (await boot(server)).operations as Readonly<Record<string, Operation>>;
  const declared = Object.values(operations).filter(
    ({ kind, input }) => kind === 'rest' && Object.hasOwn((input['properties'] ?? {}) as object, 'email'),
  );
  expect(declared.map(({ path }) => path)).toEqual(expect.arrayContaining(['/auth', '/auth/password-changed']));
  for (const operation of declared) {
    const { method = 'GET', path = '' } = operation;
    const body = sampleInput({ ...operation, document: '' }, '');
    const send = (email: string, authorization?: string, inQuery?: string): Promise<Response> =>
      fetch(`${server.address}${path}${inQuery === undefined ? '' : `?email=${encodeURIComponent(inQuery)}`}`, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        body: JSON.stringify({ ...body, email }),
      });
    const told = async (email: string): Promise<unknown> => {
      const response = await send(email, person.idToken);
      return [response.status, { ...((await response.json()) as object), id: '' }];
    };
    expect(await told(other.email)).toEqual([403, { error: 'forbidden', id: '' }]);
    expect(await told('nobody@example.com')).toEqual(await told(other.email));
    // Of two places each has to be the own.
    expect((await send(person.email, person.idToken, other.email)).status).toBe(403);
    expect((await send(other.email, person.idToken, person.email)).status).toBe(403);
    expect((await send(` ${person.email.toUpperCase()}`, person.idToken)).status).toBe(204);
    expect((await send(other.email)).status).toBe(204);
  }
});
