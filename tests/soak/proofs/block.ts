/**
 * A block of seeds in a thread of its own. Every made-up flow is a module, and what a process has loaded once it keeps
 * until it ends: a thread gives it back.
 */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { isWrong, judged } from '../../verifier/brute/judged.ts';
import { callingFlow, listFlow, madeFlow, pairedFlow, type Spec } from '../../verifier/brute/made-flow.ts';

/** What a thread is asked: the first seed, and the one behind the last. */
export interface Block {
  readonly from: number;
  readonly end: number;
}
/** What it found. */
export interface Found {
  /** Each verdict, and how often it was said. */
  readonly said: Readonly<Record<string, number>>;
  /** A line for each verdict that is wrong. */
  readonly wrong: readonly string[];
}

/** What is made of a seed: so many of these flows, and states that one is counted out to. */
interface Kind {
  readonly flow: fc.Arbitrary<Spec>;
  readonly count: number;
  readonly states: number;
}
const KINDS: Readonly<Record<string, Kind>> = {
  made: { flow: madeFlow, count: 12, states: 800 },
  calling: { flow: callingFlow, count: 4, states: 2_500 },
  list: { flow: listFlow, count: 1, states: 1_500 },
  paired: { flow: pairedFlow, count: 2, states: 1_500 },
};
/** The kinds that are made: those named in KINDS, all without it. */
const wanted = process.env['KINDS']?.split(',') ?? Object.keys(KINDS);

async function foundIn({ from, end }: Block): Promise<Found> {
  const said: Record<string, number> = {};
  const wrong: string[] = [];
  const seeds = Array.from({ length: end - from }, (_, index) => from + index);
  for (const kind of wanted) {
    const { flow, count, states } = KINDS[kind] ?? unknownKind(kind);
    const made = seeds.flatMap((seed) => fc.sample(flow, { seed, numRuns: count }));
    for (const { spec, place, duties } of await judged(made, states, [undefined, 0]))
      for (const duty of duties) {
        said[duty.verdict] = (said[duty.verdict] ?? 0) + 1;
        if (isWrong(duty))
          wrong.push(`seed ${from + Math.floor(made.indexOf(spec) / count)}: ${JSON.stringify([place, duty, spec])}`);
      }
  }
  return { said, wrong };
}

function unknownKind(kind: string): never {
  throw new Error(`There is no kind "${kind}" of flows: name some of ${Object.keys(KINDS).join(', ')} in KINDS.`);
}

if (!parentPort)
  throw new Error('tests/soak/proofs/block.ts is the inside of a thread: start it with main.ts beside it.');
parentPort.postMessage(await foundIn(workerData as Block));
