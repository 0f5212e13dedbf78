import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/** A day in three labelled boxes. A box more or less would push what stands below: the page waits for it. */
export const control: Control = { Draw: late(() => import('./draw.tsx')), quiet: true, frame: 'group' };
