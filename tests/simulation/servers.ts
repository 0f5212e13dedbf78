/**
 * The processes that answer: each lives in a place, asks the database statement by statement, and can die between two
 * of them.
 */
import type { LightMyRequestResponse } from 'fastify';
import type { Gate } from './database.ts';
import { running, type Ground, type Running, type Version, type World } from './ground.ts';
import type { Scheduler } from './scheduler.ts';
import type { Tally } from './tally.ts';

interface Process {
  readonly place: number;
  readonly version: Version;
  alive: boolean;
  /** Its status machine does nothing before this instant. */
  stalledUntil: number;
  /** Requests that it has not answered, by what to do when it dies. */
  readonly open: Set<() => void>;
}
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly says: string;
}
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Servers {
  readonly world: World;
  /** Answers, or undefined when the process died before it did; `wrote` tells whether anything was stored for it. */
  answer(request: Request): Promise<{ readonly reply: Reply | undefined; readonly wrote: boolean }>;
  /**
   * Ends one process between two statements, and starts another in its place a while later; true when it had requests.
   */
  kill(): boolean;
  /** Starts the process of one place anew with the next version; false when all have it. */
  deploy(): boolean;
  version(): Version;
  /** Every place has a process. */
  heal(): void;
  /** What a process did or logged that none ever should. */
  readonly errors: readonly string[];
}

export interface ServersParts {
  readonly tally: Tally;
  /** For how long a process stands still after it took work on, as when its machine swaps; undefined: not at all. */
  readonly stallMs: () => number | undefined;
  /** Whether this statement shall fail as if another had come in between. */
  readonly givesWay: () => boolean;
}

export function startServers(
  ground: Ground,
  scheduler: Scheduler,
  { tally, givesWay, stallMs }: ServersParts,
): Servers {
  const processes: Process[] = [];
  const errors: string[] = [];
  const downAt = new Set<number>();
  const deployed = new Set<number>();
  const here = (): Process | undefined => processes[running.getStore()?.place ?? -1];

  const gate: Gate = (statement, run) => {
    const process = here();
    const asking = running.getStore();
    if (process === undefined || asking === undefined) return run();
    const word = wordOf(statement);
    return new Promise((resolve, reject) => {
      const statementOf = {
        label: `p${process.place} ${asking.says}: ${word}`,
        alive: () => process.alive,
        async happen() {
          // Nothing of it was done, as when another transaction came in between.
          if (writes(statement) && givesWay())
            return reject(Object.assign(new Error('could not serialize access'), { code: '40001' }));
          try {
            const result = await run();
            if (writes(statement)) asking.wrote = true;
            if (word === 'claim' && claimedSome(result)) {
              errors.push(...tally.claimed(process.place, result, scheduler.now()));
              const ms = stallMs();
              process.stalledUntil = ms === undefined ? 0 : scheduler.now() + ms;
            }
            if (word === 'write act' && asking.says === 'machine')
              errors.push(...tally.finished(process.place, result));
            resolve(result);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
      };
      const still = asking.says === 'machine' ? process.stalledUntil - scheduler.now() : 0;
      if (still > 0) scheduler.after(still, { ...statementOf, label: `${statementOf.label}, after a standstill` });
      else scheduler.ready(statementOf);
    });
  };
  const world: World = {
    gate,
    real: scheduler.real,
    log: (line) => {
      if (here() !== undefined) errors.push(`a process logged ${line.slice(0, 600)}`);
    },
    ports: {
      clock: () => new Date(scheduler.now()),
      id: () => scheduler.chance.id(),
      random: () => scheduler.chance.next(),
      timers: {
        after(ms, fn) {
          const process = here();
          const asking = running.getStore();
          if (process === undefined || asking === undefined) return () => undefined;
          return scheduler.after(
            ms,
            {
              label: `p${process.place} ${asking.says}: timer`,
              alive: () => process.alive,
              happen: () => running.run(asking, fn),
            },
            true,
          );
        },
      },
    },
  };
  function start(place: number): void {
    const version: Version = deployed.has(place) ? 'new' : 'old';
    processes[place] = { place, version, alive: true, stalledUntil: 0, open: new Set() };
    downAt.delete(place);
    const own: Running = { place, says: 'machine', wrote: false };
    running.run(own, () => ground.places[place]?.[version].begin());
  }
  function end(place: number): void {
    const process = processes[place];
    if (process === undefined || !process.alive) return;
    process.alive = false;
    downAt.add(place);
    for (const reset of process.open) reset();
    scheduler.after(500 + scheduler.chance.below(4000), {
      label: `p${place} starts`,
      alive: () => downAt.has(place),
      happen: () => start(place),
    });
  }
  ground.enter(world);
  for (const place of ground.places.keys()) start(place);

  return {
    world,
    errors,
    answer(request) {
      const up = processes.filter((one) => one.alive);
      if (up.length === 0) return Promise.resolve({ reply: undefined, wrote: false });
      const process = scheduler.chance.pick(up);
      const asking: Running = { place: process.place, says: request.says, wrote: false };
      const app = ground.places[process.place]?.[process.version].app;
      return new Promise((resolve, reject) => {
        const reset = (): void => {
          process.open.delete(reset);
          resolve({ reply: undefined, wrote: asking.wrote });
        };
        process.open.add(reset);
        const given = (response: LightMyRequestResponse): void => {
          if (!process.open.delete(reset)) return;
          const headers = Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          );
          resolve({
            wrote: asking.wrote,
            reply: { status: response.statusCode, headers, body: response.body },
          });
        };
        running.run(asking, () => {
          const { method, path, headers, body } = request;
          app
            ?.inject({ method, url: path, headers: { ...headers }, ...(body === undefined ? {} : { payload: body }) })
            .then(given, reject);
        });
      });
    },
    kill() {
      const busy = processes.filter((one) => one.alive);
      if (busy.length === 0) return false;
      const asking = busy.filter(({ open }) => open.size > 0);
      const process = scheduler.chance.pick(asking.length > 0 ? asking : busy);
      scheduler.note(`fault: p${process.place} dies`);
      const asked = process.open.size > 0;
      end(process.place);
      return asked;
    },
    deploy() {
      const left = [...ground.places.keys()].filter((place) => !deployed.has(place));
      const place = left[0];
      if (place === undefined) return false;
      deployed.add(place);
      scheduler.note(`fault: p${place} gets the next version`);
      end(place);
      return true;
    },
    version: () => scheduler.chance.pick(processes).version,
    heal() {
      for (const place of downAt) start(place);
    },
  };
}

/** A statement by the word that a reader of the trace knows it by. */
function wordOf(statement: string): string {
  if (statement.startsWith('update applications set lease_by = $1')) return 'claim';
  if (statement.startsWith('with written as')) return 'write act';
  if (statement.startsWith('with draft as')) return 'write first act';
  const verb = /^\s*(\w+)/.exec(statement)?.[1] ?? 'statement';
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(statement)?.[1] ?? '';
  return `${verb} ${table}`.trim();
}
const writes = (statement: string): boolean => /^with (written|draft)/.test(statement);
const claimedSome = (result: unknown): boolean => ((result as { rows?: unknown[] }).rows?.length ?? 0) > 0;
