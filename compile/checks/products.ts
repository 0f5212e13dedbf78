/** The products there are: what the declared product can be, what a field offers for it, what a state row sells. */
import { entries, isList, list, member, text } from '../json-types.ts';
import type { World } from '../world.ts';

const SIGHT = { typed: [], item: false, payload: false, arithmetic: false };

/** Product codes; none when no fact is declared to be the product. */
export function productsOf({ source, scenes }: World): readonly string[] {
  const path = text(source.facts['product']);
  if (path === undefined) return [];
  const declared = scenes.flatMap(({ facts }) => {
    const found = facts.find(path, SIGHT);
    return found.found ? list(found.schema?.['enum']) : [];
  });
  const offered = scenes.flatMap(({ uses }) =>
    uses.fields.flatMap(({ field }) =>
      `answers.${text(field['bind']) ?? ''}` === path
        ? [...list(field['enum']), ...list(field['choices']).flatMap((choice) => member(choice, 'value') ?? [])]
        : [],
    ),
  );
  const sold = Object.values(source.states).flatMap((state) =>
    list(state['rows']).flatMap((row) =>
      entries(member(row, 'products')).flatMap(([, codes]) => (isList(codes) ? codes : [])),
    ),
  );
  return [...new Set([...declared, ...offered, ...sold].map(String))];
}
