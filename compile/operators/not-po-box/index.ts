import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { notPoBox } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'notPoBox',
  says: 'Is the address no PO box.',
  arity: [1, 1],
  takes: ['string'],
  gives: 'boolean',
  strict: true,
  total: true,
  ...eager({ notPoBox }),
  clause: ([line], holds, { noun }) => `${noun(line)} is ${holds ? 'no' : 'a'} PO box`,
  examples: [
    {
      rule: { notPoBox: { var: 'answers.street' } },
      facts: { 'answers.street': '12 Oak Street' },
      is: true,
      words: 'the street is no PO box',
    },
    { rule: { notPoBox: { var: 'answers.street' } }, facts: { 'answers.street': 'P.O. Box 12' }, is: false },
    { rule: { notPoBox: { var: 'answers.street' } } },
  ],
};
