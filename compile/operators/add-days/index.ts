import { eager, isNumber } from '../form.ts';
import type { Operator } from '../operator.ts';
import { addDays } from './evaluate.ts';

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

export const OPERATOR: Operator = {
  id: 'addDays',
  says: 'A date some days later: [date, days]',
  arity: [2, 2],
  takes: ['string', 'number'],
  gives: 'string',
  strict: true,
  later: true,
  changes: true,
  direction: (place, [, count]) => (place === 0 && isNumber(count) ? 1 : 0),
  ...eager({ addDays }),
  noun: ([from, count], { noun }) => ({
    words: `${isNumber(count) ? days(count) : `${noun(count)} days`} after ${noun(from)}`,
    unit: 'date',
  }),
  examples: [
    {
      rule: { addDays: [{ var: 'answers.due' }, 14] },
      facts: { 'answers.due': '2026-11-20' },
      is: '2026-12-04',
      words: '14 days after the due',
    },
    {
      rule: { '<': [{ addDays: [{ var: 'answers.due' }, -1] }, '2026-11-20'] },
      facts: { 'answers.due': '2026-11-20' },
      is: true,
    },
    { rule: { addDays: ['2026-01-01', 1.5] } },
    { rule: { addDays: [{ var: 'answers.due' }, 14] } },
  ],
};
