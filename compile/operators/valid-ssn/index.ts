import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { validSsn } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'validSsn',
  says: 'Is it a Social Security number that may exist.',
  arity: [1, 1],
  takes: ['string'],
  gives: 'boolean',
  strict: true,
  total: true,
  ...eager({ validSsn }),
  clause: ([number], holds, { noun }) => `${noun(number)} is ${holds ? 'a valid' : 'no valid'} Social Security number`,
  examples: [
    {
      rule: { validSsn: { var: 'answers.ssn' } },
      facts: { 'answers.ssn': '123-45-6789' },
      is: true,
      words: 'the ssn is a valid Social Security number',
    },
    { rule: { validSsn: { var: 'answers.ssn' } }, facts: { 'answers.ssn': '666-45-6789' }, is: false },
    { rule: { validSsn: { var: 'answers.ssn' } } },
  ],
};
