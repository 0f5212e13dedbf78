/** The whole verification: every brand and jurisdiction checked, proved, covered and tested, on as many threads as the budget's machine has cores. */
import { Worker } from 'node:worker_threads';
import type { Files, Problem } from '../../../compile/index.ts';
import { ruleProblems } from '../../../verifier/check/index.ts';
import { pathProblems } from '../../../verifier/check/paths/index.ts';
import type { Job, Part } from './brands.ts';
import { load } from './growth.ts';

/** The machine the budget is for. */
const CORES = 2;

export interface Whole {
  /** Until every thread has checked, proved and tested its brands. */
  readonly seconds: number;
  /** Until every thread has covered them as well. */
  readonly withCover: number;
  readonly parts: readonly Part[];
  readonly problems: readonly Problem[];
}

/** Verifies content of which every brand is known by name; threads take the brands in turn. */
export async function whole(files: Files, brands: readonly string[]): Promise<Whole> {
  const from = performance.now();
  const shares = Array.from({ length: CORES }, (_, core) => brands.filter((_brand, at) => at % CORES === core)).filter((share) => share.length > 0);
  const running = shares.map((share) => inThread({ files, brands: share }));
  const { resolved } = await load(files);
  const rules = ruleProblems(resolved);
  const parts = await Promise.all(running);
  const withCover = (performance.now() - from) / 1000;
  const busy = ({ seconds }: Part): number => Object.values(seconds).reduce((sum, one) => sum + one, 0);
  const seconds = Math.max(...parts.map((part) => withCover - (Math.max(...parts.map(busy)) - busy(part)) - part.seconds.cover));
  return { seconds, withCover, parts, problems: [...rules, ...pathProblems(parts.flatMap(({ reports }) => reports))] };
}

function inThread(job: Job): Promise<Part> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./brands.ts', import.meta.url), { workerData: job });
    worker.on('message', resolve);
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread for ${job.brands.join(', ')} ended with ${code} and said nothing.`)));
  });
}
