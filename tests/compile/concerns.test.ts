import { describe, expect, test } from 'vitest';
import { CONCERNS } from '../../compile/checks/index.ts';
import { concernsOf, resolveContent } from '../../compile/index.ts';
import { changed, options, placeOf, type Change } from './content.ts';

const FLOW = 'flows/visit/flow.json';
const AMOUNT = 'flows/visit/steps/amount.json';
const NAME = 'flows/visit/steps/name.json';
const NOTICE = 'compliance/disclosures/visit-notice/1.md';
const SECOND = 'compliance/disclosures/visit-notice/2.md';
const document = (tag: string, dates: string): string =>
  `---\nidTag: ${tag}\ntitle: Notice\ntype: notice\n${dates}\n---\nWords`;

interface Concerned {
  readonly what: string;
  readonly changes: readonly [Change, ...Change[]];
  readonly code: string;
  /** File and text of the place; without a text, the file's beginning. */
  readonly at: readonly [file: string, text?: string];
  readonly says: RegExp;
}
const MO = 'compliance/states/MO.json';
const RULE = 'flows/visit/rules/is-adult.json';
const ADULT = '{ ">=": [{ "var": "values.age" }, 18] }';
const cases: readonly Concerned[] = [
  {
    what: 'a disclosure of a state that no obligation demands',
    changes: [[MO, '"until": null, ', '"until": null, "disclosures": { "agreements": ["visit-notice"] }, ']],
    code: 'demanded',
    at: [MO, '"visit-notice"'],
    says: /"visit-notice" is shown in MO/,
  },
  {
    what: 'a disclosure demanded in another state only',
    changes: [
      [MO, '"until": null, ', '"until": null, "disclosures": { "agreements": ["visit-notice"] }, '],
      [
        'compliance/states/KS.json',
        '{ "abbr": "KS", "name": "Kansas", "rows": [{ "from": "2020-01-01", "until": null, "minimumAge": 18, "idPattern": "^[A-Z]$", "idValid": ["A", "B"], "idInvalid": ["1", "2"], "citation": "Test row" }] }',
      ],
      [
        'compliance/obligations/a.json',
        '{ "says": "Shown", "before": { "step": "visit/done" }, "states": ["KS"], "shown": "visit-notice", "citation": "Test" }',
      ],
    ],
    code: 'demanded',
    at: [MO, '"visit-notice"'],
    says: /shown in MO/,
  },
  {
    what: 'a document that begins tomorrow',
    changes: [[NOTICE, document('visit-notice', 'from: 2026-11-21')]],
    code: 'force',
    at: [AMOUNT, '"visit-notice"'],
    says: /not in force today, 2026-11-20: its versions hold from 2026-11-21/,
  },
  {
    what: 'a document that has ended',
    changes: [[NOTICE, document('visit-notice', 'from: 2020-01-01\nuntil: 2026-11-19')]],
    code: 'force',
    at: [AMOUNT, '"visit-notice"'],
    says: /from 2020-01-01 to 2026-11-19/,
  },
  {
    what: 'a document of other brands',
    changes: [
      [NOTICE, document('visit-notice', 'from: 2020-01-01\nbrands: [elm]')],
      [
        'brands/elm/brand.json',
        '{ "key": "elm", "flows": ["visit"], "name": "Elm Visits", "notFoundPage": "/nowhere" }',
      ],
    ],
    code: 'force',
    at: [AMOUNT, '"visit-notice"'],
    says: /no version for the brand "oak"/,
  },
  {
    what: 'days between two versions',
    changes: [
      [NOTICE, document('visit-notice', 'from: 2020-01-01\nuntil: 2025-12-30')],
      [SECOND, document('visit-notice', 'from: 2026-01-01')],
    ],
    code: 'force',
    at: [SECOND],
    says: /From 2025-12-31 until .* 2026-01-01 no version/,
  },
  {
    what: 'a version that ends before it begins',
    changes: [[SECOND, document('visit-notice', 'from: 2019-01-02\nuntil: 2019-01-01')]],
    code: 'force',
    at: [SECOND],
    says: /ends before it begins/,
  },
  {
    what: 'an obligation about a document that has ended',
    changes: [
      [
        'compliance/obligations/a.json',
        '{ "says": "Old", "before": { "step": "visit/done" }, "shown": "old", "citation": "Test" }',
      ],
      ['compliance/disclosures/old/1.md', document('old', 'from: 2020-01-01\nuntil: 2020-02-01')],
    ],
    code: 'force',
    at: ['compliance/obligations/a.json', '"old"'],
    says: /"old" is not in force/,
  },
  {
    what: 'an instant that does not exist, of a fixture',
    changes: [
      [
        'flows/visit/fixtures/a.json',
        '{ "title": "Books", "brand": "oak", "flow": "visit", "clock": "2026-13-20T15:00:00Z", "do": [], "expect": {} }',
      ],
    ],
    code: 'journey',
    at: ['flows/visit/fixtures/a.json', '"2026-13-20T15:00:00Z"'],
    says: /no such instant/,
  },
  {
    what: 'an answer typed on two pages',
    changes: [
      [
        AMOUNT,
        '"reason": {',
        '"again": { "bind": "personalInformation.firstName", "label": "Again", "maxLength": 40 }, "reason": {',
      ],
      [AMOUNT, '"layout": [', '"layout": ["again", '],
    ],
    code: 'twice',
    at: [AMOUNT, '"personalInformation.firstName"'],
    says: /already asked on the page "name"/,
  },
  {
    what: 'an answer nobody has, read by a rule',
    changes: [
      [RULE, ADULT, `{ "and": [${ADULT}, { "==": [{ "var": "answers.spousalInformation.firstName" }, "Ann"] }] }`],
    ],
    code: 'unasked',
    at: [RULE, '"answers.spousalInformation.firstName"'],
    says: /no page asks it/,
  },
  {
    what: 'an answer nobody has, asked for as answered',
    changes: [[RULE, ADULT, `{ "and": [${ADULT}, { "answered": "answers.spousalInformation.firstName" }] }`]],
    code: 'unasked',
    at: [RULE, '"answers.spousalInformation.firstName"'],
    says: /no page asks it/,
  },
  {
    what: 'an answer nobody has, in a document',
    changes: [
      [
        NOTICE,
        document('visit-notice', 'from: 2020-01-01').replace('Words', '{{answers.spousalInformation.firstName}}'),
      ],
    ],
    code: 'unasked',
    at: [NOTICE, '{{answers.spousalInformation.firstName}}'],
    says: /no page asks it/,
  },
  {
    what: 'a rule',
    changes: [['flows/visit/rules/never-asked.json', '{ "says": "Unused", "rule": { "rule": "is-adult" } }']],
    code: 'unused',
    at: ['flows/visit/rules/never-asked.json'],
    says: /rule "never-asked"/,
  },
  {
    what: 'a value that only an unused rule reads',
    changes: [
      ['flows/visit/rules/a.json', '{ "says": "Unused", "rule": { ">": [{ "var": "values.b" }, 1] } }'],
      ['flows/visit/values/b.json', '{ "says": "Some number", "type": "number", "value": 1 }'],
    ],
    code: 'unused',
    at: ['flows/visit/values/b.json'],
    says: /value "b"/,
  },
  {
    what: 'a shared rule',
    changes: [['flows/rules/a.json', '{ "says": "Unused", "rule": true }']],
    code: 'unused',
    at: ['flows/rules/a.json'],
    says: /rule "a"/,
  },
  {
    what: 'a dialog',
    changes: [
      [
        'flows/visit/dialogs/sure.json',
        '{ "id": "sure", "title": "Sure?", "layout": [], "actions": [{ "id": "yes", "label": "Yes" }] }',
      ],
    ],
    code: 'unused',
    at: ['flows/visit/dialogs/sure.json'],
    says: /opens the dialog "sure"/,
  },
  {
    what: 'a stage',
    changes: [
      [
        FLOW,
        '[{ "id": "you", "title": "About you" }]',
        '[{ "id": "you", "title": "About you" }, { "id": "end", "title": "End" }]',
      ],
    ],
    code: 'unused',
    at: [FLOW, '"end"'],
    says: /stage "end"/,
  },
  {
    what: 'an outcome',
    changes: [[FLOW, '["booked"]', '["booked", "lost"]']],
    code: 'unused',
    at: [FLOW, '"lost"'],
    says: /outcome "lost"/,
  },
  {
    what: 'a document',
    changes: [['compliance/agreements/other/1.md', document('other', 'from: 2020-01-01')]],
    code: 'unused',
    at: ['compliance/agreements/other/1.md'],
    says: /document "other"/,
  },
  {
    what: 'a shared value',
    changes: [['schemas/values/hat.json', '{ "type": "string" }']],
    code: 'unused',
    at: ['schemas/values/hat.json'],
    says: /shared value "hat"/,
  },
];

