/**
 * `npm run soak -- judge [--seed N] [--count N]`: mutants of the judge of proofs, from number N on, all of them unless
 * told otherwise. None may survive.
 */
import { mutations, survivors } from '../../verifier/judge/mutants.ts';
import { readArguments } from '../arguments.ts';

const { seed, count } = readArguments(process.argv.slice(2), { seed: 1, count: mutations.length });
const chosen = mutations.slice(seed - 1, seed - 1 + count);
const left = await survivors(chosen, (done) => {
  if (done % 50 === 0) console.error(`${done} of ${chosen.length}`);
});
for (const { file, line, was, is } of left) console.log(`verifier/judge/${file}:${line}: ${was} -> ${is}`);
console.log(`judge: ${chosen.length} mutants, ${left.length} survive`);
process.exitCode = left.length > 0 ? 1 : 0;
