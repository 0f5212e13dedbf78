import { expect, test } from 'vitest';
import { changed, placeOf, problemsOf, type Change } from './content.ts';

const NAME = 'flows/visit/steps/name.json';
const FLOW = 'flows/visit/flow.json';
const RULE = 'flows/visit/rules/is-adult.json';
const ADULT = '{ ">=": [{ "var": "values.age" }, 18] }';
const rule = (text: string): Change => [RULE, ADULT, text];

test.for<[what: string, change: Change, at: readonly [string, string], fix: RegExp]>([
  [
    'a type that is misspelt',
    [NAME, '"type": "string", "label": "First name"', '"type": "strng", "label": "First name"'],
    [NAME, '"strng"'],
    /^Did you mean "string"\?$/,
  ],
  [
    'a number in quotes',
    [NAME, '"maxLength": 40', '"maxLength": "40"'],
    [NAME, '"40"'],
    /^Leave out the quotes: 40\. /,
  ],
  [
    'a no in quotes',
    [NAME, '"maxLength": 40', '"maxLength": 40, "required": "false"'],
    [NAME, '"false"'],
    /^Leave out the quotes: false\.$/,
  ],
  ['one sign of equality', rule('{ "=": [{ "var": "values.age" }, 18] }'), [RULE, '"="'], /^Did you mean "=="\?$/],
  [
    'an answer without its root',
    rule('{ "==": [{ "var": "personalInformation.firstName" }, "Ann"] }'),
    [RULE, '"personalInformation.firstName"'],
    /^Did you mean "answers\.personalInformation\.firstName"\?$/,
  ],
  [
    'a step that the line forgets',
    [
      'flows/visit/steps/extra.json',
      '{ "id": "extra", "kind": "form", "path": "extra", "title": "More", "layout": [{ "copy": "x" }], "actions": [{ "id": "go", "label": "On" }] }',
    ],
    ['flows/visit/steps/extra.json', '"extra"'],
    /Put "extra" into "line" of flow\.json/,
  ],
])('%s is told with its remedy', ([, change, [file, text], fix]) => {
  const problems = problemsOf(change);
  const place = placeOf(changed(change), file, text);
  expect(
    problems.filter((one) => `${one.file}:${one.line}:${one.column}` === place).map((one) => one.fix),
    JSON.stringify(problems, undefined, 1),
  ).toContainEqual(expect.stringMatching(fix));
});

test('a misspelt member is told once, not as missing as well', () => {
  const problems = problemsOf([
    'flows/visit/fixtures/a.json',
    '{ "title": "Books", "brand": "oak", "flow": "visit", "clock": "2026-11-20T15:00:00Z", "do": [], "expects": {} }',
  ]);
  expect(problems.map(({ message, fix }) => [message, fix])).toEqual([
    ['"expects" is not known here.', 'Did you mean "expect"?'],
  ]);
});

test('a stage in a flow without stages can be taken out', () => {
  const problems = problemsOf([FLOW, '[{ "id": "you", "title": "About you" }]', '[]']);
  expect(problems.map(({ fix }) => fix)).toContain('Take "stage" out, or declare it under "stages" of flow.json.');
});

test('a fact under a wrong name is told where that name is declared', () => {
  expect(
    problemsOf(rule('{ "==": [{ "var": "answers.applicant.firstName" }, "Ann"] }')).map(({ message, fix }) => [
      message,
      fix,
    ]),
  ).toEqual([
    [
      'There is no fact "answers.applicant.firstName": "applicant" is not declared.',
      'Did you mean one of "answers.personalInformation.firstName", "answers.spousalInformation.firstName"?',
    ],
  ]);
});

const PET = '"visit": { "type": "object", "properties": {';
const pet = (schema: string): Change => [FLOW, PET, `"pet": ${schema}, ${PET}`];
test.for<readonly [what: string, schema: string, at: string, fix: string]>([
  [
    'a misspelt keyword',
    '{ "type": "object", "propertys": { "name": { "type": "string" } } }',
    '"propertys"',
    'Did you mean "properties"?',
  ],
  [
    'a name outside of "properties"',
    '{ "type": "object", "nickname": { "type": "string" } }',
    '"nickname"',
    'Names of facts stand inside "properties".',
  ],
  [
    'words for people',
    '{ "type": "string", "because": "We ask it" }',
    '"because"',
    'Remove it; what only people read stands in "description".',
  ],
])('%s in what answers are declared to be', ([, schema, at, fix]) => {
  const change = pet(schema);
  const place = placeOf(changed(change), FLOW, at);
  expect(
    problemsOf(change)
      .filter((one) => `${one.file}:${one.line}:${one.column}` === place)
      .map((one) => [one.message, one.fix]),
  ).toEqual([[`JSON Schema has no keyword ${at}: it is passed over.`, fix]]);
});
test('what JSON Schema knows is no slip, nor is a fact that is called nearly like a keyword', () => {
  expect(
    problemsOf(
      pet(
        '{ "type": "object", "properties": { "propertys": { "type": "array", "items": { "allOf": [{ "if": { "minimum": 1 }, "then": { "maximum": 3 } }] }, "$comment": "why" } } }',
      ),
    ),
  ).toEqual([]);
});
