/** Named values give what they say they give. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { askedOf, knownOf } from '../checks/known.ts';
import { text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['value-type'],
  severity: 'concern',
  says: 'A named value says one `type` and gives another: whatever compares it, or shows it, trusts what it says.',
  remedy: 'Correct its `type`, or what it computes.',
  bad: [
    [
      'flows/loan/values/greeting.json',
      '{ "says": "How we greet", "type": »"integer", "value": { "cat": ["Dear ", { "var": "answers.personalInformation.firstName" }] } }',
    ],
    ['flows/loan/steps/sign.json', '{ "copy": "You ask', '{ "copy": "{{values.greeting}}" }, { "copy": "You ask'],
  ],
  good: [
    [
      'flows/loan/values/greeting.json',
      '{ "says": "How we greet", "type": "string", "value": { "cat": ["Dear ", { "var": "answers.personalInformation.firstName" }] } }',
    ],
    ['flows/loan/steps/sign.json', '{ "copy": "You ask', '{ "copy": "{{values.greeting}}" }, { "copy": "You ask'],
  ],
  *find(world) {
    for (const scene of world.scenes) {
      const asked = askedOf(scene, world);
      for (const doc of Object.values(scene.values)) {
        const says = text(doc['type']);
        const wanted = says === 'integer' ? 'number' : says === 'date' ? 'string' : says;
        const given = knownOf(doc['value'] ?? null, {
          scene,
          world,
          asked,
          sight: { typed: [], item: false, payload: false, arithmetic: true },
        }).type;
        if (wanted !== undefined && given !== undefined && wanted !== given)
          yield at(doc, 'type', {
            message: `This value says that it is ${says}, but it gives ${given}.`,
            fix: 'Correct its "type", or what it computes.',
          });
      }
    }
  },
};
