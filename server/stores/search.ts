import type { Operations } from '../../contract/generated/operations.ts';
import { metresBetween, placeOfZip, type Place } from './places.ts';
import { shownStore, storeRecords, type Store, type StoreRecord } from './records.ts';

export type StoreSearch = Operations['searchLocations']['input'];

/** Means: search by address instead (section 9 of the loan journey). */
const addressSearchNumber = '2997';
const pageSize = 9;
/** Metres; about 500 miles. */
const farthest = 804_700;
const metresInMile = 1_609.344;

/**
 * The store of a number, whoever else is nearer; for 2997 and without a number, stores by distance from the middle of
 * the ZIP area, or of the town where no such area is known, nearest first. `distance` in metres, `miles` to a tenth.
 * @param today by which a store says what day of the week it is
 */
export function searchStores({ params = {}, ...search }: StoreSearch, today: string): readonly Store[] {
  const offered = storeRecords.filter(
    (store) =>
      (search.brand === undefined || store.brand === search.brand) && (search.activeOnly !== true || store.active),
  );
  if (search.storeNumber !== undefined && search.storeNumber !== addressSearchNumber)
    return offered.filter((store) => store.storeNumber === search.storeNumber).map((store) => shownStore(store, today));
  const only = params.stateRestriction ?? (search.postalCode === undefined ? search.state : undefined);
  const inState = offered.filter((store) => only === undefined || store.state === only);
  const place = placeOf(search);
  if (place === undefined && search.postalCode !== undefined) return [];
  const { skip = 0, limit = pageSize, maxDistance = farthest } = params;
  return inState
    .map((store) => ({ store, distance: place && metresBetween(place, [store.latitude, store.longitude]) }))
    .filter(({ distance }) => distance === undefined || distance <= maxDistance)
    .sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0))
    .slice(skip, skip + limit)
    .map(({ store, distance }) => ({
      ...shownStore(store, today),
      ...(distance !== undefined && {
        distance: Math.round(distance),
        miles: Math.round((distance / metresInMile) * 10) / 10,
      }),
    }));
}

function placeOf({ postalCode, city, state }: StoreSearch): Place | undefined {
  const area = postalCode === undefined ? undefined : placeOfZip(postalCode);
  if (area !== undefined || city === undefined || state === undefined) return area;
  const there = storeRecords.filter((store) => store.state === state && sameTown(store, city));
  const mean = (of: (store: StoreRecord) => number): number =>
    there.reduce((sum, store) => sum + of(store), 0) / there.length;
  return there.length === 0 ? undefined : [mean(({ latitude }) => latitude), mean(({ longitude }) => longitude)];
}
const sameTown = (store: StoreRecord, city: string): boolean => store.city.toLowerCase() === city.trim().toLowerCase();
