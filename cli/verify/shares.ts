/** How an order is shared out, and how what was found of the shares is put together. */
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { Source } from '../../compile/content.ts';
import { isLaidOver } from './alike.ts';
import type { BrandFlows, BrandPart, Order, Seconds, Share, Unit } from './order.ts';

/**
 * The shares of an order, the longest first; before them the fixtures, of which every flow's cover is told, and the
 * rules, which take a second or two and may say why a walk is long. A flow goes with all its brands: what is found of
 * it on one holds of those that have it in the same words. A brand that says something else of it has it to
 * itself. What is written is chosen among all flows of a brand, and fixtures lead through many.
 * @param brands in their order
 */
export function sharesOf(
  { pieces, flows }: Order,
  { source, brands }: { readonly source: Source; readonly brands: readonly ResolvedBrand[] },
): readonly Unit[] {
  const rules = pieces.includes('check') ? (['rules'] as const) : [];
  const plays =
    pieces.includes('test') || pieces.includes('cover') ? brands.map(({ id }): Unit => ({ plays: id })) : [];
  if (pieces.includes('write'))
    return [...rules, ...brands.map((brand): Unit => ({ brands: [brand.id], flows, pieces }))];
  const ofWays = pieces.filter((piece) => piece !== 'test');
  const found = new Map<string, { readonly steps: number; readonly unit: Share }>();
  for (const brand of ofWays.length === 0 ? [] : brands)
    for (const { id, steps } of Object.values(brand.flows)) {
      if (flows.length > 0 && !flows.includes(id)) continue;
      const name = isLaidOver({ source, brand }, id) ? `${id} ${brand.id}` : id;
      const alike = found.get(name)?.unit.brands ?? [];
      const unit = { brands: [...alike, brand.id], flows: [id], pieces: ofWays };
      found.set(name, { steps: Object.keys(steps).length, unit });
    }
  return [
    ...plays,
    ...rules,
    ...[...found.values()].toSorted((one, other) => other.steps - one.steps).map(({ unit }) => unit),
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
