import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** Files that the person sends. */
export const control: Control = { Draw: late(() => import('./draw.tsx')), quiet: false, frame: 'label' };
