/** What arithmetic has in common: numbers in, a number out, in values/ only. */
import { isNumber } from './form.ts';
import type { Logic, Noun, Operator, Span, Unit, Voice } from './operator.ts';

export const NUMBERS: Pick<Operator, 'takes' | 'gives' | 'stands'> = {
  takes: ['number'],
  gives: 'number',
  stands: 'values',
};
/** json-logic's own. */
export const ARITHMETIC: Pick<Operator, 'takes' | 'gives' | 'standard' | 'stands' | 'strict' | 'total'> = {
  ...NUMBERS,
  standard: true,
  strict: true,
  total: true,
};

/** Operands with a word between them. */
export function between(word: string, alike: boolean): (operands: readonly Logic[], voice: Voice) => Noun {
  return (operands, voice) => {
    const unit: Unit = operands.some((one) => voice.unit(one) === 'money') ? 'money' : 'plain';
    return {
      words: operands.map((one) => (alike ? voice.alone(one, unit) : voice.alone(one))).join(` ${word} `),
      unit,
    };
  };
}

/** A span, unless an end of it is none: the difference of two things without end. */
export function spanning(least: number, most: number, whole: boolean): Span | undefined {
  return Number.isNaN(least) || Number.isNaN(most) ? undefined : { least, most, whole };
}
export const isWhole = (operands: readonly Span[]): boolean => operands.every(({ whole }) => whole);

/** The operands beside the one at a place are numbers. */
export const othersAreNumbers = (place: number, operands: readonly Logic[]): boolean =>
  operands.every((one, i) => i === place || isNumber(one));
