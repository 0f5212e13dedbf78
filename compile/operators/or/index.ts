import { lazy } from '../form.ts';
import type { Operator } from '../operator.ts';
import { or } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'or',
  says: 'True when at least one part is. [rule, rule, ...]',
  arity: [1, 999],
  standard: true,
  ...lazy(
    { or },
    {
      plain: '||',
      body: ([first = '', second = '', ...more]) =>
        `(u=${first})||(v=${second})${more.map((part) => `||(u=u===!1?v:u,v=${part})`).join('')}?!0:u===!1?v:u`,
    },
  ),
  examples: [
    {
      rule: { or: [{ '==': [{ var: 'answers.a' }, 1] }, { '==': [{ var: 'answers.b' }, 2] }] },
      facts: { 'answers.a': 3, 'answers.b': 2 },
      is: true,
      words: 'the a is 1 or the b is 2',
    },
    { rule: { or: [true, { var: 'answers.a' }] }, is: true },
    { rule: { or: [false, { var: 'answers.a' }] } },
  ],
};
