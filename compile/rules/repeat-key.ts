/** Who the items of a repeat are. */
import { at, type CompileRule } from '../checks/check.ts';
import { text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

const LOADS: readonly [string, string, string] = [
  'flows/loan/steps/link.json',
  '"kind": "form",',
  '"kind": "form",\n  "load": [{ "call": "products", "with": { "brand": { "var": "brand.key" } }, "as": "offers" }],',
];
const shows = (more: string): readonly [string, string, string] => [
  'flows/loan/steps/link.json',
  '"layout": ["bank", ',
  `"layout": ["bank", { "repeat": { "var": "results.offers.results" }, "id": "offers", ${more}"layout": [{ "copy": "{{item.name}}" }] }, `,
];

export const RULE: CompileRule = {
  codes: ['repeat-key'],
  severity: 'refused',
  says: 'The items of a repeat have parts, and no `key` says which of them names an item, or the key is none of their parts: an item could not be found again in a list that has changed, and somebody would choose another than the one they saw.',
  remedy: 'Give the repeat a `key`: the part of an item that is another for every item, like its number.',
  bad: [LOADS, shows('"key": »"number", ')],
  good: [LOADS, shows('"key": "productCode", ')],
  *find({ scenes }) {
    for (const { uses, facts } of scenes)
      for (const { item, kind, sight } of uses.items) {
        if (kind !== 'repeat') continue;
        const seen = { ...sight, item: true, over: { list: item['repeat'] ?? null, sight } };
        const key = text(item['key']);
        const whole = facts.find('item', seen);
        const properties = whole.found ? whole.schema?.['properties'] : undefined;
        if (key === undefined && properties !== undefined)
          yield at(item, 'repeat', {
            message: 'Nothing says which part of an item names it.',
            fix: `Add "key": one of ${Object.keys(properties as object).join(', ')}.`,
          });
        const found = key === undefined ? undefined : facts.find(`item.${key}`, seen);
        if (found && !found.found)
          yield at(item, 'key', {
            message: `An item has no part "${found.at}".`,
            fix: didYouMean(found.at, found.known, `Its parts: ${found.known.join(', ') || 'none'}.`),
          });
      }
  },
};
