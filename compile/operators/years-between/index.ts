import { eager } from '../form.ts';
import type { Operator } from '../operator.ts';
import { yearsBetween } from './evaluate.ts';

export const OPERATOR: Operator = {
  id: 'yearsBetween',
  says: 'Completed years from one date to another: [{ "var": "answers.personalInformation.dateOfBirth" }, { "var": "today" }]',
  arity: [2, 2],
  takes: ['string'],
  gives: 'number',
  strict: true,
  elapsed: 'year',
  direction: (place) => (place === 1 ? 1 : -1),
  ...eager({ yearsBetween }),
  noun: ([from, to], { noun }) => `the years from ${noun(from)} to ${noun(to)}`,
  examples: [
    {
      rule: { yearsBetween: [{ var: 'answers.birth' }, '2018-02-28'] },
      facts: { 'answers.birth': '2000-02-29' },
      is: 17,
      words: 'the years from the birth to "2018-02-28"',
    },
    {
      rule: { yearsBetween: [{ var: 'answers.birth' }, '2018-03-01'] },
      facts: { 'answers.birth': '2000-02-29' },
      is: 18,
    },
    {
      rule: { '>=': [{ yearsBetween: [{ var: 'answers.birth' }, '2026-11-20'] }, 18] },
      facts: { 'answers.birth': '2008-11-20' },
      is: true,
    },
    { rule: { yearsBetween: ['2026-02-30', '2026-03-01'] } },
    { rule: { yearsBetween: [{ var: 'answers.birth' }, '2018-03-01'] } },
  ],
};
