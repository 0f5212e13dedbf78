import { expect, test } from 'vitest';
import { play, report } from './simulate.ts';

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
