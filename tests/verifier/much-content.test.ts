/** Much of one kind of content costs in proportion, where it once took minutes: processor time, with room. */
import { expect, test } from 'vitest';
import { loadContent } from '../../cli/products.ts';
import { check } from '../../verifier/check/index.ts';
import { lending, loadedOf, options, planted } from './lending.ts';

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

test('three hundred notes on a page, each under a condition of its own, are checked in seconds', async () => {
  const states = ['TX', 'CA', 'OH'];
  const notes = Array.from({ length: 300 }, (_, at) =>
    JSON.stringify({
      note: `Note ${at}.`,
      when: {
        and: [
          { '>': [{ var: 'answers.loan.amount' }, 10_000 + at * 100] },
          { '==': [{ var: 'answers.contactInformation.address.stateCode' }, states[at % states.length] ?? ''] },
        ],
      },
    }),
  );
  const files = planted(lending, [
    ['flows/loan/steps/amount.json', '    "product",\n', `    "product", ${notes.join()},\n`],
  ]);
  // 1 s alone; it was 74 s.
  expect(
    await secondsOf(async () => expect(check(loadedOf(await loadContent(files, options)))).toEqual([])),
  ).toBeLessThan(15);
}, 60_000);

test('a text of two megabytes that names an unknown fact a hundred thousand times is one problem, told in seconds', async () => {
  const text = 'A {{nobody.knows}} b. '.repeat(95_000);
  expect(text.length).toBeGreaterThan(2_000_000);
  const files = planted(lending, [['flows/loan/steps/signed.json', 'Your money is on its way.', text]]);
  let told: readonly string[] = [];
  const seconds = await secondsOf(async () => {
    const load = await loadContent(files, options);
    told = 'problems' in load ? load.problems.map(({ message }) => message) : [];
  });
  expect(told).toEqual(['There is no fact "nobody.knows": "nobody" is not declared.']);
  // 1 s alone; it was 30 s.
  expect(seconds).toBeLessThan(10);
}, 60_000);
