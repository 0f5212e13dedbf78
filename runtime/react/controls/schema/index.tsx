import type { Control } from '../contract.ts';
import { late } from '../late.tsx';

/**
 * A list or a group of values, drawn by rjsf from the field's JSON Schema. rjsf weighs more than all of this runtime:
 * only a page that asks for one loads it.
 */
export const control: Control = { Draw: late(() => import('./form.tsx'), true), quiet: false, frame: 'group' };
