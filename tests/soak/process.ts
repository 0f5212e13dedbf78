/** A server in a process of its own: what a long run does to it shows in its exit, its log and its CPU time. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../server/support/server.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

export interface ServerProcess {
  readonly address: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Every line the server logged. */
  readonly log: string[];
  /** Milliseconds of CPU the thread that answers requests has used; undefined where the system does not say. */
  cpuMs(): number | undefined;
  stop(): Promise<number | null>;
}

/** Starts a server on a free port; data of its own when no folder is given. */
export async function startProcess(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const own = env['DATA_DIR'] === undefined ? temporaryFolder() : undefined;
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...(own === undefined ? {} : { DATA_DIR: join(own, 'data') }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => log.push(...text.split('\n').filter((line) => line !== '')));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /ready (http:\/\/\S+)\n/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) =>
      reject(new Error(`The server ended with ${code} before it was ready.\n${log.join('\n')}`)),
    );
  });
  return {
    address,
    port: Number(new URL(address).port),
    child,
    log,
    cpuMs() {
      if (process.platform !== 'linux' || child.pid === undefined) return undefined;
      const fields = readFileSync(`/proc/${child.pid}/task/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10; // clock ticks of 10 ms
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const code = await ended;
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
      return code;
    },
  };
}
