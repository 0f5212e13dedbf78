import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { gt } from './evaluate.ts';

/** The expression that one thing is more than another. */
export const more = <Part>(a: Part, b: Part): { readonly '>': readonly Part[] } => ({ '>': [a, b] });

export const OPERATOR: Operator = {
  id: '>',
  says: 'The first is greater: [{ "var": "answers.loan.amount" }, 50000]',
  ...comparison({ gt }, ['more']),
  examples: [
    { rule: { '>': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 3 }, is: true, words: 'the a is more than 2' },
    { rule: { '>': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 2 }, is: false },
    { rule: { '>': [{ var: 'answers.a' }, 2] } },
  ],
};
