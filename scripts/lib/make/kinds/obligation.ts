import { filled, read } from '../content.ts';
import { HYPHENED, Unmade, type Kind, type Made, type Order } from '../kind.ts';

export const KIND: Kind = {
  says: '<name> --shown <idTag> --before <flow>/<step> [--title words]',
  name: /^[a-z][a-z0-9-]*$/,
  named: HYPHENED,
  make: obligation,
};

/** A duty: nobody, in any state, comes to a page without having been shown a document. */
function obligation({ name, folders, options }: Order): Made {
  const { shown, before } = options;
  const [flow, step] = (before ?? '').split('/');
  if (shown === undefined) throw new Unmade('Say which document must have been shown: --shown <idTag>.');
  if (flow === undefined || step === undefined)
    throw new Unmade('Say before which page it must have been shown: --before <flow>/<step>.');
  read(folders, `flows/${flow}/steps/${step}.json`);
  return filled('obligation', { name, folders, options }, { shown, before: `${flow}/${step}` });
}
