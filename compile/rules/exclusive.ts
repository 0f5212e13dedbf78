/** Choices that stand alone, where only one can be chosen anyway. */
import type { CompileRule } from '../checks/check.ts';
import { atKey } from '../checks/check.ts';
import { fieldType } from '../field-source.ts';
import { isObject, list } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['exclusive'],
  severity: 'refused',
  says: 'A choice says that it is chosen with no other, but of its field only one can be chosen, or every choice says so.',
  remedy: 'Take `exclusive` out, or let the field be an array, of which several are chosen.',
  bad: [['flows/loan/steps/numbers.json', '"label": "Checking" }', '"label": "Checking", »"exclusive": true }']],
  good: [
    [
      'flows/loan/steps/link.json',
      '"label": "Bank", "maxLength": 60 }',
      '"label": "Bank", "maxLength": 60 },\n"extras": { "bind": "loan.extras", "type": "array", "label": "Extras", "choices": [{ "value": "card", "label": "A card" }, { "value": "none", "label": "None of these", "exclusive": true }] }',
    ],
    ['flows/loan/steps/link.json', '["bank", ', '["bank", "extras", '],
    [
      'flows/loan/flow.json',
      '"saves": "application",',
      '"saves": "application",\n"answers": { "type": "object", "properties": { "loan": { "type": "object", "properties": { "extras": { "type": "array", "items": { "type": "string" } } } } } },',
    ],
  ],
  *find({ scenes }) {
    for (const scene of scenes)
      for (const { field, sight } of scene.uses.fields) {
        const choices = list(field['choices']).filter((choice) => isObject(choice));
        const alone = choices.filter((choice) => choice['exclusive'] === true);
        const [first] = alone;
        if (!first) continue;
        const isMany = fieldType(field, undefined) === 'array';
        const answer = scene.facts.find(`answers.${String(field['bind'])}`, sight);
        // Where the answer is a list the type of the field is wrong, which is told.
        if (!isMany && answer.found && answer.schema?.['type'] === 'array') continue;
        if (!isMany)
          yield atKey(first, 'exclusive', {
            message: 'Of this field one choice is chosen anyway, so none can stand beside it.',
            fix: 'Take "exclusive" out, or let the field be of "type": "array".',
          });
        else if (alone.length === choices.length)
          yield atKey(first, 'exclusive', {
            message: 'Every choice of this field stands alone, so only one can ever be chosen.',
            fix: 'Take "exclusive" out of those that go with others.',
          });
      }
  },
};
