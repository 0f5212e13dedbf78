import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';

/**
 * So many rows one transaction may change: nobody waits long for its locks, and it fits on one part when the database
 * is split.
 */
export const mostRows = 100;

/** Deletes the rows of a table for which `condition` holds, at most 100 in one transaction, until none is left. */
export async function deleteRows(
  db: QueryExecutorProvider,
  table: string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.table(table);
  let deleted: bigint | undefined;
  do {
    // By its place: a row that somebody changes meanwhile has moved, and is judged anew the next time.
    const gone = await sql`delete from ${name} where ctid = any(array(
      select ctid from ${name} where ${condition} limit ${mostRows}))`.execute(db);
    deleted = gone.numAffectedRows;
  } while (deleted === BigInt(mostRows));
}
