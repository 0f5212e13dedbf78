/** Whether the data directory takes what is written to it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** As much as a page of the database and a bit: a disk with less is full for all that matters. */
const probe = Buffer.alloc(64 * 1024);

/** The system's word for why nothing can be written to a directory (`ENOSPC`, `EROFS`, ...); undefined when it can. */
export async function whyNotWritable(directory: string): Promise<string | undefined> {
  const file = join(directory, '.probe');
  try {
    await writeFile(file, probe);
    await rm(file);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}
