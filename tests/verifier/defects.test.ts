import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Problem } from '../../compile/index.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { filesOf } from '../content/compiled.ts';
import { checked, checkedRules, lending, lineOf, loadedOf, planted, proved, type Plant } from './lending.ts';
import { oneBrand } from './one-brand.ts';

const step = (id: string): string => `flows/loan/steps/${id}.json`;
const STATE = '{ "var": "answers.contactInformation.address.stateCode" }';
const ENTRY = '{ "var": "answers.bankingInformation.entry" }';
const LARGE = '{ ">": [{ "var": "answers.loan.amount" }, 40000] }';
const GROSS = '{ "var": "answers.incomeInformation.amountGross" }';

interface Defect {
  /** As the list of the 18 names it. */
  readonly what: string;
  readonly plants: readonly [Plant, ...Plant[]];
  readonly code: string;
  /** Where the problem must stand: a text that is in the changed file once. */
  readonly at: readonly [file: string, text: string];
  /** Whether an example applicant belongs to it. */
  readonly example?: true;
}

const defects: readonly Defect[] = [
  {
    what: 'unknown name',
    plants: [
      [step('income'), '{ "var": "answers.incomeInformation.type" }', '{ "var": "answers.incomeInformation.typ" }'],
    ],
    code: 'fact',
    at: [step('income'), 'answers.incomeInformation.typ"'],
  },
  {
    what: 'value not a choice',
    plants: [
      [step('income'), '"answers.incomeInformation.type" }, "E"]', '"answers.incomeInformation.type" }, "EMPLOYED"]'],
    ],
    code: 'comparison',
    at: [step('income'), '"EMPLOYED"'],
  },
  {
    what: 'x = TX and x = CA',
    plants: [
      [
        step('texas'),
        '"when": "state-is-texas"',
        `"when": { "and": [{ "==": [${STATE}, "TX"] }, { "==": [${STATE}, "CA"] }] }`,
      ],
    ],
    code: 'never',
    at: [step('texas'), '{ "and"'],
    example: true,
  },
  {
    what: 'number out of range',
    plants: [[step('amount'), '40000', '4000000']],
    code: 'comparison',
    at: [step('amount'), '4000000'],
  },
  {
    what: 'impossible bounds',
    plants: [[step('amount'), '"minimum": 10000', '"minimum": 100000']],
    code: 'bounds',
    at: [step('amount'), '"minimum": 100000'],
  },
  {
    what: 'impossible bounds, of a default',
    plants: [[step('amount'), '"minimum": 10000', '"default": 5000,\n      "minimum": 10000']],
    code: 'bounds',
    at: [step('amount'), '"default": 5000'],
  },
  {
    what: 'bad regular expression',
    plants: [[step('link'), '"maxLength": 60', '"maxLength": 60, "pattern": "^([A-Z]+"']],
    code: 'form',
    at: [step('link'), '"^([A-Z]+"'],
  },
  {
    what: 'bad regular expression, one that runs away',
    plants: [[step('link'), '"maxLength": 60', '"maxLength": 60, "pattern": "^([A-Z]+ ?)+$"']],
    code: 'pattern',
    at: [step('link'), '"^([A-Z]+ ?)+$"'],
  },
  {
    what: 'write cycle',
    plants: [
      [
        step('income'),
        '"label": "Continue",',
        '"label": "Continue",\n "set": { "answers.loan.amount": { "var": "answers.loan.newAmount" } },',
      ],
      [
        step('account'),
        '"label": "Continue"',
        '"label": "Continue", "set": { "answers.loan.newAmount": { "var": "answers.loan.amount" } }',
      ],
    ],
    code: 'cycle',
    at: [step('account'), '"answers.loan.newAmount"'],
  },
  {
    what: 'write cycle, of defaults',
    plants: [
      [
        step('about'),
        '"birth": {',
        '"last": { "bind": "personalInformation.lastName", "$ref": "/values/last-name", "default": { "var": "answers.spousalInformation.lastName" } },\n"spouse": { "bind": "spousalInformation.lastName", "$ref": "/values/last-name", "default": { "var": "answers.personalInformation.lastName" } },\n"birth": {',
      ],
      [step('about'), '["firstName", ', '["firstName", "last", "spouse", '],
    ],
    code: 'cycle',
    at: [step('about'), '"default": { "var": "answers.spousalInformation.lastName" }'],
  },
  {
    what: 'unknown name in text',
    plants: [
      [step('identity'), '{{answers.personalInformation.firstName}}', '{{answers.personalInformation.fristName}}'],
    ],
    code: 'fact',
    at: [step('identity'), 'fristName'],
  },
  {
    what: 'child contradicts its page',
    plants: [
      [
        step('texas'),
        '[{ "disclosure": "texas-notice" }]',
        `[{ "disclosure": "texas-notice" },\n{ "note": "As in California.", "when": { "==": [${STATE}, "CA"] } }]`,
      ],
    ],
    code: 'never',
    at: [step('texas'), 'As in California'],
    example: true,
  },
  {
    what: 'child contradicts its page, a field',
    plants: [[step('link'), '"maxLength": 60', `"maxLength": 60,\n"when": "enters-numbers"`]],
    code: 'never',
    at: [step('link'), '"enters-numbers"'],
    example: true,
  },
  {
    what: 'answer only askable on an excluding path',
    plants: [
      [
        step('link'),
        '{ "answered": "answers.bankingInformation.bankName" }',
        '{ "==": [{ "var": "answers.bankingInformation.accountType" }, "SAVINGS"] }',
      ],
    ],
    code: 'excluded',
    at: [step('link'), '"answers.bankingInformation.accountType"'],
  },
  {
    what: 'answer asked later',
    plants: [[step('amount'), LARGE, `{ ">": [${GROSS}, 400000] }`]],
    code: 'later',
    at: [step('amount'), '"answers.incomeInformation.amountGross"'],
  },
  {
    what: 'two exclusive outcomes both visible',
    plants: [
      ['flows/loan/flow.json', '"signed"],\n  "outcomes"', '"signed", "declined"],\n  "outcomes"'],
      [step('signed'), '"kind": "form",', `"kind": "form",\n  "when": { ">=": [${GROSS}, 150000] },`],
      [step('declined'), '"kind": "form",', `"kind": "form",\n  "when": { "<=": [${GROSS}, 200000] },`],
    ],
    code: 'both',
    at: [step('declined'), '"when"'],
    example: true,
  },
  {
    what: 'two exclusive outcomes both visible, of ways about different facts',
    plants: [
      ['flows/loan/flow.json', '"outcomes": ["signed", "declined"]', '"outcomes": ["signed", "declined", "waits"]'],
      [
        step('later'),
        '{ "id": "later", "kind": "form", "title": "Come again", "layout": [{ "copy": "Come again." }], "outcome": "waits" }',
      ],
      [
        step('income'),
        '"to": "declined" }]',
        `"to": "declined" },\n{ "when": { "==": [${STATE}, "OH"] }, "to": "later" }]`,
      ],
    ],
    code: 'order',
    at: [step('income'), '"OH"'],
    example: true,
  },
  {
    what: 'a jump back that loops',
    plants: [
      [step('income'), '"to": "declined"', '"to": "decide"'],
      [
        step('decide'),
        `{ "id": "decide", "kind": "route", "title": "Deciding",\n  "next": [{ "when": { "<": [${GROSS}, 50000] }, "to": "declined" }, { "to": "income" }] }`,
      ],
    ],
    code: 'loop',
    at: [step('decide'), '"next"'],
    example: true,
  },
  {
    what: 'tautology',
    plants: [[step('amount'), LARGE, `{ "or": [{ "!=": [${STATE}, "TX"] }, { "!=": [${STATE}, "CA"] }] }`]],
    code: 'always',
    at: [step('amount'), '{ "or"'],
    example: true,
  },
  {
    what: 'all choices excluded',
    plants: [
      [
        step('link'),
        `{ "==": [${ENTRY}, "LINK"] }`,
        `{ "and": [{ "!=": [${ENTRY}, "LINK"] }, { "!=": [${ENTRY}, "MANUAL"] }] }`,
      ],
    ],
    code: 'never',
    at: [step('link'), '{ "and"'],
    example: true,
  },
  {
    what: 'all choices excluded, of a question',
    plants: [
      [step('numbers'), '"label": "Checking" }', '"label": "Checking", "when": "state-is-texas" }'],
      [step('numbers'), '"label": "Savings" }', `"label": "Savings", "when": { "==": [${STATE}, "CA"] } }`],
    ],
    code: 'choices',
    at: [step('numbers'), '"choices": ['],
    example: true,
  },
  {
    what: 'contradiction through a derived value',
    plants: [[step('amount'), LARGE, '{ "and": [{ "rule": "is-adult" }, { "<": [{ "var": "values.age" }, 16] }] }']],
    code: 'never',
    at: [step('amount'), '{ "and"'],
    example: true,
  },
  {
    what: 'contradiction through a derived value, known since an earlier page',
    plants: [[step('amount'), LARGE, '{ "<": [{ "var": "values.age" }, 16] }']],
    code: 'never',
    at: [step('amount'), 'values.age'],
    example: true,
  },
];

