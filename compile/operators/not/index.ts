import { call, eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { not } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: '!',
  says: 'True when its part is false. Unknown stays unknown.',
  arity: [1, 1],
  gives: 'boolean',
  standard: true,
  strict: true,
  ...eager({ not }),
  emit: ([part = null], scope, compile) => {
    const of = compile(part, scope);
    return of.isKnown === true ? { ...of, js: `!${of.js}` } : { ...call('not', [of]), isTruth: true };
  },
  examples: [
    {
      rule: { '!': { '==': [{ var: 'answers.a' }, 1] } },
      facts: { 'answers.a': 2 },
      is: true,
      words: 'the a is not 1',
    },
    { rule: { '!': { var: 'answers.a' } } },
  ],
};
