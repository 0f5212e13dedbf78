import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, socketPath } from '../../contract/channels.ts';
import { signUp, type Person } from './support/person.ts';
import { dial, exchange, upgrade } from './support/raw.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
}, 180_000);
afterAll(() => server.stop());

const alive = async (): Promise<number> => (await fetch(`${server.address}/healthz`)).status;
const paths = Object.values(channels).map(({ path }) => path);
const open = async (): Promise<WebSocket> => {
  const [channel] = Object.values(channels);
  if (!channel) throw new Error('The contract has no channel.');
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}${socketPath(channel, person.idToken)}`, {
    origin: server.address,
  });
  await once(socket, 'open');
  return socket;
};

describe('anybody’s upgrade', () => {
  const targets = ['//', '///x', '/foo', '/', '*', 'http://', 'http://[', '/ws', '/%', '/ws/application/%00', ...paths];

  test.each(targets)('of %s is answered and closed, and the process goes on', async (target) => {
    expect(await exchange(server, upgrade(target))).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await alive()).toBe(200);
  });

  test.each(targets)('of %s, then a reset, leaves the process running', async (target) => {
    const socket = await dial(server);
    socket.write(upgrade(target));
    const closed = once(socket, 'close');
    socket.resetAndDestroy();
    await closed;
    expect(await alive()).toBe(200);
  });

  test('of a path with a reset in the middle of the check of its token leaves the process running', async () => {
    const socket = await dial(server);
    socket.write(
      upgrade(`${paths[0] ?? ''}?idToken=${person.idToken}`, {
        origin: server.address,
        host: new URL(server.address).host,
      }),
    );
    socket.resetAndDestroy();
    expect(await alive()).toBe(200);
  });
});

describe('a socket', () => {
  test('that says too much is closed, and what it said costs the database a few questions only', async () => {
    const socket = await open();
    const closed = once(socket, 'close');
    for (let at = 0; at < 5000; at += 1)
      socket.send(JSON.stringify({ action: 'registerApplicationListener', applicationId: `${at}` }));
    const [code] = (await closed) as [number];
    expect(code).toBe(1008);
    expect(await alive()).toBe(200);
  });

  test.each(['ping', 'pong'] as const)('that says %s too much is closed', async (says) => {
    const socket = await open();
    const closed = once(socket, 'close');
    for (let at = 0; at < 1000; at += 1) socket[says]();
    const [code] = (await closed) as [number];
    expect(code).toBe(1008);
  });

  test('whose message is too long is closed', async () => {
    const socket = await open();
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.send('x'.repeat(5000));
    const [code] = (await closed) as [number];
    expect(code).toBe(1009);
  });

  test('is one of twenty that a person may have open', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, open));
    const refused = await exchange(
      server,
      upgrade(`${paths[0] ?? ''}?idToken=${person.idToken}`, {
        origin: server.address,
        host: new URL(server.address).host,
      }),
    );
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    for (const socket of sockets) socket.close();
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
  });
});
