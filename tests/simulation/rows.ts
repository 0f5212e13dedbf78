/** Applications as rows: taken out of the database and put back, so that a seed can begin in the middle. */
import { sql, type Kysely } from 'kysely';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Database } from '../../server/database/tables.ts';

export interface Rows {
  readonly owner: string;
  readonly application: string;
  /** The application's own row and its acts, as the database gives them. */
  readonly row: JsonObject;
  readonly acts: readonly JsonObject[];
  /** Table to its rows, with everything else that hangs on the application. */
  readonly tables: Readonly<Record<string, readonly JsonObject[]>>;
}

/** Accounts, sessions, keys, definitions and the list of migrations outlive a seed. */
const stays = /^(identity_(users|groups|keys|sessions|refresh_tokens)|definitions|kysely_\w+)$/;

interface Table {
  readonly name: string;
  readonly of: boolean;
}
let known: Promise<readonly Table[]> | undefined;
async function tablesOf(db: Kysely<Database>): Promise<readonly Table[]> {
  known ??= sql<Table>`select tables.table_name as name, exists (select 1 from information_schema.columns
      where columns.table_name = tables.table_name and column_name = 'application_id') as of
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
    .execute(db)
    .then(({ rows }) => rows);
  return await known;
}

/** Everything a seed writes. */
export async function clearRows(db: Kysely<Database>): Promise<void> {
  const names = (await tablesOf(db)).map(({ name }) => name).filter((name) => !stays.test(name));
  // In one go and in any order: what hangs on a row goes with it.
  await sql
    .raw(
      `set session_replication_role = replica; ${names.map((name) => `delete from "${name}"`).join('; ')}; set session_replication_role = origin`,
    )
    .execute(db);
}

/** The applications of these people, each with all that hangs on it. */
export async function readRows(db: Kysely<Database>, owners: readonly string[]): Promise<readonly Rows[]> {
  const found = await sql<{ owner: string; id: string; row: JsonObject }>`
    select owner, id, to_jsonb(applications) as row from applications
    where owner = any(${owners}::text[]) order by created_at, id`.execute(db);
  const hang = (await tablesOf(db)).filter((one) => one.of);
  return await Promise.all(
    found.rows.map(async ({ owner, id, row }) => {
      const tables: Record<string, readonly JsonObject[]> = { applications: [row] };
      for (const { name } of hang) {
        const rows = await sql<{ row: JsonObject }>`select to_jsonb(one) as row from ${sql.table(name)} one
          where application_id = ${id}::uuid`.execute(db);
        tables[name] = rows.rows.map((one) => one.row);
      }
      const acts = [...(tables['application_acts'] ?? [])].sort((a, b) => Number(a['number']) - Number(b['number']));
      return { owner, application: id, row, acts, tables };
    }),
  );
}

export async function fillRows(db: Kysely<Database>, { tables }: Rows): Promise<void> {
  for (const [name, rows] of Object.entries(tables))
    if (rows.length > 0)
      await sql`insert into ${sql.table(name)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}
