import { ARITHMETIC, between, isWhole } from '../arithmetic.ts';
import { eager } from '../form.ts';
import type { Operator, Span } from '../operator.ts';
import { remainder } from './evaluate.ts';

/** What is left of a division by a constant has the sign of what was divided. */
function span(operands: readonly Span[]): Span | undefined {
  const [of, by] = operands;
  if (!of || !by || by.least !== by.most || by.least === 0) return undefined;
  const whole = isWhole(operands);
  const most = Math.abs(by.least) - (whole ? 1 : 0);
  return {
    least: of.least >= 0 ? 0 : Math.max(of.least, -most),
    most: of.most <= 0 ? 0 : Math.min(of.most, most),
    whole,
  };
}

export const OPERATOR: Operator = {
  id: '%',
  says: 'The remainder. In values/ only.',
  arity: [2, 2],
  ...ARITHMETIC,
  span,
  ...eager({ remainder }),
  noun: between('modulo', false),
  examples: [
    { rule: { '%': [{ var: 'answers.a' }, 4] }, facts: { 'answers.a': 6 }, is: 2, words: 'the a modulo 4' },
    { rule: { '==': [{ '%': [{ var: 'answers.a' }, 2] }, 0] }, facts: { 'answers.a': 8 }, is: true },
    { rule: { '%': [1, { var: 'answers.a' }] } },
  ],
};
