import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { substr } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'substr',
  says: 'A part of a text: [text, from, length]',
  arity: [2, 3],
  takes: ['string', 'number'],
  gives: 'string',
  standard: true,
  ...eager({ substr }),
  noun: ([text], { noun }) => `a part of ${noun(text)}`,
  examples: [
    {
      rule: { substr: [{ var: 'answers.code' }, 1, 2] },
      facts: { 'answers.code': 'ABCD' },
      is: 'BC',
      words: 'a part of the code',
    },
    { rule: { substr: ['jsonlogic', 4, -2] }, is: 'log' },
    { rule: { substr: [{ var: 'answers.code' }, 1] } },
  ],
};
