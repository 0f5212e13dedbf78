import { ARITHMETIC, between, isWhole, othersAreNumbers, spanning } from '../arithmetic.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { add } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '+',
  says: 'The sum. In values/ only.',
  arity: [0, Infinity],
  ...ARITHMETIC,
  changes: true,
  factors: (count) => Array.from({ length: count }, () => 1),
  direction: (place, operands) => (othersAreNumbers(place, operands) ? 1 : 0),
  span: (operands) =>
    spanning(
      operands.reduce((sum, { least }) => sum + least, 0),
      operands.reduce((sum, { most }) => sum + most, 0),
      isWhole(operands),
    ),
  ...eager({ add }),
  noun: between('plus', true),
  examples: [
    {
      rule: { '+': [{ var: 'answers.a' }, 5] },
      facts: { 'answers.a': 3 },
      is: 8,
      words: 'the a plus 5',
    },
    { rule: { '>': [{ '+': [{ var: 'answers.a' }, -4] }, 3] }, facts: { 'answers.a': 7 }, is: false },
    { rule: { '+': [1, { var: 'answers.a' }] } },
  ],
};
