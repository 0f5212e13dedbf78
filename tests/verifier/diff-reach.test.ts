/** `diff` says of nobody that they see a difference who does not: reaches that were worked out by hand. */
import { expect, test } from 'vitest';
import { loadContent, type Loaded } from '../../cli/products.ts';
import type { Files } from '../../compile/index.ts';
import { differencesOf } from '../../verifier/diff/differences.ts';
import { lending, loadedOf, options, planted, type Plant } from './lending.ts';

const page = (id: string): string => `flows/loan/steps/${id}.json`;
const lives = (code: string): string =>
  `{ "==": [{ "var": "answers.contactInformation.address.stateCode" }, "${code}"] }`;
const gross = '{ "var": "answers.incomeInformation.amountGross" }';

const loaded = async (content: Files): Promise<Loaded> => loadedOf(await loadContent(content, options));

/** Parts that nobody meets, and checks that refuse nobody, some, or those of one state. */
const base = planted(lending, [
  [page('declined'), '"layout": [', `"layout": [{ "note": "Ring us.", "when": { ">=": [${gross}, 100000] } }, `],
  [
    page('signed'),
    '"layout": [',
    `"layout": [{ "disclosure": "texas-notice", "when": { "and": [${lives('OH')}, { "rule": "state-is-texas" }] } }, `,
  ],
  [
    page('income'),
    '"layout": ["type", "employer", "gross"],',
    `"layout": ["type", "employer", "gross"], "checks": [
      { "assert": { "<=": [${gross}, 9000000] }, "at": "gross", "message": "Too much" },
      { "assert": { "or": [{ "!": [${lives('OH')}] }, { ">": [${gross}, 50000] }] }, "at": "gross", "message": "Too little" },
      { "assert": { "!=": [{ "var": "answers.incomeInformation.employerName" }, "Acme"] }, "at": "employer", "message": "Not Acme" }
    ],`,
  ],
]);
const before = await loaded(base);

// Each change, and those who see it; nobody where there are none.
test.each<[string, Plant[], string[]]>([
  ['a note that stands under what a page before it excludes', [[page('declined'), 'Ring us.', 'Call us.']], []],
  ['its condition', [[page('declined'), '100000', '200000']], []],
  [
    'a condition tightened where an earlier page excludes the others',
    [
      [
        page('texas'),
        '"when": "state-is-texas",',
        `"when": { "and": [{ "rule": "state-is-texas" }, { ">=": [${gross}, 100000] }] },`,
      ],
    ],
    [],
  ],
  [
    'a condition widened to those who were led away before',
    [
      [
        page('texas'),
        '"when": "state-is-texas",',
        `"when": { "or": [{ "rule": "state-is-texas" }, { "and": [${lives('OH')}, { "rule": "earns-too-little" }] }] },`,
      ],
    ],
    [],
  ],
  [
    'two conditions swapped in an "and"',
    [
      [
        page('signed'),
        `[${lives('OH')}, { "rule": "state-is-texas" }]`,
        `[{ "rule": "state-is-texas" }, ${lives('OH')}]`,
      ],
    ],
    [],
  ],
  [
    'a button for whom the page is not',
    [
      [
        page('numbers'),
        '"actions": [',
        '"actions": [{ "id": "other", "label": "Other", "when": { "==": [{ "var": "answers.bankingInformation.entry" }, "LINK"] }, "next": [{ "to": "declined" }] }, ',
      ],
    ],
    [],
  ],
  ['the message of a check that refuses nobody', [[page('income'), 'Too much', 'Too large']], []],
  [
    'the message of a check that refuses in one state',
    [[page('income'), 'Too little', 'Not enough']],
    ['In Ohio the message "Too little" now reads "Not enough" on the page "Your income".'],
  ],
  [
    'the message of a check that can refuse everybody',
    [[page('about'), 'You must be at least 18 years old', 'You are too young']],
    [
      'For everybody the message "You must be at least 18 years old" now reads "You are too young" on the page "About you".',
    ],
  ],
  [
    'the message at a question that some are asked',
    [[page('income'), 'Not Acme', 'Never Acme']],
    ['For everybody the message "Not Acme" now reads "Never Acme" on the page "Your income".'],
  ],
  [
    'a note behind a text of which one value stands for all',
    [[page('link'), 'It takes a minute.', 'It takes two.']],
    [
      'When the bank is answered, the text "It takes a minute." now reads "It takes two." on the page "Link your bank".',
    ],
  ],
  [
    'a document that a page shows, and another one to nobody',
    [['compliance/disclosures/texas-notice/1.md', '\n---\n', '\n---\nNew words.\n']],
    [
      expect.stringMatching(
        /^The document "Notice for Texas", shown on the page "For applicants in Texas", was rewritten/,
      ) as string,
    ],
  ],
])('%s', async (_, changes, seen) => {
  const { differences } = differencesOf(before, await loaded(planted(base, changes)));
  expect(differences.map(({ sentence }) => sentence)).toEqual(seen);
});

