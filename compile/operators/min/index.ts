import { listed } from '../../english.ts';
import { ARITHMETIC, isWhole, othersAreNumbers, spanning } from '../arithmetic.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { min } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'min',
  says: 'The least. In values/ only.',
  arity: [0, Infinity],
  ...ARITHMETIC,
  chooses: true,
  direction: (place, operands) => (othersAreNumbers(place, operands) ? 1 : 0),
  span: (operands) =>
    spanning(
      Math.min(...operands.map(({ least }) => least)),
      Math.min(...operands.map(({ most }) => most)),
      isWhole(operands),
    ),
  ...eager({ min }),
  noun: (operands, { noun, unit }) => ({
    words: `the smallest of ${listed(operands.map(noun), 'and')}`,
    unit: unit(operands[0]),
  }),
  examples: [
    {
      rule: { min: [{ var: 'answers.a' }, 5] },
      facts: { 'answers.a': 3 },
      is: 3,
      words: 'the smallest of the a and 5',
    },
    { rule: { '>=': [{ min: [{ var: 'answers.a' }, 5] }, 5] }, facts: { 'answers.a': 6 }, is: true },
    { rule: { min: [1, { var: 'answers.a' }] } },
  ],
};
