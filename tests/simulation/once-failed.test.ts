import { expect, test } from 'vitest';
import { play, report, simulate } from './simulate.ts';
import { faults } from './tally.ts';

/** Of 10,000 that `npm run soak -- seeds` plays: every kind of fault happens in the first twenty. */
const SEEDS = 25;

// In the file of those that failed once: what all seeds begin with takes as long to make as fifty seeds to play.
test(`seeds 1 to ${SEEDS}: one press one act, nothing acknowledged lost, nothing of another person, quiet after healing, and every kind of fault happened`, async () => {
  const { failed, counts } = await simulate({ from: 1, count: SEEDS });
  expect(failed.map(report)).toEqual([]);
  expect(faults.filter((fault) => counts[fault] === 0)).toEqual([]);
}, 300_000);

test.each([
  [1007, 'the judge looked for the press of a call that a page makes by itself'],
  [750, 'a page read the next application after its own had ended, and saved without end'],
  [5411, 'a call was repeated with another key: the same had been pressed again meanwhile, and had ended'],
  [7910, 'the judge took the repeat of an earlier press for another key of a later one'],
])(
  'seed %i, in which %s, is passed',
  async (seed) => {
    const found = await play(seed);
    expect(found.broken.length === 0 ? '' : report(found)).toBe('');
  },
  120_000,
);
