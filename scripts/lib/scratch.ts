/** Where the tests keep what lives for seconds: databases, profiles of browsers, copies of the content. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's folder in memory. */
const MEMORY = '/dev/shm';
/** Bytes that must be free in it: several times what three databases and their browsers hold at a time. */
const ROOM = 4 * 1024 ** 3;
/** Bytes that must be left to this process, of the machine or of what a container may have of it. */
const MEMORY_LEFT = 10 * 1024 ** 3;

const NAME = 'waymark-test-';
/** Milliseconds after which a folder is nobody's: no run takes a day, and one that was killed leaves its folder. */
const LEFT = 24 * 60 * 60 * 1000;

/**
 * Makes a folder for one run of the tests, in memory where there is room: a database of a test is a thousand small
 * files, and to write them to a disk takes a start of the server twice the processor time.
 */
export function scratchFolder(): { readonly folder: string; remove(): void } {
  const place = hasRoom() ? MEMORY : tmpdir();
  removeLeft(place);
  const folder = mkdtempSync(join(place, NAME));
  // PostgreSQL runs as another account, and must come to its own folder in this one.
  chmodSync(folder, 0o711);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Removes what killed runs left. */
export function removeLeft(place: string, now = Date.now()): void {
  for (const name of readdirSync(place).filter((one) => one.startsWith(NAME))) {
    const changed = statSync(join(place, name), { throwIfNoEntry: false })?.mtimeMs;
    if (changed !== undefined && now - changed > LEFT) rmSync(join(place, name), { recursive: true, force: true });
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && process.availableMemory() >= MEMORY_LEFT;
  } catch {
    // No such folder on this system.
    return false;
  }
}
