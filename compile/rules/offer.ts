/** Which flows a brand offers: it says so itself, and each flow is offered by one at least. */
import { at, atKey, type CompileRule } from '../checks/check.ts';
import { list } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['offer'],
  severity: 'concern',
  says: 'A flow that no brand offers has no address anywhere, and nothing else of it is checked; a brand that does not say which flows it offers gets every new one; an overlay of a flow that its brand does not offer changes nothing.',
  remedy: 'Name the flow under `flows` in brand.json of each brand whose people are meant to have it.',
  bad: [
    [
      'flows/news/flow.json',
      '{ »"id": "news", "title": "News", "base": "/news", "access": "public", "saves": "none", "line": ["read"], "outcomes": [] }',
    ],
    [
      'flows/news/steps/read.json',
      '{ "id": "read", "kind": "form", "title": "News", "layout": [{ "copy": "We are open." }] }',
    ],
  ],
  good: [['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan"], "friendlyName": "Elm"']],
  *find({ source, brands }) {
    const offered = new Set(Object.values(brands).flatMap(({ flows }) => Object.keys(flows)));
    for (const { id, flow } of Object.values(source.flows))
      if (!offered.has(id))
        yield atKey(flow, 'id', {
          message: `No brand offers the flow "${id}": it has no address, and its pages are not checked.`,
          fix: `Add "${id}" to "flows" of brands/<brand>/brand.json.`,
        });
    for (const { id, brand, overlays } of Object.values(source.brands)) {
      if (brand['flows'] === undefined)
        yield at(brand, undefined, {
          message: `The brand "${id}" does not say which flows it offers: every new flow reaches its people at once.`,
          fix: `Add "flows": ${JSON.stringify(Object.keys(source.flows))}.`,
        });
      for (const [flow, overlay] of Object.entries(overlays))
        if (Object.hasOwn(source.flows, flow) && brand['flows'] !== undefined && !list(brand['flows']).includes(flow))
          yield at(overlay, undefined, {
            message: `The brand "${id}" does not offer the flow "${flow}", so this overlay changes nothing.`,
            fix: `Add "${flow}" to "flows" of brands/${id}/brand.json, or delete the overlay.`,
          });
    }
  },
};
