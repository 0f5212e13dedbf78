import { expect, test } from 'vitest';
import { report, simulate } from './simulate.ts';
import { faults } from './tally.ts';

/** The seeds of `npm test`; `npm run soak -- seeds` plays the rest. */
export function simulates(from: number, count: number): void {
  test(`seeds ${from} to ${from + count - 1}: one press one act, nothing acknowledged lost, nothing of another person, quiet after healing, and every kind of fault happened`, async () => {
    const { failed, counts } = await simulate({ from, count });
    expect(failed.map(report)).toEqual([]);
    expect(faults.filter((fault) => counts[fault] === 0)).toEqual([]);
  }, 900_000);
}
