import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed, type Loaded } from '../../cli/products.ts';
import { verify } from '../../cli/verify/crew.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { resolveContent, type Json, type Problem } from '../../compile/index.ts';
import { ruleProblems } from '../../verifier/check/index.ts';
import { pathReport } from '../../verifier/check/paths.ts';
import { survey } from '../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { lending, loadedOf, options, planted, type Plant } from './lending.ts';
import { oneBrand } from './one-brand.ts';

describe('one limit deleted from the amount that is offered instead makes the loan application too long to walk', () => {
  const real = oneBrand(readFiles([projectDir]), 'payday');
  const file = 'flows/apply/steps/products.json';
  // The page of the smaller loan puts its answer where "How much do you need?" asks for less.
  test.each<[string, Plant]>([
    ['maximum', [file, '      "maximum": { "var": "values.maximumAmount" },\n      "options"', '      "options"']],
    ['minimum', [file, '      "minimum": { "var": "values.minimumAmount" },\n      "maximum"', '      "maximum"']],
  ])('%s: check says so before any way is walked, at the act that copies it', (limit, plant) => {
    const told = ruleProblems(resolveContent(planted(real, [plant]), options));
    expect(told.map(({ code, message }) => [code, message])).toEqual([
      ['copied', expect.stringContaining(`the "${limit}" of its own field "Amount"`)],
    ]);
    expect(told[0]).toMatchObject({ file, fix: expect.stringContaining(`"${limit}"`) as string });
  });
});

describe('a copied answer', () => {
  const said = (less: string, account = ''): readonly string[] =>
    ruleProblems(
      resolveContent(
        planted(lending, [
          ['flows/loan/steps/account.json', '"layout": ["entry"],', '"layout": ["entry", "less"],'],
          [
            'flows/loan/steps/account.json',
            '"entry": {',
            `"less": { "bind": "loan.newAmount", "type": "integer", "label": "Less", "control": "money", ${less} }, "entry": {`,
          ],
          [
            'flows/loan/steps/account.json',
            '"label": "Continue" }',
            '"label": "Continue", "set": { "answers.loan.amount": { "var": "answers.loan.newAmount" } } }',
          ],
          ...(account === '' ? [] : ([['flows/loan/steps/amount.json', '"bind": "loan.amount",', account]] as const)),
        ]),
        options,
      ),
    ).flatMap(({ code, message }) => (code === 'copied' ? [message] : []));

  test('is told by a cent, and not where every value that is accepted fits', () => {
    expect(said('"minimum": 10000, "maximum": 50000')).toEqual([]);
    expect(said('"minimum": 20000, "maximum": 40000')).toEqual([]);
    expect(said('"minimum": 10000, "maximum": 50001')).toEqual([expect.stringContaining('$500.01')]);
    expect(said('"minimum": 9999, "maximum": 50000')).toEqual([expect.stringContaining('$99.99')]);
  });
  test('is not told where nobody is asked for both', () => {
    const when = (code: string): string => `"when": { "==": [{ "var": "answers.loan.productCode" }, "${code}"] },`;
    const wide = '"minimum": 10000, "maximum": 90000';
    expect(said(`${when('ILP')} ${wide}`, `${when('PDL')} "bind": "loan.amount",`)).toEqual([]);
    expect(said(`${when('PDL')} ${wide}`, `${when('PDL')} "bind": "loan.amount",`)).toHaveLength(1);
  });
});

describe('a walk that ends at its budget', () => {
  let loaded: Loaded;
  beforeAll(async () => void (loaded = loadedOf(await loadContent(lending, options))));

  test('is a problem of check, though nothing else was found', () => {
    const { resolved, products } = loaded;
    const [brand] = Object.values(resolved.brands);
    if (!brand) throw new Error('There is no brand.');
    const ground = { source: resolved.source, brand, product: productNamed(products, brand.id) };
    const one = survey({ ...ground, flow: 'loan', today: options.today, questions: OBLIGATIONS });
    const told = (complete: boolean) =>
      pathReport({ ...one, exploration: { ...one.exploration, complete } }, resolved.source).findings.map(
        ({ file, code }) => [file, code],
      );
    expect(told(true)).toEqual([]);
    expect(told(false)).toEqual([['flows/loan/flow.json', 'not-walked']]);
  });

  // What a page behind reads together is told apart: each way to tick these boxes is a situation of its own.
  test('is told of early, with what the rules found', async () => {
    const names = Array.from({ length: 13 }, (_, index) => `b${index}`);
    const box = (name: string): Json => ({
      bind: `m.${name}`,
      type: 'boolean',
      control: 'checkbox',
      required: false,
      label: name,
    });
    const weight: Json = {
      '+': names.map((name, index) => ({ if: [{ '==': [{ var: `answers.m.${name}` }, true] }, 2 ** index, 0] })),
    };
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
    const answers = { type: 'object', properties: { m: { type: 'object', properties } } };
    const files = {
      ...planted(lending, [
        [
          'flows/loan/flow.json',
          '"line": ["about", ',
          `"answers": ${JSON.stringify(answers)}, "line": ["boxes", "about", `,
        ],
        [
          'flows/loan/steps/texas.json',
          '"when": "state-is-texas"',
          '"when": { ">": [{ "var": "values.weight" }, 4000] }',
        ],
      ]),
      'flows/loan/values/weight.json': JSON.stringify({ says: 'Weight of the boxes', type: 'integer', value: weight }),
      'flows/loan/steps/boxes.json': JSON.stringify({
        id: 'boxes',
        kind: 'form',
        title: 'Boxes',
        fields: Object.fromEntries(names.map((name) => [name, box(name)])),
        layout: [
          ...names,
          {
            note: 'Never.',
            when: { and: ['PDL', 'ILP'].map((one) => ({ '==': [{ var: 'answers.loan.productCode' }, one] })) },
          },
        ],
        actions: [{ id: 'go', label: 'Go' }],
      }),
    };
    const early: (readonly Problem[])[] = [];
    const outcome = await verify(
      { files, options, pieces: ['check'], whole: false, obligations: [], flows: [] },
      () => undefined,
      (problems) => {
        early.push(problems);
        // What follows is not asked: as Ctrl-C ends a walk.
        process.emit('SIGINT', 'SIGINT');
      },
    );
    expect('refused' in outcome ? outcome.refused.map(({ message }) => message) : []).toEqual([]);
    expect(early).toHaveLength(1);
  }, 60_000);
});
