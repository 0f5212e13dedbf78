/** Where pages of a brand show a document, and to whom: by the conditions under which it stands there. */
import { list, member, text } from '../../compile/json-types.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { set } from '../../runtime/core/index.ts';
import type { Logic } from '../domain/atoms.ts';
import { truthOf } from '../rules/evaluate.ts';
import { listed, plainWords, quoted } from '../words/english.ts';
import { sentence } from '../words/sentence.ts';
import { wordsOf, type Words } from '../words/words.ts';
import { flatten, variableReads, type Flat } from './flat.ts';
import { itemsOf } from './items.ts';
import { shown } from './sentences.ts';
import { constantsOf, type Surveyed } from './version.ts';

export interface ShownWhere {
  /** `in Texas on the page "Your loan"`; undefined when nothing shows it. */
  readonly words: string | undefined;
  /** The flow, when all the pages are of one. */
  readonly flow?: string;
  readonly pages: readonly string[];
}

interface Place {
  readonly flow: string;
  readonly page: string;
  readonly title: string;
  /** `in Texas`, `when the customer is new`; empty for everybody who comes to the page. */
  readonly whom: string;
}

/** Finds the document on the steps and dialogs of the brand, in its header and its footer. */
export function shownWhere(version: Surveyed, brandId: string, idTag: string): ShownWhere {
  const brand = version.resolved.brands[brandId];
  if (!brand) return { words: undefined, pages: [] };
  const places = Object.values(brand.flows).flatMap((flow) =>
    placesIn(version, brandId, flatten(version.resolved.source, brand, flow), idTag),
  );
  const frame = ['header', 'footer']
    .filter((part) => list(member(brand.app[part], 'disclosures')).includes(idTag))
    .map((part) => `in the ${part} of every page`);
  const groups = [...Map.groupBy(places, ({ whom }) => whom)].map(([whom, of]) => {
    const titles = [...new Set(of.map(({ title }) => title))];
    return `${whom === '' ? '' : `${whom} `}on the page${titles.length > 1 ? 's' : ''} ${listed(titles, 'and')}`;
  });
  const flows = new Set(places.map(({ flow }) => flow));
  const [flow] = flows;
  const words = [...groups, ...frame];
  return {
    words: words.length === 0 ? undefined : listed(words, 'and', true),
    pages: [...new Set(places.map(({ page }) => page))],
    ...(flow !== undefined && flows.size === 1 && { flow }),
  };
}

function placesIn(version: Surveyed, brand: string, flat: Flat, idTag: string): readonly Place[] {
  const pages = [
    ...Object.entries(flat.steps),
    ...Object.entries(flat.dialogs).map(([id, doc]) => [`dialog/${id}`, doc] as const),
  ];
  return pages.flatMap(([page, doc]): readonly Place[] => {
    if (!JSON.stringify(doc).includes(JSON.stringify(idTag))) return [];
    const words = wordsOf(version.resolved.source, flat.resolved);
    const title = quoted(
      shown(text(doc['title']) ?? plainWords(page), { words, brand: version.products[brand]?.facts ?? {} }),
    );
    const standing = itemsOf(flat, page, doc, doc).items.filter(
      ({ kind, name }) => kind === 'disclosure' && name === idTag,
    );
    // A list of documents to agree to hangs on more than a place in the layout: of it only the page is told.
    return standing.length === 0
      ? [{ flow: flat.id, page, title, whom: '' }]
      : standing.map(({ whens }) => ({ flow: flat.id, page, title, whom: whomOf(version, brand, whens, words) }));
  });
}

/** So many states are named one by one. */
const NAMED = 8;

function whomOf(version: Surveyed, brand: string, whens: readonly Logic[], words: Words): string {
  const product = version.products[brand];
  if (whens.length === 0 || !product) return '';
  const jurisdiction = text(version.resolved.source.facts['jurisdiction']);
  if (jurisdiction !== undefined && [...variableReads(whens)].every((path) => path === jurisdiction)) {
    const keys = Object.keys(product.compliance.states);
    const constants = constantsOf(product, version.options.today) as unknown as JsonObject;
    const here = keys.filter((key) => whens.every((when) => truthOf(when, set(constants, jurisdiction, key)) === true));
    if (here.length === keys.length) return '';
    if (here.length > 0 && here.length <= NAMED)
      return `in ${listed(here.map((key) => words.value(jurisdiction, key)).sort(), 'and')}`;
  }
  return `when ${listed(
    whens.map((when) => sentence(when, words)),
    'and',
    true,
  )}`;
}
