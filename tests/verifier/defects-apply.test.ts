/**
 * Defects that only somebody's way shows, planted in one copy of the loan application: one exploration finds them all.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Problem } from '../../compile/index.ts';
import { pathProblems, pathReport } from '../../verifier/check/paths.ts';
import { survey, type Survey } from '../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import type { Product } from '../../verifier/fixture/product.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { proveSurveys, type Finding } from '../../verifier/prove/prove-all.ts';
import { oneBrand } from './one-brand.ts';
import { lineOf, loadedOf, options, planted, type Plant } from './lending.ts';

const page = (id: string): string => `flows/apply/steps/${id}.json`;
const FLOW = 'flows/apply/flow.json';
const TYPE = '{ "var": "answers.incomeInformation.type" }';
const STATE = '{ "var": "answers.contactInformation.address.stateCode" }';
const button = '"actions": [{ "id": "continue", "label": "Continue" }]';

interface Defect {
  readonly what: string;
  readonly plants: readonly Plant[];
  /** What `check` calls it, and the text that stands where it is. */
  readonly found: readonly [code: string, file: string, text: string];
  readonly says: RegExp;
}
const defects: readonly Defect[] = [
  {
    what: 'answer only askable on an excluding path',
    plants: [
      [
        page('amount'),
        '    "product": {\n',
        '    "share": { "bind": "additionalAttributes.flagAutoOrigination", "type": "boolean", "control": "checkbox", "required": false, "label": "Share it" },\n    "product": {\n',
      ],
      [page('amount'), '"layout": [\n    "product",', '"layout": [\n    "share",\n    "product",'],
      [
        page('welcome-back'),
        `{ "id": "welcome-back", "kind": "form", "stage": "loan-details", "title": "Welcome back", "when": "loan-details-hidden",\n  "layout": [{ "copy": "Hello." },\n    { "note": "We share it.", "when": { "==": [{ "var": "answers.additionalAttributes.flagAutoOrigination" }, true] } }], ${button} }`,
      ],
      [FLOW, '"amount", "income"', '"amount", "welcome-back", "income"'],
    ],
    found: ['excluded', page('welcome-back'), 'flagAutoOrigination'],
    says: /asked only on a path that excludes this one, on "How much do you need\?"/,
  },
  {
    what: 'answer asked later',
    plants: [
      [
        page('personal'),
        '{ "copy": "We ask for this to check who you are, as the law requires." },',
        '{ "copy": "We ask for this to check who you are, as the law requires." },\n    { "note": "Keep a pay stub at hand.", "when": "is-employed" },',
      ],
    ],
    found: ['later', page('personal'), 'Keep a pay stub'],
    says: /asked only later, on "Your income"/,
  },
  {
    what: 'two exclusive outcomes both visible',
    plants: [
      [
        page('low'),
        `{ "id": "low", "kind": "form", "stage": "final-steps", "title": "Too little", "when": { "in": [${TYPE}, ["S", "O"]] }, "layout": [{ "copy": "Too little." }], "outcome": "withdrawn" }`,
      ],
      [
        page('unsure'),
        `{ "id": "unsure", "kind": "form", "stage": "final-steps", "title": "Not sure enough",\n  "when": { "==": [${TYPE}, "O"] }, "layout": [{ "copy": "Not sure." }], "outcome": "withdrawn" }`,
      ],
      [FLOW, '"income", "bank"', '"income", "low", "unsure", "bank"'],
    ],
    found: ['both', page('unsure'), '"when"'],
    says: /can end on "Too little" and on "Not sure enough"/,
  },
  {
    what: 'a jump back that loops',
    plants: [
      [
        page('income'),
        '"next": [{ "when": { "!": [{ "rule": "banking-screen-is-shown" }] }, "to": "plaid" }]',
        `"next": [{ "when": { "==": [${TYPE}, "D"] }, "to": "decide" }]`,
      ],
      [page('decide'), '{ "id": "decide", "kind": "route", "title": "Deciding",\n  "next": [{ "to": "income" }] }'],
    ],
    found: ['loop', page('decide'), '"next"'],
    says: /leads back to "Your income"/,
  },
  {
    what: 'a state that is served and from which nobody gets a loan',
    plants: [
      [
        page('personal'),
        '"next": [{ "when": "state-not-served", "to": "not-in-state" }]',
        '"next": [{ "when": "state-not-served", "to": "not-in-state" }, { "when": "state-is-missouri", "to": "withdrawn" }]',
      ],
    ],
    found: ['goal', page('personal'), '    "state": {'],
    says: /^Nobody gets to "originated" when the state is Missouri: every way ends in "withdrawn"\.$/,
  },
];

