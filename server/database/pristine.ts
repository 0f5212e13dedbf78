/**
 * A new embedded database is a copy of an empty one that was made once on this machine: making one from nothing takes ten times as long.
 * Copy and original are put in place by a rename, so a start that was killed leaves no half a database behind.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeModules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/**
 * Sees to it that `folder` holds a database.
 * @param make makes an empty database in a folder and closes it
 */
export async function ensureFolder(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (await isDatabase(folder)) return;
  const pristine = join(await cacheFolder(), `empty-database-${version()}`);
  if (!(await isDatabase(pristine))) await makePristine(pristine, make);
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await cp(pristine, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await rename(draft, folder);
}

async function makePristine(pristine: string, make: (folder: string) => Promise<void>): Promise<void> {
  const draft = `${pristine}.${randomUUID()}`;
  await make(draft);
  try {
    await rename(draft, pristine);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster: its copy is as good.
    if (!(await isDatabase(pristine))) throw error;
  }
}

async function isDatabase(folder: string): Promise<boolean> {
  return access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

async function cacheFolder(): Promise<string> {
  const folder = join(nodeModules, '.cache', 'waymark');
  return mkdir(folder, { recursive: true }).then(
    () => folder,
    // An installation that may not be written to.
    () => tmpdir(),
  );
}

/** The engine's version; a database made by another one is not copied. */
function version(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const read: unknown = createRequire(entry)('../package.json');
  return (read as { readonly version: string }).version;
}
