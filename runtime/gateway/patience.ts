/**
 * Waits out an outage: repeats what did not get through, with a countdown, and says when to give up (access document,
 * section 8: 502 or 504).
 */
import { isOffline } from './connection.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { Timers } from './ports.ts';

interface Limits {
  readonly seconds: number;
  readonly mayGiveUp: () => boolean;
  /** Something was sent that may have been done: nobody knows until an answer comes. */
  readonly unsure?: boolean;
}
export interface Patience {
  /**
   * Repeats `attempt` until its outcome is not `unavailable`, or is so for want of a network, or `seconds` are over and
   * `mayGiveUp` says that nothing would be lost. The last outcome is the answer.
   */
  outlast(attempt: () => Promise<Outcome>, limits: Limits): Promise<Outcome>;
  /** Seconds left of the countdown that is running, or undefined. */
  left(): number | undefined;
  /** Whether something was sent that may have been done. */
  isUnsure(): boolean;
  subscribe(fn: () => void): () => void;
}

/** Seconds between two attempts. */
const EVERY = 3;

export function createPatience(timers: Timers): Patience {
  const running = new Map<symbol, { readonly left: number; readonly unsure: boolean }>();
  const listeners = new Set<() => void>();
  const set = (key: symbol, now: { readonly left: number; readonly unsure: boolean } | undefined): void => {
    if (now === undefined) running.delete(key);
    else running.set(key, now);
    for (const fn of listeners) fn();
  };
  const second = (): Promise<void> => new Promise((resolve) => void timers.after(1000, resolve));
  return {
    async outlast(attempt, { seconds, mayGiveUp, unsure = false }) {
      const key = Symbol();
      let left = seconds;
      try {
        for (let passed = 1; ; passed += 1) {
          set(key, { left, unsure });
          await second();
          left = Math.max(0, left - 1);
          if (passed % EVERY !== 0 && left > 0) continue;
          const outcome = await attempt();
          if (outcome.name !== 'unavailable' || isOffline(outcome) || (left === 0 && mayGiveUp())) return outcome;
        }
      } finally {
        set(key, undefined);
      }
    },
    left: () => (running.size === 0 ? undefined : Math.min(...[...running.values()].map(({ left }) => left))),
    isUnsure: () => [...running.values()].some(({ unsure }) => unsure),
    subscribe(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
  };
}
