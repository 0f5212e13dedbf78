import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { proveAll } from '../../verifier/prove/prove-all.ts';
import { lending, loadedOf, options, planted, type Plant } from './lending.ts';

const STEPS = 'flows/loan/steps';
const OBLIGATIONS = 'compliance/obligations';
const limited = (says: string, more: object): Plant => [`${OBLIGATIONS}/made-up.json`, JSON.stringify({ says, before: { step: 'loan/sign' }, citation: 'Made up', ...more })];

/** A defect, the obligation it breaks, where its counterexample ends, and what the person in it must have answered. */
const DEFECTS: readonly { readonly what: string; readonly plants: readonly Plant[]; readonly breaks: string; readonly end: string; readonly answers?: Readonly<Record<string, unknown>> }[] = [
  { what: 'a notice dropped from its page', plants: [[`${STEPS}/texas.json`, '{ "disclosure": "texas-notice" }', '{ "copy": "Texas" }']], breaks: 'texas-notice-before-signing', end: 'loan/sign', answers: { state: 'TX' } },
  { what: 'a notice for the wrong state', plants: [[`${STEPS}/texas.json`, '"when": "state-is-texas"', '"when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "CA"] }']], breaks: 'texas-notice-before-signing', end: 'loan/sign', answers: { state: 'TX' } },
  { what: 'terms dropped from the page that signs', plants: [[`${STEPS}/sign.json`, '{ "disclosure": "loan-terms", "consent": "consent" }', '"consent"']], breaks: 'terms-before-signed', end: 'loan/signed' },
  { what: 'the identity page skipped in one state', plants: [[`${STEPS}/identity.json`, '"kind": "form",', '"kind": "form", "when": { "!=": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] },']], breaks: 'identity-before-signing', end: 'loan/sign', answers: { state: 'OH' } },
  { what: 'an amount above what a state allows', plants: [limited('Nobody in Ohio asks for more than 400 dollars', { states: ['OH'], holds: { '<=': [{ var: 'answers.loan.amount' }, 40000] } })], breaks: 'made-up', end: 'loan/sign', answers: { state: 'OH' } },
];

async function proofs(plants: readonly Plant[]) {
  const { resolved, products } = loadedOf(await loadContent(planted(lending, plants), options));
  const [brand] = Object.values(resolved.brands);
  if (!brand) throw new Error('The small lending flow has no brand: mend tests/verifier/lending.');
  const product = productNamed(products, brand.id);
  return { product, found: proveAll(resolved.source, brand, product, [], options.today, () => true) };
}

describe('obligations of a small flow', () => {
  test('are proved as long as nothing is wrong', async () => {
    const { found } = await proofs([]);
    expect(found.map(({ obligation, verdict, why }) => [obligation, verdict, why])).toEqual([
      ['identity-before-signing', 'proved', []], ['terms-before-signed', 'proved', []], ['texas-notice-before-signing', 'proved', []],
    ]);
    expect(found.map(({ jurisdictions }) => jurisdictions.length)).toEqual([3, 3, 1]);
  }, 60_000);

  test.each(DEFECTS)('$what is found, and its counterexample runs into it', async ({ plants, breaks, end, answers }) => {
    const { product, found } = await proofs(plants);
    const broken = found.filter(({ verdict }) => verdict === 'broken');
    expect(broken.map(({ obligation }) => obligation)).toEqual([breaks]);
    const fixture = broken[0]?.counterexample;
    if (!fixture) throw new Error('A broken obligation without its counterexample.');
    const ran = runFixture(product, readFixture('counterexample.json', JSON.stringify({ ...fixture, expect: { end } })));
    expect(ran.failures).toEqual([]);
    expect(JSON.stringify(fixture['do'])).toContain(answers ? JSON.stringify(answers).slice(1, -1) : '"press"');
  }, 60_000);

  test('an obligation that nobody ever meets is no proof', async () => {
    const { found } = await proofs([limited('Nobody whose loan is of no kind signs', { products: ['NDD'], shown: 'loan-terms' })]);
    expect(found.find(({ obligation }) => obligation === 'made-up')).toMatchObject({ verdict: 'vacuous', moments: 0 });
  }, 60_000);

  test('what is interrupted is never called proved', async () => {
    const { resolved, products } = loadedOf(await loadContent(lending, options));
    const [brand] = Object.values(resolved.brands);
    if (!brand) throw new Error('The small lending flow has no brand: mend tests/verifier/lending.');
    const found = proveAll(resolved.source, brand, productNamed(products, brand.id), [], options.today, () => false);
    expect(found.map(({ verdict }) => verdict)).not.toContain('proved');
    expect(found.map(({ why }) => why)).toEqual(found.map(() => ['not every state was visited']));
  }, 60_000);
});
