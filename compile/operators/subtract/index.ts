import { ARITHMETIC, between, isWhole, othersAreNumbers, spanning } from '../arithmetic.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { subtract } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '-',
  says: 'The difference, or the negative. In values/ only.',
  arity: [1, 2],
  ...ARITHMETIC,
  changes: true,
  factors: (count) => (count === 2 ? [1, -1] : undefined),
  direction: (place, operands) =>
    othersAreNumbers(place, operands) ? (place === 0 && operands.length === 2 ? 1 : -1) : 0,
  span: (operands) => {
    const [from, taken] = operands;
    return from && taken && spanning(from.least - taken.most, from.most - taken.least, isWhole(operands));
  },
  ...eager({ subtract }),
  noun: between('minus', true),
  examples: [
    {
      rule: { '-': [{ var: 'answers.a' }, 5] },
      facts: { 'answers.a': 3 },
      is: -2,
      words: 'the a minus 5',
    },
    { rule: { '<': [{ '-': [10, { var: 'answers.a' }] }, 3] }, facts: { 'answers.a': 8 }, is: true },
    { rule: { '-': [4] }, is: -4 },
    { rule: { '-': [1, { var: 'answers.a' }] } },
  ],
};
