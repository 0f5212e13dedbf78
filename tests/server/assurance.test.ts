/**
 * How surely it is known who calls, held at the server's door: `assurance` of an operation, and `assures` of one that
 * proves it.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../content/compiled.ts';
import { graphql, signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer({ contentDir: `+${join(root, 'tests/constructs/session')}` });
  person = await signUp(server);
}, 180_000);
afterAll(() => server.stop());

const codeOf = async (who: Person, operation: string, input = {}) =>
  (await who.ask(operation, input)).errors[0]?.extensions.code;

test('below the assurance of an operation the server refuses, whoever asks and however', async () => {
  expect(await codeOf(person, 'payoutAccount')).toBe('ASSURANCE');
  const stranger = await graphql(server, '{ payoutAccount }');
  expect(stranger.errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
});
test('a proof that does not end with ok raises nothing', async () => {
  expect((await person.ask('proveIdentity', { code: '000000' })).data).toEqual({
    proveIdentity: { outcome: 'MISMATCH', value: null },
  });
  expect(await codeOf(person, 'payoutAccount')).toBe('ASSURANCE');
});
test('a proof raises the session it came from, at once and for the tokens it is given later, and no other', async () => {
  const other = await signIn(server, person.email);
  await person.ask('proveIdentity', { code: '135790' });
  expect((await person.ask('payoutAccount')).data).toEqual({
    payoutAccount: { outcome: 'ok', value: { ending: '6789' } },
  });
  expect(await codeOf(other, 'payoutAccount')).toBe('ASSURANCE');
  const next = await signIn(server, person.email);
  expect(await codeOf(next, 'payoutAccount')).toBe('ASSURANCE');
});
