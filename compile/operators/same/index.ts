import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { same } from './evaluate.ts';

/** The expression that two things are the same and of one type. */
export const identical = <Part>(a: Part, b: Part): { readonly '===': readonly Part[] } => ({ '===': [a, b] });

export const OPERATOR: Operator = {
  id: '===',
  says: 'Both are the same, of one type.',
  ...comparison({ same }, ['equal']),
  examples: [
    { rule: { '===': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 2 }, is: true, words: 'the a is 2' },
    { rule: { '===': ['2', 2] }, is: false },
    { rule: { '===': [{ var: 'answers.a' }, 2] } },
  ],
};