// Of an operation, a part or a control nothing but its own file has changed.
test.each<[string, string, string[], string[]]>([
  [
    'that one state makes',
    lives('OH'),
    ['In Ohio on the page "Thank you" the call "pay out" is set otherwise: "detail max length" is now 50 (was 60).'],
    [],
  ],
  [
    'that nobody makes',
    `{ "and": [${lives('OH')}, { "rule": "state-is-texas" }] }`,
    [],
    ['The call "pay out" is set otherwise: "detail max length" is now 50 (was 60); where it stands it is for nobody.'],
  ],
  [
    'that hangs on an answer',
    '{ "answered": "answers.loan.amount" }',
    [
      'When the amount is answered, on the page "Thank you" the call "pay out" is set otherwise: "detail max length" is now 50 (was 60).',
    ],
    [],
  ],
])('an operation of a call %s', async (_, when, ...said) => {
  const paying = (maxLength: number): Files => ({
    ...planted(base, [
      [
        page('signed'),
        '"kind": "form",',
        `"kind": "form", "load": [{ "call": "payOut", "when": ${when}, "on": { "REFUSED": { "stay": true, "message": "{{problem.detail}}", "otherwise": "No." } } }],`,
      ],
    ]),
    'schemas/api/operations/payOut.json': JSON.stringify({
      name: 'payOut',
      kind: 'standIn',
      access: 'public',
      input: { type: 'object' },
      outcomes: { REFUSED: 'No' },
      detail: { maxLength },
      answers: [{ outcome: 'REFUSED', detail: 'Closed' }],
    }),
  });
  const { differences, notes } = differencesOf(await loaded(paying(60)), await loaded(paying(50)));
  expect([differences.map(({ sentence }) => sentence), notes]).toEqual(said);
});

test('a message that shows what a row says is told of the state of the row, whom the check can refuse by it', async () => {
  const state = { var: 'answers.contactInformation.address.stateCode' };
  const byState: Files = {
    ...planted(base, [
      [
        'flows/loan/rules/is-adult.json',
        '{ "var": "values.age" }, 18]',
        '{ "var": "values.age" }, { "var": "values.least" }]',
      ],
      [page('about'), 'at least 18', 'at least {{values.least}}'],
    ]),
    'flows/loan/values/least.json': JSON.stringify({
      says: 'age that the state asks',
      type: 'integer',
      value: { if: [{ answered: state.var }, { lookup: ['states', state, 'minimumAge'] }, 18] },
    }),
  };
  const after = planted(byState, [['compliance/states/TX.json', '"minimumAge": 18', '"minimumAge": 21']]);
  const { differences, notes } = differencesOf(await loaded(byState), await loaded(after));
  const told = differences.map(({ sentence }) => sentence).filter((one) => one.includes('the message'));
  expect(told).toEqual([
    expect.stringMatching(/^In Texas the message .* now shows 21 \(was 18\) on the page "About you"\.$/),
  ]);
  expect(notes).toEqual([]);
});
test('of a check that nobody met what it said is told in its own words', async () => {
  const { differences, notes } = differencesOf(
    before,
    await loaded(
      planted(base, [
        [page('income'), `{ "assert": { "<=": [${gross}, 9000000] }, "at": "gross", "message": "Too much" },`, ''],
      ]),
    ),
  );
  expect(differences).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/^The message "Too much" is no longer shown on the page "Your income"\./),
  ]);
});
