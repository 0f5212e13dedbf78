/**
 * `npm run soak -- proofs [--seed N] [--count N]`: random flows of 200 seeds, each verdict against counting everybody
 * out. What was said wrongly must be nothing; a seed that fails is kept in tests/verifier/brute/brute.test.ts.
 */
import fc from 'fast-check';
import { isWrong, judged } from '../../verifier/brute/judged.ts';
import { madeFlow } from '../../verifier/brute/made-flow.ts';
import { readArguments } from '../arguments.ts';

/** Flows of a seed, and states that one is counted out to. */
const [FLOWS, STATES] = [12, 800];
const { seed: first, count } = readArguments(process.argv.slice(2), { seed: 1, count: 200 });
const end = first + count;
const said = new Map<string, number>();
let wrong = 0;
for (let seed = first; seed < end; seed += 1) {
  for (const people of [undefined, 0]) {
    for (const { spec, duties } of await judged(fc.sample(madeFlow, { seed, numRuns: FLOWS }), STATES, people)) {
      for (const [index, duty] of duties.entries()) {
        said.set(duty.verdict, (said.get(duty.verdict) ?? 0) + 1);
        if (!isWrong(duty)) continue;
        wrong += 1;
        process.stdout.write(
          `seed ${seed} (people ${people}): ${JSON.stringify([duty, spec.pages, spec.duties[index]])}\n`,
        );
      }
    }
  }
  if (seed % 10 === 0)
    process.stdout.write(`to seed ${seed}: ${wrong} wrong of ${JSON.stringify(Object.fromEntries(said))}\n`);
}
console.log(`proofs: ${count} seeds from ${first}: ${wrong} wrong of ${JSON.stringify(Object.fromEntries(said))}`);
process.exitCode = wrong > 0 ? 1 : 0;
