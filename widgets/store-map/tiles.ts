/** Where stores stand on a map of tiles, as Google's is, and from which zoom on they are told apart. Pure. */
import { marksOf, span, type Mark, type Place } from './marks.ts';
import type { Store } from './stores.ts';

/** Pixels of the whole world at zoom 0. */
const TILE = 256;
/** Nearer no map of a town goes. */
const NEAREST = 20;
/** Two squares of 44 pixels, the target of a finger, whose middles are so far from each other never meet. */
const NEAR = 64;

const placeAt =
  (zoom: number): Place =>
  ({ lat, lng }) => {
    const size = TILE * 2 ** zoom;
    const sine = Math.sin((lat * Math.PI) / 180);
    return [(lng / 360 + 0.5) * size, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size];
  };

/** The marks at a zoom, in pixels of the whole world. */
export const marksAt = (stores: readonly Store[], zoom: number): readonly Mark[] =>
  marksOf(stores, placeAt(zoom), NEAR);

/** The next zoom at which the stores of a mark stand on more than one; undefined where none tells them apart. */
export function partsAt({ stores }: Mark, zoom: number): number | undefined {
  for (let nearer = Math.floor(zoom) + 1; nearer <= NEAREST; nearer += 1)
    if (marksAt(stores, nearer).length > 1) return nearer;
  return undefined;
}

/** The middle of what they stand on. */
export function middleOf(stores: readonly Store[]): Store['at'] {
  const [south, north] = span(stores.map(({ at }) => at.lat));
  const [west, east] = span(stores.map(({ at }) => at.lng));
  return { lat: (south + north) / 2, lng: (west + east) / 2 };
}
