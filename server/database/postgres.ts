/** PostgreSQL by its address: a pool for queries, one connection of its own for LISTEN. */
import pg from 'pg';
import { instant } from './instant.ts';

const oids = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, interval: 1186 } as const;
const parsers = new Map<number, (text: string) => string>([
  [oids.int8, String],
  [oids.date, String],
  [oids.timestamp, String],
  [oids.interval, String],
  [oids.timestamptz, instant],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
};

/** A pool whose rows look like those of the embedded database. `deadlineMs` is each statement's. */
export function openPool(url: string, deadlineMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    statement_timeout: deadlineMs,
    query_timeout: deadlineMs + 1000,
    connectionTimeoutMillis: deadlineMs,
    max: 10,
  });
  // An idle connection that breaks is replaced by the pool; without a listener the event would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** LISTEN on a connection of its own; comes back after a loss and then calls every listener once with ''. */
export class Listener {
  readonly #url: string;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  #client: Promise<pg.Client> | undefined;
  #closed = false;

  constructor(url: string) {
    this.#url = url;
  }

  async listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>> {
    const heard = this.#listeners.get(channel) ?? new Set();
    const isNew = heard.size === 0;
    heard.add(hear);
    this.#listeners.set(channel, heard);
    const client = await (this.#client ??= this.#connect());
    if (isNew) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return async () => void heard.delete(hear);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#client)?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('notification', ({ channel, payload }) => {
      for (const hear of this.#listeners.get(channel) ?? []) hear(payload ?? '');
    });
    // 'end' follows every error and brings the connection back.
    client.on('error', () => undefined);
    client.on('end', () => this.#comeBack(250));
    await client.connect();
    return client;
  }

  #comeBack(afterMs: number): void {
    if (this.#closed) return;
    setTimeout(() => {
      if (this.#closed) return;
      this.#client = this.#connect();
      this.#client.then((client) => this.#resume(client)).catch(() => this.#comeBack(Math.min(afterMs * 2, 10_000)));
    }, afterMs).unref();
  }

  async #resume(client: pg.Client): Promise<void> {
    for (const [channel, heard] of this.#listeners) {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      for (const hear of heard) hear('');
    }
  }
}
