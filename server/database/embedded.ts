/** The embedded database seen from the server's thread: one worker, a deadline on every order, listeners. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { takeLock } from './lock.ts';

export type Order =
  | { readonly id: number; readonly does: 'query'; readonly text: string; readonly values: readonly unknown[] }
  | { readonly id: number; readonly does: 'listen'; readonly text: string }
  | { readonly id: number; readonly does: 'close' };
export type Answer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly rows: unknown[]; readonly affected: number }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly error: { readonly message: string } & Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'heard'; readonly channel: string; readonly payload: string };
export interface Rows {
  readonly rows: unknown[];
  readonly affected: number;
}

/** The database did not answer in time; its thread was ended and starts anew with the next query. */
export class DatabaseStuck extends Error {
  constructor(deadlineMs: number) {
    super(`The embedded database did not answer within ${deadlineMs} ms and is started anew. Is the disk full?`);
    this.name = 'DatabaseStuck';
  }
}

interface Waiting {
  readonly resolve: (rows: Rows) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}
interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  /** Counts the threads; a transaction belongs to one. */
  readonly generation: number;
}

/** The engine's code, compiled once for all threads of this process: each would spend a second on it. */
let engine: Promise<WebAssembly.Module> | undefined;
async function compileEngine(): Promise<WebAssembly.Module> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return await WebAssembly.compile(await readFile(join(dirname(entry), 'pglite.wasm')));
}

export class EmbeddedDatabase {
  readonly #folder: string;
  readonly #deadlineMs: number;
  readonly #release: () => void;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  #running: Promise<Running> | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  #generation = 0;
  #orders = 0;
  #closed = false;

  /**
   * @param dataDir holds `database/` and its lock
   * @param deadlineMs how long one statement may take
   * @throws DirectoryInUse when another process has the folder
   */
  constructor(dataDir: string, deadlineMs: number) {
    this.#folder = join(dataDir, 'database');
    this.#deadlineMs = deadlineMs;
    this.#release = takeLock(`${this.#folder}.lock`);
  }

  /** The thread that answers now; starts one when there is none. */
  async generation(): Promise<number> {
    return (await this.#run()).generation;
  }

  /**
   * Runs one statement. With `generation` it is refused when that thread is gone: the rest of a broken transaction must
   * not run outside of it.
   * @throws an Error with PostgreSQL's `code`, or DatabaseStuck
   */
  async query(text: string, values: readonly unknown[], generation?: number): Promise<Rows> {
    const running = await this.#run();
    if (generation !== undefined && generation !== running.generation)
      throw new Error('The transaction was lost when the embedded database was started anew; run it again.');
    return this.#order(running, (id) => ({ id, does: 'query', text, values }));
  }

  /** Calls `hear` with every payload notified on the channel; the returned function stops it. */
  async listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>> {
    const heard = this.#listeners.get(channel) ?? new Set();
    const isNew = heard.size === 0;
    heard.add(hear);
    this.#listeners.set(channel, heard);
    if (isNew) await this.#order(await this.#run(), (id) => ({ id, does: 'listen', text: channel }));
    return async () => void heard.delete(hear);
  }

  /** Closes the database and gives the directory back. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    try {
      const running = await this.#running;
      if (running !== undefined) {
        await this.#order(running, (id) => ({ id, does: 'close' }));
        await running.worker.terminate();
      }
    } finally {
      this.#release();
    }
  }

  #run(): Promise<Running> {
    if (this.#running === undefined && this.#closed) return Promise.reject(new Error('The database is closed.'));
    this.#running ??= this.#start();
    return this.#running;
  }

  async #start(): Promise<Running> {
    await this.#ending;
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { folder: this.#folder, engine: await (engine ??= compileEngine()) },
    });
    const running: Running = { worker, waiting: new Map(), generation: (this.#generation += 1) };
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (answer: Answer) => (answer.kind === 'ready' ? resolve() : this.#take(running, answer)));
      worker.on('error', (error: Error) => {
        reject(error);
        this.#drop(running, error);
      });
      worker.on('exit', () => {
        const ended = new Error('The thread of the embedded database ended.');
        reject(ended);
        this.#drop(running, ended);
      });
    });
    if (running.generation > 1) await this.#resume(running);
    return running;
  }

  /** Listens again on a new thread and tells everybody that something may have been missed. */
  async #resume(running: Running): Promise<void> {
    for (const [channel, heard] of this.#listeners) {
      await this.#order(running, (id) => ({ id, does: 'listen', text: channel }));
      for (const hear of heard) hear('');
    }
  }

  #order(running: Running, make: (id: number) => Order): Promise<Rows> {
    const id = (this.#orders += 1);
    return new Promise<Rows>((resolve, reject) => {
      const deadline = setTimeout(() => {
        // The next thread waits for the end of this one: two on one directory would lose rows.
        this.#ending = running.worker.terminate();
        this.#drop(running, new DatabaseStuck(this.#deadlineMs));
      }, this.#deadlineMs);
      running.waiting.set(id, { resolve, reject, deadline });
      running.worker.postMessage(make(id));
    });
  }

  #take(running: Running, answer: Exclude<Answer, { kind: 'ready' }>): void {
    if (answer.kind === 'heard') {
      for (const hear of this.#listeners.get(answer.channel) ?? []) hear(answer.payload);
      return;
    }
    const waiting = running.waiting.get(answer.id);
    if (waiting === undefined) return;
    running.waiting.delete(answer.id);
    clearTimeout(waiting.deadline);
    if (answer.kind === 'done') waiting.resolve({ rows: answer.rows, affected: answer.affected });
    else waiting.reject(Object.assign(new Error(answer.error.message), answer.error));
  }

  #drop(running: Running, error: Error): void {
    if (running.generation === this.#generation) this.#running = undefined;
    for (const waiting of running.waiting.values()) {
      clearTimeout(waiting.deadline);
      waiting.reject(error);
    }
    running.waiting.clear();
  }
}
