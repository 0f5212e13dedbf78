/** Facts of the person, the application and the device: somebody gives each that is declared. */
import { GIVEN } from '../../contract/given.ts';
import { atKey, type CompileRule } from '../checks/check.ts';
import { isObject, member } from '../json-types.ts';
import { didYouMean } from '../suggest.ts';

export const RULE: CompileRule = {
  codes: ['given'],
  severity: 'concern',
  says: 'A fact of the person, the application or the device is declared in schemas/facts.json, and nobody ever gives it: every rule that reads it silently never holds.',
  remedy:
    'Take it out; or, where the identity service puts it into its tokens as `custom:<name>`, say `"claim": true`. What a call brings is read as `results.<as>`.',
  bad: [['schemas/facts.json', '"timedOut": {', '»"isVeteran": { "type": "boolean" },\n      "timedOut": {']],
  good: [
    ['schemas/facts.json', '"timedOut": {', '"isVeteran": { "type": "boolean", "claim": true },\n      "timedOut": {'],
  ],
  *find({ source }) {
    for (const [root, given] of Object.entries(GIVEN)) {
      const declared = member(source.facts[root], 'properties');
      if (!isObject(declared)) continue;
      for (const [name, schema] of Object.entries(declared))
        if (!given.includes(name) && member(schema, 'claim') !== true)
          yield atKey(declared, name, {
            message: `Nobody gives the fact "${root}.${name}": what reads it never holds.`,
            fix: didYouMean(
              name,
              given.filter((one) => !Object.hasOwn(declared, one)),
              `Take it out${root === 'session' || root === 'customer' ? ', or say "claim": true where the identity service puts it into its tokens' : ''}.`,
            ),
          });
    }
  },
};
