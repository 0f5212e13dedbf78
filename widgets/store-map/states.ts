/** The drawing of a map: which part of the country is seen, and what stands where on it. Pure. */
import { geoAlbersUsa, geoMercator, geoPath } from 'd3-geo';
import type { ExtendedFeature, ExtendedFeatureCollection, GeoGeometryObjects, GeoProjection } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import states from 'us-atlas/states-10m.json' with { type: 'json' };
import { marksOf, span, type Mark } from './marks.ts';
import type { Store } from './stores.ts';

/** The drawing's own measures; on the page it is as wide as there is room for. */
export const WIDTH = 640;
export const HEIGHT = 400;
/** Pixels from one mark to the next: the target of a finger (WCAG 2.5.8 asks for 24). */
const FINGER = 44;
/** Pixels that the drawing has in the column of the narrowest phone, until it is known how many it has. */
const NARROWEST = 284;
/** The least that is seen of a state whose name stands on it, in the drawing's square measure. */
const NAMED = 16_000;
/** Room around the outermost stores. */
const EDGE = 60;
/** The least that is seen of the country, in degrees: of one store its surroundings, of several their street. */
const LEAST = { one: 4, several: 0.002 } as const;

export interface Drawing {
  /** The land and the borders of the states, as `d` of an SVG path. */
  readonly land: string;
  readonly borders: string;
  /** What the states are called, in the middle of what is seen of each that has room for its name. */
  readonly names: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  readonly marks: readonly Mark[];
}

type Topology = Parameters<typeof mesh>[0];
type State = ExtendedFeature<GeoGeometryObjects, { readonly name: string }>;
const topology = states as unknown as Topology;
const outlines = topology.objects['states'] as Topology['objects'][string];
const land = feature(topology, outlines) as ExtendedFeatureCollection<State>;
const borders = mesh(topology, outlines as Parameters<typeof mesh>[1], (one, other) => one !== other);

/** How far from each other marks stand, in the drawing's own measure, where it is so many pixels wide on the page. */
export const nearAt = (pixels: number = NARROWEST): number => (FINGER * WIDTH) / pixels;

/** The marks of a drawing of these stores. One, though there are several: no nearer look tells them apart. */
export function marksDrawn(stores: readonly Store[], near: number): readonly Mark[] {
  const projection = projectionFor(stores);
  return marksOf(stores, ({ lat, lng }) => projection([lng, lat]), near);
}

/**
 * The whole country while there are no stores; else so much of it that all of them are seen.
 * @param near how far from each other marks stand at least
 */
export function draw(stores: readonly Store[], near: number): Drawing {
  const projection = projectionFor(stores);
  const path = geoPath(projection).digits(1);
  const names = land.features
    .filter((state) => path.area(state) > NAMED)
    .map((state) => {
      const [x, y] = path.centroid(state);
      return { name: state.properties.name, x, y };
    });
  return { land: path(land) ?? '', borders: path(borders) ?? '', names, marks: marksDrawn(stores, near) };
}

function projectionFor(stores: readonly Store[]): GeoProjection {
  if (stores.length === 0) return geoAlbersUsa().fitSize([WIDTH, HEIGHT], land);
  const [west, east] = seenOf(stores.map(({ at }) => at.lng));
  const [south, north] = seenOf(stores.map(({ at }) => at.lat));
  const room: [[number, number], [number, number]] = [
    [EDGE, EDGE],
    [WIDTH - EDGE, HEIGHT - EDGE],
  ];
  const corners: [number, number][] = [
    [west, south],
    [east, north],
  ];
  const seen = geoMercator().fitExtent(room, { type: 'MultiPoint', coordinates: corners });
  return seen.clipExtent([
    [0, 0],
    [WIDTH, HEIGHT],
  ]);
}

/** From the least to the greatest, and no narrower than what is worth drawing. */
function seenOf(degrees: readonly number[]): readonly [number, number] {
  const [least, most] = span(degrees);
  const more = Math.max(0, (degrees.length === 1 ? LEAST.one : LEAST.several) - (most - least)) / 2;
  return [least - more, most + more];
}
