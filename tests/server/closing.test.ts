import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { closingOf } from '../../server/http/closing.ts';
import { systemPorts } from '../../server/ports.ts';

const listening = async (app: FastifyInstance): Promise<number> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
};
/** An open connection on which so much was sent, and taken by the server. */
async function connected(app: FastifyInstance, port: number, text = ''): Promise<Socket> {
  const taken = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const [there] = await taken;
  if (text !== '') {
    socket.write(text);
    await expect.poll(() => there.bytesRead).toBe(text.length);
  }
  return socket;
}

test('a connection on which an answer is under way is closed with its end, though the browser would keep it', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const close = closingOf(app, systemPorts.timers);
  const answer = new PassThrough();
  app.get('/', (_, reply) => reply.send(answer));
  const port = await listening(app);
  const agent = new Agent({ keepAlive: true });
  const asked = request({ agent, port, host: '127.0.0.1' }).end();
  answer.write('the half');
  const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  await once(response, 'data');
  const began = performance.now();
  const end = close();
  const rest = once(response, 'end');
  answer.end(', and the rest');
  response.resume();
  await Promise.all([rest, end]);
  expect(performance.now() - began).toBeLessThan(5_000);
  agent.destroy();
});

test('a connection that a browser opened ahead, and on which nothing was asked, holds nothing up', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const close = closingOf(app, systemPorts.timers);
  const socket = await connected(app, await listening(app));
  const closed = once(socket, 'close');
  const began = performance.now();
  await Promise.all([close(), closed]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ['whoever never finishes asking', 'GET / HTTP/1.1\r\nHost: a'],
  ['an answer that never ends', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'],
])('%s is waited for until the time of closing is over', async (_, text) => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const close = closingOf(app, systemPorts.timers, 200);
  app.get('/', (__, reply) => reply.send(new PassThrough()));
  const socket = await connected(app, await listening(app), text);
  const closed = once(socket, 'close');
  const began = performance.now();
  await Promise.all([close(), closed]);
  const took = performance.now() - began;
  expect(took).toBeGreaterThanOrEqual(190);
  expect(took).toBeLessThan(5_000);
});
