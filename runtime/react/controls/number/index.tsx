import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** A number as people type it (`1500`, `2.5`). */
export const control: Control = {
  Draw: late(() => import('./draw.tsx')),
  quiet: true,
  frame: 'label',
};
