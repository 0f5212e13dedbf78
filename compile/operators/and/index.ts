import { lazy } from '../form.ts';
import type { Operator } from '../operator.ts';
import { and } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'and',
  says: 'True when all parts are. [rule, rule, ...]',
  arity: [1, 999],
  gives: 'boolean',
  standard: true,
  ...lazy(
    { and },
    {
      plain: '&&',
      body: ([first = '', second = '', ...more]) =>
        `(u=${first})===!1||(v=${second})===!1${more.map((part) => `||(u&&=v,v=${part})===!1`).join('')}?!1:u&&v`,
    },
  ),
  examples: [
    {
      rule: { and: [{ '==': [{ var: 'answers.a' }, 1] }, { '==': [{ var: 'answers.b' }, 2] }] },
      facts: { 'answers.a': 1, 'answers.b': 2 },
      is: true,
      words: 'the a is 1 and the b is 2',
    },
    { rule: { and: [false, { var: 'answers.a' }] }, is: false },
    { rule: { and: [true, { var: 'answers.a' }] } },
  ],
};
