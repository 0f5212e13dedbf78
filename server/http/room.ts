/** Whether the data directory takes what is written to it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As much as a page of the database and a bit: a disk with less is full for all that matters. */
const probe = Buffer.alloc(64 * 1024);

/** Directories that are being tried, each once, however many ask meanwhile. */
const tried = new Map<string, Promise<string | undefined>>();

/** The system's word for why nothing can be written to a directory (`ENOSPC`, `EROFS`, ...); undefined when it can. */
export function whyNotWritable(directory: string): Promise<string | undefined> {
  const known = tried.get(directory);
  if (known !== undefined) return known;
  const trying = attempt(directory).finally(() => tried.delete(directory));
  tried.set(directory, trying);
  return trying;
}

async function attempt(directory: string): Promise<string | undefined> {
  // Several processes may stand beside each other on one directory.
  const file = join(directory, `.probe-${process.pid}`);
  try {
    await writeFile(file, probe);
    await rm(file);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
