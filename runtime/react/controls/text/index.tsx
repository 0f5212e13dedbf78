import { lineControl } from '../line.tsx';
import { words } from '../writing.ts';

/** One line of words. */
export const control = lineControl({ writing: words });
