import { code } from '../../emit/code.ts';
import { cutPath, flat, reading, readsOf, segments } from '../form.ts';
import type { Operator } from '../operator.ts';
import { areKnown } from '../words.ts';
import { raw, there } from '../../kit/read.ts';

export const OPERATOR: Operator = {
  id: 'answered',
  says: 'Is there an answer: { "answered": "answers.loan.amount" }. Never unknown.',
  arity: [1, 1],
  gives: 'boolean',
  names: { asks: 'there', of: flat },
  emit: ([path = ''], scope) => {
    const name = String(path);
    const read = reading(name, scope);
    const js = `k.there(${read ?? `k.raw(${scope.data},${segments(name, scope)})`})`;
    return { ...code(js, readsOf(name, scope)), isTruth: true, isKnown: true };
  },
  evaluate: ([path], { data }) => there(raw(data, cutPath(path))),
  clause: ([path], holds, voice) => areKnown([String(path)], holds, voice),
  examples: [
    {
      rule: { answered: 'answers.amount' },
      facts: { 'answers.amount': 5 },
      is: true,
      words: 'the amount is answered',
    },
    { rule: { answered: 'answers.amount' }, is: false },
  ],
};
