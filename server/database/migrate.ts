/**
 * Brings a database to the newest shape: the files of `migrations/` in the order of their names, each once, all or
 * none.
 */
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Migration } from 'kysely/migration';

import { gaveWay, giveWay, mostTries } from './retrying.ts';

/** The folder of the migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

/**
 * Runs what has not run yet and returns the names of what ran.
 * A file is `.sql` (statements) or `.ts` (exports `up(db)`). Numbers below 100 are the platform's, from 100 on the
 * applications'.
 * @throws when a statement fails; the database is then as it was before
 */
export async function migrate<DB>(db: Kysely<DB>): Promise<readonly string[]> {
  // Several rooms number their files, so a lower number may come later.
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations }, allowUnorderedMigrations: true });
  let { error, results } = await migrator.migrateToLatest();
  for (let tried = 1; gaveWay(error) && tried < mostTries; tried++) {
    await giveWay(tried);
    ({ error, results } = await migrator.migrateToLatest());
  }
  if (error !== undefined) {
    const failed = results?.find((one) => one.status === 'Error');
    throw new Error(
      `Migration ${failed?.migrationName ?? ''} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  return (results ?? []).map((one) => one.migrationName);
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const found: Record<string, Migration> = {};
  for (const file of (await readdir(migrations)).sort()) {
    const name = file.replace(/\.(sql|ts)$/, '');
    if (file.endsWith('.sql')) {
      const text = await readFile(new URL(file, migrations), 'utf8');
      found[name] = { up: async (db) => void (await sql.raw(text).execute(db)) };
    } else if (file.endsWith('.ts')) {
      found[name] = (await import(new URL(file, migrations).href)) as Migration;
    }
  }
  return found;
}
