/** How an order is shared out, and how what was found of the shares is put together. */
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { BrandFlows, BrandPart, Order, Seconds, Unit } from './order.ts';

/**
 * The shares of an order, the longest first. A flow goes with all its brands: what is found of it on one holds of those
 * that have it in the same words. What is written is chosen among all flows of a brand, and fixtures lead through many.
 */
export function sharesOf({ pieces, flows }: Order, brands: readonly ResolvedBrand[]): readonly Unit[] {
  const rules = pieces.includes('check') ? (['rules'] as const) : [];
  if (pieces.includes('write'))
    return [...brands.map((brand): Unit => ({ brands: [brand.id], flows, pieces })), ...rules];
  const steps = new Map<string, number>();
  for (const brand of brands)
    for (const { id, steps: own } of Object.values(brand.flows))
      steps.set(id, (steps.get(id) ?? 0) + Object.keys(own).length);
  const asked = [...steps].filter(([id]) => flows.length === 0 || flows.includes(id));
  const ofWays = pieces.filter((piece) => piece !== 'test');
  const having = (flow: string): readonly string[] => brands.filter((brand) => flow in brand.flows).map(({ id }) => id);
  return [
    ...(ofWays.length === 0 ? [] : asked.toSorted(([, one], [, other]) => other - one)).map(
      ([flow]): Unit => ({ brands: having(flow), flows: [flow], pieces: ofWays }),
    ),
    ...(pieces.includes('test') ? brands : []).map(({ id }): Unit => ({ brands: [id], flows: [], pieces: ['test'] })),
    ...rules,
  ];
}

/** What was found of each brand, in the order of brands and of their flows; a brand of which nothing was is missing. */
export function together(brands: readonly BrandFlows[], parts: readonly BrandPart[]): readonly BrandPart[] {
  return brands.flatMap(({ id, flows }) => {
    const own = parts.filter(({ brand }) => brand === id);
    if (own.length === 0) return [];
    const ordered = <T extends { readonly flow: string }>(all: readonly T[]): readonly T[] =>
      flows.flatMap((flow) => all.filter((one) => one.flow === flow));
    return {
      brand: id,
      reports: ordered(own.flatMap(({ reports }) => reports)),
      findings: ordered(own.flatMap(({ findings }) => findings)),
      ran: own.flatMap(({ ran }) => ran),
      cover: ordered(own.flatMap(({ cover }) => cover)),
      ...Object.assign({}, ...own.map(({ writing }) => writing && { writing })),
      states: own.reduce((sum, { states }) => sum + states, 0),
      seconds: added(own.map(({ seconds }) => seconds)),
    };
  });
}

function added(all: readonly Seconds[]): Seconds {
  const sum: Record<string, number> = {};
  for (const seconds of all) for (const [on, spent] of Object.entries(seconds)) sum[on] = (sum[on] ?? 0) + spent;
  return sum;
}
