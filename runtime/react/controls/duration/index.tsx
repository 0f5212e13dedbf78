import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** Years and months in two labelled boxes. */
export const control: Control = { Draw: late(() => import('./draw.tsx')), quiet: true, frame: 'group' };
