import { each } from '../form.ts';
import type { Operator } from '../operator.ts';
import { filter } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'filter',
  says: 'The items for which it holds: [list, rule of the item]',
  arity: [2, 2],
  takes: ['array', 'any'],
  gives: 'array',
  standard: true,
  ...each({ filter }),
  noun: ([list, rule], { noun, clause }) => `those of ${noun(list)} where ${clause(rule)}`,
  examples: [
    {
      rule: { filter: [{ var: 'answers.list' }, { '>': [{ var: '' }, 1] }] },
      facts: { 'answers.list': [1, 2, 3] },
      is: [2, 3],
      words: 'those of the list where it is more than 1',
    },
    { rule: { filter: [{ var: 'answers.list' }, { var: '' }] } },
  ],
};
