/** How long a state makes people wait between two payday loans. */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { JsonObject } from '../../runtime/core/facts.ts';

/**
 * From when a person may sign for another payday loan: so many hours after the last one was paid back, with whichever
 * brand (column `paydayCoolingOffHours` of the state's row). Undefined where the state has no such time, or there was
 * no such loan.
 * @param now an instant; a time that has passed by it is none
 * @returns an instant, ISO 8601
 */
export async function coolsUntil(
  db: QueryExecutorProvider,
  { owner, stateRow, now }: { readonly owner: string; readonly stateRow: JsonObject | undefined; readonly now: Date },
): Promise<string | undefined> {
  const hours = stateRow?.['paydayCoolingOffHours'];
  if (typeof hours !== 'number') return undefined;
  // A loan whose charge is one fee: what is owed is what principal and charges add up to.
  const { rows } = await sql<{ readonly at: Date | string }>`select max(at) as at from loan_ledger
    join loans on loans.application_id = loan_ledger.application_id and loans.number = loan_ledger.loan
    where owner = ${owner} and daily_rate = 0
    group by loan_ledger.application_id, loan
    having sum(cents) filter (where account in ('principal', 'charges')) = 0
    order by 1 desc limit 1`.execute(db);
  const [last] = rows;
  if (last === undefined) return undefined;
  const until = new Date(new Date(last.at).getTime() + hours * 3_600_000);
  return until > now ? until.toISOString() : undefined;
}
