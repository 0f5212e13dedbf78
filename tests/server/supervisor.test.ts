import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { supervise } from '../../scripts/lib/supervise.ts';
import { signUp } from './support/person.ts';
import { temporaryFolder } from './support/server.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server that tells the test each life of its own, and lives it as it is told. */
async function watched(
  lives: readonly ('fault' | 'early' | 'stay')[],
  limits: { readonly most?: number } = {},
): Promise<{
  ended: Promise<number>;
  said: string[];
  ports: string[];
  signal: (name: NodeJS.Signals) => void;
  stays: Promise<void>;
}> {
  const ports: string[] = [];
  const said: string[] = [];
  let stayed: () => void = () => undefined;
  const stays = new Promise<void>((resolve) => (stayed = resolve));
  const judge = createServer((request, response) => {
    ports.push(new URL(request.url ?? '', 'http://judge').searchParams.get('port') ?? '');
    const life = lives[ports.length - 1] ?? 'fault';
    response.end(life);
    if (life === 'stay') stayed();
  });
  await new Promise<void>((resolve) => judge.listen(0, resolve));
  const at = judge.address();
  const file = join(folder, `${ports.length}-${Math.trunc(performance.now())}.mjs`);
  writeFileSync(
    file,
    `const port = process.argv.includes('--port') ? process.argv.at(-1) : 'any';
     const life = await (await fetch('http://localhost:${typeof at === 'object' && at ? at.port : 0}/?port=' + port)).text();
     if (life === 'early') process.exit(3);
     process.on('SIGTERM', () => process.exit(0));
     process.send({ ready: 4711 }, () => { if (life === 'fault') process.exit(1); });
     setInterval(() => undefined, 1000);`,
  );
  const supervisor = supervise({ args: [file], say: (text) => said.push(text), waitMs: 1, ...limits });
  return {
    ended: supervisor.ended.finally(() => judge.close()),
    said,
    ports,
    signal: (name) => supervisor.signal(name),
    stays,
  };
}

describe('npm start', () => {
  test('starts a server that ended by a fault again, on the same port, and passes a signal on', async () => {
    const server = await watched(['fault', 'early', 'stay']);
    await server.stays;
    expect(server.ports).toEqual(['any', '4711', '4711']);
    expect(server.said).toEqual([
      'The server ended by code 1; it is started again in 1 ms.',
      'The server ended by code 3; it is started again in 2 ms.',
    ]);
    server.signal('SIGTERM');
    expect([0, 1]).toContain(await server.ended); // 1: the signal came before the server listened to it
    expect(server.ports).toHaveLength(3);
  });

  test('gives up on a server that ends quickly each time, and says what to do', async () => {
    const server = await watched([], { most: 3 });
    expect(await server.ended).toBe(1);
    expect(server.ports).toHaveLength(3);
    expect(server.said.at(-1)).toBe(
      'The server ended 3 times in a row soon after its start, the last time by code 1: read its log above.',
    );
  });

  test('does not start a server again that never was ready: what is wrong stays wrong', async () => {
    const server = await watched(['early']);
    expect(await server.ended).toBe(3);
    expect(server.said).toEqual([]);
  });
});

/** `npm start` as a person or a container starts it: npm, its shell, the task, the supervisor and the server. */
function npmStart(): {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The address, when the server has said it so many times. */
  readonly says: (times: number) => Promise<string>;
  /** How npm ended, when the last process of the chain has let go of the output; 'still there' after ten seconds. */
  readonly endsBy: (signal: NodeJS.Signals) => Promise<unknown>;
} {
  const child = spawn('npm', ['start'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATABASE_URL: undefined, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a group of its own, so that whatever is left of it can be ended
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const closed = new Promise((resolve) => child.once('close', (code, by) => resolve({ code, by })));
  started.push(async () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nobody is left, as it should be.
    }
    await closed;
  });
  return {
    child,
    output: () => output,
    says: (times) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = [...output.matchAll(/ready (http:\/\/localhost:\d+)\n/g)];
          if (found.length >= times) resolve(found.at(-1)?.[1] ?? '');
        };
        child.stdout.on('data', look);
        child.once('exit', () => reject(new Error(output)));
        look();
      }),
    endsBy(signal) {
      child.kill(signal);
      return Promise.race([closed, after(10_000, 'still there', { ref: false })]);
    },
  };
}
const started: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of started.splice(0)) await end();
});

test('the whole of it: a killed server is back with what it had, and a signal to npm ends every process of the chain', async () => {
  const first = npmStart();
  const address = await first.says(1);
  const person = await signUp({ address });
  const pid = Number(/\d+/.exec(readFileSync(join(folder, 'data', 'database.lock'), 'utf8'))?.[0]);
  process.kill(pid, 'SIGKILL');
  expect(await first.says(2)).toBe(address);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await person.ask('openApplication')).errors, 'who was signed in still is').toEqual([]);
  expect(first.output().trim().split('\n').at(-1)).toBe(`ready ${address}`);
  expect(await first.endsBy('SIGTERM')).toEqual({ code: 0, by: null });

  const second = npmStart();
  await second.says(1);
  expect(await second.endsBy('SIGINT')).toEqual({ code: 0, by: null });
}, 300_000);
