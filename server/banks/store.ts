import { sql, type QueryExecutorProvider } from 'kysely';
import type { SealContext, Sealer } from '../services.ts';
import type { Connection } from './connection.ts';

interface Needs {
  readonly db: QueryExecutorProvider;
  readonly sealer: Sealer;
}

const placeOf = (id: string): SealContext => ({ table: 'bank_connections', column: 'told', row: id });

/** Keeps what an application's owner linked last, sealed as one; `publicToken` tells a repeat of the same link. */
export async function keepConnection(
  { db, sealer }: Needs,
  id: string,
  { connection, publicToken }: { readonly connection: Connection; readonly publicToken: string },
): Promise<void> {
  const sealed = await sealer.seal(JSON.stringify(connection), placeOf(id));
  await sql`insert into bank_connections (application_id, public_token, told)
    values (${id}::uuid, ${tokenIndex(sealer, publicToken)}, ${sealed})
    on conflict (application_id) do update
    set public_token = excluded.public_token, told = excluded.told, modified_at = now()`.execute(db);
}

/** What the application is linked to, in clear. With `publicToken` only where it came of this very link. */
export async function findConnection(
  { db, sealer }: Needs,
  id: string,
  publicToken?: string,
): Promise<Connection | undefined> {
  const found = await sql<{ told: string; public_token: string }>`
    select told, public_token from bank_connections where application_id = ${id}::uuid`.execute(db);
  const [row] = found.rows;
  if (row === undefined) return undefined;
  if (publicToken !== undefined && row.public_token !== tokenIndex(sealer, publicToken)) return undefined;
  return JSON.parse(await sealer.unseal(row.told, placeOf(id))) as Connection;
}

const tokenIndex = (sealer: Sealer, token: string): string => sealer.blindIndex('public-token', token);
