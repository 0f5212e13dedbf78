import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../paths.ts';
import { defaultBrand, filled, inList, json, read } from '../content.ts';
import { HYPHENED, type Kind, type Made, type Order } from '../kind.ts';

export const KIND: Kind = {
  says: '<flow> [--title words] [--brand brand]',
  name: /^[a-z][a-z0-9-]*$/,
  named: HYPHENED,
  make: flow,
};

/** A flow of two pages with a fixture, offered by one brand. */
function flow(order: Order): Made {
  const brandOf = order.options['brand'] ?? defaultBrand(order.folders);
  const made = filled('flow', order, { brand: brandOf, answers: camel(order.name) });
  const file = `brands/${brandOf}/brand.json`;
  const flows = read(order.folders, file)['flows'];
  if (flows === undefined) return made;
  // A folder that is laid over others says only what it adds to a brand of theirs.
  const isOwn = existsSync(join(order.folders.at(-1) ?? root, file));
  const offered = isOwn
    ? inList(readFileSync(join(order.folders.at(-1) ?? root, file), 'utf8'), { list: 'flows', add: order.name, file })
    : json({ flows: [order.name] });
  return { ...made, written: { ...made.written, [file]: offered } };
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
