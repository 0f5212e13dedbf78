import { filled } from '../content.ts';
import { HYPHENED, type Kind } from '../kind.ts';

export const KIND: Kind = {
  says: '<widget> [--title words]',
  name: /^[a-z][a-z0-9-]*$/,
  named: HYPHENED,
  make: (order) => filled('widget', order, {}),
};
