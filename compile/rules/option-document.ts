/** Documents that the options of a widget name. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { isObject, list, member, text } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

export const RULE: CompileRule = {
  codes: ['option-document'],
  severity: 'concern',
  says: 'The option `documents` of a widget names a document that there is not for this brand: the widget has nothing to show there.',
  remedy: 'Name the idTag of a document in compliance/disclosures or compliance/agreements.',
  bad: [
    [
      'flows/loan/steps/sign.json',
      '{ "copy": "You ask',
      '{ "widget": "agreements", "options": { "documents": [»"loan-termz"] } }, { "copy": "You ask',
    ],
  ],
  good: [
    [
      'flows/loan/steps/sign.json',
      '{ "copy": "You ask',
      '{ "widget": "agreements", "options": { "documents": ["loan-terms"] } }, { "copy": "You ask',
    ],
  ],
  *find({ scenes, documents }) {
    for (const { brand, uses } of scenes) {
      const known = documents.flatMap(({ front }) =>
        !front.brands || front.brands.includes(brand.id) ? [front.idTag] : [],
      );
      for (const options of [
        ...uses.items.map(({ item }) => item['options']),
        ...uses.fields.map(({ field }) => field['options']),
      ]) {
        const named = isObject(options) ? list(member(options, 'documents')) : [];
        for (const [i, name] of named.entries())
          if (text(name) !== undefined && !known.includes(String(name)))
            yield at(named, i, {
              message: `There is no document "${String(name)}" for ${brand.id}.`,
              fix: didYouMean(String(name), known, 'Name the idTag of a document.'),
            });
      }
    }
  },
};
