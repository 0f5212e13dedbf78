/** A row of seeds, and what they found. */
import { ground, type Ground } from './ground.ts';
import { runSeed, type Found } from './seed.ts';
import { makeStages } from './stages.ts';
import { faults, type Fault } from './tally.ts';
import type { Rows } from './rows.ts';

export interface Row {
  readonly failed: readonly Found[];
  readonly counts: Readonly<Record<Fault, number>>;
  readonly events: number;
}

let stages: Promise<readonly Rows[]> | undefined;

/**
 * What is loaded with its first use is loaded by a seed that nobody looks at: the order of a seed must not hang on it.
 */
async function prepare(on: Ground): Promise<readonly Rows[]> {
  const made = await makeStages(on);
  await runSeed(on, 0, { stages: made, acts: 12, wild: false });
  return made;
}

/** Plays one seed on the ground of this process. */
export async function play(seed: number): Promise<Found> {
  const on = await ground();
  stages ??= prepare(on);
  return await runSeed(on, seed, { stages: await stages });
}

/** @param told is given each seed as it ends; true ends the row */
export async function simulate(
  { from, count }: { readonly from: number; readonly count: number },
  told: (found: Found) => boolean | void = () => false,
): Promise<Row> {
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  const failed: Found[] = [];
  let events = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const found = await play(seed);
    for (const fault of faults) counts[fault] += found.counts[fault];
    events += found.events;
    if (found.broken.length > 0) failed.push(found);
    if (told(found) === true) break;
  }
  return { failed, counts, events };
}

/** A failed seed for its reader: what is broken, how to play it alone. */
export function report({ seed, broken, hash }: Found): string {
  return [
    `seed ${seed} (trace ${hash.slice(0, 12)}):`,
    ...broken.map((one) => `  ${one}`),
    `  its trace: npm run soak -- seeds --seed ${seed} --count 1 --trace`,
  ].join('\n');
}
