/** Stand-ins for the gateway's ports: time that a test moves by hand, and a tab's storage. */
import type { KeyValue, Timers } from '../../runtime/gateway/ports.ts';
import type { SocketLike } from '../../runtime/gateway/sockets.ts';

export interface ManualTimers extends Timers {
  /** Runs the timer that is due next and moves the time to it; false when none waits. */
  next(): boolean;
  /** Runs everything due within `ms`. */
  advance(ms: number): Promise<void>;
  waiting(): readonly number[];
  now(): number;
}

export function manualTimers(): ManualTimers {
  let time = 0;
  let due: { at: number; fn: () => void }[] = [];
  const take = (until: number): boolean => {
    const first = [...due].sort((a, b) => a.at - b.at)[0];
    if (first === undefined || first.at > until) return false;
    due = due.filter((one) => one !== first);
    time = Math.max(time, first.at);
    first.fn();
    return true;
  };
  return {
    after(ms, fn) {
      const entry = { at: time + ms, fn };
      due.push(entry);
      return () => {
        due = due.filter((one) => one !== entry);
      };
    },
    next: () => take(Number.POSITIVE_INFINITY),
    async advance(ms) {
      const until = time + ms;
      while (take(until)) await turn();
      time = until;
      await turn();
    },
    waiting: () => due.map(({ at }) => at - time),
    now: () => time,
  };
}

/** Lets all promises that can settle do so. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function memoryStorage(entries: Record<string, string> = {}): KeyValue & { readonly all: Map<string, string> } {
  const all = new Map(Object.entries(entries));
  return {
    all,
    get: (key) => all.get(key),
    set: (key, value) => (all.set(key, value), true),
    remove: (key) => void all.delete(key),
    keys: () => [...all.keys()],
  };
}

/** A socket that nothing comes through: the page asks by its own poll. */
export const silentSocket = (): SocketLike => ({
  onopen: null,
  onmessage: null,
  onclose: null,
  onerror: null,
  send: () => undefined,
  close: () => undefined,
});
