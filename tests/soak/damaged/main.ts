/**
 * `npm run soak -- damaged [--seed N]`: every damaged definition; each gives a problem or loads, none crashes, none
 * takes long. Exit 1 for one that does not.
 */
import { damages } from '../../verifier/damaged.ts';
import { real, sufferAll } from '../../verifier/suffering.ts';
import { readArguments } from '../arguments.ts';

const { seed } = readArguments(process.argv.slice(2), { seed: 20_261_120, count: 0 });
const { faults, told } = sufferAll(damages(real, seed), real);
for (const fault of faults) console.log(fault);
console.log(`damaged: seed ${seed}: ${told}; ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