const places = (problems: readonly Problem[], code: string): readonly string[] =>
  problems.filter((one) => one.code === code).map(({ file, line }) => `${file}:${line}`);

describe('each of the defects is found where it was planted', () => {
  test.each(defects)('$what', async ({ plants, code, at, example }) => {
    const files = planted(lending, plants);
    const problems = await checked(files);
    const place = lineOf(files, ...at);
    expect(
      places(problems, code),
      JSON.stringify(
        problems.map(({ file, line, code: other, message }) => `${other} ${file}:${line} ${message}`),
        undefined,
        1,
      ),
    ).toContain(place);
    const found = problems.find((one) => one.code === code && `${one.file}:${one.line}` === place);
    expect([found?.column !== 0, /\w/.test(found?.fix ?? '')]).toEqual([true, true]);
    if (example) expect(found?.example).toBeDefined();
  });

  const unkept = [
    {
      what: 'a required disclosure missing on some paths of one state',
      plant: [
        step('texas'),
        '"when": "state-is-texas"',
        '"when": { "and": [{ "rule": "state-is-texas" }, { "==": [{ "var": "answers.loan.productCode" }, "PDL"] }] }',
      ],
      obligation: 'texas-notice-before-signing',
      answers: ['"state":"TX"', '"product":"ILP"'],
      fails: 'not shown: texas-notice',
    },
    {
      what: 'a state with no identity page',
      plant: [step('identity'), '"kind": "form",', `"kind": "form",\n  "when": { "!=": [${STATE}, "OH"] },`],
      obligation: 'identity-before-signing',
      answers: ['"state":"OH"'],
      fails: 'never: loan/sign was reached',
    },
  ] as const;
  test.each(unkept)('$what', async ({ plant, obligation, answers, fails }) => {
    const files = planted(lending, [plant]);
    const findings = await proved(files);
    expect(findings.map((one) => [one.obligation, one.verdict])).toContainEqual([obligation, 'broken']);
    expect(findings.filter(({ verdict }) => verdict === 'broken')).toHaveLength(1);
    const counterexample = findings.find((one) => one.obligation === obligation)?.counterexample ?? {};
    for (const answer of answers) expect(JSON.stringify(counterexample)).toContain(answer);
    const { products } = loadedOf(await loadContent(files, { env: 'local', today: '2026-11-20' }));
    expect(
      runFixture(productNamed(products, 'elm'), readFixture('counterexample.json', JSON.stringify(counterexample)))
        .failures,
    ).toEqual([fails]);
  });

  test('they are the eighteen of the list', () => {
    const kinds = new Set([...defects, ...unkept].map(({ what }) => what.split(',')[0]));
    expect([...kinds].sort()).toEqual([
      'a jump back that loops',
      'a required disclosure missing on some paths of one state',
      'a state with no identity page',
      'all choices excluded',
      'answer asked later',
      'answer only askable on an excluding path',
      'bad regular expression',
      'child contradicts its page',
      'contradiction through a derived value',
      'impossible bounds',
      'number out of range',
      'tautology',
      'two exclusive outcomes both visible',
      'unknown name',
      'unknown name in text',
      'value not a choice',
      'write cycle',
      'x = TX and x = CA',
    ]);
  });
});