const unkept: readonly {
  readonly what: string;
  readonly plants: readonly Plant[];
  readonly obligation: string;
  readonly fails: string;
  readonly answers: RegExp;
}[] = [
  {
    what: 'a required disclosure missing on some paths of one state',
    plants: [
      [
        page('personal'),
        '{ "disclosure": "texas-occc-notice", "when": "state-is-texas" }',
        '{ "disclosure": "texas-occc-notice", "when": { "and": [{ "rule": "state-is-texas" }, { "==": [{ "var": "answers.personalInformation.stateIdType" }, "STATE_ID"] }] } }',
      ],
    ],
    obligation: 'texas-notice-before-amount',
    fails: 'not shown: texas-occc-notice',
    answers: /"state":"TX".*"idType":"DRIVER_LICENSE"/,
  },
  {
    what: 'a state with no identity page',
    plants: [
      [
        page('identity'),
        `{ "id": "identity", "kind": "form", "stage": "personal-information", "title": "Your ID again", "when": { "!=": [${STATE}, "OH"] }, "layout": [{ "copy": "Is this you?" }], ${button} }`,
      ],
      [FLOW, '"personal", "amount"', '"personal", "identity", "amount"'],
      [
        'compliance/obligations/identity-before-submit.json',
        '"passed": "apply/personal"',
        '"passed": "apply/identity"',
      ],
    ],
    obligation: 'identity-before-submit',
    fails: 'never: apply/submit was reached',
    answers: /"state":"OH"/,
  },
];

let files: Files = {};
let product: Product;
let one: Survey;
let problems: readonly Problem[] = [];
let proofs: readonly Finding[] = [];

beforeAll(async () => {
  files = planted(
    oneBrand(readFiles([projectDir]), 'payday'),
    [...defects, ...unkept].flatMap(({ plants }) => plants),
  );
  const { resolved, products } = loadedOf(await loadContent(files, options));
  const brand = resolved.brands['payday'];
  if (!brand) throw new Error('The payday brand is gone: mend this test.');
  product = productNamed(products, brand.id);
  one = survey({
    source: resolved.source,
    brand,
    product,
    flow: 'apply',
    today: options.today,
    questions: OBLIGATIONS,
  });
  problems = pathProblems([pathReport(one, resolved.source)]);
  proofs = proveSurveys(resolved.source, [one], { names: [] });
}, 240_000);

describe('in a copy of the loan application', () => {
  test.each(defects)('$what is found where it was planted', ({ found: [code, file, text], says }) => {
    const place = lineOf(files, file, text);
    const problem = problems.find((each) => each.code === code && `${each.file}:${each.line}` === place);
    expect(
      problem?.message,
      JSON.stringify(
        problems.map((each) => `${each.code} ${each.file}:${each.line} ${each.message}`),
        undefined,
        1,
      ),
    ).toMatch(says);
    expect([(problem?.column ?? 0) > 0, /\w/.test(problem?.fix ?? ''), problem?.example !== undefined]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.each(unkept)('$what breaks what is owed, and its counterexample fails', ({ obligation, fails, answers }) => {
    const finding = proofs.find((each) => each.obligation === obligation);
    expect(finding?.verdict).toBe('broken');
    expect(JSON.stringify(finding?.counterexample)).toMatch(answers);
    expect(
      runFixture(product, readFixture('counterexample.json', JSON.stringify(finding?.counterexample))).failures,
    ).toEqual([fails]);
  });

  test('nothing else that is owed is broken', () => {
    expect(
      proofs
        .filter(({ verdict }) => verdict === 'broken')
        .map(({ obligation }) => obligation)
        .sort(),
    ).toEqual(unkept.map(({ obligation }) => obligation).sort());
  });
});
