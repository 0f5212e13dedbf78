import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { each } from '../form.ts';
import type { Operator } from '../operator.ts';
import { includes } from '../words.ts';
import { some } from './evaluate.ts';

/** The expression that an item of a list fits a rule. */
export const includesOne = (list: Json, rule: Json): JsonObject => ({ some: [list, rule] });

export const OPERATOR: Operator = {
  id: 'some',
  says: 'Holds for at least one item: [list, rule of the item]',
  arity: [2, 2],
  takes: ['array', 'any'],
  gives: 'boolean',
  standard: true,
  ...each({ some }),
  clause: ([list, rule], holds, { noun, clause }) => includes(noun(list), clause(rule), holds),
  examples: [
    {
      rule: { some: [{ var: 'answers.list' }, { '>': [{ var: '' }, 2] }] },
      facts: { 'answers.list': [2, 3] },
      is: true,
      words: 'the list includes one for which it is more than 2',
    },
    { rule: { some: [[], { var: '' }] }, is: false },
    { rule: { some: [{ var: 'answers.list' }, { var: '' }] } },
  ],
};
