/**
 * What nobody may keep any longer goes, with everything that hangs on it: how long is data (`retention.json`). An
 * application that came to a loan, and the draft in which a change was signed, are kept with the loan's ledger, from
 * which nothing is ever taken away.
 */
import { readFileSync } from 'node:fs';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { transact } from '../database/transact.ts';
import type { Database } from '../database/tables.ts';

interface Retention {
  readonly unsubmittedDays: number;
  readonly decidedMonths: number;
}
const kept = JSON.parse(readFileSync(new URL('./retention.json', import.meta.url), 'utf8')) as Retention;

/** So many are looked for at a time. */
const atOnce = 100;

/** Over for as long as they are kept, and no loan came of them. */
const due = (now: Date): RawBuilder<unknown> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`not is_open and not exists (select 1 from loans where applications.id in (loans.application_id, loans.signed_in))
    and case when progress ? 'submits'
      then coalesce(finished_at, modified_at) <= ${at} - make_interval(months => ${kept.decidedMonths})
      else modified_at <= ${at} - make_interval(days => ${kept.unsubmittedDays}) end`;
};

/** Deletes what is due, each application in a transaction of its own. */
export async function forgetDue(db: Kysely<Database>, now: Date): Promise<void> {
  const tables = await hanging(db);
  let gone = atOnce;
  while (gone >= atOnce) {
    const found = await sql<{ id: string }>`select id from applications where ${due(now)} limit ${atOnce}`.execute(db);
    gone = 0;
    for (const { id } of found.rows) if (await forget(db, { id, tables, now })) gone += 1;
  }
}

/** Tables whose rows belong to an application; those of loans are left out: what is deleted came to none. */
async function hanging(db: Kysely<Database>): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'applications'::regclass order by name`.execute(db);
  return found.rows.map(({ name }) => name).filter((name) => !name.startsWith('loan'));
}

async function forget(
  db: Kysely<Database>,
  { id, tables, now }: { readonly id: string; readonly tables: readonly string[]; readonly now: Date },
): Promise<boolean> {
  return await transact(db, async (trx) => {
    const still = await sql`select id from applications where id = ${id}::uuid and ${due(now)} for update`.execute(trx);
    if (still.rows.length === 0) return false;
    for (const table of tables)
      await sql`delete from ${sql.table(table)} where application_id = ${id}::uuid`.execute(trx);
    await sql`delete from applications where id = ${id}::uuid`.execute(trx);
    return true;
  });
}
