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
import { kitOf, piecesOf } from '../compile/emit/module.ts';
import { easternDate } from '../contract/days.ts';
import { readEvidence, recordLook, type Evidence } from './journeys/evidence.ts';
import type { Services } from './services.ts';
import { underWay, type UnderWay } from './journeys/under-way.ts';

export { ConfigError, readConfig } from './config/index.ts';
export { DirectoryInUse } from './database/index.ts';
export { ContentError } from './definitions/problems.ts';
export type { Evidence } from './journeys/evidence.ts';
export type { UnderWay } from './journeys/under-way.ts';

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
  /** Every application that is open, one after the other. */
  underWay(): AsyncGenerator<UnderWay>;
  /** The text of a version and of the kit it stands on. Throws when it is in no archive. */
  textOf(hash: string): Promise<VersionText>;
  close(): Promise<void>;
}
/** A compiled version as text, with the hashes and texts of its kit and of its pieces. */
export interface VersionText {
  readonly code: string;
  readonly kit: { readonly hash: string; readonly code: string };
  /** Absent: none, and in what was written before there were pieces. */
  readonly pieces?: readonly { readonly hash: string; readonly code: string }[];
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
    return { ...operatorOver(services, () => now), close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The same over what is open already. */
export function operatorOver(
  services: Pick<Services, 'db' | 'definitions' | 'sealer'>,
  now: () => Date,
): Omit<Operator, 'close'> {
  return {
    look: async (id, by, command) => {
      const found = await readEvidence(services, id);
      if (found) await recordLook(services.db, found.id, { by, command });
      return found;
    },
    underWay: () => underWay(services, now()),
    textOf: async (hash) => {
      const must = async (name: string): Promise<string> => {
        const text = await services.definitions.moduleText(name);
        if (text === undefined)
          throw new Error(`The version ${hash} is in no archive, or not whole: restore the definitions table.`);
        return text;
      };
      const code = await must(hash);
      const kit = kitOf(code) ?? '';
      const pieces = await Promise.all(piecesOf(code).map(async (piece) => ({ hash: piece, code: await must(piece) })));
      return { code, kit: { hash: kit, code: await must(`kit-${kit}`) }, ...(pieces.length > 0 && { pieces }) };
    },
  };
}
