import { expect, test } from 'vitest';
import type { Outcome } from '../../contract/operation.ts';
import { createPatience } from '../../runtime/gateway/patience.ts';
import { manualTimers } from './fakes.ts';

const away: Outcome = { name: 'unavailable' };

/** An outage of so many tries, then this outcome. */
function outage({ tries, then = { name: 'ok' } }: { readonly tries: number; readonly then?: Outcome }) {
  const timers = manualTimers();
  const patience = createPatience(timers);
  const asked: number[] = [];
  const seen: (number | undefined)[] = [];
  patience.subscribe(() => seen.push(patience.left()));
  let ended: { readonly at: number; readonly outcome: Outcome } | undefined;
  const begin = (seconds: number, mayGiveUp: () => boolean, unsure = false): void =>
    void patience
      .outlast(async () => (asked.push(timers.now() / 1000), asked.length > tries ? then : away), {
        seconds,
        mayGiveUp,
        unsure,
      })
      .then((outcome) => (ended = { at: timers.now() / 1000, outcome }));
  return { timers, patience, asked, seen, begin, ended: () => ended };
}

test('what was lost is asked again every three seconds, counted down by the second, until it is answered by anything else than an outage', async () => {
  for (const then of [{ name: 'ok' }, { name: 'failed' }, { name: 'unavailable', detail: { why: 'offline' } }]) {
    const { timers, patience, asked, seen, begin, ended } = outage({ tries: 2, then });
    begin(15, () => true, true);
    expect(patience.isUnsure()).toBe(true);
    await timers.advance(60_000);
    expect(asked).toEqual([3, 6, 9]);
    expect(seen).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, undefined]);
    expect(ended()).toEqual({ at: 9, outcome: then });
    expect(patience.isUnsure()).toBe(false);
  }
});

test('at the end of the countdown it gives up, at the last second too, but never while something would be lost', async () => {
  for (const seconds of [1, 3, 4, 15]) {
    const { timers, begin, ended } = outage({ tries: 1000 });
    begin(seconds, () => true);
    await timers.advance(60_000);
    expect([seconds, ended()]).toEqual([seconds, { at: seconds, outcome: away }]);
  }
  const { timers, patience, asked, begin, ended } = outage({ tries: 1000 });
  let wouldBeLost = true;
  begin(4, () => !wouldBeLost);
  await timers.advance(30_000);
  expect([ended(), patience.left()]).toEqual([undefined, 0]);
  expect(asked.length).toBeGreaterThan(20);
  wouldBeLost = false;
  await timers.advance(1000);
  expect(ended()).toEqual({ at: 31, outcome: away });
});

test('of several that wait the least time left is shown', async () => {
  const { timers, patience, begin } = outage({ tries: 1000 });
  begin(20, () => true);
  begin(10, () => true);
  await timers.advance(2000);
  expect(patience.left()).toBe(8);
  await timers.advance(10_000);
  expect(patience.left()).toBe(8);
});
