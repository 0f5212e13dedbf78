import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { survey } from '../../verifier/explore/survey.ts';
import { prove } from '../../verifier/prove/prove.ts';
import { proveAll } from '../../verifier/prove/prove-all.ts';
import { dutiesOf, OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { lending, loadedOf, options, planted, type Plant } from './lending.ts';

const STEPS = 'flows/loan/steps';
const DUTIES = 'compliance/obligations';
const limited = (says: string, more: object): Plant => [
  `${DUTIES}/made-up.json`,
  JSON.stringify({ says, before: { step: 'loan/sign' }, citation: 'Made up', ...more }),
];

/**
 * A defect, the obligation it breaks, what is said of it, how its counterexample fails, and what the person in it must
 * have answered.
 */
const DEFECTS: readonly {
  readonly what: string;
  readonly plants: readonly Plant[];
  readonly breaks: string;
  readonly why: RegExp;
  readonly fails: string;
  readonly answers?: Readonly<Record<string, unknown>>;
}[] = [
  {
    what: 'a notice dropped from its page',
    plants: [[`${STEPS}/texas.json`, '{ "disclosure": "texas-notice" }', '{ "copy": "Texas" }']],
    breaks: 'texas-notice-before-signing',
    why: /^No page of this flow shows "texas-notice": put .* before "Sign"\.$/,
    fails: 'not shown: texas-notice',
    answers: { state: 'TX' },
  },
  {
    what: 'a notice for the wrong state',
    plants: [
      [
        `${STEPS}/texas.json`,
        '"when": "state-is-texas"',
        '"when": { "==": [{ "var": "answers.contactInformation.address.stateCode" }, "CA"] }',
      ],
    ],
    breaks: 'texas-notice-before-signing',
    why: /stands on ".*", where this applicant does not come\.$/,
    fails: 'not shown: texas-notice',
    answers: { state: 'TX' },
  },
  {
    what: 'terms dropped from the page that signs',
    plants: [[`${STEPS}/sign.json`, '{ "disclosure": "loan-terms", "consent": "consent" }', '"consent"']],
    breaks: 'terms-before-signed',
    why: /^No page of this flow shows "loan-terms": put .* into the layout of a page\.$/,
    fails: 'not shown: loan-terms',
  },
  {
    what: 'the identity page skipped in one state',
    plants: [
      [
        `${STEPS}/identity.json`,
        '"kind": "form",',
        '"kind": "form", "when": { "!=": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] },',
      ],
    ],
    breaks: 'identity-before-signing',
    why: /^This applicant does not come to "Who you are/,
    fails: 'never: loan/sign was reached',
    answers: { state: 'OH' },
  },
  {
    what: 'a notice on the page before which it must come',
    plants: [
      [`${STEPS}/texas.json`, '{ "disclosure": "texas-notice" }', '{ "copy": "Texas" }'],
      [`${STEPS}/sign.json`, '"layout": [', '"layout": [{ "disclosure": "texas-notice", "when": "state-is-texas" }, '],
    ],
    breaks: 'texas-notice-before-signing',
    why: /stands on "Sign" itself, which is too late: put it on a page before\.$/,
    fails: 'not shown: texas-notice',
    answers: { state: 'TX' },
  },
  {
    what: 'a button that leaves the identity page unanswered',
    plants: [
      [
        `${STEPS}/identity.json`,
        '"actions": [',
        '"actions": [{ "id": "skip", "label": "Skip", "validates": false, "next": [{ "to": "amount" }] }, ',
      ],
    ],
    breaks: 'identity-before-signing',
    why: /^This applicant leaves "Who you are.*" by the button "skip", which does not ask its questions to be answered\.$/,
    fails: 'never: loan/sign was reached',
  },
  {
    what: 'an amount above what a state allows',
    plants: [
      limited('Nobody in Ohio asks for more than 400 dollars', {
        states: ['OH'],
        holds: { '<=': [{ var: 'answers.loan.amount' }, 40000] },
      }),
    ],
    breaks: 'made-up',
    why: /^Then this is not true: the amount .*\$400.*On the way below the amount is \$/,
    fails: 'never: loan/sign was reached',
    answers: { state: 'OH' },
  },
];

async function proofs(plants: readonly Plant[]) {
  const { resolved, products } = loadedOf(await loadContent(planted(lending, plants), options));
  const [brand] = Object.values(resolved.brands);
  if (!brand) throw new Error('The small lending flow has no brand: mend tests/verifier/lending.');
  const product = productNamed(products, brand.id);
  return {
    product,
    found: proveAll(resolved.source, brand, { product, names: [], today: options.today, goOn: () => true }),
  };
}

describe('obligations of a small flow', () => {
  test('are proved as long as nothing is wrong', async () => {
    const { found } = await proofs([]);
    expect(found.map(({ obligation, verdict, why }) => [obligation, verdict, why])).toEqual([
      ['identity-before-signing', 'proved', []],
      ['terms-before-signed', 'proved', []],
      ['texas-notice-before-signing', 'proved', []],
    ]);
    expect(found.map(({ jurisdictions }) => jurisdictions.length)).toEqual([3, 3, 1]);
  }, 60_000);

  test.each(DEFECTS)(
    '$what is found, and its counterexample fails until it is mended',
    async ({ plants, breaks, why, fails, answers }) => {
      const { product, found } = await proofs(plants);
      const broken = found.filter(({ verdict }) => verdict === 'broken');
      expect(broken.map(({ obligation }) => obligation)).toEqual([breaks]);
      const fixture = broken[0]?.counterexample;
      if (!fixture) throw new Error('A broken obligation without its counterexample.');
      expect(broken[0]?.why).toEqual([expect.stringMatching(why)]);
      const read = readFixture('counterexample.json', JSON.stringify(fixture));
      expect(runFixture(product, read).failures).toEqual([fails]);
      if (fails.startsWith('not shown')) expect(runFixture((await proofs([])).product, read).failures).toEqual([]);
      expect(JSON.stringify(fixture['do'])).toContain(answers ? JSON.stringify(answers).slice(1, -1) : '"press"');
    },
    60_000,
  );

  test('an obligation that nobody ever meets is no proof', async () => {
    const { found } = await proofs([
      limited('Nobody whose loan is of no kind signs', { products: ['NDD'], shown: 'loan-terms' }),
    ]);
    expect(found.find(({ obligation }) => obligation === 'made-up')).toMatchObject({ verdict: 'vacuous', moments: 0 });
  }, 60_000);

  test('what is interrupted is never called proved', async () => {
    const { resolved, products } = loadedOf(await loadContent(lending, options));
    const [brand] = Object.values(resolved.brands);
    if (!brand) throw new Error('The small lending flow has no brand: mend tests/verifier/lending.');
    const found = proveAll(resolved.source, brand, {
      product: productNamed(products, brand.id),
      names: [],
      today: options.today,
      goOn: () => false,
    });
    expect(found.map(({ verdict }) => verdict)).not.toContain('proved');
    expect(found.map(({ why }) => why)).toEqual(found.map(() => ['not every situation was looked at']));
  }, 60_000);

  test('where there are more situations than can be looked at, it is said where they stand and by what they differ', async () => {
    const { resolved, products } = loadedOf(await loadContent(lending, options));
    const [brand] = Object.values(resolved.brands);
    if (!brand) throw new Error('The small lending flow has no brand: mend tests/verifier/lending.');
    const { source } = resolved;
    const product = productNamed(products, brand.id);
    const whole = survey({ source, brand, product, flow: 'loan', today: options.today, questions: OBLIGATIONS });
    const duty = dutiesOf(source, whole.resolved, whole.flow).find(({ name }) => name === 'terms-before-signed');
    const node = whole.exploration.nodes.find(({ step }) => step === 'sign');
    if (!duty || !node) throw new Error('The small lending flow is another one: mend this test.');
    const of = (amounts: number, situations: number) => {
      const nodes = Array.from({ length: situations }, (_, id) => ({
        ...node,
        id,
        state: { ...node.state, answers: { loan: { amount: id % amounts }, address: { state: `S${id % 2}` } } },
      }));
      const asked = prove({ ...whole, exploration: { ...whole.exploration, nodes, complete: false } }, duty);
      return 'why' in asked ? asked.why : [];
    };
    expect(of(700, 1200)).toEqual([
      expect.stringMatching(
        /^not every situation was looked at: 1,200 of the 1,200 found stand at "Sign", and differ by the amount \(700 values\) and .*\(2\): let fewer/,
      ),
    ]);
    expect(of(700, 12)).toEqual(['not every situation was looked at']);
  }, 60_000);
});
