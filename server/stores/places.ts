import { readFileSync } from 'node:fs';
import { statesOfZip } from '../lending/zip.ts';

/** Latitude and longitude in degrees. */
export type Place = readonly [number, number];

const { three, five } = JSON.parse(readFileSync(new URL('./zip-places.json', import.meta.url), 'utf8')) as {
  three: Readonly<Record<string, Place>>;
  five: Readonly<Record<string, Place>>;
};

/** The middle of a ZIP area, else of all that begin with its three digits; undefined for a code nobody uses. */
export function placeOfZip(zip: string): Place | undefined {
  if (statesOfZip(zip).length === 0) return undefined;
  const area = zip.slice(0, 3);
  if (Object.hasOwn(five, zip)) return five[zip];
  return Object.hasOwn(three, area) ? three[area] : undefined;
}

/** Great-circle distance in metres. */
export function metresBetween(a: Place, b: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const h =
    Math.sin(radians(b[0] - a[0]) / 2) ** 2 +
    Math.cos(radians(a[0])) * Math.cos(radians(b[0])) * Math.sin(radians(b[1] - a[1]) / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.sqrt(h));
}
