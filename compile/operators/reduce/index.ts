import { join } from '../../emit/code.ts';
import type { Operator } from '../operator.ts';

export const OPERATOR: Operator = {
  id: 'reduce',
  says: 'What comes of going over a list with what came before.',
  arity: [0, Infinity],
  stands: { instead: 'Use "some", "all", "none", "filter" or a result of the back end.' },
  overItems: true,
  emit: ([list = null, logic = null, initial], scope, compile) => {
    const over = compile(list, scope);
    const item = `i${scope.depth}`;
    const inner = compile(logic, { ...scope, data: item, depth: scope.depth + 1 });
    const start = compile(initial ?? null, scope);
    return join([over, inner, start], `k.reduce(${over.js},${item}=>(${inner.js}),${start.js})`, true);
  },
  // No content holds one, so the verifier never asks.
  evaluate: () => undefined,
  examples: [{ rule: { reduce: [[1, 2], { var: 'current' }, 0] } }],
};
