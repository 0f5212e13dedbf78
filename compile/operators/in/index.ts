import { code } from '../../emit/code.ts';
import { call, eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { within } from './evaluate.ts';

/** The expression that something is one of a list. */
export const isOneOf = <Part>(a: Part, b: Part): { readonly in: readonly Part[] } => ({ in: [a, b] });

export const OPERATOR: Operator = {
  id: 'in',
  says: 'Is the first one of the list, or a part of the text: [{ "var": "answers.x" }, ["A", "B"]]',
  arity: [2, 2],
  gives: 'boolean',
  standard: true,
  strict: true,
  total: true,
  among: true,
  ...eager({ within }),
  emit: ([part = null, whole = null], scope, compile) => {
    const list = compile(whole, scope);
    // One that is the same each time is made once.
    const isConstant = Array.isArray(whole) && !whole.some((item) => typeof item === 'object');
    const once = isConstant && scope.policy === 'unknown' ? code(scope.hoist('l', list.js)) : list;
    return call('within', [compile(part, scope), once]);
  },
  examples: [
    {
      rule: { in: [{ var: 'answers.code' }, ['TX', 'OH']] },
      facts: { 'answers.code': 'OH' },
      is: true,
      words: 'the code is TX or OH',
    },
    { rule: { in: [{ var: 'answers.code' }, ['TX', 'OH']] }, facts: { 'answers.code': 'CA' }, is: false },
    { rule: { in: ['ab', { var: 'answers.code' }] }, facts: { 'answers.code': 'cab' }, is: true },
    { rule: { in: [{ var: 'answers.code' }, ['TX']] } },
  ],
};
