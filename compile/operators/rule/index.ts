import type { Operator } from '../operator.ts';

export const OPERATOR: Operator = {
  id: 'rule',
  says: 'The truth of a named rule: { "rule": "state-is-texas" }.',
  arity: [1, 1],
  gives: 'boolean',
  emit: ([name], scope) => scope.rule(String(name)),
  // The verifier unfolds named rules first; one that no file holds is unknown.
  evaluate: () => undefined,
  examples: [{ rule: { rule: 'that-no-file-holds' }, words: 'the rule "that-no-file-holds" holds' }],
};
