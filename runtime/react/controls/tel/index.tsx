import { lineControl } from '../line.tsx';
import { words } from '../writing.ts';

/** A phone number. */
export const control = lineControl({
  writing: (field, options) => words(field, { ...options, digits: true }),
  attributes: { type: 'tel', inputMode: 'tel' },
});
