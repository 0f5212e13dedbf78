import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { validRoutingNumber } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'validRoutingNumber',
  says: 'Is it the routing number of a bank.',
  arity: [1, 1],
  takes: ['string'],
  gives: 'boolean',
  strict: true,
  total: true,
  ...eager({ validRoutingNumber }),
  clause: ([number], holds, { noun }) => `${noun(number)} is ${holds ? 'a valid' : 'no valid'} routing number`,
  examples: [
    {
      rule: { validRoutingNumber: { var: 'answers.routing' } },
      facts: { 'answers.routing': '111000025' },
      is: true,
      words: 'the routing is a valid routing number',
    },
    { rule: { validRoutingNumber: { var: 'answers.routing' } }, facts: { 'answers.routing': '111000026' }, is: false },
    { rule: { validRoutingNumber: { var: 'answers.routing' } } },
  ],
};
