import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { statesOfZip } from './zip.ts';

/** A store as the store finder shows it; hours Monday first. */
interface Branch extends JsonObject {
  readonly storeNumber: string;
  readonly state: string;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly brand: string;
}
export interface StoreSearch {
  readonly brand?: string | undefined;
  readonly storeNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly state?: string | undefined;
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
  /** Metres. */
  readonly maxDistance?: number | undefined;
  readonly stateRestriction?: string | undefined;
}

const { stores, zipPlaces } = JSON.parse(readFileSync(new URL('./stores.json', import.meta.url), 'utf8')) as {
  stores: Branch[];
  zipPlaces: Record<string, [number, number]>;
};
/** Means: search by address instead (section 9 of the loan journey). */
const addressSearchNumber = '2997';
const usualLimit = 9;
/** Metres; about 500 miles. */
const farthest = 804_700;

/** Stores by number, or by distance from a ZIP area, nearest first; `distance` in metres. */
export function storesNear(search: StoreSearch): readonly Json[] {
  const ofBrand = stores.filter((store) => search.brand === undefined || store.brand === search.brand);
  if (search.storeNumber !== undefined && search.storeNumber !== addressSearchNumber)
    return ofBrand.filter((store) => store.storeNumber === search.storeNumber);
  const place = search.postalCode === undefined ? undefined : placeOf(search.postalCode);
  const states = search.postalCode === undefined ? [] : statesOfZip(search.postalCode).map((state) => state.abbr);
  const only = search.stateRestriction ?? search.state;
  const near = ofBrand
    .map((store) => ({ store, distance: place ? metres(place, [store.latitude, store.longitude]) : undefined }))
    .filter(
      ({ store, distance }) =>
        (only === undefined || store.state === only) &&
        (distance === undefined
          ? search.postalCode === undefined || states.includes(store.state)
          : distance <= (search.maxDistance ?? farthest)),
    )
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0));
  const skip = search.skip ?? 0;
  return near.slice(skip, skip + (search.limit ?? usualLimit)).map(({ store, distance }) => ({
    ...store,
    ...(distance === undefined ? {} : { distance: Math.round(distance) }),
  }));
}

function placeOf(zip: string): readonly [number, number] | undefined {
  const prefix = zip.slice(0, 3);
  return Object.hasOwn(zipPlaces, prefix) ? zipPlaces[prefix] : undefined;
}
/** Great-circle distance. */
function metres(a: readonly [number, number], b: readonly [number, number]): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const h =
    Math.sin(radians(b[0] - a[0]) / 2) ** 2 +
    Math.cos(radians(a[0])) * Math.cos(radians(b[0])) * Math.sin(radians(b[1] - a[1]) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h));
}
