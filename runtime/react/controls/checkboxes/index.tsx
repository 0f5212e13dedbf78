import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** Any number of several, all in sight. The frame is its fieldset; the first box has the field's id. */
export const control: Control = { Draw: late(() => import('./draw.tsx')), quiet: false, frame: 'group' };
