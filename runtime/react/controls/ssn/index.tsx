import { lineControl } from '../line.tsx';
import { masked, plain } from '../../../core/index.ts';
import { digits, ungrouped } from '../writing.ts';

/** A Social Security number: its end alone once it was left, grouped when somebody comes back to it. */
export const control = lineControl({
  writing: ({ mask = '' }) => ({
    takes: digits,
    read: ungrouped,
    edit: (value) => masked(mask, plain(value)),
    show: (value) => plain(value).replace(/^\d{5}(\d{4})$/, '•••-••-$1'),
  }),
  attributes: { inputMode: 'numeric', autoComplete: 'off', spellCheck: false },
});
