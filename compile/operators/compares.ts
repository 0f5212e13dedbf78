/** What follows from which of "less", "equal" and "more" make a comparison true. */
import type { Operator } from './operator.ts';

/** Whether it asks which is more, not only whether both are the same. */
export function isOrder(operator: Operator | undefined): boolean {
  return operator?.compares !== undefined && operator.compares.less !== operator.compares.more;
}
