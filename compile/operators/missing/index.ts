import { code, join } from '../../emit/code.ts';
import { listed } from '../../english.ts';
import { raw } from '../../kit/read.ts';
import { call, cutPath, flat, named } from '../form.ts';
import type { Logic, Operator } from '../operator.ts';
import { areKnown } from '../words.ts';
import { missing, type Named } from './evaluate.ts';

/** Paths with what stands there. */
export const standing = (paths: readonly Logic[], data: unknown): Named[] =>
  paths.map((path): Named => [String(path), raw(data, cutPath(path))]);

export const OPERATOR: Operator = {
  id: 'missing',
  says: 'Those of the named facts that are not there: { "missing": ["answers.a", "answers.b"] }',
  arity: [0, Infinity],
  gives: 'array',
  standard: true,
  names: { asks: 'there', of: flat },
  emit: (args, scope, compile) => {
    if (scope.policy === 'json-logic')
      return call('missingIn', [code(scope.data), ...args.map((arg) => compile(arg, scope))]);
    const names = named(flat(args), scope);
    return join([names], `k.missing(${names.js})`);
  },
  evaluate: (operands, { data }) => missing(...standing(flat(operands), data)),
  noun: (operands, { fact, noun }) =>
    `what is missing of ${listed(
      operands.flat().map((one) => (typeof one === 'string' ? fact(one) : noun(one))),
      'and',
    )}`,
  clause: (operands, holds, voice) => areKnown(operands.flat().map(String), !holds, voice),
  examples: [
    {
      rule: { missing: ['answers.a', 'answers.b'] },
      facts: { 'answers.a': 1 },
      is: ['answers.b'],
      words: 'what is missing of the a and the b',
    },
    { rule: { '!': { missing: ['answers.a'] } }, facts: { 'answers.a': 1 }, is: true, words: 'the a is answered' },
  ],
};
