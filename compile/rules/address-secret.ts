/** Parameters of addresses: each says whether it is sensitive, so that none is shown by oversight. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { schemaBelow } from '../facts.ts';
import { member, text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['address-secret'],
  severity: 'concern',
  says: 'The address of a page holds a parameter of which nothing says whether it is sensitive: a code or an email stays in the address bar, the history and whatever reads along.',
  remedy:
    'Declare the parameter in schemas/facts.json under route.params with "sensitive": true, and it leaves the address at once; with false it stays.',
  bad: [['flows/loan/steps/link.json', '"kind": "form",', '"kind": "form",\n  "path": »"bank/{reference}",']],
  good: [['flows/loan/steps/link.json', '"kind": "form",', '"kind": "form",\n  "path": "bank",']],
  *find({ brands, source }) {
    for (const brand of Object.values(brands))
      for (const flow of Object.values(brand.flows))
        for (const [id, step] of Object.entries(flow.steps))
          for (const [, name = ''] of (text(step['path']) ?? '').matchAll(/\{(\w+)\}/g)) {
            const schema = schemaBelow(member(source.facts['route'], 'params'), [name]);
            if (typeof schema?.['sensitive'] === 'boolean') continue;
            yield at(step, 'path', {
              message: `The address of the page "${flow.id}/${id}" holds {${name}}, and nothing says whether that is sensitive.`,
              fix: `Declare it in schemas/facts.json: "route": { "params": { "properties": { "${name}": { "type": "string", "sensitive": true } } } }.`,
            });
          }
  },
};
