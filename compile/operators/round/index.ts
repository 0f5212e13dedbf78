import { NUMBERS, isWhole, spanning } from '../arithmetic.ts';
import { eager, isNumber } from '../form.ts';
import type { Logic, Operator } from '../operator.ts';
import { round } from './evaluate.ts';

/** Places that are not written out could be any: then nothing is claimed of what comes. */
const places = (operands: readonly Logic[]): number | undefined => {
  const [, given = 0] = operands;
  return isNumber(given) ? given : undefined;
};

export const OPERATOR: Operator = {
  id: 'round',
  says: 'The nearest number with so many places, a half up: [number, places]; without places a whole number. In values/ only.',
  arity: [1, 2],
  ...NUMBERS,
  strict: true,
  direction: (place, operands) => (place === 0 && places(operands) !== undefined ? 1 : 0),
  span: (operands) => {
    const [of, to] = operands;
    if (!of || (to && to.least !== to.most)) return undefined;
    const ends = [of.least, of.most].map((end) => (Number.isFinite(end) ? round(end, to?.least) : end));
    const [least = Number.NaN, most = Number.NaN] = ends;
    return spanning(least, most, isWhole([of]) || (to?.least ?? 0) === 0);
  },
  *faults(args) {
    const [, given = 0] = args;
    if (typeof given !== 'number' || !Number.isInteger(given) || given < 0 || given > 12)
      yield {
        place: 1,
        message: 'The places of "round" must be written out: a whole number from 0 to 12.',
        fix: 'Write { "round": [{ "var": ... }, 2] }.',
      };
  },
  ...eager({ round }),
  noun: (operands, { noun, unit }) => {
    const to = places(operands) ?? 0;
    const end = to === 0 ? 'a whole number' : `${to} place${to === 1 ? '' : 's'}`;
    return { words: `${noun(operands[0])} rounded to ${end}`, unit: unit(operands[0]) };
  },
  examples: [
    {
      rule: { round: [{ '/': [{ var: 'answers.a' }, 2] }] },
      facts: { 'answers.a': 5 },
      is: 3,
      words: 'the a divided by 2 rounded to a whole number',
    },
    { rule: { round: [1.005, 2] }, is: 1.01, words: '1.005 rounded to 2 places' },
    { rule: { round: [-2.5] }, is: -2 },
    { rule: { round: [-2.51] }, is: -3 },
    { rule: { round: [{ var: 'answers.a' }] }, facts: { 'answers.a': 7 }, is: 7 },
    { rule: { '>=': [{ round: [{ var: 'answers.a' }, 1] }, 3] }, facts: { 'answers.a': 3 }, is: true },
    { rule: { round: [{ var: 'answers.a' }, 2] } },
  ],
};
