import { describe, expect, test } from 'vitest';
import type { Files } from '../../compile/index.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { findings, options, real } from './findings.ts';

// That all of them are proved of the content as it is, of every brand, is what `flow verify` asks after the tests.
describe('obligations of the loan application', () => {
  test('a status that leads past the Truth in Lending page, and a row that allows more than the statute, are found, each with a fixture that runs into it', async () => {
    const step = 'flows/apply/steps/transition.json';
    const row = 'compliance/states/FL.json';
    const planted: Files = {
      [step]: (real[step] ?? '').replaceAll(
        '"PENDING_ESIGN": { "to": "approved-agreements" }',
        '"PENDING_ESIGN": { "to": "esign" }',
      ),
      [row]: (real[row] ?? '').replace('"maximumPayday": 50000', '"maximumPayday": 500000'),
    };
    for (const file of [step, row]) expect(planted[file]).not.toBe(real[file]);
    // Those of the same pages, of which one is still kept; all of them are asked of the content as it is.
    const names = [
      'florida-payday-limit',
      'loan-agreement-before-signature',
      'missouri-notice-before-esign',
      'tila-box-before-esign',
    ];
    for (const name of names) expect(real).toHaveProperty([`compliance/obligations/${name}.json`]);
    const { product, found } = await findings(planted, names);
    // What is proved says of what: the day, the content, and how much was looked at.
    const kept = found.filter(({ verdict }) => verdict === 'proved');
    expect(kept.map(({ obligation, day, content }) => [obligation, day, content])).toEqual([
      ['missouri-notice-before-esign', options.today, expect.stringMatching(/^[0-9a-f]{16}$/)],
    ]);
    expect(kept.map(({ states, moments }) => [states > 500, moments > 0])).toEqual([[true, true]]);
    const broken = found.filter(({ verdict }) => verdict === 'broken');
    expect(broken.map(({ obligation }) => obligation).sort()).toEqual(
      names.filter((name) => name !== 'missouri-notice-before-esign'),
    );
    for (const { obligation, counterexample } of broken) {
      if (!counterexample) throw new Error('A broken obligation without its counterexample.');
      const ran = runFixture(product, readFixture('counterexample.json', JSON.stringify(counterexample)));
      expect(ran.failures).toEqual([
        {
          'florida-payday-limit': 'never: apply/bank was reached',
          'loan-agreement-before-signature': 'never: apply/esign was reached',
          'tila-box-before-esign': 'not shown: tila-box',
        }[obligation],
      ]);
    }
  }, 480_000);
});
