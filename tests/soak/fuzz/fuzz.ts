/** Fuzzed requests against a server in a process of its own, and an honest person beside them. */
import { request } from 'node:http';
import { WebSocket } from 'ws';
import { boot, signUp } from '../../server/support/person.ts';
import { startProcess, type ServerProcess } from '../process.ts';
import { requests, type HttpRequest, type SocketRequest } from './bodies.ts';

export interface Found {
  readonly bodies: number;
  /** Answers by door and status, e.g. `graphql 400`. */
  readonly answers: Readonly<Record<string, number>>;
  /** Answers of 500 and above, and what asked for them. */
  readonly faults: readonly string[];
  /** Answers that say INTERNAL. */
  readonly internals: readonly string[];
  /** Lines the server logged as errors. */
  readonly errors: readonly string[];
  readonly exited: boolean;
  /** The longest an honest request waited, and the most CPU the answering thread used meanwhile, in milliseconds. */
  readonly waitedMs: number;
  readonly cpuMs: number;
}

const lanes = 8;

export async function fuzz(options: { readonly seed: number; readonly count: number }): Promise<Found> {
  // One trusted hop: each request says an address of its own, or the limits would answer instead of the doors.
  const server = await startProcess({ TRUSTED_PROXIES: '1' });
  try {
    const person = await signUp(server);
    const all = requests(await boot(server), options);
    const answers: Record<string, number> = {};
    const faults: string[] = [];
    const internals: string[] = [];
    let next = 0;
    let isOver = false;
    const lane = async (): Promise<void> => {
      for (let at = next++; at < all.length && server.child.exitCode === null; at = next++) {
        const one = all[at];
        if (one === undefined) continue;
        const answer =
          one.door === 'sockets'
            ? await overSocket(server, one, person.idToken)
            : await overHttp(server, one, { at, idToken: person.idToken });
        const key = `${one.door} ${answer.status}`;
        answers[key] = (answers[key] ?? 0) + 1;
        const said = `${key} ${JSON.stringify(one).slice(0, 600)} -> ${answer.body.slice(0, 300)}`;
        if (answer.status >= 500) faults.push(said);
        if (answer.body.includes('"INTERNAL"')) internals.push(said);
      }
    };
    const honest = honestPerson(server, () => isOver);
    await Promise.all(Array.from({ length: lanes }, lane));
    isOver = true;
    const waits = await honest;
    return {
      bodies: all.length,
      answers,
      faults,
      internals,
      errors: server.log.filter((line) => /"level":[56]0/.test(line)),
      exited: server.child.exitCode !== null || server.child.signalCode !== null,
      ...waits,
    };
  } finally {
    await server.stop();
  }
}

/** Somebody who asks for the day, one question after another, as long as the others are at it. */
async function honestPerson(
  server: ServerProcess,
  isOver: () => boolean,
): Promise<{ waitedMs: number; cpuMs: number }> {
  let waitedMs = 0;
  let cpuMs = 0;
  while (!isOver() && server.child.exitCode === null) {
    const began = performance.now();
    const cpu = server.cpuMs();
    await fetch(`${server.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1' },
      body: '{"query":"{ getCurrentDate }"}',
    }).then(
      (response) => response.text(),
      () => '',
    );
    waitedMs = Math.max(waitedMs, performance.now() - began);
    cpuMs = Math.max(cpuMs, (server.cpuMs() ?? 0) - (cpu ?? 0));
  }
  return { waitedMs: Math.round(waitedMs), cpuMs };
}

/** By Node's own client: fetch would refuse half of these before they are sent. Status 0: the connection was cut. */
function overHttp(
  server: ServerProcess,
  one: HttpRequest,
  { at, idToken }: { readonly at: number; readonly idToken: string },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const sent = request(
      {
        port: server.port,
        host: 'localhost',
        method: one.method,
        path: one.path,
        headers: {
          ...one.headers,
          'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
          ...(one.signedIn ? { authorization: idToken } : {}),
          ...(one.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(one.body)) }),
        },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('close', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    sent.on('error', () => resolve({ status: 0, body: '' }));
    sent.end(one.body);
  });
}

/** Opens a socket, says everything, and closes it when the server has answered the last or closed it itself. */
function overSocket(
  server: ServerProcess,
  one: SocketRequest,
  idToken: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://localhost:${server.port}${one.path}?idToken=${idToken}`, {
      origin: server.address,
    });
    let body = '';
    let heard = 0;
    let status = 0;
    socket.on('unexpected-response', (_request, response) => {
      status = response.statusCode ?? 0;
      socket.terminate();
    });
    socket.on('error', () => undefined); // a refused upgrade and a frame too long are answers
    socket.on('open', () => one.messages.forEach((message) => socket.send(message)));
    socket.on('message', (data) => {
      body += String(data);
      if ((heard += 1) >= one.messages.length) socket.close();
    });
    socket.on('close', (code) => resolve({ status: status || (code === 1011 ? 500 : 200), body }));
  });
}

/** What was found, in words; empty when nothing was. */
export function complaints(found: Found, patienceMs: number): string[] {
  return [
    ...found.faults.map((one) => `answered with a fault: ${one}`),
    ...found.internals.map((one) => `said INTERNAL: ${one}`),
    ...found.errors.map((one) => `logged an error: ${one}`),
    ...(found.exited ? ['the server ended'] : []),
    ...(found.cpuMs > patienceMs ? [`one question waited for ${found.cpuMs} ms of the server's CPU`] : []),
  ];
}
