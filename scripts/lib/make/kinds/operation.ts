import { filled } from '../content.ts';
import type { Kind } from '../kind.ts';

export const KIND: Kind = {
  says: '<operation>',
  name: /^[a-z][A-Za-z0-9]*$/,
  named: 'letters and digits without spaces or hyphens, a small letter first, like answerFor',
  make: (order) => filled('operation', order, {}),
};
