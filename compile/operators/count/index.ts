import { each, eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { count } from './evaluate.ts';

const whole = eager({ count });
const fitting = each({ count });

export const OPERATOR: Operator = {
  id: 'count',
  says: 'How many items a list has: [list]; or how many of them fit: [list, rule of the item].',
  arity: [1, 2],
  takes: ['array', 'any'],
  gives: 'number',
  overItems: true,
  emit: (args, scope, compile) =>
    args.length > 1 ? fitting.emit(args, scope, compile) : whole.emit(args, scope, compile),
  evaluate: (operands, around) => (operands.length > 1 ? fitting : whole).evaluate(operands, around),
  noun: ([list, ...rule], { noun, clause }) =>
    `the number of ${noun(list)}${rule.length > 0 ? ` for which ${clause(rule[0])}` : ''}`,
  examples: [
    {
      rule: { count: [{ var: 'answers.list' }] },
      facts: { 'answers.list': [4, 2, 3] },
      is: 3,
      words: 'the number of the list',
    },
    {
      rule: { count: [{ var: 'answers.list' }, { '>': [{ var: '' }, 2] }] },
      facts: { 'answers.list': [4, 2, 3] },
      is: 2,
      words: 'the number of the list for which it is more than 2',
    },
    { rule: { count: [[]] }, is: 0 },
    { rule: { count: [{ var: 'answers.list' }] } },
  ],
};
