/**
 * `npm run soak -- people [--seed N] [--count N]`: random people walk through every flow of every brand of the content,
 * for each seed as many as do 20,000 things in a flow, and try to break what is owed there.
 */
import { loadContent, productNamed } from '../../../cli/products.ts';
import { easternDate } from '../../../contract/days.ts';
import { projectDir, readFiles } from '../../../compile/disk.ts';
import { surveysOf } from '../../../verifier/explore/survey.ts';
import { attack } from '../../../verifier/prove/attack.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { claimOf } from '../../../verifier/prove/verdict.ts';
import { readArguments } from '../arguments.ts';

/** Things that the people of a seed do in a flow. */
const MOST = 20_000;
const { seed: first, count } = readArguments(process.argv.slice(2), { seed: 1, count: 5 });
const today = easternDate(new Date());
const load = await loadContent(readFiles([projectDir]), { env: 'local', today });
if ('problems' in load) throw new Error('The content has problems: see npm run flow -- check.');
const { resolved, products } = load.loaded;
let [people, broken] = [0, 0];
for (const brand of Object.values(resolved.brands)) {
  const product = productNamed(products, brand.id);
  for (const one of surveysOf({ source: resolved.source, brand, product, today, questions: OBLIGATIONS })) {
    const claim = claimOf(one);
    for (let seed = first; seed < first + count; seed += 1) {
      const { found, people: walked } = attack(one, claim, { seed, most: MOST });
      people += walked;
      broken += found.size;
      for (const [duty, faults] of found)
        process.stdout.write(`${brand.id}/${one.flow.id}: ${duty}: ${faults.join('; ')}\n`);
    }
    process.stdout.write(`${brand.id}/${one.flow.id}: ${people} people so far, ${broken} broken\n`);
  }
}
console.log(`people: ${people} people of ${count} seeds from ${first}: ${broken} broken`);
process.exitCode = broken > 0 ? 1 : 0;
