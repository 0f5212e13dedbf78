import { lazy } from '../form.ts';
import type { Operator } from '../operator.ts';
import { when } from './evaluate.ts';

/** Each second part is a condition, up to the one that stands for everything else. */
const isCondition = (place: number, count: number): boolean => place % 2 === 0 && place < count - 1;

/** The first two parts, then what the others come to. */
function decision([condition = 'null', then, ...more]: readonly string[]): string {
  return then === undefined ? condition : `(v=${condition})?${then}:v===!1?${decision(more)}:void 0`;
}

export const OPERATOR: Operator = {
  id: 'if',
  also: ['?:'],
  says: '[condition, then, condition, then, ..., otherwise]',
  arity: [2, 99],
  standard: true,
  ...lazy(
    { when },
    {
      body: decision,
      decides: isCondition,
      isOpen: (count) => count % 2 === 0,
    },
  ),
  examples: [
    {
      rule: { if: [{ '==': [{ var: 'answers.a' }, 1] }, 10, 20] },
      facts: { 'answers.a': 2 },
      is: 20,
      words: '10 when the a is 1 and 20 otherwise',
    },
    { rule: { '?:': [true, 'x', 'y'] }, is: 'x' },
    { rule: { if: [{ var: 'answers.a' }, 1, 2] } },
  ],
};
