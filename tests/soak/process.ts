/** A server in a process of its own: what a long run does to it shows in its exit, its log and its CPU time. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../server/support/server.ts';

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const supervised = fileURLToPath(new URL('./supervised.ts', import.meta.url));
/** Of `npm start`: a killed server is back sooner when its files need not be read from their text again. */
const compileCache = fileURLToPath(new URL('../../node_modules/.cache/waymark/code', import.meta.url));

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
export interface SupervisedServer extends ServerProcess {
  /**
   * Ends the server at once, as a failing machine would. Gives the milliseconds until its supervisor had it ready
   * again.
   */
  kill(): Promise<number>;
  /** Resolves as soon as the server is ready; at once when it is. */
  up(): Promise<void>;
}

/**
 * Starts a server on a free port; data of its own when no folder is given. `file`: instead of the server's own entry.
 */
export async function startProcess(
  env: Readonly<Record<string, string>> = {},
  file: string = main,
): Promise<ServerProcess> {
  return await start([file], env);
}

/** The same below a supervisor, as `npm start` runs it, but one that never gives up and does not wait. */
export async function startSupervised(env: Readonly<Record<string, string>>): Promise<SupervisedServer> {
  return await start([supervised, main], env);
}

async function start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<SupervisedServer> {
  const own = env['DATA_DIR'] === undefined ? temporaryFolder() : undefined;
  const child = spawn(process.execPath, [...args], {
    env: {
      ...process.env,
      // Of a run of the tests on PostgreSQL: a server has a database of its own, the embedded one where none is given.
      DATABASE_URL: undefined,
      PORT: '0',
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: compileCache,
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
  let pid = child.pid;
  let ready = Promise.withResolvers<string>();
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    for (let end = said.indexOf('\n'); end >= 0; end = said.indexOf('\n')) {
      const [, what, value = ''] = /^(server|ready) (\S+)$/.exec(said.slice(0, end)) ?? [];
      if (what === 'server') pid = Number(value);
      if (what === 'ready') ready.resolve(value);
      said = said.slice(end + 1);
    }
  });
  void ended.then((code) =>
    ready.reject(new Error(`The server ended with ${code} before it was ready.\n${log.join('\n')}`)),
  );
  const address = await ready.promise;
  return {
    address,
    port: Number(new URL(address).port),
    child,
    log,
    cpuMs() {
      if (process.platform !== 'linux' || pid === undefined) return undefined;
      const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10; // clock ticks of 10 ms
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const code = await ended;
      if (own !== undefined) rmSync(own, { recursive: true, force: true });
      return code;
    },
    async kill() {
      const killed = performance.now();
      ready = Promise.withResolvers<string>();
      if (pid === undefined) throw new Error('The supervisor has not said which process the server is.');
      process.kill(pid, 'SIGKILL');
      await ready.promise;
      return performance.now() - killed;
    },
    async up() {
      await ready.promise;
    },
  };
}
