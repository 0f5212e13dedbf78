import { listed, plainWords, quoted } from '../../english.ts';
import { get } from '../../kit/read.ts';
import { call, cutPath, flat } from '../form.ts';
import type { Logic, Operator, Voice } from '../operator.ts';
import { readVar } from '../var/index.ts';
import { texts } from '../words.ts';
import { agreedToAll, agreedToNamed } from './evaluate.ts';

/** With a map beside them, the texts name documents, not facts. */
const hasMap = (operands: readonly Logic[]): boolean => operands[1] !== undefined && typeof operands[1] !== 'string';

/** Documents are called by the last part of their path. */
const documents = (operands: readonly Logic[]): string =>
  listed(
    texts(operands).map((path) => quoted(plainWords(path.split('.').at(-1) ?? path))),
    'and',
  );

function clause(operands: readonly Logic[], holds: boolean, { noun }: Voice): string {
  const [list, map] = operands;
  if (hasMap(operands)) return `${holds ? 'every one' : 'not every one'} of ${noun(map)} is agreed to in ${noun(list)}`;
  const all = documents(operands);
  const several = / and /.test(all);
  if (holds) return `${all} ${several ? 'are' : 'is'} agreed to`;
  return `${several ? `not all of ${all} are` : `${all} is not`} agreed to`;
}

export const OPERATOR: Operator = {
  id: 'agreedToAll',
  says: 'Have all these documents been agreed to: a list of paths, or [list of idTags, { "var": the map of agreements }].',
  arity: [0, Infinity],
  gives: 'boolean',
  names: { asks: 'true', of: (operands) => (hasMap(operands) ? undefined : flat(operands)) },
  emit: (args, scope, compile) => {
    const [names = null, map = null] = args;
    return hasMap(args)
      ? call('agreedToNamed', [compile(names, scope), compile(map, scope)])
      : call(
          'agreedToAll',
          flat(args).map((path) => readVar([path], scope, compile)),
        );
  },
  evaluate: (operands, { data, of }) =>
    hasMap(operands)
      ? agreedToNamed(of(operands[0] ?? null), of(operands[1]))
      : agreedToAll(...flat(operands).map((path) => get(data, cutPath(path)))),
  clause,
  examples: [
    {
      rule: { agreedToAll: ['answers.terms', 'answers.arbitration'] },
      facts: { 'answers.terms': true, 'answers.arbitration': true },
      is: true,
      words: '"terms" and "arbitration" are agreed to',
    },
    {
      rule: { agreedToAll: ['answers.terms', 'answers.arbitration'] },
      facts: { 'answers.terms': true, 'answers.arbitration': false },
      is: false,
    },
    { rule: { agreedToAll: ['answers.terms', 'answers.arbitration'] }, facts: { 'answers.terms': true } },
    {
      rule: { agreedToAll: [['terms'], { var: 'answers.agreements' }] },
      facts: { 'answers.agreements': { terms: true } },
      is: true,
    },
  ],
};
