/**
 * Open-loop load: requests are due at a fixed rate, whether or not the server keeps up, and each is timed from the
 * moment it was due.
 * A server that stalls is charged for everybody who would have come meanwhile (no coordinated omission).
 */
import type { Applicant } from './journey.ts';

export interface Held {
  /** Saves a second that were due. */
  readonly rate: number;
  /** Saves that were answered, and those a second over the whole time until the last answer. */
  readonly saves: number;
  readonly perSecond: number;
  /** Milliseconds from the moment a save was due to its answer. */
  readonly p50: number;
  readonly p99: number;
  readonly problems: readonly string[];
}

/** How long a request waits for its turn at most, in milliseconds, before the rate counts as not held. */
const hopeless = 5000;

/**
 * @param rate requests due in a second; those of them that are no saves (an operation of a page) are sent, too, and not
 *   counted
 * @param seconds how long requests become due
 */
export async function load(
  applicants: readonly Applicant[],
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<Held> {
  const took: number[] = [];
  const problems: string[] = [];
  const due: number[] = [];
  const running = new Set<Promise<void>>();
  const began = performance.now();
  const all = Math.round(rate * seconds);
  let made = 0;
  let turn = 0;
  let late = false;

  const idle = (): Applicant | undefined => {
    for (let tried = 0; tried < applicants.length; tried += 1) {
      const one = applicants[(turn += 1) % applicants.length];
      if (one !== undefined && !one.busy) return one;
    }
    return undefined;
  };
  const send = (applicant: Applicant, at: number): void => {
    const under = applicant.next().then(({ saves, problem }) => {
      running.delete(under);
      if (problem !== undefined) problems.push(problem);
      else if (saves) took.push(performance.now() - at);
      // Whoever was due while everybody was busy goes now.
      const waiting = due[0];
      if (waiting === undefined) return;
      due.shift();
      send(applicant, waiting);
    });
    running.add(under);
  };
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      const now = performance.now();
      for (; made < all && began + (made * 1000) / rate <= now; made += 1) {
        const at = began + (made * 1000) / rate;
        const applicant = idle();
        if (applicant === undefined) due.push(at);
        else send(applicant, at);
      }
      late = due[0] !== undefined && now - due[0] > hopeless;
      if (made >= all || late) return resolve();
      setTimeout(tick, 1);
    };
    tick();
  });
  if (late) due.length = 0;
  while (running.size > 0) await Promise.all(running);
  const sorted = took.toSorted((one, other) => one - other);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return {
    rate,
    saves: took.length,
    perSecond: (took.length * 1000) / (performance.now() - began),
    p50: at(0.5),
    p99: at(0.99),
    problems,
  };
}
