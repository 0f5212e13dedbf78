/**
 * Decides what happens next. Whatever the product waits for (a leg of a request, a statement, a timer) is an event
 * here;
 * the seed picks one, and the next is picked only when everything it led to has come to rest. Time is virtual: it moves
 * when a timer is picked, and never otherwise.
 */
import { createHash } from 'node:crypto';
import type { Chance } from './chance.ts';

interface Happening {
  /** What stands in the trace: nothing that differs between two runs of a seed (no id, no sealed text). */
  readonly label: string;
  /** A dead one never happens: its tab or its process is gone. */
  readonly alive: () => boolean;
  /** A promise is waited for with nothing else running. */
  readonly happen: () => void | Promise<void>;
}
interface Due extends Happening {
  readonly at: number;
  readonly number: number;
  readonly idle: boolean;
}

export interface Scheduler {
  readonly chance: Chance;
  /** Milliseconds since 1970. */
  now(): number;
  /** May happen from now on, in any order with the others. */
  ready(happening: Happening): void;
  /** Happens `ms` from now. `idle`: a beat that goes on for ever, and keeps nobody from calling the world quiet. */
  after(ms: number, happening: Happening, idle?: boolean): () => void;
  /** A line of the trace. */
  note(line: string): void;
  /** Waits for real work (a signature, a check of a password) that cannot be virtual. */
  real<T>(work: Promise<T>): Promise<T>;
  /** One event; false when nothing is left but idle timers beyond `until`. */
  step(until: number): Promise<boolean>;
  /** Waits until everything that is under way waits for an event. */
  rest(): Promise<void>;
  /** What waits now, idle beats aside. */
  waiting(): readonly string[];
  jump(ms: number): void;
  trace(): readonly string[];
  traceHash(): string;
  events(): number;
}

/** Turns of the event loop without anything new after which the process counts as at rest. */
const quietTurns = 2;
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export function createScheduler(chance: Chance, began: number): Scheduler {
  let now = began;
  let count = 0;
  let activity = 0;
  let working = 0;
  let ready: Happening[] = [];
  let timers: Due[] = [];
  const trace: string[] = [];
  const note = (line: string): void => void trace.push(`${((now - began) / 1000).toFixed(3)} ${line}`);

  async function rest(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; ) {
      const before = activity;
      await turn();
      quiet = working > 0 || activity !== before ? 0 : quiet + 1;
    }
  }
  async function run(happening: Happening): Promise<void> {
    count += 1;
    note(happening.label);
    await happening.happen();
    await rest();
  }
  const nextTimer = (): Due | undefined => {
    timers = timers.filter((one) => one.alive());
    return timers.reduce<Due | undefined>(
      (first, one) =>
        first === undefined || one.at < first.at || (one.at === first.at && one.number < first.number) ? one : first,
      undefined,
    );
  };
  return {
    chance,
    now: () => now,
    ready(happening) {
      activity += 1;
      ready.push(happening);
    },
    after(ms, happening, idle = false) {
      activity += 1;
      const due: Due = { ...happening, at: now + Math.max(0, ms), number: activity, idle };
      timers.push(due);
      return () => {
        timers = timers.filter((one) => one !== due);
      };
    },
    note,
    async real(work) {
      working += 1;
      try {
        return await work;
      } finally {
        working -= 1;
        activity += 1;
      }
    },
    async step(until) {
      ready = ready.filter((one) => one.alive());
      const timer = nextTimer();
      const timePasses = ready.length === 0 || chance.happens(0.07);
      if (timer !== undefined && timer.at <= until && timePasses) {
        timers = timers.filter((one) => one !== timer);
        now = Math.max(now, timer.at);
        await run(timer);
        return true;
      }
      if (ready.length === 0) return false;
      const [picked] = ready.splice(chance.below(ready.length), 1);
      if (picked !== undefined) await run(picked);
      return true;
    },
    rest,
    waiting: () => [
      ...ready.filter((one) => one.alive()).map(({ label }) => label),
      ...timers.filter((one) => one.alive() && !one.idle).map(({ label, at }) => `in ${at - now} ms: ${label}`),
    ],
    jump(ms) {
      now += ms;
    },
    trace: () => trace,
    traceHash: () => createHash('sha256').update(trace.join('\n')).digest('base64url'),
    events: () => count,
  };
}
