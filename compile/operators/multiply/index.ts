import { ARITHMETIC, between } from '../arithmetic.ts';
import { eager, isNumber } from '../form.ts';
import type { Operator } from '../operator.ts';
import { multiply } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '*',
  says: 'The product. In values/ only.',
  arity: [0, Infinity],
  ...ARITHMETIC,
  changes: true,
  direction: (place, operands) =>
    operands
      .filter((_, i) => i !== place)
      .reduce<number>((sign, one) => sign * (isNumber(one) ? Math.sign(one) : 0), 1),
  ...eager({ multiply }),
  noun: between('times', false),
  examples: [
    { rule: { '*': [{ var: 'answers.a' }, 5] }, facts: { 'answers.a': 3 }, is: 15, words: 'the a times 5' },
    { rule: { '>=': [{ '*': [{ var: 'answers.a' }, -2] }, 6] }, facts: { 'answers.a': -3 }, is: true },
    { rule: { '*': [1, { var: 'answers.a' }] } },
  ],
};
