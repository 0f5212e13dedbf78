/** The drawing of a map: which part of the country is seen, and what stands where on it. Pure. */
import { geoAlbersUsa, geoMercator, geoPath } from 'd3-geo';
import type { ExtendedFeature, ExtendedFeatureCollection, GeoGeometryObjects, GeoProjection } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import states from 'us-atlas/states-10m.json' with { type: 'json' };
import type { Store } from './stores.ts';

/** The drawing's own measures; on the page it is as wide as there is room for. */
export const WIDTH = 640;
export const HEIGHT = 400;
/** A mark is as wide as a finger needs on a telephone of 320 pixels, where the drawing is half as wide. */
const NEAR = 52;
/** The least that is seen of a state whose name stands on it, in the drawing's square measure. */
const NAMED = 16_000;
/** Room around the outermost stores. */
const EDGE = 60;
/** The least that is seen of the country, in degrees: of one store its surroundings, of several a few streets. */
const LEAST = { one: 4, several: 0.02 } as const;

/** What is pressed at once: one store, or several that stand too near to each other to be told apart here. */
export interface Mark {
  readonly stores: readonly Store[];
  readonly x: number;
  readonly y: number;
}
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

/** The whole country while there are no stores; else so much of it that all of them are seen. */
export function draw(stores: readonly Store[]): Drawing {
  const projection = projectionFor(stores);
  const path = geoPath(projection).digits(1);
  const names = land.features
    .filter((state) => path.area(state) > NAMED)
    .map((state) => {
      const [x, y] = path.centroid(state);
      return { name: state.properties.name, x, y };
    });
  return { land: path(land) ?? '', borders: path(borders) ?? '', names, marks: marksOf(stores, projection) };
}

function projectionFor(stores: readonly Store[]): GeoProjection {
  if (stores.length === 0) return geoAlbersUsa().fitSize([WIDTH, HEIGHT], land);
  const [west, east] = span(stores.map(({ at }) => at.lng));
  const [south, north] = span(stores.map(({ at }) => at.lat));
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
function span(degrees: readonly number[]): readonly [number, number] {
  const [least, most] = [Math.min(...degrees), Math.max(...degrees)];
  const more = Math.max(0, (degrees.length === 1 ? LEAST.one : LEAST.several) - (most - least)) / 2;
  return [least - more, most + more];
}

function marksOf(stores: readonly Store[], projection: GeoProjection): readonly Mark[] {
  const marks: { stores: Store[]; x: number; y: number }[] = [];
  for (const store of stores) {
    const [x, y] = projection([store.at.lng, store.at.lat]) ?? [Number.NaN, Number.NaN];
    if (Number.isNaN(x)) continue;
    const there = marks.find((mark) => Math.hypot(mark.x - x, mark.y - y) < NEAR);
    if (there === undefined) marks.push({ stores: [store], x, y });
    else there.stores.push(store);
  }
  return marks;
}

/** Whether a nearer look tells its stores apart: two in one house never are. */
export function partsApart({ stores }: Mark): boolean {
  return marksOf(stores, projectionFor(stores)).length > 1;
}
