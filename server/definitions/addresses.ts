import { unscriptedPlaces } from '../../contract/places.ts';
import type { CompiledContent } from '../../compile/types.ts';

/**
 * Where people are sent when a page does not exist, and while the site is closed; `{brand}` stands for the brand's key.
 */
export interface Addresses {
  readonly notFound: string | undefined;
  readonly maintenance: string | undefined;
}

/**
 * The two addresses as facts of every brand: the setting of these surroundings, else what the brand itself says, else
 * the page of our own.
 */
export function withAddresses(content: CompiledContent, { notFound, maintenance }: Addresses): CompiledContent {
  const brands = Object.entries(content.brands).map(([key, brand]) => {
    const facts = {
      ...brand.facts,
      notFoundPage: notFound?.replaceAll('{brand}', key) ?? brand.facts['notFoundPage'] ?? unscriptedPlaces.notFound,
      maintenancePage:
        maintenance?.replaceAll('{brand}', key) ?? brand.facts['maintenancePage'] ?? unscriptedPlaces.maintenance,
    };
    return [key, { ...brand, facts }] as const;
  });
  return { ...content, brands: Object.fromEntries(brands) };
}
