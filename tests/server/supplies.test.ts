/** Secrets among the inputs of a call, at the server: taken, and in nothing that is kept or logged. */
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handOffOrigins } from '../../server/http/hand-offs.ts';
import { apart } from '../../server/journeys/supplied.ts';
import { root } from '../content/compiled.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const secrets = { blackBox: 'canary-of-a-fingerprint', idToken: 'canary-of-a-token-in-a-call' };
let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer({ contentDir: `+${join(root, 'tests/constructs/secrets')}` });
  person = await signUp(server);
}, 180_000);
afterAll(() => server.stop());

test('a call with its secrets is answered, and one that lacks a secret, or has one of another shape, is refused at its path', async () => {
  const remember = (input: Record<string, string>) => person.ask('rememberThisDevice', input);
  expect((await remember({ name: 'Phone', ...secrets })).data).toEqual({
    rememberThisDevice: { outcome: 'ok', value: { name: 'Phone' } },
  });
  expect((await remember({ name: 'Phone', idToken: secrets.idToken })).errors[0]?.extensions).toMatchObject({
    code: 'BAD_INPUT',
    path: 'blackBox',
  });
  expect((await remember({ name: 'Phone', ...secrets, blackBox: 'short' })).errors[0]?.extensions).toMatchObject({
    code: 'BAD_INPUT',
    path: 'blackBox',
  });
});
test('no line of the log and no row of any table holds a secret of a call', async () => {
  await person.ask('rememberThisDevice', { name: 'Phone', ...secrets });
  const { db } = server.services;
  const tables = await sql<{
    name: string;
  }>`select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db);
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(db)).rows),
  );
  const kept = JSON.stringify(rows) + server.log.join('\n');
  expect(kept).toContain('rememberThisDevice');
  for (const secret of Object.values(secrets)) expect(kept).not.toContain(secret);
});
test('secrets are no part of what a repeat is known by', () => {
  const operations = [{ supplies: { token: 'token.id' } }, {}] as const;
  const [first, again] = ['old', 'new'].map((token) => apart(operations, { name: 'a', token }));
  expect(first?.given).toEqual(again?.given);
  expect(first).toEqual({ given: { name: 'a' }, secrets: { token: 'old' } });
});
test('a page may post forms to the sites it hands people over to, and to no other', async () => {
  const answer = await fetch(`${server.address}/device`, { headers: { accept: 'text/html' } });
  expect(answer.headers.get('content-security-policy')).toMatch(
    /form-action 'self'(?: https:\/\/www\.(?:tuppence|larkfield)\.example){2}$/,
  );
  const addresses = Object.fromEntries(
    ['https://a.example/x', 'https://a.example/y', '/here', 'javascript:alert(1)', undefined].map((value, index) => [
      String(index),
      { reads: [], of: () => value },
    ]),
  );
  const known = { brand: {}, flags: {} };
  expect(handOffOrigins({ handOffs: Object.keys(addresses), addresses }, known)).toEqual(['https://a.example']);
  expect(handOffOrigins({ addresses }, known)).toEqual([]);
});
