import { describe, expect, test } from 'vitest';
import { changed, placeOf, problemsOf, type Change } from './content.ts';

const NAME = 'flows/visit/steps/name.json';
const AMOUNT = 'flows/visit/steps/amount.json';
const DONE = 'flows/visit/steps/done.json';
const FLOW = 'flows/visit/flow.json';
const NOTICE = 'compliance/disclosures/visit-notice/1.md';
const MO = 'compliance/states/MO.json';

const value = (name: string, type: string, of: unknown): Change => [
  `flows/visit/values/${name}.json`,
  JSON.stringify({ says: 'A value', type, value: of }),
];
const limit = (more: string): Change => [NAME, '"maxLength": 40', `"maxLength": 40, ${more}`];
const words = (text: string): Change => [DONE, 'You are {{values.age}}.', text];
const book = (set: string): Change => [AMOUNT, '"label": "Book"', `"label": "Book", "set": ${set}`];
const amount = (more: string): Change => [
  AMOUNT,
  '"reason": {',
  `"amount": { "bind": "loan.amount", "label": "Amount"${more} }, "reason": {`,
];
const placed: Change = [AMOUNT, '"layout": [', '"layout": ["amount", '];
const BOTH = (first: string, second: string): string =>
  `{ "if": ["is-adult", ${JSON.stringify(first)}, ${JSON.stringify(second)}] }`.replace(
    '"is-adult"',
    '{ "rule": "is-adult" }',
  );

interface Defect {
  readonly what: string;
  readonly changes: readonly [Change, ...Change[]];
  readonly code: string;
  readonly at: readonly [file: string, text: string];
  readonly says: RegExp;
}

