import { get } from '../../kit/read.ts';
import { code, join, type Code, type Scope } from '../../emit/code.ts';
import type { Json } from '../../../runtime/core/facts.ts';
import { call, cutPath, reading, readsOf, segments } from '../form.ts';
import type { Compile, Operator } from '../operator.ts';

/** The code that reads a fact; a derived value is called. */
export function readVar(args: readonly Json[], scope: Scope, compile: Compile): Code {
  const [path = '', fallback] = args;
  if (scope.policy === 'json-logic') {
    return call('varOrNull', [code(scope.data), ...args.map((arg) => compile(arg, scope))]);
  }
  const name = String(path);
  if (name === '') return code(scope.data);
  if (scope.data === 'f' && name.startsWith('values.')) return scope.value(name.slice('values.'.length));
  const otherwise = fallback === undefined ? undefined : compile(fallback, scope);
  const read = otherwise ? undefined : reading(name, scope);
  if (read !== undefined) return code(`k.seen(${read})`, readsOf(name, scope));
  const js = `k.get(${scope.data},${segments(name, scope)}${otherwise ? `,${otherwise.js}` : ''})`;
  return join([code('', readsOf(name, scope)), ...(otherwise ? [otherwise] : [])], js);
}

export const OPERATOR: Operator = {
  id: 'var',
  says: 'Reads a fact by its path: { "var": "answers.loan.amount" }. Inside a list operator it reads the item.',
  arity: [1, 2],
  standard: true,
  emit: readVar,
  evaluate: ([path, fallback], { data, of }) =>
    path === '' ? data : get(data, cutPath(path), fallback === undefined ? undefined : of(fallback)),
  examples: [
    { rule: { var: 'answers.amount' }, facts: { 'answers.amount': 50 }, is: 50, words: 'the amount' },
    { rule: { var: ['answers.amount', 7] }, is: 7 },
    { rule: { var: 'answers.amount' } },
  ],
};
