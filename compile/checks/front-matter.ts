/**
 * Whom a document says it is for: states, brands and products that exist. That pages keep to it is seen to by the
 * checks of rules.
 */
import { inForce } from '../emit/compliance.ts';
import { entries, isObject, list, member } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';
import type { World } from '../world.ts';
import { at, atPlace, type Check, type Finding } from './check.ts';
import { productsOf } from './products.ts';

/** State rows that list a document whose versions in force are all for other states. */
function* rows({ source, documents, options: { today } }: World): Generator<Finding> {
  for (const [state, doc] of Object.entries(source.states)) {
    for (const row of list(doc['rows'])) {
      if (!isObject(row) || !inForce(row['from'], row['until'], today)) continue;
      for (const [, section] of entries(row['disclosures'])) {
        for (const [i, tag] of list(section).entries()) {
          const versions = documents.filter(
            ({ front }) => front.idTag === tag && inForce(front.from, front.until, today),
          );
          if (versions.length > 0 && versions.every(({ front }) => front.states && !front.states.includes(state)))
            yield at(list(section), i, {
              message: `The document "${String(tag)}" is not for ${state}: its front matter says states: [${[...new Set(versions.flatMap(({ front }) => front.states ?? []))].join(', ')}].`,
              fix: `Add ${state} there, or take it out of this row.`,
            });
        }
      }
    }
  }
}

/** Everybody sees the foot of the page. */
function* footers({ scenes, documents }: World): Generator<Finding> {
  for (const { flow, brand } of scenes) {
    const tags = flow ? [] : list(member(brand.app['footer'], 'disclosures'));
    for (const [i, tag] of tags.entries()) {
      const limited = documents.find(({ front }) => front.idTag === tag && (front.states ?? front.products));
      if (limited)
        yield at(tags, i, {
          message: `Everybody sees the foot of the page, but "${String(tag)}" is for ${(limited.front.states ?? limited.front.products ?? []).join(', ')} alone, as its front matter says.`,
          fix: 'Put it on a page with a "when", or take the line out of its front matter.',
        });
    }
  }
}

export const frontMatter: Check = {
  *world(world) {
    const states = Object.keys(world.source.states);
    const kinds = [
      ['states', 'state', states, (name: string) => `Write compliance/states/${name}.json.`],
      [
        'brands',
        'brand',
        Object.keys(world.source.brands),
        () => `Brands: ${Object.keys(world.source.brands).join(', ')}.`,
      ],
      ['products', 'product', productsOf(world), () => `Products: ${productsOf(world).join(', ')}.`],
    ] as const;
    for (const { front, places, source } of world.documents) {
      for (const [key, what, known, otherwise] of kinds) {
        const place = places[key] ?? { file: source.file, line: 1, column: 1 };
        if (front[key]?.length === 0)
          yield atPlace(
            place,
            `"${key}" names no ${what}.`,
            `Name the ${what} the text is for, or leave the line out when it is for every ${what}.`,
          );
        for (const name of front[key] ?? [])
          if (known.length > 0 && !known.includes(name))
            yield atPlace(place, `There is no ${what} "${name}".`, didYouMean(name, known, otherwise(name)));
      }
    }
    yield* rows(world);
    yield* footers(world);
  },
};