const defects: readonly Defect[] = [
  {
    what: 'a branch of a pattern that is no regular expression',
    changes: [limit(`"examples": ["aaa"], "pattern": ${BOTH('^(a+$', '^a*$')}`)],
    code: 'pattern',
    at: [NAME, '"^(a+$"'],
    says: /no regular expression/,
  },
  {
    what: 'a branch of a pattern that runs away',
    changes: [limit(`"examples": ["aaa"], "pattern": ${BOTH('^(a+)+$', '^a*$')}`)],
    code: 'pattern',
    at: [NAME, '"^(a+)+$"'],
    says: /can run away/,
  },
  {
    what: 'a pattern in a value that is no regular expression',
    changes: [limit('"pattern": { "var": "values.pat" }'), value('pat', 'string', '^(a+$')],
    code: 'pattern',
    at: ['flows/visit/values/pat.json', '"^(a+$"'],
    says: /no regular expression/,
  },
  {
    what: 'a pattern in a value of a value that runs away',
    changes: [
      limit('"pattern": { "var": "values.pat" }'),
      value('pat', 'string', { var: 'values.deep' }),
      value('deep', 'string', '^(a+)+$'),
    ],
    code: 'pattern',
    at: ['flows/visit/values/deep.json', '"^(a+)+$"'],
    says: /can run away/,
  },
  {
    what: 'a pattern of "matches" in a value',
    changes: [
      [
        'flows/visit/rules/is-adult.json',
        '{ ">=": [{ "var": "values.age" }, 18] }',
        '{ "matches": [{ "var": "answers.personalInformation.firstName" }, { "var": "values.pat" }] }',
      ],
      value('pat', 'string', '^(a+)+$'),
    ],
    code: 'pattern',
    at: ['flows/visit/values/pat.json', '"^(a+)+$"'],
    says: /can run away/,
  },
  {
    what: 'a pattern in a column of the states',
    changes: [
      [MO, '"minimumAge": 19,', '"minimumAge": 19, "zipPattern": "^(a+)+$",'],
      limit(
        '"pattern": { "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "zipPattern"] }',
      ),
    ],
    code: 'pattern',
    at: [MO, '"^(a+)+$"'],
    says: /can run away/,
  },
  {
    what: 'a pattern of a declared answer',
    changes: [[FLOW, '"day": { "type": "string"', '"day": { "type": "string", "pattern": "^(a+)+$"']],
    code: 'pattern',
    at: [FLOW, '"^(a+)+$"'],
    says: /can run away/,
  },
  {
    what: 'an example that no branch of the pattern takes',
    changes: [limit(`"examples": ["bbb"], "pattern": ${BOTH('^a+$', '^aa$')}`)],
    code: 'field',
    at: [NAME, '"bbb"'],
    says: /does not fit/,
  },
  {
    what: 'words of a fact the brand has not, in a document',
    changes: [[NOTICE, 'Dear', 'Call {{brand.phoneNumber}}, dear']],
    code: 'text',
    at: [NOTICE, 'Call {{'],
    says: /never there for the brand "oak"/,
  },
  {
    what: 'words of a fact the brand has not, in a title',
    changes: [[DONE, '"See you"', '"See you at {{brand.creditor.name}}"']],
    code: 'text',
    at: [DONE, '"See you at'],
    says: /"creditor.name"/,
  },
  {
    what: 'words of a group of facts',
    changes: [words('Of {{answers.visit}}.')],
    code: 'text',
    at: [DONE, '"Of {{'],
    says: /is a group of facts/,
  },
  {
    what: 'words of a group of facts in the title of a document',
    changes: [[NOTICE, '{{brand.name}}', '{{brand.creditor}}']],
    code: 'text',
    at: [NOTICE, 'title:'],
    says: /is a group of facts/,
  },
  {
    what: 'words of a group of facts in a document',
    changes: [[NOTICE, 'Dear', 'Of {{answers.personalInformation}}, dear']],
    code: 'text',
    at: [NOTICE, 'Of {{'],
    says: /is a group of facts/,
  },
  {
    what: 'a format of numbers for a text',
    changes: [words('Of {{answers.personalInformation.firstName | money}}.')],
    code: 'text',
    at: [DONE, '"Of {{'],
    says: /"money" writes a number, but .*firstName" is a text/,
  },
  {
    what: 'a format of texts for a number',
    changes: [words('Of {{values.age | phone}}.')],
    code: 'text',
    at: [DONE, '"Of {{'],
    says: /"phone" writes a text/,
  },
  {
    what: 'a fact in single braces',
    changes: [words('Of {values.age}.')],
    code: 'text',
    at: [DONE, '"Of {'],
    says: /"\{values.age\}" is printed as it stands/,
  },
  {
    what: 'words for what is no keyword',
    changes: [limit('"messages": { "maxLenght": "Too long" }')],
    code: 'field',
    at: [NAME, '"maxLenght"'],
    says: /"maxLenght" is nothing/,
  },
  {
    what: 'words for a keyword the field has not',
    changes: [limit('"messages": { "minLength": "Too short" }')],
    code: 'field',
    at: [NAME, '"minLength"'],
    says: /has no "minLength"/,
  },
  {
    what: 'a limit of another type',
    changes: [amount(', "minLength": 3'), placed],
    code: 'field',
    at: [AMOUNT, '"minLength"'],
    says: /does nothing here/,
  },
  {
    what: 'a constant that is no choice',
    changes: [[AMOUNT, '"control": "radio"', '"control": "radio", "const": "DEBT"']],
    code: 'bounds',
    at: [AMOUNT, '"DEBT"'],
    says: /must be "DEBT", but its values are "LOAN", "ADVICE"/,
  },
  {
    what: 'an act that sets what the field refuses by its range',
    changes: [amount(', "minimum": 10000, "maximum": 50000'), placed, book('{ "answers.loan.amount": 99999999 }')],
    code: 'set',
    at: [AMOUNT, '99999999'],
    says: /at least 10000 and at most 50000/,
  },
  {
    what: 'an act that sets what is no choice of the field',
    changes: [
      [
        NAME,
        '"firstName": {',
        '"last": { "bind": "personalInformation.lastName", "label": "Last", "enum": ["Ash", "Elm"] }, "firstName": {',
      ],
      [NAME, '["firstName"', '["firstName", "last"'],
      book('{ "answers.personalInformation.lastName": "Oak" }'),
    ],
    code: 'set',
    at: [AMOUNT, '"Oak"'],
    says: /its values are "Ash", "Elm"/,
  },
  {
    what: 'an asked answer that is set from itself',
    changes: [amount(''), placed, book('{ "answers.loan.amount": { "var": "answers.loan.amount" } }')],
    code: 'cycle',
    at: [AMOUNT, '{ "var": "answers.loan.amount" }'],
    says: /set from itself/,
  },
  {
    what: 'an asked answer that grows with each press, through a value',
    changes: [
      amount(''),
      placed,
      book('{ "answers.loan.amount": { "var": "values.more" } }'),
      value('more', 'integer', { min: [{ '+': [{ var: 'answers.loan.amount' }, 9] }, 90000] }),
    ],
    code: 'cycle',
    at: [AMOUNT, '{ "var": "values.more" }'],
    says: /set from itself/,
  },
  {
    what: 'a default and a set that feed each other',
    changes: [
      amount(', "default": { "var": "answers.loan.newAmount" }'),
      placed,
      book('{ "answers.loan.newAmount": { "var": "answers.loan.amount" } }'),
    ],
    code: 'cycle',
    at: [AMOUNT, '{ "var": "answers.loan.newAmount" }'],
    says: /feed each other/,
  },
];

describe('is told where it is written', () => {
  test.each(defects)('$what', ({ changes, code, at: [file, text], says }) => {
    const found = problemsOf(...changes).filter((problem) => problem.code === code && says.test(problem.message));
    expect(found.map((problem) => `${problem.file}:${problem.line}:${problem.column}`)).toEqual([
      placeOf(changed(...changes), file, text),
    ]);
    expect(found[0]?.fix).toMatch(/\w+ \w+/);
  });
});

