import { each } from '../form.ts';
import type { Operator } from '../operator.ts';
import { map } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'map',
  says: 'Each item changed: [list, expression of the item]',
  arity: [2, 2],
  takes: ['array', 'any'],
  gives: 'array',
  standard: true,
  ...each({ map }),
  noun: ([list, item], { noun }) => `${noun(item)} for each of ${noun(list)}`,
  examples: [
    {
      rule: { map: [{ var: 'answers.list' }, { '+': [{ var: '' }, 1] }] },
      facts: { 'answers.list': [1, 2] },
      is: [2, 3],
      words: 'it plus 1 for each of the list',
    },
    { rule: { map: [{ var: 'answers.list' }, { var: '' }] } },
  ],
};
