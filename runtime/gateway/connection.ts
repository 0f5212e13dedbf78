/** No network is no outage: what could not be sent waits until it can be, and goes on by itself. */
import { reconnectMs } from './backoff.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { Timers } from './ports.ts';

export interface Connection {
  /**
   * Makes `attempt` again until the network carries it or `wanted` no longer holds.
   * The answer is the first one that did not get lost for want of a network, else the last.
   */
  carried(attempt: () => Promise<Outcome>, wanted: () => boolean): Promise<Outcome>;
  /** Waits until the browser says that there is a network, or `wanted` no longer holds. */
  up(wanted: () => boolean): Promise<void>;
  /** The same for what throws `TypeError` when the network does not bring it: a module. */
  brought<T>(load: (again: number) => Promise<T>): Promise<T>;
  /** The browser says that the network came back, or went. */
  tell(isOnline: boolean): void;
  /** Whether something waits for the network, or the browser says that there is none. */
  isDown(): boolean;
  subscribe(fn: () => void): () => void;
}

/** Whether a call was lost for want of a network; a time-out or a 502 is something else. */
export function isOffline(outcome: Outcome): boolean {
  return outcome.name === 'unavailable' && outcome.detail?.['why'] === 'offline';
}

/** Whether no answer came, for want of a network or of time: what was asked may have been done, or not. */
export function isLost({ name, detail }: Outcome): boolean {
  return name === 'unavailable' && detail?.['why'] !== undefined;
}

/** @param isOnline what the browser says when the page begins */
export function createConnection(timers: Timers, isOnline: boolean): Connection {
  let online = isOnline;
  let waits: readonly (() => void)[] = [];
  let waiting = 0;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const fn of listeners) fn();
  };
  /** Until the browser says that the network is back, or it is time to look again. */
  const pause = (times: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = timers.after(reconnectMs(times), () => done());
      const done = (): void => {
        cancel();
        waits = waits.filter((one) => one !== done);
        resolve();
      };
      waits = [...waits, done];
    });
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1;
    changed();
    try {
      return await work();
    } finally {
      waiting -= 1;
      changed();
    }
  };
  return {
    async carried(attempt, wanted) {
      const first = await attempt();
      if (!isOffline(first) || !wanted()) return first;
      return during(async () => {
        for (let times = 0; ; times += 1) {
          await pause(times);
          const outcome = wanted() ? await attempt() : first;
          if (!isOffline(outcome) || !wanted()) return outcome;
        }
      });
    },
    async up(wanted) {
      if (online) return;
      await during(async () => {
        for (let times = 0; !online && wanted(); times += 1) await pause(times);
      });
    },
    async brought(load) {
      try {
        return await load(0);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
      return during(async () => {
        for (let times = 0; ; times += 1) {
          await pause(times);
          try {
            return await load(times + 1);
          } catch (error) {
            if (!(error instanceof TypeError)) throw error;
          }
        }
      });
    },
    tell(isNow) {
      online = isNow;
      changed();
      if (isNow) for (const go of waits) go();
    },
    isDown: () => waiting > 0 || !online,
    subscribe(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
  };
}
