/** Questions that offer one answer: they ask for a press that decides nothing. */
import type { CompileRule } from '../checks/check.ts';
import { atKey } from '../checks/check.ts';
import { fieldType } from '../field-source.ts';
import { list } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['only-choice'],
  severity: 'refused',
  says: 'A field whose answer is one of its choices offers exactly one, which is not its answer already: a lone radio button asks people for a press that decides nothing, and cannot be taken back.',
  remedy:
    'Give the choice as `default`, so that it is said and not asked; offer the others, too; or let it be a `checkbox` where it may be left.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", »"choices": [{ "value": "first", "label": "The first" }] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "choices": [{ "value": "first", "label": "The first" }, { "value": "second", "label": "The second" }] }',
    ],
  ],
  *find({ scenes }) {
    for (const scene of scenes)
      for (const { field } of scene.uses.fields)
        if (
          list(field['choices']).length === 1 &&
          field['default'] === undefined &&
          fieldType(field, undefined) !== 'array'
        )
          yield atKey(field, 'choices', {
            message: 'This question offers one answer only.',
            fix: 'Give it as the "default", so that it is said and not asked; or offer the others, too.',
          });
  },
};
