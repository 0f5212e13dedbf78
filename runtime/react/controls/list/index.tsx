import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** A list that the person makes. */
export const control: Control = { Draw: late(() => import('./draw.tsx')), quiet: false, frame: 'group' };
