import type { Json } from '../../runtime/core/facts.ts';

export interface Store {
  readonly number: string;
  readonly name: string;
  readonly at: { readonly lat: number; readonly lng: number };
}

/** The stores of the option `stores` that have a place. */
export function storesIn(given: Json | undefined): readonly Store[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Json[]).flatMap((one) => {
    const { storeNumber, storeName, latitude, longitude } = (one ?? {}) as Readonly<Record<string, Json>>;
    return typeof latitude === 'number' && typeof longitude === 'number'
      ? [{ number: String(storeNumber), name: String(storeName), at: { lat: latitude, lng: longitude } }]
      : [];
  });
}
