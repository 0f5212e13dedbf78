import { expect, test } from 'vitest';
import { findingsSummary } from '../../cli/report/findings.ts';
import { contentRows } from '../../scripts/lib/verified.ts';
import type { Finding } from '../../verifier/prove/prove-all.ts';

const finding = (verdict: Finding['verdict'], standing: boolean): Finding =>
  ({ verdict, ...(standing && { standing }) }) as Finding;
const printed = (written: readonly Finding['verdict'][], standing: readonly Finding['verdict'][]): string =>
  `check: No problems.\nprove: ${findingsSummary([...written.map((one) => finding(one, false)), ...standing.map((one) => finding(one, true))])}test: 2 passed, 0 failed\n`;
const isProved = (output: string): boolean => contentRows({ code: 0, output })[1]?.status === 'passed';

test('a duty of which less is known than that it is proved fails a run of the tests, though verify takes it for well', () => {
  expect(isProved(printed(['proved', 'proved'], ['proved']))).toBe(true);
  for (const less of ['tried', 'vacuous', 'broken'] as const) {
    expect(isProved(printed(['proved', less], ['proved']))).toBe(false);
    expect(isProved(printed(['proved'], [less, 'proved']))).toBe(false);
  }
});

test('a verification that printed no summary, or of one kind alone, proves nothing', () => {
  expect(isProved('')).toBe(false);
  expect(isProved(printed(['proved'], []))).toBe(false);
  expect(contentRows({ code: 1, output: printed(['proved'], ['proved']) }).map(({ status }) => status)).toEqual([
    'failed',
    'passed',
  ]);
});
