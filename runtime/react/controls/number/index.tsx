import { lineControl } from '../line.tsx';
import { plain } from '../../../core/index.ts';

/** A number as people type it (`1,500`, `2.5`). */
export const control = lineControl({
  writing: () => ({
    read(text) {
      const bare = text.replace(/[,\s]/g, '');
      return bare === '' ? undefined : /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text;
    },
    edit: plain,
    show: plain,
  }),
  attributes: { inputMode: 'decimal', autoComplete: 'off' },
});