const concerns = (changes: readonly Change[], ownSchemas: boolean) => {
  const resolved = resolveContent(changed(...changes), options);
  expect(resolved.problems).toEqual([]);
  return concernsOf(resolved, ownSchemas);
};

test('content in order has none, and needs not use all of the schemas it borrows', () => {
  expect(concerns([], false)).toEqual([]);
});

test.each(cases)('names $what with its place', ({ changes, code, at: [file, text], says }) => {
  const found = concerns(changes, true).filter((one) => one.code === code && says.test(one.message));
  expect(found.map((one) => `${one.file}:${one.line}:${one.column}`)).toEqual([
    text === undefined ? `${file}:1:1` : placeOf(changed(...changes), file, text),
  ]);
  expect(found[0]?.fix).toMatch(/\w/);
});

test('a disclosure that an obligation demands everywhere is looked after', () => {
  expect(
    concerns(
      [
        [MO, '"until": null, ', '"until": null, "disclosures": { "agreements": ["visit-notice"] }, '],
        [
          'compliance/obligations/a.json',
          '{ "says": "Shown", "before": { "step": "visit/done" }, "states": ["*"], "shown": "visit-notice", "citation": "Test" }',
        ],
      ],
      true,
    ).filter(({ code }) => code === 'demanded'),
  ).toEqual([]);
});

