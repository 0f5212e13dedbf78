import { code, join } from '../../emit/code.ts';
import { listed } from '../../english.ts';
import { call, flat, named } from '../form.ts';
import { standing } from '../missing/index.ts';
import type { Operator } from '../operator.ts';
import { texts } from '../words.ts';
import { missingSome } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'missing_some',
  says: '[how many are enough, [paths]]: those missing while fewer are there.',
  arity: [0, Infinity],
  gives: 'array',
  standard: true,
  names: { asks: 'there', of: ([, paths]) => (Array.isArray(paths) ? paths : undefined) },
  emit: (args, scope, compile) => {
    if (scope.policy === 'json-logic')
      return call('missingSomeIn', [code(scope.data), ...args.map((arg) => compile(arg, scope))]);
    const [count = 1, paths = []] = args;
    const names = named(flat([paths]), scope);
    return join([names], `k.missingSome(${[JSON.stringify(count), names.js].filter(Boolean).join(',')})`);
  },
  evaluate: ([count, paths = []], { data }) => missingSome(Number(count), ...standing(flat([paths]), data)),
  clause: ([count, paths], holds, { fact }) => {
    const all = listed(texts([paths]).map(fact), 'and');
    return holds ? `fewer than ${String(count)} of ${all} are known` : `at least ${String(count)} of ${all} are known`;
  },
  examples: [
    {
      rule: { missing_some: [1, ['answers.a', 'answers.b']] },
      facts: { 'answers.a': 1 },
      is: [],
      words: 'fewer than 1 of the a and the b are known',
    },
    { rule: { missing_some: [2, ['answers.a', 'answers.b']] }, facts: { 'answers.a': 1 }, is: ['answers.b'] },
  ],
};
