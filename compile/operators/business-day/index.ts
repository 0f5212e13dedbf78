import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { businessDay } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'businessDay',
  says: 'A date, or the next business day where it is none (Monday to Friday, no holiday of the Federal Reserve Banks): [date], or [date, latest] for the last business day until `latest` where that comes earlier',
  arity: [1, 2],
  takes: ['string', 'string'],
  gives: 'string',
  strict: true,
  ...eager({ businessDay }),
  noun: ([from, latest], { noun }) => ({
    words: `the business day from ${noun(from)} on${latest === undefined ? '' : `, by ${noun(latest)} at the latest`}`,
    unit: 'date',
  }),
  examples: [
    {
      rule: { businessDay: [{ var: 'answers.due' }] },
      facts: { 'answers.due': '2026-12-25' },
      is: '2026-12-28',
      words: 'the business day from the due on',
    },
    { rule: { businessDay: ['2026-12-04'] }, is: '2026-12-04' },
    {
      rule: { businessDay: [{ var: 'answers.due' }, { var: 'answers.lastDay' }] },
      facts: { 'answers.due': '2026-12-25', 'answers.lastDay': '2026-12-26' },
      is: '2026-12-24',
      words: 'the business day from the due on, by the last day at the latest',
    },
    { rule: { businessDay: [{ var: 'answers.due' }] } },
    { rule: { businessDay: ['2026-12-04', { var: 'answers.due' }] } },
  ],
};