describe('no false alarm', () => {
  test('in the small flow', async () => {
    expect(await checked(lending)).toEqual([]);
    expect((await proved(lending)).map(({ obligation, verdict }) => `${obligation}: ${verdict}`)).toEqual([
      'identity-before-signing: proved',
      'terms-before-signed: proved',
      'texas-notice-before-signing: proved',
    ]);
  });
  test('in the library card flow', async () => {
    const library = readFiles([join(projectDir, 'tests/generality')]);
    expect(await checked(library)).toEqual([]);
  });
  const trials = readdirSync(join(projectDir, 'tests/trials'), { withFileTypes: true }).flatMap((one) =>
    one.isDirectory() ? [one.name] : [],
  );
  test.each(trials)('in trial %s', (trial) => {
    const own = filesOf([join(projectDir, 'tests/trials', trial)]);
    const told = checkedRules(oneBrand(filesOf([projectDir, join(projectDir, 'tests/trials', trial)]), 'payday'));
    // Flows that come before their action: that nobody performs it yet is true, and all there is to say. So is that
    // nothing uses a rule of the project any more, where the trial has another app.json.
    expect(
      told.filter(({ code, file }) => code !== 'identity-action' && !(code === 'unused' && own[file] === undefined)),
    ).toEqual([]);
  });
});

