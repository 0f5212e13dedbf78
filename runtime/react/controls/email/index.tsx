import { lineControl } from '../line.tsx';
import { words } from '../writing.ts';

/** An address of electronic mail. */
export const control = lineControl({
  writing: words,
  attributes: { type: 'email', spellCheck: false },
});
