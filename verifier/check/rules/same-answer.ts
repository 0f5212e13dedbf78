/** Fields of one page are about answers of their own. */
import { isObject, text } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import { givenWords } from '../../words/sentence.ts';
import type { SettingRule } from '../rule.ts';
import { certainFor, impossible, is, readBy, somebody } from '../setting/ask.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';

export const RULE: SettingRule = {
  codes: ['same-answer'],
  severity: 'concern',
  says: 'Two fields of one page write the same answer, and somebody is asked both: what is typed into one changes the other, and each is judged by both their limits.',
  remedy: 'Bind one of them to an answer of its own, or give each a `when` that leaves out whom the other asks.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60 },\n"again": { "bind": »"bankingInformation.bankName", "type": "string", "label": "Bank again", "maxLength": 60, "when": "state-is-texas" }',
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
  find: sameAnswer,
};

/** Every two fields of a page with one `bind`, of which not each leaves out whom the other asks. */
function* sameAnswer(setting: Setting): Generator<Problem> {
  for (const [step, doc] of Object.entries(setting.flow.steps)) {
    const fields = isObject(doc['fields']) ? doc['fields'] : {};
    const ids = Object.keys(fields);
    for (const [index, id] of ids.entries()) {
      const field = fields[id];
      if (!isObject(field)) continue;
      for (const other of ids.slice(0, index)) {
        const one = fields[other];
        if (!isObject(one) || one['bind'] !== field['bind']) continue;
        const shown = [
          ...(setting.fields.get(`${step}/${other}`) ?? []),
          ...(setting.fields.get(`${step}/${id}`) ?? []),
        ];
        const goals = [...shown.flatMap((rule) => certainFor(rule, setting)), ...shown.map(is)];
        if (shown.length > 0 && impossible(goals, setting)) continue;
        const example = shown.length > 0 ? somebody(goals, setting) : {};
        if (!example) continue;
        const when =
          shown.length > 0 ? `: both are asked when ${givenWords(readBy(example, shown), setting.words)}` : '';
        yield problemAt(field, 'bind', {
          code: 'same-answer',
          message: `The fields "${other}" and "${id}" of this page write the same answer, "${text(field['bind']) ?? ''}"${when}.`,
          fix: 'Bind one of them to an answer of its own, or give each a "when" that leaves out whom the other asks.',
          ...(shown.length > 0 && { example }),
        });
        break;
      }
    }
  }
}
