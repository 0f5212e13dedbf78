import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** Several lines of words. Nothing typed is cut off: what is too long is said, and refused by the field's limit. */
export const control: Control = { Draw: late(() => import('./draw.tsx')), quiet: true, frame: 'label' };
