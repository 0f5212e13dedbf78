import { expect, test } from 'vitest';
import { concernsOf, resolveContent } from '../../compile/index.ts';
import { changed, options, placeOf, problemsOf, type Change } from './content.ts';

const FILE = 'flows/visit/fixtures/a.json';
const fixture = (more: string, expected = '', clock = '2026-11-20T15:00:00Z'): Change => [
  FILE,
  `{ "title": "Books", "brand": "oak", "flow": "visit", "clock": "${clock}", ${more} "do": [], "expect": { ${expected} } }`,
];
const told = (change: Change) =>
  concernsOf(resolveContent(changed(change), options), false).filter(({ code }) => code === 'journey');

test.for<[what: string, change: Change, at: string, says: RegExp, fix: RegExp]>([
  [
    'a day that the calendar has not',
    fixture('', '', '2026-02-30T15:00:00Z'),
    '"2026-02-30T15:00:00Z"',
    /no such instant/,
    /2026-11-20T15:00:00Z/,
  ],
  [
    'a fact that nobody declares',
    fixture('"given": { "customer": { "customerTyp": "NEW" } },'),
    '"customerTyp"',
    /no fact "customer.customerTyp"/,
    /Did you mean "customerType"/,
  ],
  [
    'values that a real back end would have to give',
    fixture('"given": { "values": { "logMessage": [true] } },'),
    '"values"',
    /engine alone/,
    /"executors": \["core"\]/,
  ],
  [
    'an operation',
    fixture('', '"calls": ["logMesage"]'),
    '"logMesage"',
    /no operation "logMesage"/,
    /Did you mean "logMessage"/,
  ],
  [
    'a document',
    fixture('', '"shown": { "disclosures": ["visit-notise"] }'),
    '"visit-notise"',
    /no document "visit-notise"/,
    /Did you mean "visit-notice"/,
  ],
  [
    'a document among others',
    fixture('', '"shown": { "atLeast": ["visit-notise"] }'),
    '"visit-notise"',
    /no document "visit-notise"/,
    /Did you mean "visit-notice"/,
  ],
  [
    'a page that is recorded',
    fixture('', '"shown": { "pages": { "visit/nmae": [] } }'),
    '"visit/nmae"',
    /no step "visit\/nmae"/,
    /Did you mean "visit\/name"/,
  ],
  [
    'a page with links',
    fixture('', '"shown": { "links": { "visit/nmae": [] } }'),
    '"visit/nmae"',
    /no step/,
    /visit\/name/,
  ],
  ['a page with words', fixture('', '"text": { "visit/nmae": [] }'), '"visit/nmae"', /no step/, /visit\/name/],
])('%s is told at its place', ([, change, at, says, fix]) => {
  const found = told(change);
  expect(found.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
    placeOf(changed(change), FILE, at),
  ]);
  expect(found[0]?.message).toMatch(says);
  expect(found[0]?.fix).toMatch(fix);
});

test('what exists is not complained about', () => {
  expect(
    told(
      fixture(
        '"executors": ["core"], "given": { "customer": { "customerType": "NEW" }, "values": { "logMessage": [true] } },',
        '"calls": ["logMessage"], "shown": { "disclosures": ["visit-notice"], "pages": { "visit/name": [] } }',
      ),
    ),
  ).toEqual([]);
});

test('a misspelt outcome is told with the right one', () => {
  const [first, ...more] = problemsOf(fixture('"given": { "outcomes": { "forgotPassword": ["NOTFOUND"] } },'));
  expect([first?.message, first?.fix, more]).toEqual([
    'The operation "forgotPassword" has no outcome "NOTFOUND".',
    'Did you mean "NOT_FOUND"?',
    [],
  ]);
});
