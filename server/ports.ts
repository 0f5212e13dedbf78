/** What the server takes from its surroundings, so that a simulation can stand for each of it (law 8). */
import { randomUUID } from 'node:crypto';

export interface Ports {
  /** Now; what is stored and judged goes by it. */
  readonly clock: () => Date;
  /** A new unique id (UUID). */
  readonly id: () => string;
  /** Uniform in [0, 1). Secrets are none of it: they come from `node:crypto`. */
  readonly random: () => number;
  readonly timers: Timers;
}
export interface Timers {
  /** Runs `fn` once after `ms` milliseconds; the answer cancels it. A timer alone keeps no process alive. */
  after(ms: number, fn: () => void): () => void;
}

/** The machine's own. */
export const systemPorts: Ports = {
  clock: () => new Date(),
  id: () => randomUUID(),
  random: () => Math.random(),
  timers: {
    after(ms, fn) {
      const handle = setTimeout(fn, ms).unref();
      return () => clearTimeout(handle);
    },
  },
};

/** Runs `fn` every `ms` milliseconds until the answer is called. */
export function every(timers: Timers, ms: number, fn: () => void): () => void {
  let cancel = timers.after(ms, beat);
  function beat(): void {
    cancel = timers.after(ms, beat);
    fn();
  }
  return () => cancel();
}
