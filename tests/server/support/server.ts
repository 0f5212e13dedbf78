import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, type Config } from '../../../server/config/index.ts';
import { databaseFaults, migratedDatabase, postgresServer, type TemporaryDatabase } from '../../platform/postgres.ts';
import { brokenWrites, watchWrites } from './watched.ts';
import { startServer, type RunningServer, type StartOptions } from '../../../server/main.ts';

export interface TestServer extends RunningServer {
  /** Every line the server logged. */
  readonly log: string[];
  readonly dataDir: string;
}

/**
 * The instant the tests' servers live at: late in the evening of 2026-11-20 where rules and documents have their days,
 * and the next day already where UTC has, so that whatever goes by the wrong one shows.
 */
export const testNow = new Date('2026-11-21T04:30:00Z');

/** A real server on a free port, its database in memory unless a data directory is given. */
export async function startTestServer(
  options: { dataDir?: string; contentDir?: string; config?: Partial<Config>; with?: Partial<StartOptions> } = {},
): Promise<TestServer> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const databaseUrl = await databaseOf(dataDir);
  const log: string[] = [];
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'info',
    ...(options.contentDir ? { CONTENT_DIR: options.contentDir } : {}),
  };
  const server = await startServer({
    config: { ...readConfig(env, []), databaseUrl, ...options.config },
    clock: () => testNow,
    seeded: false,
    inMemory: options.dataDir === undefined,
    paceMs: 0,
    logTo: { write: (line) => void log.push(line) },
    database: databaseFaults,
    ...options.with,
  });
  await watchWrites(server.services.db);
  return {
    ...server,
    log,
    dataDir,
    async stop() {
      const broken = await brokenWrites(server.services.db);
      await server.stop();
      if (options.dataDir === undefined) {
        rmSync(dataDir, { recursive: true, force: true });
        await removeDatabase(dataDir);
      }
      // Made to be split by application: a transaction writes to one, and to few rows.
      if (broken.length > 0) throw new Error(broken.join('\n'));
    },
  };
}

/** On PostgreSQL a data directory has a database of its own, which is there again when a server starts in it again. */
const databases = new Map<string, TemporaryDatabase>();
async function databaseOf(dataDir: string): Promise<string | undefined> {
  if (postgresServer === undefined) return undefined;
  const made = databases.get(dataDir) ?? (await migratedDatabase(postgresServer));
  databases.set(dataDir, made);
  return made.url;
}
async function removeDatabase(dataDir: string): Promise<void> {
  await databases.get(dataDir)?.remove();
  databases.delete(dataDir);
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'waymark-test-'));
}