test('an answer that each page asks of other people, or offers to choose, may stand on two pages', () => {
  const other = (more: string): readonly Change[] => [
    [
      AMOUNT,
      '"reason": {',
      `"again": { "bind": "personalInformation.firstName", "label": "Again"${more} }, "reason": {`,
    ],
    [AMOUNT, '"layout": [', '"layout": ["again", '],
  ];
  const first: Change = [NAME, '"maxLength": 40', '"maxLength": 40, "when": { "!": { "rule": "is-adult" } }'];
  expect(concerns([...other(', "when": "is-adult"'), first], false)).toEqual([]);
  expect(concerns(other(', "enum": ["Ann", "Bob"]'), false)).toEqual([]);
});

describe('what is used', () => {
  test('a value in the words of a document, a document in a list of a value, a rule of an unused shared name', () => {
    const found = concerns(
      [
        [NOTICE, 'Dear', 'Dear {{values.greeting}}'],
        ['flows/visit/values/greeting.json', '{ "says": "Greeting", "type": "string", "value": "Sir" }'],
        ['flows/visit/values/list.json', '{ "says": "Documents", "type": "array", "value": ["listed"] }'],
        ['compliance/agreements/listed/1.md', document('listed', 'from: 2020-01-01')],
        [
          NAME,
          '"layout": [',
          '"layout": [{ "copy": "Read on.", "when": { "in": ["listed", { "var": "values.list" }] } }, ',
        ],
      ],
      false,
    );
    expect(found).toEqual([]);
  });
  test('every concern has a case that shows it', () => {
    const shown = new Set(cases.map(({ code }) => code));
    expect(Object.keys(CONCERNS).filter((code) => !shown.has(code))).toEqual([]);
  });
});
