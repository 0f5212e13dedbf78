import { describe, expect, test } from 'vitest';
import { readSource } from '../../compile/content.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Json } from '../../compile/index.ts';
import { resolveBrands } from '../../compile/resolve-brands.ts';
import { rulesOf } from '../../verifier/rules/placed.ts';
import { factIs, givenWords, sentence } from '../../verifier/words/sentence.ts';
import { wordsOf, type Words } from '../../verifier/words/words.ts';

const json = (value: Json): string => JSON.stringify(value);

/** A flow `loan` of the brand `ours`: one page of fields, a few facts, two states. */
const content: Files = {
  'schemas/facts.json': json({
    jurisdiction: 'answers.home.state',
    answers: {
      type: 'object',
      properties: {
        home: { type: 'object', properties: { state: { type: 'string' } } },
        birth: { type: 'string', format: 'date' },
        amount: { type: 'integer' },
        often: { type: 'string' },
        agreed: { type: 'boolean' },
        quiet: { type: 'boolean' },
        kind: { type: 'string' },
        payDay: { type: 'string', format: 'date' },
        limit: { type: 'integer', description: 'cents' },
        spouse: { type: 'string' },
        papers: { type: 'object', properties: { notice: { type: 'boolean' }, contract: { type: 'boolean' } } },
      },
    },
    customer: {
      type: 'object',
      properties: {
        customerType: { type: 'string', enum: ['NEW', 'RETAIL_RETURNING'] },
        hasOpenApplication: { type: 'boolean' },
        stateCode: { type: 'string' },
        state: { type: 'string' },
      },
    },
    session: {
      type: 'object',
      properties: { isAuthenticated: { type: 'boolean' }, since: { type: 'string', title: 'First visit' } },
    },
    flags: { type: 'object', properties: { newNotice: { type: 'boolean' } } },
    brand: { type: 'object', properties: { isBankPartner: { type: 'boolean' }, offersCards: { type: 'boolean' } } },
    cookies: { type: 'object', properties: { store: { type: 'string' } } },
  }),
  'flows/app.json': json({}),
  'flows/loan/flow.json': json({ id: 'loan', title: 'Loan', line: ['who', 'what'], outcomes: ['done'] }),
  'flows/loan/steps/who.json': json({
    id: 'who',
    kind: 'form',
    title: 'About you',
    load: [{ call: 'offer', as: 'loanOffer' }],
    fields: {
      state: { bind: 'home.state', label: 'State' },
      birth: { bind: 'birth', label: 'Date of birth' },
      amount: { bind: 'amount', $ref: '/values/money', label: 'Amount' },
      often: {
        bind: 'often',
        label: 'How often are you paid?',
        choices: [
          { value: 'WK', label: 'Every week' },
          { value: 'MON', label: 'Monthly' },
        ],
      },
      agreed: { bind: 'agreed', label: 'I agree to all of it' },
      kind: {
        bind: 'kind',
        label: 'Kind of loan',
        choices: [
          { value: 'PDL', label: 'Payday loan' },
          { value: 'ILP', label: 'Installment' },
        ],
      },
      payDay: { bind: 'payDay', label: 'Next pay day' },
      spouse: { bind: 'spouse', label: "Your spouse's name" },
    },
    layout: ['state'],
  }),
  'flows/loan/steps/what.json': json({
    id: 'what',
    kind: 'form',
    title: 'For {{answers.kind}}',
    fields: { other: { bind: 'limit', label: 'Amount' } },
    layout: [],
  }),
  'flows/loan/rules/in-texas.json': json({
    says: 'The applicant lives in Texas',
    rule: { '==': [{ var: 'answers.home.state' }, 'TX'] },
  }),
  'flows/loan/rules/two.json': json({
    says: 'A new customer in Texas',
    rule: { and: [{ rule: 'in-texas' }, { '==': [{ var: 'customer.customerType' }, 'NEW'] }] },
  }),
  'flows/loan/values/age.json': json({ says: 'Age of the applicant, in full years', type: 'integer', value: 1 }),
  'flows/loan/values/least.json': json({ says: 'Smallest loan in cents', type: 'integer', value: 1 }),
  'schemas/values/money.json': json({ type: 'integer', control: 'money' }),
  'schemas/api/operations/offer.json': json({
    name: 'offer',
    value: {
      type: 'object',
      properties: {
        apr: { type: 'number' },
        reasons: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } },
        isFinal: { type: ['boolean', 'null'] },
      },
    },
  }),
  'compliance/states/TX.json': json({ abbr: 'TX', name: 'Texas', rows: [] }),
  'compliance/states/OH.json': json({ abbr: 'OH', name: 'Ohio', rows: [] }),
  'compliance/states/UT.json': json({ abbr: 'UT', name: 'Utah', rows: [] }),
  'brands/ours/brand.json': json({ id: 'ours' }),
};

