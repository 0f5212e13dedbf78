/** Databases of their own on the PostgreSQL server that DATABASE_URL names; without it the tests use the embedded database. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const postgresServer = process.env['DATABASE_URL'];

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
  return { url: url.href, remove: () => run(server, `drop database ${name}`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
