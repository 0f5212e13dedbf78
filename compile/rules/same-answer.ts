/** Fields of one page are about answers of their own. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { entries, isObject, text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['same-answer'],
  severity: 'concern',
  says: 'Two fields of one page write the same answer, and nothing keeps them from being asked together: what is typed into one changes the other, and each is judged by both their limits.',
  remedy: 'Bind one of them to an answer of its own, or give both a `when`, so that only one is asked.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60 },\n"again": { "bind": »"bankingInformation.bankName", "type": "string", "label": "Bank again", "maxLength": 60 }',
    ],
    ['flows/loan/steps/link.json', '["bank", ', '["bank", "again", '],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60, "when": "state-is-texas" },\n"again": { "bind": "bankingInformation.bankName", "type": "string", "label": "Bank elsewhere", "maxLength": 60, "when": { "!": [{ "rule": "state-is-texas" }] } }',
    ],
    ['flows/loan/steps/link.json', '["bank", ', '["bank", "again", '],
  ],
  *find({ brands }) {
    for (const brand of Object.values(brands))
      for (const flow of Object.values(brand.flows))
        for (const step of Object.values(flow.steps)) {
          const first = new Map<string, string>();
          for (const [id, field] of entries(step['fields'])) {
            const bind = isObject(field) ? text(field['bind']) : undefined;
            if (!isObject(field) || bind === undefined || field['when'] !== undefined) continue;
            const other = first.get(bind);
            if (other === undefined) first.set(bind, id);
            else
              yield at(field, 'bind', {
                message: `The fields "${other}" and "${id}" of this page write the same answer, "${bind}".`,
                fix: 'Bind one of them to an answer of its own, or give each a "when", so that only one is asked.',
              });
          }
        }
  },
};
