import { truth } from '../../kit/truth.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';

export const OPERATOR: Operator = {
  id: '!!',
  says: 'The truth of a value.',
  arity: [1, 1],
  gives: 'boolean',
  standard: true,
  strict: true,
  sameTruth: true,
  ...eager({ truth }),
  examples: [
    {
      rule: { '!!': { '==': [{ var: 'answers.a' }, 1] } },
      facts: { 'answers.a': 1 },
      is: true,
      words: 'the a is 1',
    },
    { rule: { '!!': [{ var: 'answers.list' }] }, facts: { 'answers.list': [] }, is: false },
    { rule: { '!!': { var: 'answers.a' } } },
  ],
};
