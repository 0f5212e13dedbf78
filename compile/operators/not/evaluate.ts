import { truthy } from '../../kit/truth.ts';

export function not(value: unknown): boolean | undefined {
  return value === undefined ? undefined : !truthy(value);
}
