import { expect, test } from 'vitest';
import { otherDay } from '../../verifier/fixture/day.ts';
import { failureLines, runLines } from '../../verifier/fixture/report.ts';

const file = 'flows/tour/fixtures/x.json';
const text = `{
  "title": "A tour", "given": { "person": "nobody" },
  "do": [
    { "at": "tour/ask", "answer": { "pet": "NO" }, "press": "continue" },
    { "at": "tour/wait", "elapse": 60 },
    { "at": "tour/done" }
  ],
  "expect": {
    "path": ["tour/ask"], "never": ["tour/done"],
    "calls": [],
    "shown": {
      "disclosures": [],
      "pages": {
        "tour/wait": ["One"],
        "tour/done": ["Two"]
      },
      "links": { "tour/done": [] }
    },
    "text": {
      "tour/ask": ["x"]
    },
    "errors": {
      "pet": "y"
    },
    "leaves": "home",
    "end": "tour/done"
  }
}`;
const lineOf = (sentence: string): string | undefined =>
  failureLines(file, text, [sentence])[0]?.replace(`${file}:`, '').split(':')[0];

test.each<[sentence: string, line: string]>([
  ['path: expected tour/ask; came tour/ask, tour/wait', '9'],
  ['never: tour/done was reached', '9'],
  ['calls: number 1 is products, expected no more; made: products', '10'],
  ['not shown: notice', '12'],
  ['shown, and not expected: notice', '12'],
  ['tour/done no longer says "Two"', '15'],
  ['tour/wait now says "Three"', '14'],
  ['tour/wait says the same in another order', '14'],
  ['shown.pages: nothing was done on tour/done, so it was not looked at', '15'],
  ['shown.links: around tour/done stand "Log In"; expected none', '17'],
  ['shown.links: nothing was done on tour/done, so it was not looked at', '17'],
  ['text: tour/ask does not say "x"', '20'],
  ['text: nothing was done on tour/ask, so it was not looked at', '20'],
  ['errors.pet: expected "y"; the page says ""', '23'],
  ['errors.name: expected ""; the page says "z"', '22'],
  ['leaves: expected home; left for nowhere', '25'],
  ['end: expected tour/done; came to tour/wait', '26'],
  ['there is no test person nobody; there are new-applicant', '2'],
  ['something of a kind nobody foresaw', '8'],
])('%s: at its line of the file', (sentence, line) => expect(lineOf(sentence)).toBe(line));

test('what could not be done stands at its entry, though one entry may answer and press', () => {
  const told = (nth: number): readonly string[] =>
    failureLines(file, text, [
      'tour/ask has no button go; it has continue',
      `do[${nth}]: stopped at tour/ask, after tour/ask`,
    ]);
  expect(told(1)).toEqual([
    `${file}:4:5: tour/ask has no button go; it has continue`,
    `${file}:4:5: stopped at tour/ask, after tour/ask`,
  ]);
  expect(told(2)[0]).toContain(`${file}:5:5: `);
});

test('a run is told with its title, and a passed one in one line', () => {
  expect(runLines({ file, title: 'A tour' }, text, [])).toBe(`passed  ${file}  A tour\n`);
  expect(runLines({ file, title: 'A tour' }, text, ['end: expected tour/done; came to tour/ask'])).toBe(
    `FAILED  ${file}  A tour\n        ${file}:26:12: end: expected tour/done; came to tour/ask\n`,
  );
});

test('of one that failed it is told when its clock chooses other rows or versions than those it was played with', () => {
  const files = {
    'compliance/states/TX.json':
      '{ "rows": [\n{ "from": "2020-01-01", "until": "2026-12-31" }, {\n  "from": "2027-01-01",\n  "until": null }] }',
    'compliance/disclosures/notice/1.md': '---\nfrom: 2026-01-01\nuntil: 2026-06-30\n---\nfrom: 2026-11-21',
    'flows/tour/flow.json': '"from": "2026-11-22"',
  };
  const at = (clock: string, today: string) => otherDay(files, clock, today) !== undefined;
  expect(at('2026-11-20T15:00:00Z', '2026-11-30')).toBe(false);
  expect(at('2026-11-20T15:00:00Z', '2027-01-01')).toBe(true);
  // It is still the thirty-first where the lender is.
  expect(at('2027-01-01T03:00:00Z', '2026-12-31')).toBe(false);
  expect(at('2027-01-01T03:00:00Z', '2027-01-01')).toBe(true);
  expect(['2026-06-30', '2026-07-01'].map((day) => at('2026-06-01T15:00:00Z', day))).toEqual([false, true]);
  expect(at('no instant', '2027-01-01')).toBe(false);
  expect(otherDay(files, '2026-11-20T15:00:00Z', '2027-01-01')).toBe(
    'It was played with the rows and documents of 2027-01-01. Others hold on 2026-11-20, the day of its clock, and with those the server plays it: so does --today 2026-11-20.',
  );
});
