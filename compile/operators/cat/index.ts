import { listed } from '../../english.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { cat } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'cat',
  says: 'Texts joined: ["Dear ", { "var": "answers.personalInformation.firstName" }]',
  arity: [0, Infinity],
  gives: 'string',
  standard: true,
  strict: true,
  total: true,
  changes: true,
  ...eager({ cat }),
  noun: (operands, { noun }) =>
    `${listed(operands.filter((one) => typeof one !== 'string' || one.trim() !== '').map(noun), 'and')} together`,
  examples: [
    {
      rule: { cat: [{ var: 'answers.first' }, ' ', { var: 'answers.last' }] },
      facts: { 'answers.first': 'Ana', 'answers.last': 'Ruiz' },
      is: 'Ana Ruiz',
      words: 'the first and the last together',
    },
    { rule: { cat: ['a', { var: 'answers.first' }] } },
  ],
};
