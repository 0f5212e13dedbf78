import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { WebSocket as Connection } from 'ws';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { CONNECT_MS, listen, subjectOf } from '../../runtime/gateway/sockets.ts';
import type { Listening, SocketLike } from '../../runtime/gateway/sockets.ts';
import { manualTimers, silentSocket, turn } from './fakes.ts';
import type { ManualTimers } from './fakes.ts';

let server: WebSocketServer;
let origin: string;
let timers: ManualTimers;
/** What the server saw, in order; `happened` waits for the next entry that fits. */
let log: string[];
let wake: (() => void)[];
let connections: { socket: Connection; request: IncomingMessage }[];
let stop: (() => void) | undefined;

const note = (entry: string): void => {
  log.push(entry);
  for (const fn of wake.splice(0)) fn();
};
async function happened(entry: string, times = 1): Promise<void> {
  while (log.filter((one) => one === entry).length < times) await new Promise<void>((resolve) => wake.push(resolve));
  await turn();
}

beforeEach(async () => {
  timers = manualTimers();
  log = [];
  wake = [];
  connections = [];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('connection', (socket, request) => {
    connections.push({ socket, request });
    socket.on('message', (text) => note(`server got ${String(text)}`));
    socket.on('close', (code) => note(`server saw close ${code}`));
    note('connected');
  });
});
afterEach(() => {
  stop?.();
  stop = undefined;
  for (const { socket } of connections) socket.terminate();
  return new Promise((resolve) => server.close(resolve));
});

function start(over: Partial<Listening> = {}, way: (url: string) => string = (url) => url): void {
  const mine = log; // a socket of an earlier test may close while the next one runs
  stop = listen(
    {
      timers,
      origin,
      brand: 'brand',
      open: (url) => {
        const socket = new WebSocket(way(url)) as unknown as SocketLike & WebSocket;
        socket.addEventListener('close', () =>
          queueMicrotask(() => (mine === log ? note('client closed') : undefined)),
        );
        return socket;
      },
      token: async () => 'id.token',
      report: (code) => note(code),
      pollMs: 4000,
    },
    {
      channel: 'application',
      input: { applicationId: 'app-1' },
      poll: async () => note('polled'),
      heard: (event, body) => note(`heard ${event} ${JSON.stringify(body)}`),
      gaveUp: () => note('gave up'),
      lost: () => note('lost'),
      found: () => note('found'),
      ended: () => note('ended'),
      ...over,
    },
  );
}
const quiet = { lost: () => undefined, found: () => undefined, ended: () => undefined };
const registered = `server got ${JSON.stringify({ action: 'registerApplicationListener', applicationId: 'app-1' })}`;
const message = (body: JsonObject): string => JSON.stringify({ data: { message: { body } } });

