/**
 * Analytics and error reports: kept a while, handed on to the analytics sink where there is one. Never an answer of a
 * person.
 */
import { sql, type QueryExecutorProvider } from 'kysely';
import { deleteRows, mostRows } from '../database/delete-rows.ts';
import type { Json } from '../../runtime/core/facts.ts';

interface Event {
  readonly kind: string;
  readonly session: string | undefined;
  readonly brand: string | undefined;
  readonly body: { readonly [key: string]: Json };
}
export interface EventsOptions {
  readonly db: QueryExecutorProvider;
  /** Where events are sent, as a JSON list; undefined: they stay here until they are too old. */
  readonly url: string | undefined;
  /** How the list is sent; default: `fetch`. */
  readonly send?: typeof fetch;
}
export interface Events {
  keep(event: Event): Promise<void>;
  /** Hands on what waits, and deletes what was taken. @throws when the sink does not take it; nothing is lost then */
  relay(): Promise<void>;
  /** Anybody writes these rows: those beyond the newest and beyond a week are deleted. */
  tidy(): Promise<void>;
}

/** How many events are kept, and for how long. */
const eventsKept = { rows: 20_000, days: 7 } as const;

export function createEvents({ db, url, send = fetch }: EventsOptions): Events {
  return {
    async keep({ kind, session, brand, body }) {
      await sql`insert into events (kind, session, brand, body)
        values (${kind}, ${session ?? null}, ${brand ?? null}, ${JSON.stringify(body)}::jsonb)`.execute(db);
    },
    async relay() {
      if (url === undefined) return;
      for (;;) {
        const { rows } = await sql<{
          id: string;
        }>`select id, kind, session, brand, body, at from events order by id limit ${mostRows}`.execute(db);
        if (rows.length === 0) return;
        const answer = await send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(rows),
          signal: AbortSignal.timeout(10_000),
        });
        if (!answer.ok)
          throw new Error(`The analytics sink answered ${answer.status}; the events are kept and sent again.`);
        await sql`delete from events where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(db);
      }
    },
    async tidy() {
      await deleteRows(
        db,
        'events',
        sql`at < now() - make_interval(days => ${eventsKept.days}) or id <= (select id from events order by id desc offset ${eventsKept.rows} limit 1)`,
      );
    },
  };
}
