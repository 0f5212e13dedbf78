/** What a flow shows beside its pages stands where a page places it: `{ "aside": true }` becomes a copy of it. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { both } from './emit/writer.ts';
import { isObject, list } from './json-types.ts';
import { copy } from './pages.ts';
import { hasPlace, inheritPlaces } from './places.ts';
import type { ResolvedFlow } from './resolve.ts';

/** Whether an item of a layout places the flow's aside. */
export const placesAside = (item: Json): item is JsonObject => isObject(item) && item['aside'] === true;

/** What was made of two conditions stands where the aside does; what a file brought keeps its place. */
function placeIn(when: Json | undefined, aside: JsonObject): void {
  if (typeof when !== 'object' || when === null || hasPlace(when)) return;
  inheritPlaces(when, aside);
  for (const inner of Object.values(when)) placeIn(inner, aside);
}

/** The flow with its aside on every page that places it; items stay as they are where the flow has none. */
export function placeAside(flow: ResolvedFlow): ResolvedFlow {
  const aside = flow.flow['aside'];
  if (!isObject(aside)) return flow;
  const placed = (items: readonly Json[]): readonly Json[] => {
    const made = items.map((item): Json => {
      if (!placesAside(item)) return item;
      const { layout, ...about } = aside;
      const when = both(item['when'], aside['when']);
      const one = { ...about, aside: copy(list(layout)), ...(when !== undefined && { when }) };
      inheritPlaces(one, aside);
      placeIn(when, aside);
      return one;
    });
    inheritPlaces(made, items);
    return made;
  };
  const withAside = (page: JsonObject): JsonObject => {
    if (!list(page['layout']).some(placesAside)) return page;
    const made = { ...page, layout: placed(list(page['layout'])) };
    inheritPlaces(made, page);
    return made;
  };
  const ofStep = (step: JsonObject): JsonObject => {
    const own = withAside(step);
    const pages = list(own['pages']);
    if (!pages.some((page) => isObject(page) && list(page['layout']).some(placesAside))) return own;
    const all = pages.map((page) => (isObject(page) ? withAside(page) : page));
    inheritPlaces(all, pages);
    const made = { ...own, pages: all };
    inheritPlaces(made, own);
    return made;
  };
  const steps = Object.fromEntries(Object.entries(flow.steps).map(([id, step]) => [id, ofStep(step)]));
  inheritPlaces(steps, flow.steps);
  return { ...flow, steps };
}
