import { lazy } from '../form.ts';
import type { Operator } from '../operator.ts';
import { when } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'if',
  also: ['?:'],
  says: '[condition, then, condition, then, ..., otherwise]',
  arity: [2, 99],
  standard: true,
  ...lazy({ when }),
  examples: [
    {
      rule: { if: [{ '==': [{ var: 'answers.a' }, 1] }, 10, 20] },
      facts: { 'answers.a': 2 },
      is: 20,
      words: '10 when the a is 1 and 20 otherwise',
    },
    { rule: { '?:': [true, 'x', 'y'] }, is: 'x' },
    { rule: { if: [{ var: 'answers.a' }, 1, 2] } },
  ],
};
