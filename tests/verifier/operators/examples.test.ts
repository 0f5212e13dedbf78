import jsonLogic from 'json-logic-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSource } from '../../../compile/content.ts';
import { resolveBrands } from '../../../compile/resolve-brands.ts';
import { valueOf } from '../../../compile/operators/evaluate.ts';
import { phrase } from '../../../verifier/words/phrase.ts';
import { sentence } from '../../../verifier/words/sentence.ts';
import { wordsOf } from '../../../verifier/words/words.ts';
import { runnable } from '../../compile/run.ts';
import { all, cases } from './each.ts';

/** Named rules are the scope's, and `reduce` is json-logic's suite's: no content compiles to what these stand for. */
const compiled = cases.filter(({ operator }) => operator.id !== 'rule' && typeof operator.stands !== 'object');

describe('every example of every operator', () => {
  let functions: readonly ((facts: unknown) => unknown)[] = [];
  beforeAll(async () => {
    functions = await runnable(compiled.map(({ example }) => example.rule));
  });

  test.each(compiled.map((one, i) => ({ ...one, i })))('as a page runs it, $name', ({ i, facts, example }) => {
    expect(functions[i]?.(facts)).toEqual(example.is);
  });

  test.each(cases)('as the verifier reads it, $name', ({ facts, example }) => {
    expect(valueOf(example.rule, facts)).toEqual(example.is);
  });

  test.each(cases.filter(({ operator, example }) => operator.standard && example.is !== undefined))(
    'as json-logic-js has it, $name',
    ({ facts, example }) => {
      expect(jsonLogic.apply(example.rule as never, facts)).toEqual(example.is);
    },
  );

  const files = {
    'flows/app.json': '{}',
    'flows/loan/flow.json': '{"id":"loan","title":"Loan","line":[],"outcomes":[]}',
    'brands/ours/brand.json': '{"id":"ours","name":"Ours"}',
  };
  const { source } = readSource(files);
  const flow = resolveBrands(source, 'local').brands['ours']?.flows['loan'];
  test.each(cases.filter(({ example }) => example.words !== undefined))('in words, $name', ({ example }) => {
    if (!flow) throw new Error('The brand of this test has no flow.');
    const words = wordsOf(source, flow);
    expect(phrase(example.rule, { words, said: (rule, holds) => sentence(rule, words, holds) }).words).toBe(
      example.words,
    );
  });
});

test('every operator shows what it comes to, what it says, and what it is where nothing is known', () => {
  const written = all.filter(({ stands }) => typeof stands !== 'object');
  const lacking = (what: string, has: (operator: (typeof all)[number]) => boolean): readonly string[] =>
    written.filter((one) => one.id !== 'rule' && !has(one)).map(({ id }) => `${id} lacks ${what}`);
  expect([
    ...lacking('an example with a result', ({ examples }) => examples.some(({ is }) => is !== undefined)),
    ...lacking('an example in words', ({ examples }) => examples.some(({ words }) => words !== undefined)),
    ...lacking(
      'an example that is unknown',
      ({ examples, names, strict }) => names !== undefined || !strict || examples.some(({ is }) => is === undefined),
    ),
  ]).toEqual([]);
});
