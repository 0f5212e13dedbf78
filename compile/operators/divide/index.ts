import { ARITHMETIC, between } from '../arithmetic.ts';
import { eager, isNumber } from '../form.ts';
import type { Operator } from '../operator.ts';
import { divide } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '/',
  says: 'The quotient. In values/ only.',
  arity: [2, 2],
  ...ARITHMETIC,
  changes: true,
  direction: (place, [, by]) => (place === 0 && isNumber(by) ? Math.sign(by) : 0),
  ...eager({ divide }),
  noun: between('divided by', false),
  examples: [
    { rule: { '/': [{ var: 'answers.a' }, 4] }, facts: { 'answers.a': 6 }, is: 1.5, words: 'the a divided by 4' },
    { rule: { '>': [{ '/': [{ var: 'answers.a' }, 4] }, 2] }, facts: { 'answers.a': 8 }, is: false },
    { rule: { '/': [1, { var: 'answers.a' }] } },
  ],
};
