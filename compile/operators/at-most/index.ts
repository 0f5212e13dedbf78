import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { le } from './evaluate.ts';

/** The expression that one thing is at most another. */
export const atMost = <Part>(a: Part, b: Part): { readonly '<=': readonly Part[] } => ({ '<=': [a, b] });

export const OPERATOR: Operator = {
  id: '<=',
  says: 'The first is less or the same; with three, the second lies between the others, both included.',
  ...comparison({ le }, ['less', 'equal'], 3),
  examples: [
    { rule: { '<=': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 2 }, is: true, words: 'the a is at most 2' },
    {
      rule: { '<=': [1, { var: 'answers.a' }, 5] },
      facts: { 'answers.a': 5 },
      is: true,
      words: 'the a is between 1 and 5',
    },
    { rule: { '<=': [{ var: 'answers.a' }, 2] } },
  ],
};
