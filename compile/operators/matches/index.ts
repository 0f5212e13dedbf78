import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { LONGEST, matches } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'matches',
  says: 'Does the text fit a regular expression: [{ "var": "answers.x" }, "^[A-Z]+$"]',
  arity: [2, 2],
  takes: ['string'],
  gives: 'boolean',
  strict: true,
  total: true,
  pattern: { place: 1, longest: LONGEST },
  ...eager({ matches }),
  clause([text, pattern], holds, { noun }) {
    // The commonest one has words: a ZIP code is 5 digits.
    const digits = typeof pattern === 'string' ? /^\^\[0-9\]\{(\d+)\}\$$/.exec(pattern)?.[1] : undefined;
    if (digits !== undefined) return `${noun(text)} ${holds ? 'is' : 'is not'} ${digits} digits`;
    return `${noun(text)} ${holds ? 'matches' : 'does not match'} ${typeof pattern === 'string' ? `the pattern ${pattern}` : noun(pattern)}`;
  },
  examples: [
    {
      rule: { matches: [{ var: 'answers.code' }, '^[A-Z]+$'] },
      facts: { 'answers.code': 'TX' },
      is: true,
      words: 'the code matches the pattern ^[A-Z]+$',
    },
    { rule: { matches: [{ var: 'answers.code' }, '^[A-Z]+$'] }, facts: { 'answers.code': 'tx' }, is: false },
    { rule: { matches: ['a', '('] } },
    { rule: { matches: [{ var: 'answers.code' }, '^[A-Z]+$'] } },
  ],
};
