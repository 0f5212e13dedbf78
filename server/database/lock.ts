/**
 * One process at a time on one data directory: the embedded database itself has no lock and loses rows when two write.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Holder {
  readonly pid: number;
  /**
   * Start time of the process in the kernel's ticks; tells a reused pid from the holder. Undefined where the system
   * does not say.
   */
  readonly started?: string;
  readonly token: string;
}

/** Somebody else has the directory. */
export class DirectoryInUse extends Error {
  readonly pid: number;
  constructor(file: string, pid: number) {
    super(
      `The data directory is in use by process ${pid} (${file}). Stop that process or set DATA_DIR to another folder.`,
    );
    this.name = 'DirectoryInUse';
    this.pid = pid;
  }
}

/**
 * Takes the lock or throws `DirectoryInUse` with the holder's pid; the lock of a dead process is taken over.
 * @returns gives the lock back; safe to call twice
 */
export function takeLock(file: string): () => void {
  const mine: Holder = { pid: process.pid, token: randomUUID(), ...startOf(process.pid) };
  const draft = `${file}.${mine.token}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    // A hard link appears whole or not at all, so nobody ever reads half a lock.
    while (!tryLink(draft, file)) removeStale(file);
  } finally {
    rmSync(draft, { force: true });
  }
  const release = (): void => {
    process.off('exit', release);
    if (read(file)?.token === mine.token) rmSync(file, { force: true });
  };
  process.once('exit', release);
  return release;
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function removeStale(file: string): void {
  const holder = read(file);
  if (holder === undefined) return;
  if (isAlive(holder)) throw new DirectoryInUse(file, holder.pid);
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  const moved = read(aside);
  // Between the look and the rename another process may have taken over: give it back its lock.
  if (moved !== undefined && moved.token !== holder.token) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(`The lock file ${file} cannot be read. If no other process uses the folder, delete the file.`, {
      cause: error,
    });
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
  const { started } = startOf(holder.pid);
  return started === undefined || holder.started === undefined || started === holder.started;
}

/** Field 22 of /proc/<pid>/stat (proc(5)); counted after the name in parentheses, which may hold spaces. */
function startOf(pid: number): { started?: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return started === undefined ? {} : { started };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
