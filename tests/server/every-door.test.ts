/** The law of every door: a customer of another lender is nobody on this one's pages, whichever way they come in. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, registration, socketPath, type Channel } from '../../contract/channels.ts';
import { openApplication, pagesToSubmit } from './support/applicant.ts';
import { knock, withDoors, type Door } from './support/doors.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let doors: readonly Door[];
let server: TestServer;
let person: Person;
let id: string;
beforeAll(async () => {
  ({ started: server, doors } = await withDoors(() => startTestServer()));
  person = await signUp(server);
  const applicant = await openApplication(server, person);
  id = applicant.id;
  for (const page of pagesToSubmit()) await applicant.leave(page);
}, 180_000);
afterAll(() => server.stop());

const own = 'payday';
/** Brands on whose pages the person is no customer, and those of a sister brand, where they are one. */
const others = (isHeard: boolean): readonly string[] =>
  Object.entries(server.services.definitions.content('2026-11-20').brands).flatMap(([key, { facts }]) =>
    key !== own && (facts['availableSources'] as readonly string[]).includes('1') === isHeard ? [key] : [],
  );

describe('every door over HTTP', () => {
  test('answers a customer of another lender as it answers nobody', async () => {
    expect(others(false)).not.toEqual([]);
    const heard: string[] = [];
    for (const one of doors) {
      const door = `${one.method} ${one.url}`;
      const ask = (brand: string, token?: string) =>
        knock(one, { address: server.address, brand, token, application: id });
      for (const brand of others(false))
        expect([door, brand, await ask(brand, person.idToken)]).toEqual([door, brand, await ask(brand)]);
      if (JSON.stringify(await ask(own, person.idToken)) !== JSON.stringify(await ask(own))) heard.push(door);
    }
    // The same request on the own brand's pages is somebody's: at these doors the law has something to hold.
    expect(heard).toEqual(
      expect.arrayContaining([
        'POST /graphql',
        'POST /files',
        'GET /files/:application/:id',
        'GET /documents/:application/:idTag',
        'POST /locations/search',
      ]),
    );
  });
});

describe.each(Object.entries(channels))('the door of the channel %s', (_name, channel: Channel) => {
  /** What whoever listens is told first, or the status that they are refused with. */
  const listen = async (brand: string | undefined, token: string | undefined, about = id): Promise<unknown> => {
    const socket = new WebSocket(`${server.address.replace('http', 'ws')}${socketPath(channel, token, brand)}`, {
      origin: server.address,
    });
    try {
      return await new Promise((resolve, reject) => {
        socket.on('open', () => socket.send(registration(channel, { [channel.subject]: about })));
        socket.on('message', (raw: Buffer) => resolve(JSON.parse(String(raw))));
        socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode));
        socket.on('close', (code) => reject(new Error(`Closed with ${code} before a word was said.`)));
        socket.on('error', reject);
      });
    } finally {
      socket.terminate();
    }
  };

  test('is shut for a customer of another lender, as for nobody', async () => {
    for (const brand of others(false)) {
      expect([brand, await listen(brand, undefined)]).toEqual([brand, 401]);
      expect([brand, await listen(brand, person.idToken)]).toEqual([brand, 401]);
    }
  });

  test('tells of an application on the pages of its own brand alone', async () => {
    const forbidden = { message: 'Forbidden' };
    const told = await listen(own, person.idToken);
    if (channel.subject === 'draftId') expect(told).toEqual(forbidden);
    else expect(told).toMatchObject({ data: { message: { body: { status: expect.any(String) } } } });
    expect(await listen(undefined, person.idToken)).toEqual(told); // the brand that the address shows
    expect(others(true)).not.toEqual([]);
    for (const brand of others(true)) {
      expect([brand, await listen(brand, person.idToken)]).toEqual([brand, forbidden]);
      expect([brand, await listen(brand, person.idToken, randomUUID())]).toEqual([brand, forbidden]);
    }
  });
});