describe('application channel', () => {
  test('registers a listener, with the id token in the query only', async () => {
    start();
    await happened(registered);
    expect(connections[0]?.request.url).toBe('/ws/application?idToken=id.token&brand=brand');
    expect(JSON.stringify(connections[0]?.request.headers)).not.toContain('id.token');
  });
  test('tells action, status and state of a message, in this order', async () => {
    start();
    await happened(registered);
    connections[0]?.socket.send(
      message({ status: 'ESIGNING', applicationState: 'APPROVED', action: 'ESIGN_RECALCULATED' }),
    );
    await happened(
      `heard ESIGNING ${JSON.stringify({ status: 'ESIGNING', applicationState: 'APPROVED', action: 'ESIGN_RECALCULATED' })}`,
    );
    expect(log.filter((one) => one.startsWith('heard')).map((one) => one.split(' ')[1])).toEqual([
      'ESIGN_RECALCULATED',
      'ESIGNING',
      'APPROVED',
    ]);
  });
  test('what is no message of the channel is not heard', async () => {
    start();
    await happened(registered);
    connections[0]?.socket.send('not json');
    connections[0]?.socket.send(JSON.stringify({ data: {} }));
    connections[0]?.socket.send(message({ status: 'ORIGINATED', applicationState: 'ORIGINATED' }));
    await happened(`heard ORIGINATED ${JSON.stringify({ status: 'ORIGINATED', applicationState: 'ORIGINATED' })}`);
    expect(log.filter((one) => one.startsWith('heard')).length).toBe(1);
  });
  test('tells a state when it is another than before, and nothing of a message that comes again, after a connection anew too', async () => {
    start();
    await happened(registered);
    const tell = (status: string, applicationState: string): void =>
      connections.at(-1)?.socket.send(message({ status, applicationState }));
    tell('SUBMITTING', 'SUBMITTED');
    tell('SUBMITTING', 'SUBMITTED');
    tell('PENDING_UNDERWRITING', 'SUBMITTED');
    await happened(
      `heard PENDING_UNDERWRITING ${JSON.stringify({ status: 'PENDING_UNDERWRITING', applicationState: 'SUBMITTED' })}`,
    );
    connections[0]?.socket.terminate();
    await happened('client closed');
    await timers.advance(1000);
    await happened(registered, 2);
    tell('PENDING_UNDERWRITING', 'SUBMITTED');
    tell('SUBMIT_DENIED', 'DENIED');
    await happened(`heard DENIED ${JSON.stringify({ status: 'SUBMIT_DENIED', applicationState: 'DENIED' })}`);
    expect(log.filter((one) => one.startsWith('heard')).map((one) => one.split(' ')[1])).toEqual([
      'SUBMITTING',
      'SUBMITTED',
      'PENDING_UNDERWRITING',
      'SUBMIT_DENIED',
      'DENIED',
    ]);
  });
  test('of a message whose first event ends the listening nothing more is heard', async () => {
    start({
      heard: (event) => {
        note(`led on by ${event}`);
        stop?.();
      },
    });
    await happened(registered);
    connections[0]?.socket.send(message({ status: 'SUBMIT_DENIED', applicationState: 'DENIED' }));
    await happened('server saw close 1000');
    expect(log.filter((one) => one.startsWith('led on'))).toEqual(['led on by SUBMIT_DENIED']);
  });
  test('a lost connection is told once, its return too, and the normal close of the server as the end: asked once more, connected no more', async () => {
    start();
    await happened(registered);
    connections[0]?.socket.terminate();
    await happened('client closed');
    await timers.advance(1000);
    await happened(registered, 2);
    expect(log.filter((one) => ['lost', 'found', 'ended'].includes(one))).toEqual(['lost', 'found']);
    const polls = log.filter((one) => one === 'polled').length;
    connections[1]?.socket.close(1000);
    await happened('ended');
    expect(log.filter((one) => one === 'polled').length).toBe(polls + 1);
    expect(timers.waiting()).toEqual([]);
  });
  test('asks once when it is connected, for what was said before', async () => {
    start();
    await happened(registered);
    expect(log.filter((one) => one === 'polled').length).toBe(1);
  });
  test('reconnects after an abnormal close and registers again; meanwhile it polls', async () => {
    start();
    await happened(registered);
    connections[0]?.socket.terminate();
    await happened('client closed');
    expect([...timers.waiting()].sort((a, b) => a - b)).toEqual([1000, 4000]);
    await timers.advance(1000);
    await happened(registered, 2);
    expect(timers.waiting()).toEqual([]);
  });
  test('waits 1, 2, 4, 8, 16, 30, 30 s while the server is away, and polls every 4 s', async () => {
    const opened: number[] = [];
    let polled = 0;
    stop = listen(
      {
        timers,
        origin,
        brand: 'brand',
        open: () => {
          const socket: SocketLike = {
            onopen: null,
            onmessage: null,
            onclose: null,
            onerror: null,
            send: () => undefined,
            close: () => undefined,
          };
          opened.push(timers.now());
          queueMicrotask(() => socket.onclose?.({ code: 1006 }));
          return socket;
        },
        token: async () => 'id.token',
        report: () => undefined,
        pollMs: 4000,
      },
      {
        channel: 'application',
        input: {},
        poll: async () => void (polled += 1),
        heard: () => undefined,
        gaveUp: () => undefined,
        ...quiet,
      },
    );
    await turn();
    await timers.advance(92_000);
    expect(opened.slice(1).map((at, index) => at - (opened[index] ?? 0))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
    expect(polled).toBe(23);
  });
  test('a server that takes the line and never answers the upgrade: after ten seconds it is lost, asked and tried anew; what opens at last serves', async () => {
    const swallows = createServer((line) => {
      line.once('data', () => note('upgrade swallowed'));
      line.on('close', () => note('line closed'));
    });
    await new Promise<void>((resolve) => swallows.listen(0, '127.0.0.1', resolve));
    const real = origin;
    origin = `http://127.0.0.1:${(swallows.address() as AddressInfo).port}`;
    let to = new URL(origin).host;
    const host = new URL(origin).host;
    start({}, (url) => url.replace(host, to));
    await happened('upgrade swallowed');
    await timers.advance(CONNECT_MS - 1);
    expect(log).not.toContain('lost');
    await timers.advance(1);
    await happened('line closed');
    expect(log.filter((one) => one === 'lost' || one === 'socket.error')).toEqual(['socket.error', 'lost']);
    expect([...timers.waiting()].sort((a, b) => a - b)).toEqual([1000, 4000]);
    await timers.advance(1000);
    await happened('upgrade swallowed', 2);
    await timers.advance(3000);
    expect(log.filter((one) => one === 'polled').length).toBe(1);
    to = new URL(real).host;
    await timers.advance(CONNECT_MS + 2000);
    await happened(registered);
    expect(log.filter((one) => one === 'lost' || one === 'found')).toEqual(['lost', 'found']);
    expect(timers.waiting()).toEqual([]);
    await new Promise((resolve) => swallows.close(resolve));
  });
  test('does not reconnect when the server closes normally', async () => {
    start();
    await happened(registered);
    connections[0]?.socket.close(1000);
    await happened('client closed');
    expect(timers.waiting()).toEqual([]);
  });
  test('whenever nobody listens any more, no socket is left open, none is opened, nothing is due and nothing heard', async () => {
    for (const moment of ['asks for the token', 'connects', 'is open', 'waits to come back'] as const) {
      const sockets: SocketLike[] = [];
      const happening: string[] = [];
      const clock = manualTimers();
      const token = Promise.withResolvers<string | undefined>();
      const end = listen(
        {
          timers: clock,
          origin,
          brand: 'brand',
          open: () => {
            const one: SocketLike = {
              ...silentSocket(),
              send: (text) => void happening.push(text),
              close: () => void sockets.splice(sockets.indexOf(one), 1),
            };
            sockets.push(one);
            return one;
          },
          token: () => token.promise,
          report: (code) => void happening.push(code),
          pollMs: 4000,
        },
        {
          channel: 'application',
          input: {},
          giveUpAfterSeconds: 60,
          poll: async () => void happening.push('polled'),
          heard: (event) => void happening.push(event),
          gaveUp: () => void happening.push('gave up'),
          ...quiet,
        },
      );
      if (moment !== 'asks for the token') token.resolve('id.token');
      await turn();
      if (moment === 'is open' || moment === 'waits to come back') sockets[0]?.onopen?.();
      if (moment === 'waits to come back') sockets.splice(0).forEach((one) => one.onclose?.({ code: 1006 }));
      happening.length = 0;
      const opened = sockets.length;
      end();
      token.resolve('id.token');
      await turn();
      expect([moment, sockets.length <= opened]).toEqual([moment, true]);
      for (const one of sockets.slice()) {
        one.onopen?.();
        one.onmessage?.({ data: message({ status: 'ORIGINATED' }) });
      }
      await clock.advance(120_000);
      expect({ moment, open: sockets.length, due: clock.waiting(), happening }).toEqual({
        moment,
        open: 0,
        due: [],
        happening: [],
      });
    }
  });
  test('closes normally when nobody listens any more', async () => {
    start();
    await happened(registered);
    stop?.();
    await happened('server saw close 1000');
  });
  test('gives up after the time the step sets', async () => {
    start({ giveUpAfterSeconds: 120 });
    await happened(registered);
    await timers.advance(119_999);
    expect(log).not.toContain('gave up');
    await timers.advance(1);
    expect(log).toContain('gave up');
  });
});

test('the open application is registered unless the definition names another subject', () => {
  expect(subjectOf('application', {}, { applicationId: 'app-1', draftId: 'draft-1' })).toEqual({
    applicationId: 'app-1',
  });
  expect(subjectOf('application', { applicationId: 'x' }, { applicationId: 'app-1' })).toEqual({ applicationId: 'x' });
  expect(subjectOf('draft', {}, { applicationId: 'app-1', draftId: 'draft-1' })).toEqual({ draftId: 'draft-1' });
  expect(subjectOf('back-office', { loanId: '7' }, {})).toEqual({ loanId: '7' });
});
