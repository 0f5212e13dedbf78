import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { copyContent, edit } from './support/content.ts';
import { temporaryFolder } from './support/server.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const folders: string[] = [];
const folder = (): string => {
  folders.push(temporaryFolder());
  return folders.at(-1) ?? '';
};
afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));

/** Addresses that are asked for everywhere but on a developer's machine. */
const outside = { NOT_FOUND_URL: 'https://loans.test/404', MAINTENANCE_URL: 'https://loans.test/503' };

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves when the output holds the text, or the process ends. */
  readonly says: (text: string) => Promise<void>;
  readonly ended: Promise<number | null>;
}
function start(env: Record<string, string>, node: readonly string[] = []): Started {
  const child = spawn(process.execPath, [...node, main], {
    // On the embedded database, whatever the suite runs on: its directory is what these tests are about.
    env: { ...process.env, DATABASE_URL: undefined, PORT: '0', LOG_LEVEL: 'warn', APP_ENV: 'qa', ...outside, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const waiting: { text: string; go: () => void }[] = [];
  const look = (): void => waiting.filter((one) => output.includes(one.text)).forEach((one) => one.go());
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk);
      look();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const says = (text: string): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ text, go: resolve });
      void ended.then(() => resolve());
      look();
    });
  return { child, output: () => output, says, ended };
}

/** A question of which the server has heard the half: it runs. */
async function halfSent(port: number, body: string): Promise<{ readonly finish: () => Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  const closed = once(socket, 'close');
  const head = `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head);
  await once(socket, 'data'); // 100: it has the head, and waits for the rest
  heard = '';
  return {
    async finish() {
      socket.write(body);
      await closed;
      return heard;
    },
  };
}

describe('the process', () => {
  test('says where it is ready last, refuses a second one with its pid, and ends with 0 on SIGTERM', async () => {
    const dataDir = folder();
    const first = start({ DATA_DIR: dataDir });
    await first.says('ready http');
    const address = /ready (http:\/\/localhost:\d+)\s*$/.exec(first.output())?.[1];
    expect(address, first.output()).toBeDefined();
    expect(await (await fetch(`${address ?? ''}/readyz`)).json()).toMatchObject({
      ready: true,
      content: { problems: {} },
    });

    const second = start({ DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(String(first.child.pid));

    const asked = Date.now();
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(Date.now() - asked).toBeLessThan(10_000);
  }, 300_000);

  test.each([
    ['an exception', "setTimeout(() => { throw new Error('planted fault'); })"],
    ['a rejection', "Promise.reject(new Error('planted fault'))"],
  ])(
    '%s that nobody caught is logged, what runs is finished, and the exit code says so',
    async (_what, fault) => {
      const plant = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${fault}; });`)}`;
      const server = start({ DATA_DIR: folder() }, ['--import', plant]);
      await server.says('ready http');
      const port = Number(/ready http:\/\/localhost:(\d+)/.exec(server.output())?.[1]);
      const underWay = await halfSent(port, '{"query":"{ getCurrentDate }"}');
      server.child.kill('SIGUSR2');
      await server.says('planted fault');
      expect(await underWay.finish()).toMatch(/^HTTP\/1\.1 200 [^]*getCurrentDate/);
      expect(await server.ended).toBe(1);
      expect(server.output()).toContain('planted fault');
      expect(server.output()).toContain('"level":60');
    },
    300_000,
  );

  test('does not start with wrong content, and says where and what to do', async () => {
    const content = copyContent();
    folders.push(content);
    edit(content, 'flows/apply/steps/bank.json', { from: '"kind": "form"', to: '"kind": "fform"' });
    const wrong = start({ DATA_DIR: folder(), CONTENT_DIR: content });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toMatch(/flows\/apply\/steps\/bank\.json:4:\d+: .+\n {2}\S.+/);
    expect(wrong.output()).not.toMatch(/at .*\.ts:\d+/);
  }, 300_000);

  test('does not start in production without its settings, and names each', async () => {
    const bare = start({ DATA_DIR: folder(), APP_ENV: 'prod', NOT_FOUND_URL: '', MAINTENANCE_URL: '' });
    expect(await bare.ended).toBe(1);
    for (const setting of [
      'DATABASE_URL',
      'FIELD_KEYS',
      'IDENTITY',
      'SMTP_URL',
      'MAIL_FROM',
      'TWILIO_ACCOUNT',
      'ANALYTICS_URL',
      'NOT_FOUND_URL',
      'MAINTENANCE_URL',
    ])
      expect(bare.output()).toContain(setting);
  }, 120_000);
});
