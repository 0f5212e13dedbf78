import { easternDate, nextDay } from '../../contract/days.ts';
import type { Ports } from '../ports.ts';
import type { Definitions } from './definitions.ts';

/** How soon after the start, and how often afterwards, it is looked whether a day is missing. */
const firstMs = 20_000;
const everyMs = 60_000;

/**
 * A page may have been served this long before its call comes: days and rows in force of then are taken, too.
 * Milliseconds.
 */
export const servedMs = 10 * 60_000;

/**
 * Compiles what requests will ask, so that none waits for the compiler: today, the day of pages that were served a
 * moment ago, and tomorrow, so that midnight finds it ready, or readiness tells a day ahead that it does not compile.
 * Gives the function that stops it.
 */
export function keepAhead(
  definitions: Pick<Definitions, 'prepare'>,
  { clock, timers }: Pick<Ports, 'clock' | 'timers'>,
  broken: (error: unknown) => void,
): () => void {
  const look = (): void => {
    const now = clock();
    const today = easternDate(now);
    const served = easternDate(new Date(now.getTime() - servedMs));
    definitions
      .prepare(today)
      .then(() => definitions.prepare(served))
      .then(() => definitions.prepare(nextDay(today)))
      .catch(broken)
      .finally(() => {
        if (!stopped) cancel = timers.after(everyMs, look);
      });
  };
  let stopped = false;
  let cancel = timers.after(firstMs, look);
  return () => {
    stopped = true;
    cancel();
  };
}
