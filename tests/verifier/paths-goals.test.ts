import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { checked, lending, lineOf, loadedOf, options, planted, type Plant } from './lending.ts';

const step = (id: string): string => `flows/loan/steps/${id}.json`;
const row = (state: string): string => `compliance/states/${state}.json`;
const STATE = '{ "var": "answers.contactInformation.address.stateCode" }';
const PRODUCT = '{ "var": "answers.loan.productCode" }';
const OHIO = `{ "==": [${STATE}, "OH"] }`;
/** Whom the page about income turns away, besides those who earn too little. */
const away = (when: string): Plant => [
  step('income'),
  '"when": "earns-too-little", "to": "declined"',
  `"when": { "or": [{ "rule": "earns-too-little" }, ${when}] }, "to": "declined"`,
];
/** In which states the second kind of loan is offered. */
const offered = (...states: readonly string[]): Plant => [
  step('amount'),
  '"label": "Installment loan" }',
  `"label": "Installment loan",\n"when": { "in": [${STATE}, ${JSON.stringify(states)}] } }`,
];

/** `code file:line message` of what is found. */
async function found(plants: readonly Plant[]) {
  const files = planted(lending, plants);
  return { files, problems: await checked(files) };
}
const said = ({ problems }: Awaited<ReturnType<typeof found>>): readonly string[] =>
  problems.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);

describe('who can reach none of the ends a flow is for', () => {
  test('a state that is served, at the field that asks for it, with an applicant', async () => {
    const got = await found([away(OHIO)]);
    expect(said(got)).toEqual([
      `goal ${lineOf(got.files, step('about'), '    "state": {')} Nobody gets to "signed" when the state is Ohio: every way ends in "declined".`,
    ]);
    const [problem] = got.problems;
    expect([problem?.column, problem?.fix]).toEqual([14, expect.stringContaining('"served": false')]);
    const { products } = loadedOf(await loadContent(got.files, options));
    const example = JSON.stringify({ ...problem?.example, expect: { end: 'loan/identity' } });
    expect(example).toContain('"state":"OH"');
    expect(runFixture(productNamed(products, 'elm'), readFixture('example.json', example)).failures).toEqual([]);
  });

  test('states that fare alike are told together', async () => {
    const told = said(await found([away(`{ "in": [${STATE}, ["OH", "CA"]] }`)]));
    expect(told.filter((line) => line.startsWith('goal'))).toEqual([
      expect.stringContaining('when the state is California or the state is Ohio: every way'),
    ]);
  });

  test('a state that is not served rightly ends otherwise', async () => {
    expect(
      said(
        await found([
          away(`{ "==": [{ "lookup": ["states", ${STATE}, "served"] }, false] }`),
          [row('OH'), '"served": true', '"served": false'],
        ]),
      ),
    ).toEqual([]);
  });

  test('a type of customer, at the goals', async () => {
    const got = await found([away('{ "==": [{ "var": "customer.customerType" }, "RETAIL_RETURNING"] }')]);
    expect(said(got)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^goal ${lineOf(got.files, 'flows/loan/flow.json', '"goals"')} Nobody gets to "signed" when .*: every way ends in "declined"\\.$`,
        ),
      ),
    ]);
  });

  test('a flow that names no goals is for whatever end there is', async () => {
    expect(said(await found([away(OHIO), ['flows/loan/flow.json', ',\n  "goals": ["signed"]', '']]))).toEqual([]);
  });

  test('a goal must be one of the outcomes', async () => {
    expect(said(await found([['flows/loan/flow.json', '"goals": ["signed"]', '"goals": ["singed"]']]))).toEqual([
      expect.stringContaining('The flow declares no outcome "singed".'),
    ]);
  });
});

describe('choices after which nobody reaches a goal', () => {
  const inCalifornia = `{ "and": [{ "==": [${STATE}, "CA"] }, { "==": [${PRODUCT}, "ILP"] }] }`;
  test('where their own condition offers them', async () => {
    const got = await found([offered('TX', 'CA'), away(inCalifornia)]);
    expect(said(got)).toEqual([
      `goal ${lineOf(got.files, step('amount'), `"when": { "in": [${STATE}`)} The choice "Installment loan" is offered, but nobody who takes it gets to "signed" when the state is California.`,
    ]);
  });
  test('not where they are not offered', async () => {
    expect(said(await found([offered('TX'), away(inCalifornia)]))).toEqual([]);
  });
  test('not where they are offered to everybody: an honest answer may end the journey', async () => {
    expect(said(await found([away(inCalifornia)]))).toEqual([]);
  });
});
