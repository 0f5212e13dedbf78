import { each } from '../form.ts';
import type { Operator } from '../operator.ts';
import { all } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'all',
  says: 'Holds for all items: [list, rule of the item]',
  arity: [2, 2],
  takes: ['array', 'any'],
  gives: 'boolean',
  standard: true,
  ...each({ all }),
  clause: ([list, rule], holds, { noun, clause }) =>
    `${holds ? 'every one' : 'not every one'} of ${noun(list)} is one for which ${clause(rule)}`,
  examples: [
    {
      rule: { all: [{ var: 'answers.list' }, { '>': [{ var: '' }, 1] }] },
      facts: { 'answers.list': [2, 3] },
      is: true,
      words: 'every one of the list is one for which it is more than 1',
    },
    { rule: { all: [[], { var: '' }] }, is: false },
    { rule: { all: [{ var: 'answers.list' }, { var: '' }] } },
  ],
};
