/** Why a fixture's deed would be refused is told in the words of who wrote the journey, never in those of the lock. */
import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { productNamed, loadContent } from '../../cli/products.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { whyRefused } from '../../verifier/fixture/refused.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { loadedOf, options, planted } from './lending.ts';
import { oneBrand } from './one-brand.ts';

const content = oneBrand(readFiles([projectDir, join(projectDir, 'tests/constructs/files')]), 'payday');
const LIST =
  '{ "bind": "papers.debts", "type": "array", "label": "Debts", "required": false, "maxItems": 5, "item": { "name": "debt", "fields": { "to": { "bind": "to", "label": "To whom", "maxLength": 40 } } } }';
/** The papers that somebody sends, and a list of debts on the same page. */
const product = loadContent(
  planted(content, [
    ['flows/papers/flow.json', '"bill":', '"debts": { "type": "array" }, "bill":'],
    ['flows/papers/steps/send.json', '"fields": {', `"fields": { "debts": ${LIST},`],
    ['flows/papers/steps/send.json', '"layout": [', '"layout": ["debts", '],
  ]),
  options,
).then((load) => productNamed(loadedOf(load).products, 'payday'));

const play = async (answer: unknown): Promise<string> => {
  const fixture = {
    title: 'x',
    brand: 'payday',
    flow: 'papers',
    clock: '2026-11-20T15:00:00Z',
    given: { person: 'returning-online' },
    do: [{ at: 'papers/send', answer }, { press: 'continue' }],
    expect: { end: 'papers/check' },
  };
  return runFixture(await product, readFixture('flows/papers/fixtures/x.json', JSON.stringify(fixture))).failures.join(
    '\n',
  );
};

describe('what a fixture answers wrongly', () => {
  test.each([
    ['a part that is not asked', { debts: [{ ot: 'Ana' }] }, /"Debts"/],
    ['a list that is a text', { debts: 'Ana' }, /"Debts"/],
    ['files that are a text', { bill: 'bill.pdf' }, /"Your latest bill"/],
    [
      'a file of a kind that is not taken',
      { bill: { files: [{ name: 'a.txt', type: 'text/plain', text: 'Hello' }] } },
      /"Your latest bill"/,
    ],
  ])('%s', async (_what, answer, says) => {
    const told = await play(answer);
    expect(told).toMatch(says);
    expect(told).not.toMatch(/wrongType|notAsked|noSuchFile|fileType\b|additionalProperties|keyword|undefined/);
  });
});

test('every reason of the lock is a sentence that names the question, and none is the name of the reason', async () => {
  const flow = (await product).flows['papers'];
  if (!flow) throw new Error('The flow of papers is gone.');
  const reasons = [...readFileSync(join(projectDir, 'verifier/fixture/refused.ts'), 'utf8').matchAll(/^ {2}(\w+): '/gm)]
    .map(([, one = '']) => one)
    .filter((one) => /[A-Z]/.test(one));
  expect(reasons.length).toBeGreaterThan(15);
  for (const reason of reasons) expect(whyRefused(flow, reason as 'locked', 'papers.debts')).not.toContain(reason);
  expect(whyRefused(flow, 'wrongType', 'papers.debts')).toBe(
    '"Debts" (papers.debts) cannot be answered with this value: it is of another kind, or has parts that are not asked',
  );
  expect(whyRefused(flow, 'noSuchWay', 'check')).toContain('"check"');
});
