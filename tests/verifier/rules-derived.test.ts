import { describe, expect, test } from 'vitest';
import type { Json } from '../../compile/index.ts';
import { settle } from '../../verifier/logic/settle.ts';
import { spanOf } from '../../verifier/logic/spans.ts';
import type { FactWorld } from '../../verifier/domain/shape.ts';
import { truthOf, valueOf } from '../../compile/operators/evaluate.ts';
import { checkedRules, lending, lineOf, planted, type Plant } from './lending.ts';

const fact = (path: string): Json => ({ var: path });
const [AMOUNT, GROSS, BIRTH, TODAY, AGE] = [
  fact('answers.loan.amount'),
  fact('answers.incomeInformation.amountGross'),
  fact('answers.personalInformation.dateOfBirth'),
  fact('today'),
  fact('values.age'),
];
const SIGN = 'flows/loan/steps/sign.json';
const note = (when: Json): Plant => [
  SIGN,
  '{ "copy": "You ask',
  `{ "note": "X marks", "when": ${JSON.stringify(when)} }, { "copy": "You ask`,
];
const value = (type: string, made: Json): Plant => [
  'flows/loan/values/made.json',
  JSON.stringify({ says: 'What is made of it', type, value: made }),
];
const MADE = fact('values.made');
const total = value('integer', { '+': [AMOUNT, GROSS] });
const left = value('integer', { '-': [GROSS, AMOUNT] });
const rest = value('integer', { '%': [AMOUNT, 100] });
const due = (days: number): Plant => value('string', { addDays: [TODAY, days] });

const never: readonly (readonly [string, readonly Plant[]])[] = [
  ['a sum below one of its parts', [total, note({ and: [{ '<': [MADE, 20_000] }, { '>': [AMOUNT, 30_000] }] })]],
  ['a sum below the least of its parts', [total, note({ '<': [MADE, 5_000] })]],
  ['a difference and its parts', [left, note({ and: [{ '>': [MADE, 0] }, { '<': [GROSS, AMOUNT] }] })]],
  ['more left of a division than it divides by', [rest, note({ '>=': [MADE, 100] })]],
  ['a day to come before today', [due(30), note({ '<': [MADE, TODAY] })]],
  ['younger than born then', [note({ and: [{ '<': [AGE, 20] }, { '<': [BIRTH, '1990-01-01'] }] })]],
];
const right: readonly (readonly [string, readonly Plant[]])[] = [
  ['a sum that its parts allow', [total, note({ and: [{ '<': [MADE, 200_000] }, { '>': [AMOUNT, 30_000] }] })]],
  ['a difference that its parts allow', [left, note({ and: [{ '>': [MADE, 0] }, { '<': [GROSS, 120_000] }] })]],
  ['what may be left of a division', [rest, note({ '>=': [MADE, 99] })]],
  ['a day to come after a birthday', [due(30), note({ '<': [{ addDays: [BIRTH, 30_000] }, MADE] })]],
  ['older than born then, as people will be', [note({ and: [{ '>': [AGE, 60] }, { '>': [BIRTH, '1990-01-01'] }] })]],
];

describe('contradictions through what is calculated', () => {
  test.each(never)('%s', (_what, plants) => {
    const files = planted(lending, plants);
    expect(checkedRules(files).map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([
      `never ${lineOf(files, SIGN, 'X marks')}`,
    ]);
  });
  test.each(right)('right: %s', (_what, plants) => {
    expect(checkedRules(planted(lending, plants))).toEqual([]);
  });
});

const world: FactWorld = {
  shapeOf: (path) =>
    path === 'today' ? { type: 'string', format: 'date' } : { type: 'integer', minimum: -3, maximum: 4 },
  tables: {},
  today: '2026-11-20',
};
const VALUES = [undefined, -3, -2, -1, 0, 1, 2, 3, 4];
const OPERATORS = ['<', '<=', '>', '>=', '==', '!='];

test('never is said of calculated terms only when no numbers hold', () => {
  let seed = 7;
  const pick = <T>(all: readonly T[]): T =>
    all[(seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % all.length] as T;
  const term = (depth: number): Json =>
    depth === 0 || pick([0, 1, 2]) === 0
      ? pick<Json>([fact('a'), fact('b'), fact('a'), fact('b'), -2, 0, 3])
      : { [pick(['+', '-', '%', 'min', 'max'])]: [term(depth - 1), term(depth - 1)] };
  const compared = (): Json => ({
    [pick(OPERATORS)]: pick([true, false]) ? [term(2), pick([-5, -1, 0, 2, 6])] : [pick([-5, -1, 0, 2, 6]), term(2)],
  });
  let found = 0;
  for (let i = 0; i < 2_000; i += 1) {
    const logics = [compared(), compared()].map((logic): Json => (pick([0, 1, 2]) === 0 ? { '!': [logic] } : logic));
    const holds = VALUES.some((a) => VALUES.some((b) => logics.every((logic) => truthOf(logic, { a, b }) === true)));
    const answer = settle(
      logics.map((logic) => ({ logic, wanted: 'true' })),
      world,
    );
    if (answer.kind === 'never') {
      found += 1;
      expect(holds, JSON.stringify(logics)).toBe(false);
    }
  }
  expect(found).toBeGreaterThan(300);
});

test('a span holds every number that its term can be', () => {
  for (const operator of ['+', '-', '%', 'min', 'max']) {
    for (const [first, second] of [
      [fact('a'), fact('b')],
      [fact('a'), 3],
      [fact('a'), -2],
      [5, fact('b')],
    ] as const) {
      const term = { [operator]: [first, second] };
      const { least, most } = spanOf(term, world) ?? { least: -Infinity, most: Infinity };
      const made = VALUES.flatMap((a) => VALUES.flatMap((b) => valueOf(term, { a, b }) ?? []));
      expect(
        made.filter((one) => Number(one) < least || Number(one) > most),
        `${operator} ${JSON.stringify([first, second])}`,
      ).toEqual([]);
    }
  }
});
