import type { Json } from '../../../../runtime/core/facts.ts';
import { filled, json, read } from '../content.ts';
import { HYPHENED, Unmade, type Kind, type Made, type Order } from '../kind.ts';

export const KIND: Kind = {
  says: '<idTag> --on <flow>/<step> [--title words]',
  name: /^[a-z][a-z0-9-]*$/,
  named: HYPHENED,
  make: disclosure,
};

/** A document, shown at the end of a page. */
function disclosure({ name, folders, options }: Order): Made {
  const [flowId = '', id = ''] = (options['on'] ?? '').split('/');
  if (id === '') throw new Unmade('Say on which page it is shown: --on <flow>/<step>.');
  const file = `flows/${flowId}/steps/${id}.json`;
  const page = read(folders, file);
  const layout = Array.isArray(page['layout']) ? (page['layout'] as readonly Json[]) : [];
  const made = filled('disclosure', { name, folders, options }, {});
  return {
    ...made,
    written: { ...made.written, [file]: json({ ...page, layout: [...layout, { disclosure: name }] }) },
  };
}
