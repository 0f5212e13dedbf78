/**
 * The server's data for a command on the machine that holds the database and the keys: no port is opened, nobody is
 * served.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config/index.ts';
import { createFieldCipher } from './crypto/index.ts';
import { openDatabase } from './database/index.ts';
import { createArchive } from './definitions/archive.ts';
import { createDefinitions } from './definitions/definitions.ts';
import { easternDate } from '../contract/days.ts';
import { readEvidence, recordLook, type Evidence } from './journeys/evidence.ts';

export { ConfigError, readConfig } from './config/index.ts';
export { DirectoryInUse } from './database/index.ts';
export { ContentError } from './definitions/problems.ts';
export type { Evidence } from './journeys/evidence.ts';

/** There is no database where the configuration says it is. */
export class NoDatabase extends Error {
  constructor(folder: string) {
    super(
      `There is no database in ${folder}. Set DATA_DIR to the folder of the server, or DATABASE_URL to its PostgreSQL.`,
    );
    this.name = 'NoDatabase';
  }
}

export interface Operator {
  /**
   * What is kept of an application, and who looked at it is written down; undefined when there is none with this id.
   */
  look(id: string, by: string, command: string): Promise<Evidence | undefined>;
  close(): Promise<void>;
}

/**
 * Opens what the server opens.
 * @param now picks the compliance rows the content is checked with
 * @throws NoDatabase, DirectoryInUse with the holder's pid, ContentError
 */
export async function openOperator(config: Config, now: Date): Promise<Operator> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database')))
    throw new NoDatabase(config.dataDir);
  const database = await openDatabase(config);
  try {
    const { db } = database;
    const definitions = await createDefinitions({
      contentDirs: config.contentDirs,
      env: config.env,
      addresses: config.addresses,
      directory: join(config.dataDir, 'definitions'),
      archive: createArchive(db),
      today: easternDate(now),
    });
    const services = { db, definitions, sealer: createFieldCipher(config) };
    return {
      look: async (id, by, command) => {
        const found = await readEvidence(services, id);
        if (found) await recordLook(db, found.id, { by, command });
        return found;
      },
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
