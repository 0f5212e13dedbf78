import { raw, there } from '../../kit/read.ts';

/** Whether something is there, sealed or not. Never unknown. */
export function answered(root: unknown, path: readonly string[]): boolean {
  return there(raw(root, path));
}
