/**
 * A new embedded database is a copy of one without rows that was made and migrated once on this machine: making one
 * from nothing takes twenty times as long. Copy and original are put in place by a rename, so a start that was killed
 * leaves no half a database behind.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants, cpSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrations } from './migrate.ts';

const nodeModules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/**
 * Sees to it that `dataDir` holds a database in `database/`: the one that is there, else a new one with every migration
 * of today.
 * @param make makes and migrates a database in `database/` of a folder and closes it
 */
export async function ensureDatabase(dataDir: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  if (await holdsDatabase(dataDir)) return;
  const pristine = join(await cacheFolder(), `database-${await version()}`);
  if (!(await holdsDatabase(pristine))) await makePristine(pristine, make);
  const folder = join(dataDir, 'database');
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  // At once, not file by file in turns with everything else: there are a thousand, and nobody is served yet.
  cpSync(join(pristine, 'database'), draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await rename(draft, folder);
}

async function makePristine(pristine: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  const draft = `${pristine}.${randomUUID()}`;
  try {
    await make(draft);
    await rename(draft, pristine);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process was faster: its copy is as good.
    if (!(await holdsDatabase(pristine))) throw error;
  }
}

async function holdsDatabase(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'database', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Where what was made once on this machine is kept. */
export async function cacheFolder(): Promise<string> {
  const folder = join(nodeModules, '.cache', 'waymark');
  return mkdir(folder, { recursive: true }).then(
    () => folder,
    // An installation that may not be written to.
    () => tmpdir(),
  );
}

/** What the copy depends on: the engine's version, and the names and texts of the migrations. */
export async function version(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const engine = createRequire(entry)('../package.json') as { readonly version: string };
  const hash = createHash('sha256');
  for (const file of (await readdir(migrations)).sort())
    hash.update(`${file}\0${await readFile(new URL(file, migrations), 'utf8')}\0`);
  return `${engine.version}-${hash.digest('hex').slice(0, 16)}`;
}
