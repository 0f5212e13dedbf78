import { expect, test } from 'vitest';
import type { Json } from '../../compile/index.ts';
import { checkedRules, lending, lineOf, planted } from './lending.ts';

const FILE = 'compliance/obligations/made.json';
const STATE: Json = { var: 'answers.contactInformation.address.stateCode' };
const AMOUNT: Json = { var: 'answers.loan.amount' };
const says = (before: Json, holds: Json) => {
  const files = planted(lending, [
    [
      FILE,
      JSON.stringify(
        {
          $schema: '../../../../../schemas/meta/obligation.schema.json',
          says: 'Made up',
          before,
          holds,
          citation: 'Made up',
        },
        undefined,
        1,
      ),
    ],
  ]);
  return {
    files,
    told: checkedRules(files).map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`),
  };
};

test.each<[string, Json]>([
  ['by a step', { step: 'loan/sign' }],
  ['by an outcome', { outcome: 'loan/signed' }],
])('an obligation that nobody could break is told, its moment given %s', (_, before) => {
  const { files, told } = says(before, { or: [{ '==': [STATE, 'TX'] }, { '!=': [STATE, 'TX'] }] });
  expect(told).toEqual([
    `always ${lineOf(files, FILE, '"holds"')} The obligation "made" can never be broken: all fit “the state is Texas or the state is not Texas”.`,
  ]);
});

test.each<[string, Json]>([
  ['what somebody could break', { '==': [STATE, 'TX'] }],
  ["what only the limits of today's fields keep", { '>=': [AMOUNT, 10_000] }],
])('%s is an obligation', (_, holds) => expect(says({ step: 'loan/sign' }, holds).told).toEqual([]));
