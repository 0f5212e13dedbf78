/**
 * What all comparisons have in common. They are json-logic's, which are JavaScript's; `check` refuses to compare unlike
 * types.
 */
import { eager } from './form.ts';
import type { Operator } from './operator.ts';

type Common = Pick<Operator, 'arity' | 'gives' | 'standard' | 'strict' | 'total' | 'emit' | 'evaluate' | 'compares'>;

/**
 * @param kit the function of the kit by its name
 * @param truths which of less, equal and more make it true
 * @param most operands at most
 */
export function comparison(
  kit: Parameters<typeof eager>[0],
  truths: readonly ('less' | 'equal' | 'more')[],
  most = 2,
): Common {
  return {
    arity: [2, most],
    gives: 'boolean',
    standard: true,
    strict: true,
    total: true,
    compares: { less: truths.includes('less'), equal: truths.includes('equal'), more: truths.includes('more') },
    ...eager(kit),
  };
}
