/** Masks: the control that draws the field must know what to do with one. */
import { at, type CompileRule } from '../checks/check.ts';
import { controlOf } from '../field-source.ts';

export const RULE: CompileRule = {
  codes: ['mask'],
  severity: 'concern',
  says: 'A field has a `mask`, and the control that draws it knows none: the answer is drawn as it is.',
  remedy: 'Take the mask out, or choose a control that draws one.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60, "control": "password", "mask": »"999-999" }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60, "control": "text", "mask": "999-999" }',
    ],
  ],
  *find({ scenes, source: { controls } }) {
    for (const { uses } of scenes)
      for (const { id, field } of uses.fields) {
        const control = controlOf(field, field['type'] ?? null, controls);
        if (field['mask'] === undefined || control === undefined || controls[control]?.['mask'] === true) continue;
        yield at(field, 'mask', {
          message: `The control "${control}" draws no mask, and the field "${id}" has one.`,
          fix: 'Take "mask" out, or choose another control.',
        });
      }
  },
};
