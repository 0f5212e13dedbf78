import { expect, test } from 'vitest';
import { loadContent, type Loaded } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { differencesOf } from '../../verifier/diff/differences.ts';
import { oneBrand } from './one-brand.ts';

const options = { env: 'local', today: '2026-11-21' } as const;
/** What holds for a brand is told in its own words; of one brand each sentence stands once. */
const real = oneBrand(readFiles([projectDir]), 'payday');
const steps = 'flows/apply/steps';

async function loaded(content: Files): Promise<Loaded> {
  const load = await loadContent(content, options);
  if ('problems' in load) throw new Error(load.problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return load.loaded;
}

/** What was planted in the loan application, and what must be said of it. */
const PLANTED: readonly (readonly [
  what: string,
  file: string,
  from: string,
  to: string,
  sentence: string | undefined,
])[] = [
  [
    'a step narrowed to some customers in one state',
    `${steps}/bank.json`,
    '"kind": "form",',
    '"kind": "form", "when": { "!": [{ "and": [{ "rule": "state-is-texas" }, { "answered": "customer.customerType" }, { "rule": "is-returning" }] }] },',
    'In Texas, when the customer has had a loan before, the page "Your bank account" is no longer shown.',
  ],
  [
    'a disclosure dropped in one state',
    `${steps}/agreements.json`,
    '    { "disclosure": "ohio-notice", "when": "state-is-ohio" },\n',
    '',
    'In Ohio the disclosure "Notices for Ohio" is no longer shown on the page "Read and agree", before the step "Check your answers".',
  ],
  [
    'a threshold',
    'flows/apply/rules/account-open-30-days.json',
    '30]',
    '60]',
    'When the date the account was opened is on or after September 23, 2026, the page "Enter your account" now refuses to go on: "The account must have been open for at least 30 days".',
  ],
  [
    'a question made optional',
    `${steps}/personal.json`,
    '"$ref": "/values/city", "label": "City"',
    '"$ref": "/values/city", "label": "City", "required": false',
    'For everybody the question "City" is now optional on the page "Tell us about yourself".',
  ],
  [
    'a choice removed',
    `${steps}/income.json`,
    '{ "value": "S", "label": "Social Security" },',
    '',
    'For everybody the choice "Social Security" is no longer offered on the page "Your income" under "Where does your income come from?"',
  ],
  [
    'a target changed',
    `${steps}/transition.json`,
    '"PENDING_ESIGN": { "to": "approved-agreements" }',
    '"PENDING_ESIGN": { "to": "hold-esign" }',
    'For everybody opening the page on "We are deciding on your application", when applicationState answers "pending esign", now leads to "We are preparing your money" (before: to "You are approved: read your loan agreement").',
  ],
  [
    'a page that is asked anew no more',
    `${steps}/esign.json`,
    '"reopen": ["transition", "approved-agreements", ',
    '"reopen": ["transition", ',
    'For everybody what was done on the page "You are approved: read your loan agreement" is no longer asked anew when esignApplication answers "esign recalculated" on the page "Sign your loan agreement".',
  ],
  [
    'a text',
    `${steps}/personal.json`,
    'We ask for this to check who you are, as the law requires.',
    'The law requires that we ask for this.',
    'For everybody the text "We ask for this to check who you are, as the law requires." now reads "The law requires that we ask for this." on the page "Tell us about yourself".',
  ],
  [
    'a row of a state',
    'compliance/states/MO.json',
    '"maximumPayday": 50000',
    '"maximumPayday": 40000',
    'In Missouri, when the kind of loan is "Payday loan", the largest "Amount" is now $400.00 (was $500.00) on the pages "How much do you need?" and "Your income".',
  ],
  [
    'the sentence of a rule',
    'flows/apply/rules/is-returning.json',
    'The customer has had a loan with us',
    'The customer has had a loan before',
    undefined,
  ],
];
/**
 * What else comes of the row of the state: the page of the smaller loan says how much is offered, which is the state's
 * largest where nothing is named.
 */
const ALSO = [
  'In Missouri, when the kind of loan is "Payday loan", the largest "New amount" is now $400.00 (was $500.00) on the page "Choose a smaller loan".',
  'In Missouri, when the kind of loan is "Payday loan" and the application\'s offered amount is nothing, the hint of "New amount" "We can go on with a loan of up to [the largest loan that is offered instead of the one asked for]." now shows 40,000 (was 50,000) on the page "Choose a smaller loan".',
  'In Missouri, when the kind of loan is "Payday loan" and the application\'s offered amount is nothing, the question "New amount" is set otherwise: "options maximum" is now $400.00 (was $500.00) on the page "Choose a smaller loan".',
];

/** What comes of the narrowed step, as the brand's flags are: where the banking screen is hidden, others lead on. */
const AS_SET =
  'With the flags as the brand has them, in Texas, when the customer has had a loan before, the page "Link your bank" and 10 further pages are no longer reached.';

test('of several changes of the loan application each is told once, with those it concerns', async () => {
  const made: Record<string, string> = { ...real };
  for (const [what, file, from, to] of PLANTED) {
    const text = made[file] ?? '';
    if (!text.includes(from)) throw new Error(`${what} cannot be planted: ${file} does not hold ${from}`);
    made[file] = text.replace(from, () => to);
  }
  // It gives the answer that is offered no more.
  delete made['flows/apply/fixtures/forgets-employer.json'];
  const { differences, notes } = differencesOf(await loaded(real), await loaded(made));
  const expected = PLANTED.flatMap(([, , , , sentence]) => sentence ?? []);
  expect(differences.map(({ sentence }) => sentence).sort()).toEqual([...expected, ...ALSO, AS_SET].sort());
  expect(notes).toEqual([]);
}, 480_000);
