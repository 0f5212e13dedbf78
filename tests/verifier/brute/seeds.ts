/**
 * Many seeds of random flows: `node_modules/.bin/node tests/verifier/brute/seeds.ts <first seed> <seed after the last>`. Prints what was said wrongly, which
 * must be nothing, and what was said how often. A seed that fails is kept in brute.test.ts.
 */
import fc from 'fast-check';
import { isWrong, judged } from './judged.ts';
import { madeFlow } from './made-flow.ts';

/** Flows of a seed, and states that one is counted out to. */
const [FLOWS, STATES] = [12, 800];
const [first = 1, end = 201] = process.argv.slice(2).map(Number);
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
  if (seed % 10 === 0 || seed === end - 1)
    process.stdout.write(`to seed ${seed}: ${wrong} wrong of ${JSON.stringify(Object.fromEntries(said))}\n`);
}
process.exitCode = wrong > 0 ? 1 : 0;
