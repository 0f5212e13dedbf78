/** What the page's own caller makes of a call for which it has no token, before the running server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { createCaller } from '../harness/gateway.ts';
import { uploadBy } from '../harness/upload.ts';
import { manualTimers, memoryStorage } from '../gateway/fakes.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let boot: Boot;
beforeAll(async () => {
  server = await startTestServer();
  boot = (await (await fetch(server.address + places.boot)).json()) as Boot;
}, 180_000);
afterAll(() => server.stop());

/** The caller of a page, and the paths it asked for. */
function callerOf(person: Person | undefined) {
  const asked: string[] = [];
  const held = person && {
    token: person.idToken,
    accessToken: person.idToken,
    claims: { sub: 'somebody' },
    expires: 9e9,
  };
  const caller = createCaller({
    ports: {
      fetch: (url, init) => {
        asked.push(new URL(String(url)).pathname);
        return fetch(url, init);
      },
      upload: uploadBy(fetch),
      timers: manualTimers(),
      random: () => 0.5,
      id: () => crypto.randomUUID(),
      now: () => 0,
      storage: memoryStorage(),
      device: memoryStorage(),
      origin: server.address,
    },
    boot,
    identity: {
      perform: () => Promise.resolve({ name: 'ok' }),
      person: () => Promise.resolve(held),
      lastPerson: () => held,
      renew: () => Promise.resolve(undefined),
      signOut: () => Promise.resolve(undefined),
    },
    page: { fingerprint: async () => 'a test', secrets: { query: {}, hash: {} } },
    context: { sessionId: () => 'session-1' },
    kept: (question) => question.load(),
  });
  return { asked, caller };
}

test('a call of a customer without a token is unauthenticated without having been sent; with one the server answers it [behaviour.graphql.noToken]', async () => {
  const nobody = callerOf(undefined);
  for (const name of ['openApplication', 'loanAccount', 'conditionallyApprovedApplication'])
    expect(await nobody.caller.call(name, {})).toEqual({ name: 'unauthenticated' });
  expect(nobody.asked).toEqual([]);
  expect(await nobody.caller.call('getCurrentDate', {})).toEqual({ name: 'ok', value: '2026-11-20' });
  expect(nobody.asked).toEqual(['/graphql']);
  const somebody = callerOf(await signUp(server));
  expect(await somebody.caller.call('openApplication', {})).toMatchObject({ name: 'ok' });
  expect(somebody.asked).toEqual(['/graphql']);
});
