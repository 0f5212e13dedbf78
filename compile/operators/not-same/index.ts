import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { differs } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '!==',
  says: 'Both differ, or are of two types.',
  ...comparison({ differs }, ['less', 'more']),
  examples: [
    { rule: { '!==': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 2 }, is: false, words: 'the a is not 2' },
    { rule: { '!==': ['2', 2] }, is: true },
    { rule: { '!==': [{ var: 'answers.a' }, 2] } },
  ],
};
