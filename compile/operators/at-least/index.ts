import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { ge } from './evaluate.ts';

/** The expression that one thing is at least another. */
export const atLeast = <Part>(a: Part, b: Part): { readonly '>=': readonly Part[] } => ({ '>=': [a, b] });

export const OPERATOR: Operator = {
  id: '>=',
  says: 'The first is greater or the same.',
  ...comparison({ ge }, ['equal', 'more']),
  examples: [
    { rule: { '>=': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 2 }, is: true, words: 'the a is at least 2' },
    { rule: { '>=': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 1 }, is: false },
    { rule: { '>=': [{ var: 'answers.a' }, 2] } },
  ],
};
