import { listed } from '../../english.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { merge } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'merge',
  says: 'Lists joined to one.',
  arity: [0, Infinity],
  gives: 'array',
  standard: true,
  strict: true,
  ...eager({ merge }),
  noun: (operands, { noun }) => listed(operands.map(noun), 'and'),
  examples: [
    {
      rule: { merge: [{ var: 'answers.list' }, [3], 4] },
      facts: { 'answers.list': [1, 2] },
      is: [1, 2, 3, 4],
      words: 'the list, 3 and 4',
    },
    { rule: { merge: [{ var: 'answers.list' }, [3]] } },
  ],
};
