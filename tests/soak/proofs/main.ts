/**
 * `npm run soak -- proofs [--seed N] [--count N]`: random flows of 200 seeds, each verdict against counting everybody
 * out: flows alone, some with calls, some with a list that the person makes, and pairs of flows. Before the command
 * `KINDS=list,paired` makes these alone. What was said wrongly must be nothing; a seed that fails is kept in
 * tests/verifier/brute/brute.test.ts.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { readArguments } from '../arguments.ts';
import type { Block, Found } from './block.ts';

/** Seeds of a thread: of all 200 in one, four gigabytes were not enough. */
const SEEDS = 5;
const { seed: first, count } = readArguments(process.argv.slice(2), { seed: 1, count: 200 });
const end = first + count;
const said: Record<string, number> = {};
let wrong = 0;
for (let from = first; from < end; from += SEEDS) {
  const block: Block = { from, end: Math.min(from + SEEDS, end) };
  const worker = new Worker(new URL('./block.ts', import.meta.url), { workerData: block });
  const [[found]] = (await Promise.all([once(worker, 'message'), once(worker, 'exit')])) as [[Found], unknown];
  for (const [verdict, times] of Object.entries(found.said)) said[verdict] = (said[verdict] ?? 0) + times;
  for (const line of found.wrong) process.stdout.write(`${line}\n`);
  wrong += found.wrong.length;
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  process.stdout.write(
    `to seed ${block.end - 1}: ${wrong} wrong of ${JSON.stringify(said)}; ${megabytes} MB of memory\n`,
  );
}
console.log(`proofs: ${count} seeds from ${first}: ${wrong} wrong of ${JSON.stringify(said)}`);
process.exitCode = wrong > 0 ? 1 : 0;
