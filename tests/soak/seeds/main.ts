/**
 * `npm run soak -- seeds [--seed N] [--count N] [--trace]`: the simulation, 10,000 seeds unless told otherwise, in as
 * many processes at a time as there are processors; `--trace` prints what happened in each. `--planted [words]`: finds
 * the planted mistakes instead, each in a process of its own.
 */
import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { planted } from '../../simulation/planted.ts';
import { report, simulate } from '../../simulation/simulate.ts';
import type { Fault } from '../../simulation/tally.ts';
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

/** Seeds of one process: the database it plays on keeps the room it once took, and 2,000 seeds take 2 GB. */
const SHARE = 250;

/** What a process found. */
interface Part {
  readonly counts: Readonly<Record<Fault, number>>;
  readonly events: number;
  readonly failed: number;
}

async function playHere(): Promise<Part> {
  const { failed, counts, events } = await simulate({ from, count }, (found) => {
    if (found.broken.length > 0) console.log(report(found));
    if (!argv.includes('--trace')) return found.broken.length > 0 && argv.includes('--first');
    console.log([...found.trace, `seed ${found.seed}: ${found.hash}`].join('\n'));
    return false;
  });
  return { counts, events, failed: failed.length };
}

/** Plays a share in a process of its own and prints what it says of failed seeds. @throws when it does not end well */
function playShare(first: number, seeds: number): Promise<Part> {
  const args = [fileURLToPath(import.meta.url), '--part', '--seed', String(first), '--count', String(seeds)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      const said = stdout.trimEnd().split('\n');
      const last = said.pop() ?? '';
      if (said.length > 0) console.log(said.join('\n'));
      if (last.startsWith('{')) resolve(JSON.parse(last) as Part);
      else
        reject(
          new Error(`Seeds ${first} to ${first + seeds - 1} were not played to their end: ${stderr}`, { cause: error }),
        );
    });
  });
}

async function playShares(): Promise<Part> {
  const starts = Array.from({ length: Math.ceil(count / SHARE) }, (_, index) => from + index * SHARE);
  const parts: Part[] = [];
  const next = async (): Promise<void> => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift())
      parts.push(await playShare(start, Math.min(SHARE, from + count - start)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return parts.reduce((all, part) => ({
    counts: Object.fromEntries(
      Object.entries(all.counts).map(([fault, times]) => [fault, times + part.counts[fault as Fault]]),
    ) as Part['counts'],
    events: all.events + part.events,
    failed: all.failed + part.failed,
  }));
}

const began = performance.now();
const isAlone = argv.some((word) => ['--part', '--first', '--trace'].includes(word));
const found = isAlone || count <= SHARE ? await playHere() : await playShares();
if (argv.includes('--part')) {
  console.log(JSON.stringify(found));
} else {
  console.log(
    Object.entries(found.counts)
      .map(([fault, times]) => `${fault}: ${times}`)
      .join(', '),
  );
  console.log(
    `seeds: ${count} from ${from}, ${found.events} events, ${found.failed} failed, ${Math.round((performance.now() - began) / 1000)} s`,
  );
}
process.exit(found.failed > 0 ? 1 : 0);
