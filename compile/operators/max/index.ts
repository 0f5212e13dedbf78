import { listed } from '../../english.ts';
import { ARITHMETIC, isWhole, othersAreNumbers, spanning } from '../arithmetic.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { max } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'max',
  says: 'The greatest. In values/ only.',
  arity: [0, Infinity],
  ...ARITHMETIC,
  chooses: true,
  direction: (place, operands) => (othersAreNumbers(place, operands) ? 1 : 0),
  span: (operands) =>
    spanning(
      Math.max(...operands.map(({ least }) => least)),
      Math.max(...operands.map(({ most }) => most)),
      isWhole(operands),
    ),
  ...eager({ max }),
  noun: (operands, { noun, unit }) => ({
    words: `the largest of ${listed(operands.map(noun), 'and')}`,
    unit: unit(operands[0]),
  }),
  examples: [
    {
      rule: { max: [{ var: 'answers.a' }, 5] },
      facts: { 'answers.a': 3 },
      is: 5,
      words: 'the largest of the a and 5',
    },
    { rule: { '>=': [{ max: [{ var: 'answers.a' }, 5] }, 5] }, facts: { 'answers.a': 6 }, is: true },
    { rule: { max: [1, { var: 'answers.a' }] } },
  ],
};
