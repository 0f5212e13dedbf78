import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { lt } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '<',
  says: 'The first is less; with three, the second lies between the others.',
  ...comparison({ lt }, ['less'], 3),
  examples: [
    { rule: { '<': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 1 }, is: true, words: 'the a is less than 2' },
    {
      rule: { '<': [1, { var: 'answers.a' }, 5] },
      facts: { 'answers.a': 5 },
      is: false,
      words: 'the a is strictly between 1 and 5',
    },
    { rule: { '<': [1, { var: 'answers.a' }, 5] } },
  ],
};
