import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Json } from '../../compile/index.ts';
import { pageFacts, reduce, type Event, type State } from '../../runtime/core/index.ts';
import { impliedBy } from '../../verifier/check/setting/asked.ts';
import { settingsOf } from '../../verifier/check/setting/setting.ts';
import { survey } from '../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { checkedRules, lending, lineOf, loadedOf, options, planted, type Plant } from './lending.ts';
import { oneBrand } from './one-brand.ts';

const step = (id: string): string => `flows/loan/steps/${id}.json`;
const page = (id: string): string => `flows/apply/steps/${id}.json`;
const fact = (path: string): Json => ({ var: path });
const EMPLOYER = 'answers.incomeInformation.employerName';
const JOB = 'answers.incomeInformation.jobTitle';
const NEW = 'answers.loan.newAmount';
const [TYPE, AMOUNT, MARRIED] = [
  fact('answers.incomeInformation.type'),
  fact('answers.loan.amount'),
  { '==': [fact('answers.additionalInformation.maritalStatus'), 'MARRIED'] },
];
const IF_EMPLOYED = '"when": { "==": [{ "var": "answers.incomeInformation.type" }, "E"] }';
const ORDER = '"layout": ["type", "employer", "gross"]';

const noteOnSigning = (when: Json): Plant => [
  step('sign'),
  '{ "copy": "You ask',
  `{ "note": "X marks", "when": ${JSON.stringify(when)} }, { "copy": "You ask`,
];
const noteFirst = (id: string, when: Json): Plant => [
  page(id),
  '"layout": [',
  `"layout": [{ "note": "X marks", "when": ${JSON.stringify(when)} }, `,
];
const onIncome = (layout: string): Plant => [step('income'), ORDER, `"layout": ${layout}`];
const setOnIncome = (set: Json): Plant => [
  step('income'),
  '"label": "Continue",',
  `"label": "Continue", "set": ${JSON.stringify(set)},`,
];
const job = (when: Json): Plant => [
  step('income'),
  '"gross": {',
  `"job": { "bind": "incomeInformation.jobTitle", "type": "string", "label": "Job", "when": ${JSON.stringify(when)} },\n"gross": {`,
];
const notEmployed = job({ '!=': [TYPE, 'E'] });
const bothJobs = (join: string): Plant =>
  onIncome(
    `["type", "employer", "job", { "note": "X marks", "when": { "${join}": [{ "answered": "${JOB}" }, { "answered": "${EMPLOYER}" }] } }, "gross"]`,
  );
/** A page behind the income that asks again where it comes from. */
const askedAgain: readonly Plant[] = [
  [
    step('again'),
    JSON.stringify({
      id: 'again',
      kind: 'form',
      title: 'Once more',
      fields: {
        type: {
          bind: 'incomeInformation.type',
          type: 'string',
          label: 'Income',
          enum: ['E', 'S', 'O'],
          choices: ['E', 'S', 'O'].map((value) => ({ value, label: value })),
        },
      },
      layout: ['type', { note: 'X marks', when: { and: [{ '==': [TYPE, 'S'] }, { answered: EMPLOYER }] } }],
      actions: [{ id: 'continue', label: 'Continue' }],
    }),
  ],
  ['flows/loan/flow.json', '"income", "account"', '"income", "again", "account"'],
];

