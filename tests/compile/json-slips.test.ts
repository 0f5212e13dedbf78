import { expect, test } from 'vitest';
import { parseJson } from '../../compile/parse.ts';

test.for<[what: string, text: string, at: string, says: RegExp]>([
  ['a comma before }', '{\n  "a": 1,\n}', '2:9', /extra comma before }/],
  ['a comma before ]', '{ "a": [1, 2,] }', '1:13', /extra comma before ]/],
  ['two commas', '{ "a": 1,, "b": 2 }', '1:10', /extra comma/],
  ['curly quotes', '{ "a": “x” }', '1:8', /straight double quotes, not in “/],
  ['single quotes', "{ 'a': 1 }", '1:3', /straight double quotes, not in '/],
  ['no quotes', '{ a: 1 }', '1:3', /a must stand in straight double quotes/],
  ['a word in capitals', '{ "a": False }', '1:8', /False is written in small letters/],
  ['no comma', '{\n  "a": 1\n  "b": 2\n}', '3:3', /comma is missing before "b"/],
  ['no colon', '{ "a" 1 }', '1:7', /colon is missing before 1/],
  ['no value', '{ "a": }', '1:8', /without a value/],
  ['a comment', '{ "a": 1 } // one', '1:12', /no comments/],
  ['a bracket of another kind', '{ "a": [1 }', '1:11', /This } stands where the \[ of line 1 is still open/],
  ['a bracket too many', '{ "a": 1 }\n}', '2:1', /closes nothing/],
  ['a bracket that is missing at the end', '{\n  "a": [1]\n', '1:1', /The { that is opened here is never closed/],
  [
    'a bracket that is missing further up',
    '{\n  "f": {\n    "x": { "l": 1\n  },\n  "g": []\n}\n',
    '3:10',
    /The { that is opened here is never closed/,
  ],
])('%s is told in words, at its place', ([_, text, at, says]) => {
  const { problems } = parseJson(`${_}.json`, text);
  expect(problems.map(({ line, column }) => `${line}:${column}`)).toEqual([at]);
  expect(problems[0]?.message).toMatch(says);
  expect(problems[0]?.fix).toMatch(/\w/);
});

test('quotes and commas inside of a text are nobody’s slip', () => {
  expect(parseJson('right.json', '{ "a": "“x”, \'y\',}", "b": [true, null, -1.5e3, {}] }')).toMatchObject({
    problems: [],
    value: { a: "“x”, 'y',}", b: [true, null, -1500, {}] },
  });
});

test('a long line without an end is looked at once', () => {
  expect(parseJson('long.json', `{ "a": [${'{},'.repeat(200_000)}{}]`).problems).toHaveLength(1);
});
