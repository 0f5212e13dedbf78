/** Defaults that nobody sees: what is never kept begins empty. */
import type { CompileRule } from '../checks/check.ts';
import { atKey } from '../checks/check.ts';

export const RULE: CompileRule = {
  codes: ['default-never-kept'],
  severity: 'refused',
  says: 'A field that is never kept has a default: what it holds is what was typed on the page, and nothing is proposed there.',
  remedy: 'Leave `default` out, or let the answer be kept.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60, "keep": "never", »"default": "First Bank" }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60, "default": "First Bank" }',
    ],
  ],
  *find({ scenes }) {
    for (const scene of scenes)
      for (const { field } of scene.uses.fields)
        if (field['keep'] === 'never' && field['default'] !== undefined)
          yield atKey(field, 'default', {
            message: 'This default is never shown, because the answer is never kept.',
            fix: 'Leave "default" out, or leave out "keep".',
          });
  },
};
