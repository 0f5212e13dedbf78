import type { Each } from '../../kit/each.ts';
import { some } from '../some/evaluate.ts';

export function none(list: unknown, each: Each): boolean | undefined {
  const any = some(list, each);
  return any === undefined ? undefined : !any;
}
