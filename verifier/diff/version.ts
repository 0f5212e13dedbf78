/** What the comparison takes: the content of one version, resolved, compiled and loaded. */
import type { Options, Resolved } from '../../compile/index.ts';
import type { Product } from '../fixture/product.ts';

/** One version of the whole content; what `loadContent` (cli/products.ts) gives is one. */
export interface Surveyed {
  readonly resolved: Resolved;
  /** Brand id to its compiled modules. */
  readonly products: Readonly<Record<string, Product>>;
  readonly options: Options;
}

/** The facts that are the same for everybody in one version of one brand. */
export interface Constants {
  readonly brand: Product['facts'];
  readonly compliance: { readonly states: Product['compliance']['states'] };
  readonly today: string;
  readonly now: string;
}

export function constantsOf(product: Product, today: string): Constants {
  return {
    brand: product.facts,
    compliance: { states: product.compliance.states },
    today,
    now: `${today}T17:00:00.000Z`,
  };
}
