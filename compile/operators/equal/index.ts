import { comparison } from '../comparison.ts';
import type { Operator } from '../operator.ts';
import { eq } from './evaluate.ts';

/** The expression that two things are the same. */
export const equal = <Part>(a: Part, b: Part): { readonly '==': readonly Part[] } => ({ '==': [a, b] });

export const OPERATOR: Operator = {
  id: '==',
  says: 'Both are the same: [{ "var": "answers.x" }, "TX"]',
  ...comparison({ eq }, ['equal']),
  examples: [
    { rule: { '==': [{ var: 'answers.a' }, 2] }, facts: { 'answers.a': 2 }, is: true, words: 'the a is 2' },
    { rule: { '==': ['TX', { var: 'answers.code' }] }, facts: { 'answers.code': 'OH' }, is: false },
    { rule: { '==': [{ var: 'answers.a' }, 2] } },
  ],
};
