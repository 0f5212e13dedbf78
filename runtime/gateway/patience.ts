/** Waits out an outage: repeats what did not get through, with a countdown, and says when to give up (access document, section 8: 502 or 504). */
import type { Outcome } from '../../contract/operation.ts';
import type { Timers } from './ports.ts';

export interface Patience {
  /**
   * Repeats `attempt` until its outcome is not `unavailable`, or `seconds` are over and `mayGiveUp` says that nothing would be lost.
   * The last outcome is the answer.
   */
  outlast(attempt: () => Promise<Outcome>, seconds: number, mayGiveUp: () => boolean): Promise<Outcome>;
  /** Seconds left of the countdown that is running, or undefined. */
  left(): number | undefined;
  subscribe(fn: () => void): () => void;
}

/** Seconds between two attempts. */
const EVERY = 3;

export function createPatience(timers: Timers): Patience {
  const running = new Map<symbol, number>();
  const listeners = new Set<() => void>();
  const set = (key: symbol, left: number | undefined): void => {
    if (left === undefined) running.delete(key);
    else running.set(key, left);
    for (const fn of listeners) fn();
  };
  const second = (): Promise<void> => new Promise((resolve) => void timers.after(1000, resolve));
  return {
    async outlast(attempt, seconds, mayGiveUp) {
      const key = Symbol();
      let left = seconds;
      try {
        for (let passed = 1; ; passed += 1) {
          set(key, left);
          await second();
          left = Math.max(0, left - 1);
          if (passed % EVERY !== 0 && left > 0) continue;
          const outcome = await attempt();
          if (outcome.name !== 'unavailable' || (left === 0 && mayGiveUp())) return outcome;
        }
      } finally {
        set(key, undefined);
      }
    },
    left: () => (running.size === 0 ? undefined : Math.min(...running.values())),
    subscribe(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
  };
}
