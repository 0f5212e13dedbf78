/** Fuzzed requests against a server in a process of its own, and an honest person beside them. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { boot, signUp, type Person } from '../../server/support/person.ts';
import { startProcess, type ServerProcess } from '../process.ts';
import { startBystander, type Waited } from './bystander.ts';
import { requests, type AskedFile, type HttpRequest, type SocketRequest } from './bodies.ts';

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
  /** How a bystander's requests were answered, one after another beside the others, and by how many of them. */
  readonly bystander: Bystander;
}

/** What somebody waits who asks an honest question all the while. Milliseconds. */
interface Bystander {
  readonly asked: number;
  /** By the clock: half of the questions, 99 of 100 of them, and all were answered within. */
  readonly p50: number;
  readonly p99: number;
  readonly p100: number;
  /**
   * So long the machine itself let a thread wait that has nothing else to do; of a wait by the clock it is no part of
   * the server's.
   */
  readonly machineMs: number;
  /** The most CPU the answering thread used during one question. */
  readonly cpuMs: number;
}

const lanes = 8;
/** Content with a page that asks for files. */
const withFiles = join(import.meta.dirname, '../../constructs/files');

export async function fuzz(options: { readonly seed: number; readonly count: number }): Promise<Found> {
  // One trusted hop: each request says an address of its own, or the limits would answer instead of the doors.
  const server = await startProcess({ TRUSTED_PROXIES: '1', CONTENT_DIR: `+${withFiles}` });
  try {
    const person = await signUp(server);
    const all = requests(await boot(server), { ...options, asked: await askedFile(server, person) });
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
    const stopBystander = startBystander({ port: server.port });
    const cpu = mostCpu(server, () => isOver);
    await Promise.all(Array.from({ length: lanes }, lane));
    isOver = true;
    const bystander = { ...figures(await stopBystander()), cpuMs: await cpu };
    return {
      bodies: all.length,
      answers,
      faults,
      internals,
      errors: server.log.filter((line) => /"level":[56]0/.test(line)),
      exited: server.child.exitCode !== null || server.child.signalCode !== null,
      bystander,
    };
  } finally {
    await server.stop();
  }
}

/** A page of that content that asks for a file, of a draft that this person begins. */
async function askedFile(server: ServerProcess, person: Person): Promise<AskedFile> {
  const { flows } = await boot(server);
  const application = { flow: 'papers', definition: flows['papers']?.hash ?? '' };
  const { data } = await person.ask('createApplication', { application }, { key: randomUUID() });
  const made = data?.['createApplication']?.['application'] as { readonly id: string } | undefined;
  if (made === undefined) throw new Error('The person has no draft to send files for.');
  return { application: made.id, step: 'send', field: 'bill' };
}

/** The most CPU that the server used while one honest question was answered, asked as long as the others are at it. */
async function mostCpu(server: ServerProcess, isOver: () => boolean): Promise<number> {
  let most = 0;
  while (!isOver() && server.child.exitCode === null) {
    const cpu = server.cpuMs();
    await fetch(`${server.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.2' },
      body: '{"query":"{ getCurrentDate }"}',
    }).then(
      (response) => response.text(),
      () => '',
    );
    most = Math.max(most, (server.cpuMs() ?? 0) - (cpu ?? 0));
  }
  return most;
}

function figures({ waits, machineMs }: Waited): Omit<Bystander, 'cpuMs'> {
  const sorted = [...waits].sort((one, other) => one - other);
  const within = (part: number): number => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  return {
    asked: sorted.length,
    p50: within(0.5),
    p99: within(0.99),
    p100: within(1),
    machineMs: Math.round(machineMs),
  };
}

/** By Node's own client: fetch would refuse half of these before they are sent. Status 0: the connection was cut. */
function overHttp(
  server: ServerProcess,
  one: HttpRequest,
  { at, idToken }: { readonly at: number; readonly idToken: string },
): Promise<{ status: number; body: string }> {
  const bytes = one.body === undefined ? undefined : Buffer.from(one.body, one.door === 'files' ? 'latin1' : 'utf8');
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
          ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
        },
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('close', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    sent.on('error', () => resolve({ status: 0, body: '' }));
    sent.end(bytes);
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

/** How long somebody else may wait. */
interface Patience {
  /** For the server's CPU, in milliseconds. */
  readonly cpuMs: number;
  /** By the clock, less what the machine itself was late. */
  readonly clockMs?: number;
}

/** What was found, in words; empty when nothing was. */
export function complaints(found: Found, { cpuMs, clockMs = Number.POSITIVE_INFINITY }: Patience): string[] {
  const { bystander } = found;
  return [
    ...found.faults.map((one) => `answered with a fault: ${one}`),
    ...found.internals.map((one) => `said INTERNAL: ${one}`),
    ...found.errors.map((one) => `logged an error: ${one}`),
    ...(found.exited ? ['the server ended'] : []),
    ...(bystander.asked === 0 ? ['nobody asked beside it'] : []),
    ...(bystander.cpuMs > cpuMs ? [`one question waited for ${bystander.cpuMs} ms of the server's CPU`] : []),
    ...(bystander.p100 - bystander.machineMs > clockMs
      ? [`one question waited ${bystander.p100} ms by the clock`]
      : []),
  ];
}
