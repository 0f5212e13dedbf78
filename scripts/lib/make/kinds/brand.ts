import { basename, join } from 'node:path';
import type { Json, JsonObject } from '../../../../runtime/core/facts.ts';
import { defaultBrand, filesBelow, json, read, titleOf } from '../content.ts';
import { HYPHENED, type Kind, type Made, type Order } from '../kind.ts';

export const KIND: Kind = {
  says: '<key> [--title words] [--like brand]',
  name: /^[a-z][a-z0-9-]*$/,
  named: HYPHENED,
  make: brand,
};

/** A second brand like one that is there: its facts, flags and look, under a name, a mark and an address of its own. */
function brand({ name, folders, options }: Order): Made {
  const like = options['like'] ?? defaultBrand(folders);
  const facts = read(folders, `brands/${like}/brand.json`);
  const title = titleOf(name, options);
  const renamed = renaming({ like, facts, name, title });
  const { default: _default, says: _says, ...others } = facts;
  const own = { ...(renamed(others) as JsonObject), key: name, name: title, friendlyName: title };
  const origin = `${name}.localhost`;
  const written: Record<string, string> = {
    [`brands/${name}/brand.json`]: json({ ...own, originName: origin, baseDomain: origin, origins: [origin] }),
  };
  const copied: Record<string, string> = {};
  const marks = [facts['logoImage'], facts['favicon']];
  for (const folder of folders)
    for (const file of filesBelow(join(folder, 'brands', like))) {
      if (/^(brand\.json|app\.json|flows\/)/.test(file)) continue;
      if (file.endsWith('.json'))
        written[`brands/${name}/${file}`] = json(renamed(read(folders, `brands/${like}/${file}`)) as JsonObject);
      // What draws the name of the other brand is drawn anew; a partner's mark is the partner's.
      else if (!marks.includes(basename(file)) || !file.endsWith('.svg'))
        copied[`brands/${name}/${file}`] = join(folder, 'brands', like, file);
      else written[`brands/${name}/${file}`] = basename(file) === facts['favicon'] ? letter(title) : wordmark(title);
    }
  return { written, copied, says: leftOf(own, like) };
}

interface Renaming {
  readonly like: string;
  readonly facts: JsonObject;
  readonly name: string;
  readonly title: string;
}

/** Makes a value the new brand's: names, the key where it stands alone or begins a host, addresses, folders. */
function renaming({ like, facts, name, title }: Renaming): (value: Json) => Json {
  const creditor = facts['creditor'];
  const names = [
    ...(typeof creditor === 'object' && creditor !== null ? [(creditor as JsonObject)['name']] : []),
    facts['name'],
    facts['friendlyName'],
  ].filter((one) => typeof one === 'string');
  const keys = new Set([like, ...names.map((one) => one.toLowerCase().replace(/[^a-z0-9]/g, ''))]);
  const text = (value: string): string =>
    keys.has(value)
      ? name
      : names
          .reduce((so, one) => so.replaceAll(one, title), elsewhere(value, name))
          .replaceAll(`/brands/${like}/`, `/brands/${name}/`)
          .replace(/^([a-z0-9-]+)(?=\.localhost$)/, (host) => (keys.has(host) ? name : host));
  const renamed = (value: Json): Json =>
    typeof value === 'string'
      ? text(value)
      : Array.isArray(value)
        ? (value as readonly Json[]).map(renamed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner)]))
          : value;
  return renamed;
}

/** Facts that are each brand's own and that nobody can make up: whoever makes the brand writes them. */
const OWN = [
  'phoneNumber',
  'contactHours',
  'creditor',
  'licenses',
  'costExample',
  'products',
  'partnerBrand',
  'partnerSite',
];

function leftOf(own: JsonObject, like: string): string {
  const left = OWN.filter((key) => own[key] !== undefined);
  return left.length === 0 ? '' : `still as "${like}" has it, and yours to write: ${left.join(', ')}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The name as a mark, until somebody draws one: as wide as its letters are, in the size of the others. */
function wordmark(title: string): string {
  const width = Math.ceil(title.length * 12.5) + 4;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 42" width="${width}" height="42" role="img" aria-label="${escaped(title)}"><text x="2" y="29" font-family="Georgia, serif" font-size="24" font-weight="600" textLength="${width - 4}" lengthAdjust="spacingAndGlyphs">${escaped(title)}</text></svg>\n`;
}
function letter(title: string): string {
  const [first = ''] = title;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" rx="6" fill="#333"/><text x="16" y="23" text-anchor="middle" font-family="Georgia, serif" font-size="20" font-weight="600" fill="#fff">${escaped(first)}</text></svg>\n`;
}

/**
 * The addresses in a text, at a site of the new brand's name that nobody has (RFC 2606): its customers are not sent to
 * the other brand's, and an address that nobody has put right yet leads nowhere.
 */
const elsewhere = (text: string, name: string): string =>
  text.replace(/\bhttps?:\/\/[^/\s"]+/g, `https://www.${name}.example`);
