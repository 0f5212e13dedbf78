/**
 * Databases of their own on the PostgreSQL server that DATABASE_URL names; without it the tests use the embedded
 * database.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DatabaseOptions } from '../../server/database/index.ts';

export const postgresServer = process.env['DATABASE_URL'];

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
  const name = `waymark_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await run(server, `create database ${name}`);
  return { url: url.href, remove: () => run(server, `drop database ${name} with (force)`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
