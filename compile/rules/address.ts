/** Addresses of pages: no two pages of a brand have the same. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { addressPath } from '../../contract/address.ts';
import { text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['address'],
  severity: 'concern',
  says: 'Two pages of one brand have the same address: whoever opens or reloads it always comes to the first.',
  remedy: 'Give one of the two another `path`, or one of the flows another `base`.',
  bad: [
    ['flows/loan/steps/link.json', '"kind": "form",', '"kind": "form",\n  "path": "bank/",'],
    ['flows/loan/steps/numbers.json', '"kind": "form",', '"kind": "form",\n  "path": »"bank",'],
  ],
  good: [
    ['flows/loan/steps/link.json', '"kind": "form",', '"kind": "form",\n  "path": "bank",'],
    ['flows/loan/steps/numbers.json', '"kind": "form",', '"kind": "form",\n  "path": "bank/numbers",'],
  ],
  *find({ brands }) {
    for (const brand of Object.values(brands)) {
      const taken = new Map<string, string>();
      for (const flow of Object.values(brand.flows))
        for (const [id, step] of Object.entries(flow.steps)) {
          if (step['kind'] === 'route') continue;
          const path = text(step['path']) ?? id;
          const address = addressPath(text(flow.flow['base']) ?? '', path).replace(/\{\w+\}/g, '{}');
          const first = taken.get(address);
          if (first === undefined) taken.set(address, `${flow.id}/${id}`);
          else
            yield at(step, step['path'] === undefined ? 'id' : 'path', {
              message: `The page "${flow.id}/${id}" has the address ${address} of "${first}": whoever opens it comes there.`,
              fix: 'Give one of the two another "path", or its flow another "base".',
            });
        }
    }
  },
};