describe('is no mistake', () => {
  const fine: readonly (readonly [what: string, changes: readonly Change[]])[] = [
    [
      'a pattern with two branches, and an example for one of them',
      [limit(`"examples": ["aaa"], "pattern": ${BOTH('^a+$', '^b+$')}`)],
    ],
    [
      'a pattern in a value',
      [limit('"examples": ["aaa"], "pattern": { "var": "values.pat" }'), value('pat', 'string', '^a+$')],
    ],
    ['a property that is named like a keyword', [[FLOW, '"day": {', '"pattern": { "type": "string" }, "day": {']]],
    ['words of a fact that the brand has', [words('From {{brand.name}}.')]],
    [
      'words of a fact the brand has not, where the fact is asked for',
      [
        [
          DONE,
          '"copy": "You are {{values.age}}."',
          '"copy": "Call {{brand.phoneNumber}}.", "when": { "answered": "brand.phoneNumber" }',
        ],
      ],
    ],
    [
      'words of a fact the brand has not, in a group that asks by a rule',
      [
        [
          DONE,
          '{ "copy": "You are {{values.age}}." }',
          '{ "group": [{ "copy": "Call {{brand.phoneNumber}}." }], "title": "Call", "when": "can-be-called" }',
        ],
        [
          'flows/visit/rules/can-be-called.json',
          '{ "says": "The brand has a telephone", "rule": { "answered": "brand.phoneNumber" } }',
        ],
      ],
    ],
    [
      'words of a fact the brand has not, on a page only brands that have it lead to',
      [
        [DONE, 'You are', 'Call {{brand.phoneNumber}}; you are'],
        [AMOUNT, '{ "to": "done" }', '{ "when": { "answered": "brand.phoneNumber" }, "to": "done" }'],
        ['flows/visit/steps/waiting.json', '"done"', '"amount"'],
      ],
    ],
    ['words of an optional answer', [words('On {{answers.visit.day | date}}.')]],
    ['words of a number and of yes or no as they are', [words('At {{values.age}}: {{answers.visit.agreed}}.')]],
    ['braces that name no fact', [words('Of {this}, {answers}, { values.nobody } and {}.')]],
    [
      'words for a limit, a choice, an empty and any other answer',
      [
        limit('"messages": { "maxLength": "Long", "required": "Say it", "invalid": "Odd" }'),
        [AMOUNT, '"control": "radio"', '"control": "radio", "messages": { "enum": "Choose one" }'],
      ],
    ],
    ['a constant that is a choice', [[AMOUNT, '"control": "radio"', '"control": "radio", "const": "LOAN"']]],
    [
      'an act that sets what the field takes',
      [amount(', "minimum": 10000, "maximum": 50000'), placed, book('{ "answers.loan.amount": 50000 }')],
    ],
    [
      'an act that sets what a field refuses that only some are asked',
      [
        amount(', "minimum": 10000, "maximum": 50000, "when": "is-adult"'),
        placed,
        book('{ "answers.loan.amount": 7 }'),
      ],
    ],
    [
      'an act that fills an answer in where there is none',
      [
        amount(''),
        placed,
        book(
          '{ "answers.loan.amount": { "if": [{ "answered": "answers.loan.amount" }, { "var": "answers.loan.amount" }, 9] } }',
        ),
      ],
    ],
    [
      'an act that counts an answer nobody is asked',
      [
        book('{ "answers.loan.newAmount": { "var": "values.more" } }'),
        value('more', 'integer', { '+': [{ var: 'answers.loan.newAmount' }, 9] }),
      ],
    ],
    [
      'an act that counts and stays on its page',
      [
        amount(''),
        placed,
        [
          AMOUNT,
          '"actions": [',
          '"actions": [{ "id": "more", "label": "More", "set": { "answers.loan.amount": { "var": "values.more" } }, "next": [{ "stay": true, "message": "More" }] }, ',
        ],
        value('more', 'integer', { '+': [{ var: 'answers.loan.amount' }, 9] }),
      ],
    ],
    [
      'an answer proposed from one that is asked before and becomes it',
      [
        amount(''),
        placed,
        [
          AMOUNT,
          '"reason": {',
          '"new": { "bind": "loan.newAmount", "label": "New", "default": { "var": "answers.loan.amount" } }, "reason": {',
        ],
        [AMOUNT, '"amount", ', '"amount", "new", '],
        book('{ "answers.loan.amount": { "var": "answers.loan.newAmount" } }'),
      ],
    ],
  ];
  test.each(fine)('%s', (_, changes) => {
    expect(problemsOf(...changes)).toEqual([]);
  });
});
