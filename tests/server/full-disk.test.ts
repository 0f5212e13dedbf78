/**
 * A disk that is full or takes no writes: readiness says so, what is kept is served, what cannot be kept is 503 at
 * every door, and nothing ends.
 */
import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { boot, graphql, signUp, type Person } from './support/person.ts';
import { openApplication, type Applicant } from './support/applicant.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let other: Person;
let applicant: Applicant;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  other = await signUp(server);
  applicant = await openApplication(server, person);
}, 180_000);
afterAll(() => server.stop());

const get = (path: string): Promise<Response> => fetch(`${server.address}${path}`);
const serves = async (): Promise<void> => {
  expect((await get('/healthz')).status).toBe(200);
  expect((await person.ask('application', { id: applicant.id })).errors).toEqual([]);
};

describe('the data directory', () => {
  const probe = (): string => join(server.dataDir, `.probe-${process.pid}`);
  afterEach(() => rmSync(probe(), { force: true }));

  test('is tried by fifty who ask at once, and each is told that it takes writes', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(readdirSync(server.dataDir).filter((name) => name.startsWith('.probe'))).toEqual([]);
  });

  // What the system says of a write to each of these it says of one to a full and to a read-only disk.
  test.each([
    ['full', '/dev/full', /^ENOSPC$/],
    ['not writable', '/proc/version', /^(EACCES|EIO|EROFS|EPERM)$/],
  ])('that is %s is told by readiness, and serving goes on', async (_, target, why) => {
    expect((await get('/readyz')).status).toBe(200);
    symlinkSync(target, probe());
    const answer = await get('/readyz');
    expect([answer.status, await answer.json()]).toEqual([503, { ready: false, disk: expect.stringMatching(why) }]);
    await serves();
    rmSync(probe());
    expect((await get('/readyz')).status).toBe(200);
  });
});

describe.each([
  ['53100', 'a full disk'],
  ['25006', 'a database that only reads'],
])('when the database says %s, %s,', (code) => {
  const tables = ['applications', 'application_acts', 'identity_limits', 'events'];
  beforeAll(async () => {
    const { db } = server.services;
    await sql
      .raw(`create or replace function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)
      .execute(db);
    for (const table of tables)
      await sql
        .raw(`create trigger no_room before insert or update on ${table} for each row execute function no_room()`)
        .execute(db);
  });
  afterAll(async () => {
    for (const table of tables) await sql.raw(`drop trigger no_room on ${table}`).execute(server.services.db);
  });

  test('what cannot be kept is refused with a typed 503 at every door, and what is kept is served', async () => {
    const { operations, identity, flows } = await boot(server);
    const saved = await graphql(server, operations['createApplication']?.document ?? '', {
      variables: { application: { flow: 'apply', definition: flows['apply']?.hash ?? '' } },
      headers: { authorization: other.idToken, 'x-session-id': other.session },
    });
    expect([saved.status, saved.errors.map(({ extensions }) => extensions.code)]).toEqual([503, ['UNAVAILABLE']]);
    const post = (path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${server.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const event = await post('/analytics', { name: 'step' }, { 'content-type': 'application/json' });
    expect([event.status, await event.json()]).toMatchObject([503, { error: 'unavailable' }]);
    const reset = await post(
      '/idp/',
      { ClientId: identity.clientId, Username: person.email },
      {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
      },
    );
    expect([reset.status, await reset.json()]).toMatchObject([503, { error: 'unavailable' }]);
    await serves();
  });
});

test('afterwards everything is kept again', async () => {
  expect((await openApplication(server, other)).id).not.toBe(applicant.id);
});
