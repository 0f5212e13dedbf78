import { listed } from '../../english.ts';
import { isWhole, NUMBERS, othersAreNumbers, spanning } from '../arithmetic.ts';
import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { sum } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'sum',
  says: 'The sum of those that are there: [number, number, ...], or of the items of a list; what is missing counts as nothing. In values/ only.',
  arity: [1, Infinity],
  ...NUMBERS,
  takes: ['any'],
  changes: true,
  direction: (place, operands) => (othersAreNumbers(place, operands) ? 1 : 0),
  span: (operands) =>
    spanning(
      operands.reduce((total, { least }) => total + Math.min(least, 0), 0),
      operands.reduce((total, { most }) => total + Math.max(most, 0), 0),
      isWhole(operands),
    ),
  ...eager({ sum }),
  noun: (operands, { noun, unit }) => ({
    words: `the sum of ${listed(operands.map(noun), 'and')} as far as they are known`,
    unit: unit(operands[0]),
  }),
  examples: [
    {
      rule: { sum: [{ var: 'answers.a' }, { var: 'answers.b' }] },
      facts: { 'answers.a': 3, 'answers.b': 4 },
      is: 7,
      words: 'the sum of the a and the b as far as they are known',
    },
    { rule: { sum: [{ var: 'answers.a' }, { var: 'answers.b' }] }, facts: { 'answers.b': 4 }, is: 4 },
    { rule: { sum: [{ var: 'answers.a' }, 5] }, is: 5 },
    { rule: { sum: [{ var: 'answers.list' }] }, facts: { 'answers.list': [1, 2, 4] }, is: 7 },
    { rule: { '>': [{ sum: [{ var: 'answers.a' }, 5] }, 9] }, facts: { 'answers.a': 5 }, is: true },
    { rule: { sum: [{ var: 'answers.name' }] }, facts: { 'answers.name': 'Ana' } },
  ],
};
