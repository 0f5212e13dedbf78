import { NUMBERS } from '../arithmetic.ts';
import { eager, isNumber } from '../form.ts';
import type { Operator } from '../operator.ts';
import { percentOf } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'percentOf',
  says: 'What the first is of the second, in percent: [part, whole]; unknown where the whole is 0. In values/ only.',
  arity: [2, 2],
  ...NUMBERS,
  strict: true,
  direction: (place, [, whole]) => (place === 0 && isNumber(whole) ? Math.sign(whole) : 0),
  ...eager({ percentOf }),
  noun: ([part, whole], { noun }) => ({ words: `${noun(part)} in percent of ${noun(whole)}`, unit: 'percent' }),
  examples: [
    {
      rule: { percentOf: [{ var: 'answers.a' }, { var: 'answers.b' }] },
      facts: { 'answers.a': 1, 'answers.b': 8 },
      is: 12.5,
      words: 'the a in percent of the b',
    },
    {
      rule: { '<': [{ percentOf: [{ var: 'answers.a' }, 8] }, 50] },
      facts: { 'answers.a': 3 },
      is: true,
      words: 'the a in percent of 8 is less than 50%',
    },
    { rule: { percentOf: [1, 0] } },
    { rule: { percentOf: [{ var: 'answers.a' }, 8] } },
  ],
};
