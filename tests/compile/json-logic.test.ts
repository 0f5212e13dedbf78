import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import jsonLogic from 'json-logic-js';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../runtime/core/facts.ts';
import { runnable } from './run.ts';

interface Case {
  readonly description: string;
  readonly rule: Json;
  readonly data?: Json;
  readonly result: Json;
}
const cases = (
  JSON.parse(readFileSync(new URL('../peers/json-logic-compatible.json', import.meta.url), 'utf8')) as (string | Case)[]
).filter((one): one is Case => typeof one !== 'string');

test('the published json-logic compatibility suite passes whole: 278 of 278', async () => {
  const compiled = await runnable(
    cases.map((one) => one.rule),
    'json-logic',
  );
  const failed = cases.filter(
    (one, i) => JSON.stringify(compiled[i]?.(one.data ?? null) ?? null) !== JSON.stringify(one.result),
  );
  expect(failed.map((one) => one.description)).toEqual([]);
  expect(cases.length).toBe(278);
});

describe('on data where nothing is missing, a rule means what json-logic-js makes of it', () => {
  const paths = ['a', 'b', 'c.d', 'list', 'word'];
  const data = fc.record({
    a: fc.integer({ min: -5, max: 5 }),
    b: fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 3 })),
    c: fc.record({ d: fc.constantFrom('MO', 'TX', '') }),
    list: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }),
    word: fc.constantFrom('', 'MO', 'weekly', '7'),
  });
  const { rule } = fc.letrec<{ rule: Json; leaf: Json }>((tie) => ({
    leaf: fc.oneof(
      fc.constantFrom<Json>(...paths.map((path) => ({ var: path }))),
      fc.oneof(fc.integer({ min: -5, max: 5 }), fc.boolean(), fc.constantFrom('MO', 'TX', '', '7')),
    ),
    rule: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'rule' },
      tie('leaf'),
      fc
        .tuple(
          fc.constantFrom('==', '===', '!=', '!==', '<', '<=', '>', '>=', '+', '-', '*', '%', '/', 'min', 'max', 'cat'),
          tie('rule'),
          tie('rule'),
        )
        .map(([op, a, b]) => ({ [op]: [a, b] })),
      fc
        .tuple(fc.constantFrom('and', 'or', 'if', '?:'), fc.array(tie('rule'), { minLength: 1, maxLength: 4 }))
        .map(([op, args]) => ({ [op]: args })),
      fc.tuple(fc.constantFrom('!', '!!'), tie('rule')).map(([op, a]) => ({ [op]: [a] })),
      fc
        .tuple(fc.constantFrom('all', 'some', 'none', 'filter', 'map'), fc.integer({ min: 0, max: 4 }))
        .map(([op, n]) => ({ [op]: [{ var: 'list' }, { '>': [{ var: '' }, n] }] })),
      fc.tuple(tie('rule'), tie('rule')).map(([a, b]) => ({ in: [a, [b, 'MO', 1]] })),
      fc
        .tuple(tie('leaf'), fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 3 }))
        .map(([a, from, length]) => ({ substr: [a, from, length] })),
      fc.subarray(paths).map((some) => ({ missing: some })),
    ),
  }));

  test('2,000 random rules', async () => {
    const samples = fc.sample(fc.tuple(rule, data), { numRuns: 2000, seed: 20261120 });
    const compiled = await runnable(samples.map(([one]) => one));
    const told = (value: unknown): string => JSON.stringify(value ?? null);
    const differing = samples.flatMap(([one, facts], i) => {
      const [expected, got] = [told(jsonLogic.apply(one as never, facts)), told(compiled[i]?.(facts))];
      return expected === got ? [] : [{ rule: JSON.stringify(one), facts: JSON.stringify(facts), expected, got }];
    });
    expect(differing.slice(0, 3)).toEqual([]);
  });
});
