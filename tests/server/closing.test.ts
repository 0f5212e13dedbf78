import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closed } from '../../server/http/closing.ts';
import { systemPorts } from '../../server/ports.ts';

test('a connection on which an answer is under way is closed with its end, though the browser would keep it', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  const answer = new PassThrough();
  app.get('/', (_, reply) => reply.send(answer));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const asked = request({ agent, port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' }).end();
  answer.write('the half');
  const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
  await once(response, 'data');
  const began = performance.now();
  const end = closed(app, systemPorts.timers);
  const rest = once(response, 'end');
  answer.end(', and the rest');
  response.resume();
  await Promise.all([rest, end]);
  expect(performance.now() - began).toBeLessThan(5_000);
  agent.destroy();
});