interface Case {
  readonly what: string;
  readonly plants: readonly Plant[];
  /** Where it stands: a file and a text that is in it once. */
  readonly at: readonly [file: string, text: string];
  readonly says: RegExp;
}
const small: readonly Case[] = [
  {
    what: 'an answer of others, asked whether it is there',
    plants: [noteOnSigning({ and: [{ '==': [TYPE, 'S'] }, { answered: EMPLOYER }] })],
    at: [step('sign'), 'X marks'],
    says: /never shown: .*, but the employer is known only when “the answer to "Where your income comes from" is Employment”/,
  },
  {
    what: 'an answer of others, compared',
    plants: [noteOnSigning({ and: [{ '==': [TYPE, 'S'] }, { '==': [fact(EMPLOYER), 'Acme'] }] })],
    at: [step('sign'), 'X marks'],
    says: /the employer is known only when/,
  },
  {
    what: 'two fields of one page that nobody sees together',
    plants: [notEmployed, bothJobs('and')],
    at: [step('income'), 'X marks'],
    says: /the job is known only when .*, and the employer is known only when/,
  },
  {
    what: 'a field that waits for its own answer',
    plants: [[step('income'), IF_EMPLOYED, `"when": { "answered": "${EMPLOYER}" }`]],
    at: [step('income'), '"answered"'],
    says: /"Employer" is never asked: .* the employer is asked only by it or below it/,
  },
  {
    what: 'two fields that wait for each other',
    plants: [
      job({ answered: EMPLOYER }),
      [step('income'), IF_EMPLOYED, `"when": { "answered": "${JOB}" }`],
      onIncome('["type", "employer", "job", "gross"]'),
    ],
    at: [step('income'), `"answered": "${JOB}"`],
    says: /the job is asked only by it or below it/,
  },
  {
    what: 'a group that waits for an answer inside of it',
    plants: [
      onIncome(
        '["type", { "group": ["employer", "gross"], "title": "More", "when": { "answered": "answers.incomeInformation.amountGross" } }]',
      ),
    ],
    at: [step('income'), '"title": "More"'],
    says: /is asked only inside of it/,
  },
  {
    what: 'a constant that nothing sets',
    plants: [
      setOnIncome({ 'answers.loan.channel': 'ONLINE' }),
      noteOnSigning({ '==': [fact('answers.loan.channel'), 'RETAIL'] }),
    ],
    at: [step('sign'), 'X marks'],
    says: /the channel is known only when “the channel is online”/,
  },
  {
    what: 'more than what an answer is set from can be',
    plants: [setOnIncome({ [NEW]: AMOUNT }), noteOnSigning({ '>': [fact(NEW), 60_000] })],
    at: [step('sign'), 'X marks'],
    says: /the new amount is known only when “the new amount is at most \$500\.00”/,
  },
];
const right: readonly (readonly [string, readonly Plant[]])[] = [
  [
    'an answer of those who are asked',
    [noteOnSigning({ and: [{ '==': [TYPE, 'E'] }, { '!=': [fact(EMPLOYER), 'Acme'] }] })],
  ],
  ['one of two fields', [notEmployed, bothJobs('or')]],
  ['a page that asks again what a field hangs on, while it is open', askedAgain],
  [
    'a field that waits for one above it',
    [job({ answered: EMPLOYER }), onIncome('["type", "employer", "job", "gross"]')],
  ],
  [
    'whether the constant is set',
    [
      setOnIncome({ 'answers.loan.channel': 'ONLINE' }),
      noteOnSigning({ '==': [fact('answers.loan.channel'), 'ONLINE'] }),
    ],
  ],
  [
    'as much as what an answer is set from can be',
    [setOnIncome({ [NEW]: AMOUNT }), noteOnSigning({ '>': [fact(NEW), 40_000] })],
  ],
  [
    'more than an answer of the same page, which it may be set from before that page asks it to hold',
    [
      setOnIncome({ [NEW]: fact('answers.incomeInformation.amountGross') }),
      noteOnSigning({ '>': [fact(NEW), 60_000] }),
    ],
  ],
];

const real: Files = oneBrand(readFiles([projectDir]), 'payday');
const big: readonly Case[] = [
  {
    what: 'the marital status, which one state asks, in another',
    plants: [noteFirst('income', { and: [{ rule: 'state-is-ohio' }, MARRIED] })],
    at: [page('income'), 'X marks'],
    says: /the marital status is known only when “the applicant lives in Wisconsin”/,
  },
  {
    what: 'an employer of who has none',
    plants: [noteFirst('consent', { and: [{ answered: EMPLOYER }, { '!': [{ rule: 'is-employed' }] }] })],
    at: [page('consent'), 'X marks'],
    says: /is known only when “the income comes from work”/,
  },
  {
    what: 'more than any state allows',
    plants: [noteFirst('income', { '>': [AMOUNT, 300_000] })],
    at: [page('income'), 'X marks'],
    says: /the amount is known only when “the amount is at most \$2,500\.00”/,
  },
  {
    what: 'more than the state allows',
    plants: [noteFirst('bank', { '>': [AMOUNT, fact('values.maximumAmount')] })],
    at: [page('bank'), 'X marks'],
    says: /the amount is known only when “the amount is at most the largest loan/,
  },
];
const rightToo: readonly (readonly [string, readonly Plant[]])[] = [
  ['the marital status where it is asked', [noteFirst('income', { and: [{ rule: 'state-is-wisconsin' }, MARRIED] })]],
  ['what some state allows', [noteFirst('income', { '>': [AMOUNT, 200_000] })]],
  [
    'more than the state allows, while the amount may still be typed',
    [noteFirst('income', { '>': [AMOUNT, fact('values.maximumAmount')] })],
  ],
];

