import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** Dollars and cents; the answer counts cents, unless the option `unit` says that it counts whole dollars. */
export const control: Control = {
  Draw: late(() => import('./draw.tsx')),
  quiet: true,
  frame: 'label',
};
