import { each } from '../form.ts';
import type { Operator } from '../operator.ts';
import { includes } from '../words.ts';
import { none } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'none',
  says: 'Holds for no item: [list, rule of the item]',
  arity: [2, 2],
  takes: ['array', 'any'],
  gives: 'boolean',
  standard: true,
  ...each({ none }),
  clause: ([list, rule], holds, { noun, clause }) => includes(noun(list), clause(rule), !holds),
  examples: [
    {
      rule: { none: [{ var: 'answers.list' }, { '>': [{ var: '' }, 2] }] },
      facts: { 'answers.list': [2, 3] },
      is: false,
      words: 'the list includes none for which it is more than 2',
    },
    { rule: { none: [[], { var: '' }] }, is: true },
    { rule: { none: [{ var: 'answers.list' }, { var: '' }] } },
  ],
};
