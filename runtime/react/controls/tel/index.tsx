import { lineControl } from '../line.tsx';
import { words } from '../writing.ts';

/** A phone number. */
export const control = lineControl({ writing: words, attributes: { type: 'tel', inputMode: 'tel' } });
