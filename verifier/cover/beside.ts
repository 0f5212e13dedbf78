/** What fixtures of one brand show of what another brand says in the same words: it is not asked for again. Pure. */
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { Fixture } from '../fixture/fixture.ts';
import type { Product } from '../fixture/product.ts';
import type { Goal } from './goals.ts';
import { gaugeOf } from './measure.ts';

/**
 * Names a goal by the place of a file that asks for it and by what is compared there, so that brands whose journeys
 * come from one file have it in common. What an overlay writes stands elsewhere and is nobody else's.
 */
export const saidAt = (goal: Goal): string => {
  const { file, line, column } = goal.place;
  const asked = goal.kind === 'clause' || goal.kind === 'limit' ? goal.clause.atom.logic : null;
  return JSON.stringify([goal.id, file, line, column, asked]);
};

/** Ids of the goals that the fixtures of a brand reach. */
export function reachedBy(brand: ResolvedBrand, product: Product, fixtures: readonly Fixture[]): ReadonlySet<string> {
  const { measure } = gaugeOf(brand, product);
  const own = fixtures.filter((fixture) => fixture.brand === brand.id);
  return new Set(own.flatMap((fixture) => [...measure(fixture).reached]));
}

/**
 * What the fixtures of a brand show, by `saidAt`.
 * @param reached ids of the goals that they reach
 */
export function shownBy(brand: ResolvedBrand, product: Product, reached: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    Object.values(gaugeOf(brand, product).goals)
      .flatMap(({ goals }) => goals)
      .filter(({ id }) => reached.has(id))
      .map(saidAt),
  );
}

/** All brands, the default one first, the others by their key. */
export function brandsInOrder(brands: Readonly<Record<string, ResolvedBrand>>): readonly ResolvedBrand[] {
  const first = (brand: ResolvedBrand): number => (brand.facts['default'] === true ? 0 : 1);
  return Object.values(brands).sort((a, b) => first(a) - first(b) || (a.id < b.id ? -1 : 1));
}

/** The brands whose fixtures count for a brand as well: those before it. */
export function brandsBefore(brands: Readonly<Record<string, ResolvedBrand>>, id: string): readonly ResolvedBrand[] {
  const order = brandsInOrder(brands);
  return order.slice(
    0,
    order.findIndex((brand) => brand.id === id),
  );
}
