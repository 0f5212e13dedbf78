import { join } from 'node:path';
import type { Json, JsonObject } from '../../../../runtime/core/facts.ts';
import { defaultBrand, filesBelow, json, read, titleOf } from '../content.ts';
import { HYPHENED, type Kind, type Made, type Order } from '../kind.ts';

export const KIND: Kind = {
  says: '<key> [--title words] [--like brand]',
  name: /^[a-z][a-z0-9-]*$/,
  named: HYPHENED,
  make: brand,
};

/** A second brand like one that is there: its facts, flags, look and files, under a name and an address of its own. */
function brand({ name, folders, options }: Order): Made {
  const like = options['like'] ?? defaultBrand(folders);
  const facts = read(folders, `brands/${like}/brand.json`);
  const title = titleOf(name, options);
  const names = [facts['name'], facts['friendlyName']].filter((one) => typeof one === 'string');
  const renamed = (value: Json): Json =>
    typeof value === 'string'
      ? names
          .reduce((text, one) => text.replaceAll(one, title), elsewhere(value, name))
          .replaceAll(`/brands/${like}/`, `/brands/${name}/`)
      : Array.isArray(value)
        ? (value as readonly Json[]).map(renamed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner)]))
          : value;
  const { default: _default, says: _says, ...others } = facts;
  const own = { ...(renamed(others) as JsonObject), key: name, name: title, friendlyName: title };
  const origin = `${name}.localhost`;
  const written = {
    [`brands/${name}/brand.json`]: json({ ...own, originName: origin, baseDomain: origin, origins: [origin] }),
  };
  const copied: Record<string, string> = {};
  for (const folder of folders)
    for (const file of filesBelow(join(folder, 'brands', like)))
      if (!/^(brand\.json|app\.json|flows\/)/.test(file))
        copied[`brands/${name}/${file}`] = join(folder, 'brands', like, file);
  return { written, copied };
}

/**
 * The addresses in a text, at a site of the new brand's name that nobody has (RFC 2606): its customers are not sent to
 * the other brand's, and an address that nobody has put right yet leads nowhere.
 */
const elsewhere = (text: string, name: string): string =>
  text.replace(/\bhttps?:\/\/[^/\s"]+/g, `https://www.${name}.example`);
