/**
 * What nobody goes on with ends of itself: how long it stands is data of its status (`keptDays` in
 * schemas/api/statuses.json, and of a draft in the flow that keeps it).
 */
import { sql, type QueryExecutorProvider } from 'kysely';
import { endingStatuses, keptDays } from '../status/graph.ts';
import { findApplication, link, writeAct } from './acts/store.ts';
import type { ApplicationRow } from './tables.ts';

type Db = QueryExecutorProvider;

const dayMs = 86_400_000;
/** So many are looked for at a time. */
const atOnce = 100;

/** Whether an application that is open still was left for longer than its status lets it stand. */
export function isExpired(
  row: Pick<ApplicationRow, 'is_open' | 'status' | 'draft' | 'modified_at'>,
  now: Date,
): boolean {
  const days = row.draft === null ? keptDays(row.status) : (row.draft.keptDays ?? undefined);
  return row.is_open && days !== undefined && now.getTime() - new Date(row.modified_at).getTime() >= days * dayMs;
}

/**
 * Ends an application that was left for longer than it stands; true when it is over now. False for one that stands
 * still, and when somebody wrote in between.
 */
export async function expire(db: Db, row: ApplicationRow, now: Date): Promise<boolean> {
  if (!isExpired(row, now)) return false;
  return await writeAct(
    db,
    link(row, {
      actor: 'lender',
      operation: 'expire',
      now,
      body: { closes: true, set: { modified_at: row.modified_at } },
    }),
  );
}

/**
 * Ends those whose owners never come back, each in a transaction of its own. Whoever does come back finds it ended at
 * the door.
 */
export async function expireLeft(db: Db, now: Date): Promise<void> {
  const at = (days: number): string => new Date(now.getTime() - days * dayMs).toISOString();
  const days = endingStatuses.map((status) => keptDays(status) ?? Infinity);
  const left = sql.join(
    endingStatuses.map(
      (status) => sql`(status = ${status} and modified_at <= ${at(keptDays(status) ?? Infinity)}::timestamptz)`,
    ),
    sql` or `,
  );
  let ended = atOnce;
  while (ended >= atOnce) {
    const found = await sql<{ id: string }>`(select id from applications
      where is_open and draft is null and created_at <= ${at(Math.min(...days))}::timestamptz and (${left}) order by created_at limit ${atOnce})
      union all (select id from applications where is_open and draft is not null
        and modified_at <= ${now.toISOString()}::timestamptz - make_interval(hours => 24 * (draft->>'keptDays')::int) order by created_at limit ${atOnce})`.execute(
      db,
    );
    ended = 0;
    for (const { id } of found.rows) {
      const row = await findApplication(db, id);
      if (row && (await expire(db, row, now))) ended += 1;
    }
  }
}