function wordsFor(files: Files, brand: string, flow: string): Words {
  const { source } = readSource(files);
  const resolved = resolveBrands(source, 'local').brands[brand]?.flows[flow];
  if (!resolved) throw new Error(`The content of this test has no flow ${flow} of ${brand}.`);
  return wordsOf(source, resolved);
}
const words = wordsFor(content, 'ours', 'loan');
const v = (path: string): Json => ({ var: path });
const state = v('answers.home.state');

const CASES: readonly (readonly [Json, string, string])[] = [
  [{ '==': [state, 'TX'] }, 'the state is Texas', 'the state is not Texas'],
  [
    { or: [{ '==': [state, 'TX'] }, { '==': ['OH', state] }] },
    'the state is Texas or Ohio',
    'the state is neither Texas nor Ohio',
  ],
  [
    { in: [state, ['TX', 'OH', 'UT']] },
    'the state is Texas, Ohio or Utah',
    'the state is neither Texas, Ohio nor Utah',
  ],
  [
    { and: [{ '!=': [state, 'TX'] }, { '!': { in: [state, ['OH']] } }] },
    'the state is neither Texas nor Ohio',
    'the state is Texas or Ohio',
  ],
  [{ '==': [v('customer.state'), 'TX'] }, "the customer's state is Texas", "the customer's state is not Texas"],
  [{ '>=': [v('answers.amount'), 50000] }, 'the amount is at least $500.00', 'the amount is less than $500.00'],
  [{ '<': [50000, v('answers.amount')] }, 'the amount is more than $500.00', 'the amount is at most $500.00'],
  [
    { '<=': [10000, v('answers.amount'), 50000] },
    'the amount is between $100.00 and $500.00',
    'the amount is not between $100.00 and $500.00',
  ],
  [
    { '<=': [v('values.least'), v('answers.amount')] },
    'the smallest loan is at most the amount',
    'the smallest loan is more than the amount',
  ],
  [{ '>': [v('values.least'), 5000] }, 'the smallest loan is more than $50.00', 'the smallest loan is at most $50.00'],
  [
    { '==': [v('answers.limit'), 100] },
    'the amount (on "For the kind of loan") is $1.00',
    'the amount (on "For the kind of loan") is not $1.00',
  ],
  [
    { '>=': [v('values.age'), 18] },
    'the age of the applicant is at least 18',
    'the age of the applicant is less than 18',
  ],
  [
    { '>=': [{ yearsBetween: [v('answers.birth'), v('today')] }, 18] },
    'the date of birth is at least 18 years before today',
    'the date of birth is less than 18 years before today',
  ],
  [
    { '>=': [{ yearsBetween: [v('answers.birth'), v('today')] }, { lookup: ['states', state, 'minimumAge'] }] },
    "the years from the date of birth to today are at least the state's minimum age",
    "the years from the date of birth to today are less than the state's minimum age",
  ],
  [
    { '>': [{ daysBetween: [v('today'), v('answers.payDay')] }, 0] },
    'the next pay day is after today',
    'the next pay day is on or before today',
  ],
  [
    { '<=': [v('answers.birth'), '2008-11-21'] },
    'the date of birth is on or before November 21, 2008',
    'the date of birth is after November 21, 2008',
  ],
  [
    { '==': [v('answers.often'), 'WK'] },
    'the answer to "How often are you paid?" is "Every week"',
    'the answer to "How often are you paid?" is not "Every week"',
  ],
  [{ '==': [v('answers.kind'), 'ILP'] }, 'the kind of loan is Installment', 'the kind of loan is not Installment'],
  [{ '==': [v('answers.agreed'), true] }, '"I agree to all of it" is ticked', '"I agree to all of it" is not ticked'],
  [{ '!=': [v('answers.agreed'), true] }, '"I agree to all of it" is not ticked', '"I agree to all of it" is ticked'],
  [
    { '==': [v('answers.quiet'), false] },
    '"quiet" is not true of the application',
    '"quiet" is true of the application',
  ],
  [
    { '==': [v('customer.customerType'), 'RETAIL_RETURNING'] },
    'the customer type is retail returning',
    'the customer type is not retail returning',
  ],
  [v('customer.hasOpenApplication'), 'the customer has an open application', 'the customer has no open application'],
  [{ '!': v('session.isAuthenticated') }, 'the person is not authenticated', 'the person is authenticated'],
  [{ '==': [v('session.since'), 'x y'] }, 'the first visit is "x y"', 'the first visit is not "x y"'],
  [
    { '==': [v('flags.newNotice'), true] },
    'the feature "new notice" is switched on',
    'the feature "new notice" is switched off',
  ],
  [{ '==': [v('brand.isBankPartner'), true] }, 'the brand is a bank partner', 'the brand is not a bank partner'],
  [{ '==': [v('brand.offersCards'), true] }, 'the brand offers cards', 'the brand does not offer cards'],
  [{ answered: 'cookies.store' }, 'the cookie "store" is known', 'the cookie "store" is not known'],
  [{ answered: 'answers.often' }, '"How often are you paid?" is answered', '"How often are you paid?" is not answered'],
  [
    { '!': { missing: ['answers.kind', 'answers.birth'] } },
    'the kind of loan and the date of birth are answered',
    'one of the kind of loan and the date of birth is not answered',
  ],
  [
    { '>': [v('results.loanOffer.apr'), 36] },
    "the loan offer's apr is more than 36",
    "the loan offer's apr is at most 36",
  ],
  [
    { answered: 'results.loanOffer.reasons.0.text' },
    "the text of the loan offer's first reason is known",
    "the text of the loan offer's first reason is not known",
  ],
  [{ '==': [v('results.loanOffer.isFinal'), true] }, 'the loan offer is final', 'the loan offer is not final'],
  [
    { in: ['PDL', { lookup: ['states', state, 'products.ONLINE'] }] },
    `"Payday loan" is among the state's online products`,
    `"Payday loan" is not among the state's online products`,
  ],
  [{ '==': [{ lookup: ['states', state, 'served'] }, false] }, 'the state is not served', 'the state is served'],
  [
    { matches: [v('answers.spouse'), '^A'] },
    "the applicant's spouse's name matches the pattern ^A",
    "the applicant's spouse's name does not match the pattern ^A",
  ],
  [
    { agreedToAll: ['answers.papers.notice', 'answers.papers.contract'] },
    '"notice" and "contract" are agreed to',
    'not all of "notice" and "contract" are agreed to',
  ],
  [
    { some: [{ lookup: ['states', state, 'requiredFields'] }, { '==': [{ var: 'idTag' }, 'x-y'] }] },
    `the state's required fields include one whose id tag is "x-y"`,
    `the state's required fields include none whose id tag is "x-y"`,
  ],
  ['in-texas', 'the applicant lives in Texas', 'the state is not Texas'],
  ['two', 'a new customer in Texas', 'not (a new customer in Texas)'],
  [
    { and: [{ rule: 'in-texas' }, { or: [v('session.isAuthenticated'), { '==': [v('answers.kind'), 'PDL'] }] }] },
    'the applicant lives in Texas, and either the person is authenticated or the kind of loan is "Payday loan"',
    'the state is not Texas, or both the person is not authenticated and the kind of loan is not "Payday loan"',
  ],
  [
    { and: [{ answered: 'answers.kind' }, { '==': [v('answers.kind'), 'PDL'] }] },
    'the kind of loan is "Payday loan"',
    'the kind of loan is not answered or the kind of loan is not "Payday loan"',
  ],
  [
    { if: [{ rule: 'in-texas' }, v('session.isAuthenticated'), false] },
    'the applicant lives in Texas and the person is authenticated',
    'the state is not Texas or the person is not authenticated',
  ],
  [
    { if: [{ rule: 'in-texas' }, { '>': [v('values.age'), 20] }, { '>': [v('values.age'), 17] }] },
    'if the applicant lives in Texas, the age of the applicant is more than 20, and otherwise the age of the applicant is more than 17',
    'if the applicant lives in Texas, the age of the applicant is at most 20, and otherwise the age of the applicant is at most 17',
  ],
  [
    { '>': [v('answers.amount'), { '+': [v('values.least'), 100] }] },
    'the amount is more than the smallest loan plus $1.00',
    'the amount is at most the smallest loan plus $1.00',
  ],
  [true, 'always', 'never'],
];

