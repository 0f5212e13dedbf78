/**
 * `npm run soak -- seeds [--seed N] [--count N] [--trace]`: the simulation, 10,000 seeds unless told otherwise;
 * `--trace` prints what happened in each. `--planted [words]`: finds the planted mistakes instead, each in a process of
 * its own.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { planted } from '../../simulation/planted.ts';
import { report, simulate } from '../../simulation/simulate.ts';
import { readArguments } from '../arguments.ts';

const argv = process.argv.slice(2);
const isPlanted = argv.includes('--planted');
const { seed: from, count } = readArguments(argv, { seed: 1, count: isPlanted ? 200 : 10_000 });

if (isPlanted) {
  const words = argv.filter((word, index) => !word.startsWith('--') && !/^--(seed|count)$/.test(argv[index - 1] ?? ''));
  const wanted = planted.filter(({ name }) => words.every((word) => name.includes(word)));
  const missed = wanted.filter(({ name }) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--import',
        new URL('../../simulation/plant.ts', import.meta.url).href,
        fileURLToPath(import.meta.url),
        '--seed',
        String(from),
        '--count',
        String(count),
        '--first',
      ],
      { env: { ...process.env, PLANTED: name }, encoding: 'utf8' },
    );
    const [first = '', what = ''] = stdout.split('\n');
    // A process that could not even begin also ends with 1.
    const isFound = status === 1 && /^seed \d+ /.test(first);
    console.log(
      isFound
        ? `found: ${name}: ${first} ${what.trim()}`
        : `MISSED: ${name} ${stdout.slice(-300)}${stderr.slice(-500)}`,
    );
    return !isFound;
  });
  console.log(`seeds: ${wanted.length - missed.length} of ${wanted.length} planted mistakes found`);
  process.exit(missed.length > 0 ? 1 : 0);
}

const began = performance.now();
const { failed, counts, events } = await simulate({ from, count }, (found) => {
  if (found.broken.length > 0) console.log(report(found));
  if (!argv.includes('--trace')) return found.broken.length > 0 && argv.includes('--first');
  console.log([...found.trace, `seed ${found.seed}: ${found.hash}`].join('\n'));
  return false;
});
console.log(
  Object.entries(counts)
    .map(([fault, times]) => `${fault}: ${times}`)
    .join(', '),
);
console.log(
  `seeds: ${count} from ${from}, ${events} events, ${failed.length} failed, ${Math.round((performance.now() - began) / 1000)} s`,
);
process.exit(failed.length > 0 ? 1 : 0);
