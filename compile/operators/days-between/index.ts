import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { daysBetween } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'daysBetween',
  says: 'Days from one date to another.',
  arity: [2, 2],
  takes: ['string'],
  gives: 'number',
  strict: true,
  elapsed: 'day',
  direction: (place) => (place === 1 ? 1 : -1),
  ...eager({ daysBetween }),
  noun: ([from, to], { noun }) => `the days from ${noun(from)} to ${noun(to)}`,
  examples: [
    {
      rule: { daysBetween: ['2026-11-20', { var: 'answers.due' }] },
      facts: { 'answers.due': '2026-12-04' },
      is: 14,
      words: 'the days from "2026-11-20" to the due',
    },
    {
      rule: { '<=': [{ daysBetween: ['2026-11-20', { var: 'answers.due' }] }, 14] },
      facts: { 'answers.due': '2026-12-05' },
      is: false,
    },
    { rule: { daysBetween: ['soon', '2026-01-01'] } },
    { rule: { daysBetween: ['2026-11-20', { var: 'answers.due' }] } },
  ],
};