describe('rules in words', () => {
  test.each(CASES)('%j', (logic, holds, fails) => {
    expect([sentence(logic, words), sentence(logic, words, false)]).toEqual([holds, fails]);
  });

  test('facts and values one by one', () => {
    expect(factIs('answers.home.state', 'TX', words)).toBe('the state is Texas');
    expect(factIs('answers.birth', '1988-04-12', words)).toBe('the date of birth is April 12, 1988');
    expect(factIs('answers.birth', undefined, words)).toBe('the date of birth is not answered');
    expect(factIs('customer.customerType', undefined, words)).toBe('the customer type is not known');
    expect(givenWords({ 'answers.home.state': 'OH', 'answers.amount': 30000, 'flags.newNotice': false }, words)).toBe(
      'the state is Ohio, the amount is $300.00 and the feature "new notice" is switched off',
    );
    expect(givenWords({}, words)).toBe('nothing is known');
    expect([
      words.step('who'),
      words.step('loan/what'),
      words.step('gone/there-not'),
      words.outcome('SUBMIT_APPROVED'),
    ]).toEqual(['About you', 'For the kind of loan', 'there not', 'submit approved']);
  });

  test('every condition of the real flows reads as English: no braces, no paths, no "undefined"', () => {
    const { source } = readSource(readFiles([projectDir]));
    const said = Object.values(resolveBrands(source, 'local').brands).flatMap((brand) =>
      Object.values(brand.flows).flatMap((flow) => {
        const own = wordsOf(source, flow);
        return rulesOf(flow).flatMap(({ written, logic }) => [
          sentence(written, own),
          sentence(logic, own),
          sentence(logic, own, false),
        ]);
      }),
    );
    expect(said.length).toBeGreaterThan(150);
    expect(
      said.filter(
        (one) => one === '' || /[{}]|undefined|\b(answers|results|customer|session|values|application)\.\w/.test(one),
      ),
    ).toEqual([]);
  });
});