describe('in a copy of the loan application', () => {
  // Of one brand: where four share a rule, each mistake was looked for in each, and its cause in their overlays.
  const real: Files = oneBrand(readFiles([projectDir]), 'payday');
  const page = (id: string): string => `flows/apply/steps/${id}.json`;
  const rule = (name: string): string => `flows/apply/rules/${name}.json`;
  const TYPE = '{ "var": "answers.incomeInformation.type" }';
  const EMPLOYED = `{ "in": [${TYPE}, ["E", "SELF_EMPLOYED"]] }`;
  const inReal: readonly Defect[] = [
    {
      what: 'unknown name',
      plants: [[rule('is-employed'), 'incomeInformation.type', 'incomeInformation.typ']],
      code: 'fact',
      at: [rule('is-employed'), 'incomeInformation.typ"'],
    },
    {
      what: 'value not a choice',
      plants: [[rule('is-employed'), '"SELF_EMPLOYED"', '"SELFEMPLOYED"']],
      code: 'comparison',
      at: [rule('is-employed'), '"SELFEMPLOYED"'],
    },
    {
      what: 'two states at once',
      plants: [
        [
          rule('has-wisconsin-spouse'),
          '{ "rule": "state-is-wisconsin" }',
          '{ "rule": "state-is-wisconsin" }, { "rule": "state-is-ohio" }',
        ],
      ],
      code: 'never',
      at: [rule('has-wisconsin-spouse'), '{ "and"'],
      example: true,
    },
    {
      what: 'number out of range',
      plants: [
        [
          page('income'),
          '"layout": [',
          '"layout": [\n{ "note": "Much.", "when": { ">": [{ "var": "answers.incomeInformation.amountGross" }, -5] } },',
        ],
      ],
      code: 'comparison',
      at: [page('income'), '-5]'],
    },
    {
      what: 'impossible bounds',
      plants: [[page('esign'), '"minLength": 3', '"minLength": 300']],
      code: 'bounds',
      at: [page('esign'), '"minLength": 300'],
    },
    {
      what: 'bad regular expression',
      plants: [[page('esign'), '"minLength": 3', '"pattern": "^(\\\\w+\\\\s?)*$", "minLength": 3']],
      code: 'pattern',
      at: [page('esign'), '"pattern"'],
    },
    {
      what: 'write cycle',
      plants: [
        [
          page('income'),
          '"label": "Continue",',
          '"label": "Continue",\n"set": { "answers.loan.newAmount": { "var": "answers.loan.amount" } },',
        ],
      ],
      code: 'cycle',
      at: [page('income'), '"answers.loan.newAmount"'],
    },
    {
      what: 'unknown name in text',
      plants: [[page('esign'), 'Type your full name: {{values.fullName}}', 'Type your full name: {{values.fulName}}']],
      code: 'fact',
      at: [page('esign'), '{{values.fulName}}'],
    },
    {
      what: 'child contradicts its page',
      plants: [
        [page('personal'), '"label": "Marital status",', '"label": "Marital status",\n"when": "state-is-ohio",'],
      ],
      code: 'never',
      at: [page('personal'), '"state-is-ohio"'],
      example: true,
    },
    {
      what: 'tautology',
      plants: [[rule('is-employed'), EMPLOYED, `{ "or": [{ "!=": [${TYPE}, "E"] }, { "!=": [${TYPE}, "S"] }] }`]],
      code: 'always',
      at: [rule('is-employed'), '{ "or"'],
      example: true,
    },
    {
      what: 'all choices excluded',
      plants: [[rule('is-employed'), EMPLOYED, `{ "!": { "in": [${TYPE}, ["E", "SELF_EMPLOYED", "S", "D", "O"]] } }`]],
      code: 'never',
      at: [rule('is-employed'), '{ "!"'],
    },
    {
      what: 'contradiction through a derived value',
      plants: [
        [
          page('personal'),
          '"when": "has-wisconsin-spouse"',
          '"when": { "and": [{ "rule": "old-enough" }, { "<": [{ "var": "values.age" }, 16] }] }',
        ],
      ],
      code: 'never',
      at: [page('personal'), '{ "and"'],
      example: true,
    },
  ];
  test.each(inReal)('$what', ({ plants, code, at, example }) => {
    const files = planted(real, plants);
    const problems = checkedRules(files);
    const place = lineOf(files, ...at);
    const found = problems.find((one) => one.code === code && `${one.file}:${one.line}` === place);
    expect(
      found,
      JSON.stringify(
        problems.map(({ file, line, code: other, message }) => `${other} ${file}:${line} ${message}`),
        undefined,
        1,
      ),
    ).toBeDefined();
    if (example) expect(found?.example).toBeDefined();
  });
  test('nothing is said of it as it is', () => {
    expect(checkedRules(real)).toEqual([]);
  });
});
