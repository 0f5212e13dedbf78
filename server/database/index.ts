/** The server's database: embedded in `DATA_DIR`, or PostgreSQL by `DATABASE_URL`; the same for everybody who asks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, type Dialect } from 'kysely';
import type { Config } from '../config/index.ts';
import { EmbeddedDatabase } from './embedded.ts';
import { embeddedDialect } from './embedded-dialect.ts';
import { migrate } from './migrate.ts';
import { systemPorts } from '../ports.ts';
import { createNews, type Hints } from './news.ts';
import { Listener, openPool } from './postgres.ts';
import { ensureDatabase } from './pristine.ts';
import { makePrivateFolder } from './private-folder.ts';
import { retrying, type Conflicts } from './retrying.ts';
import type { Database } from './tables.ts';
export { notify } from './news.ts';
export { transact } from './transact.ts';
export { DirectoryInUse } from './lock.ts';
export { DatabaseStuck } from './embedded.ts';
export { isTaken } from './taken.ts';
export { isUnavailable, ServiceAway } from './unavailable.ts';

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  /**
   * Hears what `notify` tells on any process, each once and within two seconds; the returned promise gives the function
   * that stops it.
   */
  readonly listen: (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

/** How long a statement, and the wait for a connection, may take. */
const deadline = 30_000;

/** What a test may change about the database. */
export interface DatabaseOptions {
  /** How long a statement, and the wait for a connection, may take. */
  readonly deadlineMs?: number | undefined;
  /** Off: nobody hears NOTIFY, and news come with the next reading of their table. */
  readonly hints?: boolean | undefined;
  /** Which commits fail as if another transaction had come in between. */
  readonly conflicts?: Conflicts | undefined;
}

/** An engine: how it is asked, how NOTIFY is heard, how it ends. */
interface Engine {
  readonly dialect: Dialect;
  readonly hints: Hints;
  /** Sees to it that there is a database to be asked. */
  readonly prepare?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens and migrates the database.
 * Out come, on both engines: timestamptz as ISO string with `Z`, date as `YYYY-MM-DD`, bigint and numeric as string,
 * jsonb parsed.
 * @param config without `databaseUrl` and `dataDir` the database is a passing one, gone when it is closed
 * @throws DirectoryInUse with the holder's pid; an Error that names a failed migration
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl'> & { readonly dataDir: string | undefined },
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  const deadlineMs = options.deadlineMs ?? deadline;
  const engine =
    config.databaseUrl === undefined
      ? openEmbedded(config.dataDir, deadlineMs)
      : openPostgres(config.databaseUrl, deadlineMs);
  const db = new Kysely<Database>({ dialect: retrying(engine.dialect, options.conflicts) });
  const news = createNews(db, options.hints === false ? undefined : engine.hints, systemPorts.timers);
  const close = async (): Promise<void> => {
    await news.close();
    await db.destroy();
    await engine.close();
  };
  try {
    await engine.prepare?.();
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, listen: (channel, hear) => news.listen(channel, hear), close };
}

function openEmbedded(dataDir: string | undefined, deadlineMs: number): Engine {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'waymark-'));
  makePrivateFolder(folder);
  const database = new EmbeddedDatabase(folder, deadlineMs);
  return {
    dialect: embeddedDialect(database, deadlineMs),
    hints: (channel, hear) => database.listen(channel, hear),
    prepare: () => ensureDatabase(folder, makeMigrated),
    close: async () => {
      await database.close();
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A database from nothing, migrated and closed. */
async function makeMigrated(dataDir: string): Promise<void> {
  const database = new EmbeddedDatabase(dataDir, deadline);
  const db = new Kysely<Database>({ dialect: embeddedDialect(database, deadline) });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
    await database.close();
  }
}

function openPostgres(url: string, deadlineMs: number): Engine {
  const listener = new Listener(url);
  return {
    dialect: new PostgresDialect({ pool: openPool(url, deadlineMs) }),
    hints: (channel, hear) => listener.listen(channel, hear),
    close: () => listener.close(),
  };
}
