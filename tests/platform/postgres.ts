/**
 * Databases of their own on the PostgreSQL server that TEST_POSTGRES names, as `npm test` does; without it the tests
 * use the embedded database. What a test starts as a process of its own knows nothing of it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { openDatabase, type DatabaseOptions } from '../../server/database/index.ts';
import { migrations } from '../../server/database/migrate.ts';

export const postgresServer = process.env['TEST_POSTGRES'];

/**
 * What `npm run soak -- postgres` makes harder: TEST_NOTIFY=off, nobody hears NOTIFY; TEST_CONFLICTS=10, every tenth
 * commit fails as if another transaction had come in between.
 */
const everyConflict = Number(process.env['TEST_CONFLICTS'] ?? 0);
let commits = 0;
export const databaseFaults: DatabaseOptions = {
  hints: process.env['TEST_NOTIFY'] !== 'off',
  ...(everyConflict > 0 ? { conflicts: () => ++commits % everyConflict === 0 } : {}),
};

export interface TemporaryDatabase {
  readonly url: string;
  readonly remove: () => Promise<void>;
}

/** Makes an empty database on the server. */
export async function temporaryDatabase(server: string): Promise<TemporaryDatabase> {
  return await madeBy(server, (name) => `create database ${name}`);
}

/** Makes a database of the newest shape on the server, where nothing is left to migrate: a copy of one made before. */
export async function migratedDatabase(server: string): Promise<TemporaryDatabase> {
  const template = await (migrated ??= migratedOn(server));
  return await madeBy(server, (name) => `create database ${name} template ${template}`);
}

async function madeBy(server: string, statement: (name: string) => string): Promise<TemporaryDatabase> {
  const name = `waymark_test_${randomBytes(6).toString('hex')}`;
  await asked(server, (client) => client.query(statement(name)));
  return {
    url: databaseOn(server, name),
    remove: () => asked(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

let migrated: Promise<string> | undefined;
/** Name of a database of the newest shape that nobody is connected to; made when this server has none yet. */
async function migratedOn(server: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).toSorted())
    hash.update(`${file}\n`).update(readFileSync(new URL(file, migrations)));
  const name = `waymark_migrated_${hash.digest('hex').slice(0, 16)}`;
  await asked(server, async (client) => {
    // Several files of tests begin at once, and one of them makes it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`create database ${name}_begun`);
    const { close } = await openDatabase({ dataDir: undefined, databaseUrl: databaseOn(server, `${name}_begun`) });
    await close();
    await client.query(`alter database ${name}_begun rename to ${name}`);
  });
  return name;
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function asked<T>(server: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}