function expectNever(files: Files, { at, says }: Case): void {
  const problems = checkedRules(files);
  expect(problems.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([`never ${lineOf(files, ...at)}`]);
  expect(problems[0]?.message).toMatch(says);
}

describe('an answer is there only for those who were asked', () => {
  test.each(small)('$what', (one) => expectNever(planted(lending, one.plants), one));
  test.each(right)('right: %s', (_what, plants) => {
    expect(checkedRules(planted(lending, plants))).toEqual([]);
  });
  test.each(big)('in the loan application: $what', (one) => expectNever(planted(real, one.plants), one));
  test.each(rightToo)('right in the loan application: %s', (_what, plants) => {
    expect(checkedRules(planted(real, plants))).toEqual([]);
  });
});

const READS_ALL: Json = {
  or: [
    EMPLOYER,
    JOB,
    NEW,
    'answers.loan.amount',
    'answers.loan.productCode',
    'answers.bankingInformation.accountType',
    'answers.bankingInformation.bankName',
  ].map((path) => ({ answered: path })),
};
/** Every form of the small flow with a note that reads every answer in question. */
const readEverywhere = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).map(([file, text]) => [
      file,
      file.startsWith('flows/loan/steps/')
        ? text.replace('"layout": [', `"layout": [{ "note": "Reads all", "when": ${JSON.stringify(READS_ALL)} }, `)
        : text,
    ]),
  );
const dynamic: Plant = [
  step('amount'),
  '"maximum": 50000',
  '"maximum": { "if": [{ "rule": "state-is-texas" }, 45000, 50000] }',
];
const back: Plant = [
  step('sign'),
  '"actions": [',
  '"actions": [{ "id": "change", "label": "Change the income", "validates": false, "next": [{ "to": "income" }] }, ',
];
const skip: Plant = [
  step('amount'),
  '"label": "Continue" }',
  '"label": "Continue" }, { "id": "skip", "label": "Later", "validates": false }',
];
const OTHERS: Readonly<Record<string, readonly Json[]>> = {
  firstName: ['Ana'],
  birth: ['1988-04-12', '2015-01-01'],
  ssn: ['219099999'],
  amount: [10_000, 45_000, 48_000, 500],
  gross: [5_000, 300_000],
  routing: ['021000021'],
  consent: [true],
};

test.each([
  ['as it is', []],
  ['with fields that hang on others', [notEmployed, onIncome('["type", "employer", "job", "gross"]'), back]],
  ['with an answer that is asked again', [...askedAgain, back]],
  ['with an answer that is set', [setOnIncome({ [NEW]: AMOUNT }), skip]],
  ['with limits that are facts', [dynamic, back, skip]],
] as readonly (readonly [string, readonly Plant[]])[])(
  'what answers say of those who have them is so whatever people answer, change and go back to: the small lending flow %s',
  async (_what, plants) => {
    const { resolved, products } = loadedOf(await loadContent(readEverywhere(planted(lending, plants)), options));
    const brand = resolved.brands['elm'];
    const setting = settingsOf(resolved).find(({ flow }) => flow.id === 'loan');
    if (!brand || !setting) throw new Error('There is no flow elm/loan: mend this test.');
    const { exploration, flow } = survey({
      source: resolved.source,
      brand,
      product: productNamed(products, 'elm'),
      flow: 'loan',
      today: options.today,
      questions: OBLIGATIONS,
    });
    const start = exploration.nodes[0]?.state;
    if (!start) throw new Error('The flow has no first page: mend this test.');
    const claims = new Map(
      setting.rules.filter(({ decides }) => decides === 'item').map((rule) => [rule, impliedBy(rule, setting)]),
    );
    let seed = 11;
    const pick = <T>(all: readonly T[]): T | undefined =>
      all[Math.floor(((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * all.length)];
    const next = (state: State): Event => {
      const here = flow.steps[state.page.step];
      const fields = Object.values(here?.fields ?? {}).filter(({ id }) => state.page.fields[id]?.visible === true);
      const event = pick([
        ...fields.flatMap((field): readonly Event[] =>
          (field.choices && 'items' in field.choices
            ? field.choices.items.map(({ value }) => value)
            : (OTHERS[field.id] ?? ['Acme'])
          ).map((value): Event => ({ type: 'answered', field: field.id, value: value })),
        ),
        ...(here?.actions ?? []).flatMap(({ id }): readonly Event[] =>
          Array.from({ length: 1 + fields.length }, () => ({ type: 'pressed', action: id })),
        ),
      ]);
      return !event || pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) === 0
        ? { type: 'visited', step: pick(Object.keys(flow.steps)) ?? '' }
        : event;
    };
    const [wrong, told] = [new Set<string>(), new Set<string>()];
    for (let walk = 0; walk < 40; walk += 1) {
      let state = start;
      for (let acts = 0; acts < 80; acts += 1) {
        [state] = reduce(flow, state, next(state));
        const seen = pageFacts(state);
        for (const [rule, implied] of claims) {
          for (const { path, logic } of rule.step === state.page.step ? implied : []) {
            if (truthOf({ answered: path }, seen) === true) told.add(`${state.page.step} ${path}`);
            if (truthOf(logic, seen) !== true)
              wrong.add(`${state.page.step}: ${JSON.stringify(logic)} of ${JSON.stringify(state.page.relevant)}`);
          }
        }
      }
    }
    expect([...wrong]).toEqual([]);
    expect(told.size).toBeGreaterThan(8);
  },
);
