import { lineControl } from '../line.tsx';
import { plain } from '../../../core/index.ts';
import { digits, ungrouped } from '../writing.ts';

/** A code somebody was sent. */
export const control = lineControl({
  writing: () => ({ takes: digits, read: ungrouped, edit: plain, show: plain }),
  attributes: { inputMode: 'numeric', autoComplete: 'one-time-code', spellCheck: false },
});
