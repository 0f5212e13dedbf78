import { expect, test } from 'vitest';
import { withinProcessorTime } from '../../compile/runaway.ts';

/** A judge that needs `needs` ms of processor time, on a machine that gives this thread one part in `share`. */
function judged(needs: number, share: number) {
  let spent = 0;
  const asked: number[] = [];
  const verdict = withinProcessorTime(
    (timeout) => {
      asked.push(timeout);
      const given = Math.min(timeout / share, needs);
      spent += given;
      return { status: given >= needs ? 'safe' : 'unknown' };
    },
    () => spent,
  );
  return { status: verdict.status, asked };
}

test('a pattern is judged within a second of processor time, however busy the machine is with others', () => {
  for (const share of [1, 4, 20, 60]) expect(judged(40, share).status).toBe('safe');
});
test('a pattern that takes longer is given up after that second, and nothing is tried without end', () => {
  expect(judged(5000, 1)).toEqual({ status: 'unknown', asked: [1000] });
  expect(judged(5000, 1000).asked).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 64_000]);
});
