/** The fixtures of a brand, played once for all that is asked of them. */
import type { Files } from '../../compile/index.ts';
import { brandsBefore, reachedBy, shownBy } from '../../verifier/cover/beside.ts';
import { gaugeOf } from '../../verifier/cover/measure.ts';
import { isMoved, onEachBrand } from '../../verifier/fixture/brands.ts';
import { fixtureFiles, readFixture, type Fixture } from '../../verifier/fixture/fixture.ts';
import type { Product } from '../../verifier/fixture/product.ts';
import { runFixture, type Ran } from '../../verifier/fixture/run.ts';
import { productNamed, type Loaded } from '../products.ts';
import type { BrandPart, Order, Reached } from './order.ts';
import { stopwatch } from './stopwatch.ts';

const read = new WeakMap<Files, readonly Fixture[]>();
/** The fixtures of a content, read once for all brands. */
export function fixturesIn(files: Files): readonly Fixture[] {
  const found = read.get(files) ?? fixtureFiles(files).map((file) => readFixture(file, files[file] ?? ''));
  read.set(files, found);
  return found;
}

/** How each fixture of a brand ran, where that is asked, and which goals they reach. Throws where no such brand is. */
export function playedPart({ files, resolved, products }: Loaded, { pieces }: Order, brandId: string): BrandPart {
  const brand = resolved.brands[brandId];
  if (!brand) throw new Error(`There is no brand ${brandId}; there are ${Object.keys(resolved.brands).join(', ')}.`);
  const product = productNamed(products, brandId);
  const watch = stopwatch();
  const { measure } = gaugeOf(brand, product);
  const fixtures = fixturesIn(files);
  const played = pieces.includes('test')
    ? fixtures.flatMap(onEachBrand).filter((fixture) => fixture.brand === brandId)
    : [];
  // What each call was judged by holds the definition's functions, which no thread can hand to another.
  const ran = played.map(
    (fixture): Ran => ({ ...(isMoved(fixture) ? runFixture(product, fixture) : measure(fixture).ran), judged: [] }),
  );
  const reached = reachedBy(brand, product, fixtures);
  return { brand: brandId, reports: [], findings: [], ran, cover: [], states: 0, reached, seconds: watch('test') };
}

/** What the fixtures of a brand show, once for all brands after it. */
const shown = new WeakMap<Product, ReadonlySet<string>>();

/**
 * What the fixtures of the brands before this one show of it, by `saidAt`.
 * @param reached of each of those brands, where its fixtures were played before; else they are played
 */
export function shownBeside(
  { files, resolved, products }: Loaded,
  brandId: string,
  reached: Reached,
): ReadonlySet<string> {
  const sets = brandsBefore(resolved.brands, brandId).map((brand) => {
    const product = productNamed(products, brand.id);
    const found =
      shown.get(product) ?? shownBy(brand, product, reached[brand.id] ?? reachedBy(brand, product, fixturesIn(files)));
    shown.set(product, found);
    return found;
  });
  return new Set(sets.flatMap((set) => [...set]));
}
