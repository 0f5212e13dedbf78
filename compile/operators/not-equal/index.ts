import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { ne } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '!=',
  says: 'Both differ: [{ "var": "answers.x" }, "TX"]',
  ...comparison({ ne }, ['less', 'more']),
  examples: [
    { rule: { '!=': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 3 }, is: true, words: 'the a is not 2' },
    { rule: { '!=': [{ var: 'answers.code' }, 'TX'] }, facts: { 'answers.code': 'TX' }, is: false },
    { rule: { '!=': [{ var: 'answers.a' }, 2] } },
  ],
};
