/** News between processes: rows that are read by a cursor. NOTIFY is a hint that makes it quick, and may be lost. */
import { sql, type Kysely } from 'kysely';
import { deleteRows } from './delete-rows.ts';
import type { Timers } from '../ports.ts';

/** How often the table is read when no hint comes, in milliseconds; it bounds how late news can be. */
const everyMs = 1000;
/** How long a row is kept. */
const kept = '10 minutes';
/** Rounds after which hint and cursor have both come by: longer than a statement may take. */
const forgottenAfter = 60;
/** The channel of the hints: `id channel payload`. */
const hintChannel = 'news';

type Hear = (payload: string) => void;
export type Hints = (channel: string, hear: Hear) => Promise<() => Promise<void>>;

export interface News {
  /** Hears what is told on a channel from now on, each once; the returned promise gives the function that stops it. */
  listen(channel: string, hear: Hear): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** @param hints how NOTIFY is heard; undefined where it is not: news then come with the next reading of the table */
export function createNews<DB>(db: Kysely<DB>, hints: Hints | undefined, timers: Timers): News {
  const listeners = new Map<string, Set<Hear>>();
  /** Id to the round in which it was told, by a hint or by the cursor, whichever came first. */
  const told = new Map<string, number>();
  let begun: Promise<void> | undefined;
  let edge = '0';
  let cancel = (): void => undefined;
  let reading: Promise<void> = Promise.resolve();
  let closed = false;
  let rounds = 0;

  const tell = ({ id, channel, payload }: { id: string; channel: string; payload: string }): void => {
    if (told.has(id)) return;
    told.set(id, rounds);
    for (const hear of listeners.get(channel) ?? []) hear(payload);
  };
  /**
   * Everything of transactions from the last edge up to the oldest one that still runs: later ones cannot come below
   * it.
   */
  const read = async (): Promise<void> => {
    const { rows } = await sql<{ edge: string; id: string | null; channel: string; payload: string }>`
      with now_ as (select pg_snapshot_xmin(pg_current_snapshot()) as edge)
      select now_.edge::text as edge, news.id, news.channel, news.payload
      from now_ left join news on news.xid >= ${edge}::text::xid8 and news.xid < now_.edge order by news.id`.execute(
      db,
    );
    edge = rows[0]?.edge ?? edge;
    for (const { id, channel, payload } of rows) if (id !== null) tell({ id, channel, payload });
    rounds += 1;
    for (const [id, round] of told) if (round < rounds - forgottenAfter) told.delete(id);
    if (rounds % forgottenAfter === 0) await deleteRows(db, 'news', sql`at < now() - ${kept}::interval`);
  };
  const nextRound = (): void => {
    cancel = timers.after(everyMs, () => {
      // A database that is away is told by everybody else who asks it; the cursor goes on where it stood.
      reading = read().catch(() => undefined);
      void reading.then(() => {
        if (!closed) nextRound();
      });
    });
  };
  const begin = async (): Promise<void> => {
    const { rows } = await sql<{
      edge: string;
    }>`select pg_snapshot_xmin(pg_current_snapshot())::text as edge`.execute(db);
    edge = rows[0]?.edge ?? edge;
    await hints?.(hintChannel, (hint) => {
      const [id = '', channel = '', ...payload] = hint.split(' ');
      if (channel !== '') tell({ id, channel, payload: payload.join(' ') });
    });
    nextRound();
  };
  return {
    async listen(channel, hear) {
      const heard = listeners.get(channel) ?? new Set();
      heard.add(hear);
      listeners.set(channel, heard);
      await (begun ??= begin());
      return () => Promise.resolve(void heard.delete(hear));
    },
    async close() {
      closed = true;
      cancel();
      await reading;
    },
  };
}

/** Tells everybody who listens on the channel, on every process; the payload is an id, never data about a person. */
export async function notify<DB>(db: Kysely<DB>, channel: string, payload: string): Promise<void> {
  await sql`insert into news (channel, payload) values (${channel}, ${payload})`.execute(db);
}
