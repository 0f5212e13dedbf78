/** The server's database: embedded in `DATA_DIR`, or PostgreSQL by `DATABASE_URL`; the same for everybody who asks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Config } from '../config/index.ts';
import { EmbeddedDatabase } from './embedded.ts';
import { embeddedDialect } from './embedded-dialect.ts';
import { migrate } from './migrate.ts';
import { Listener, openPool } from './postgres.ts';
import type { Database } from './tables.ts';

export type { Database } from './tables.ts';
export { DirectoryInUse } from './lock.ts';
export { DatabaseStuck } from './embedded.ts';

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /** Hears NOTIFY; the returned promise gives the function that stops it. A payload of '' after a lost connection: something may have been missed. */
  readonly listen: (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

/** How long a statement, and the wait for a connection, may take. */
const deadline = 30_000;

/**
 * Opens and migrates the database.
 * Out come, on both engines: timestamptz as ISO string with `Z`, date as `YYYY-MM-DD`, bigint and numeric as string, jsonb parsed.
 * @param config without `databaseUrl` and `dataDir` the database is a passing one, gone when it is closed
 * @param deadlineMs how long a statement, and the wait for a connection, may take
 * @throws DirectoryInUse with the holder's pid; an Error that names a failed migration
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl'> & { readonly dataDir: string | undefined },
  deadlineMs = deadline,
): Promise<OpenDatabase> {
  const opened =
    config.databaseUrl === undefined
      ? openEmbedded(config.dataDir, deadlineMs)
      : openPostgres(config.databaseUrl, deadlineMs);
  try {
    await migrate(opened.db);
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}

function openEmbedded(dataDir: string | undefined, deadlineMs: number): OpenDatabase {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'waymark-'));
  const database = new EmbeddedDatabase(folder, deadlineMs);
  const db = new Kysely<Database>({ dialect: embeddedDialect(database, deadlineMs) });
  return {
    db,
    listen: (channel, hear) => database.listen(channel, hear),
    close: async () => {
      await db.destroy();
      await database.close();
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openPostgres(url: string, deadlineMs: number): OpenDatabase {
  const listener = new Listener(url);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: openPool(url, deadlineMs) }) });
  return {
    db,
    listen: (channel, hear) => listener.listen(channel, hear),
    close: async () => {
      await listener.close();
      await db.destroy();
    },
  };
}

/** Tells everybody who listens on the channel, on every process; the payload is an id, never data about a person. */
export async function notify(db: Kysely<Database>, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}
