/** Obligations that nobody is ever owed. */
import type { CompileRule } from '../checks/check.ts';
import { at } from '../checks/check.ts';
import { inForce } from '../emit/compliance.ts';
import { isObject, list, text } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['unowed'],
  severity: 'concern',
  says: 'An obligation is about states of which none is served, today or on any later day: nobody is owed what it promises, and that it is kept says nothing.',
  remedy: 'Correct its `states`, or the rows that say whom we serve; or delete the obligation.',
  bad: [
    ['compliance/states/TX.json', '"served": true', '"served": false'],
    ['compliance/obligations/texas-notice-before-signing.json', '"states": ["TX"]', '"states": »["TX"]'],
  ],
  good: [
    ['compliance/states/TX.json', '"served": true', '"served": false'],
    ['compliance/obligations/texas-notice-before-signing.json', '"states": ["TX"]', '"states": ["TX", "OH"]'],
  ],
  *find({ source, options: { today } }) {
    const served = Object.entries(source.states).flatMap(([name, state]) =>
      list(state['rows']).some(
        (row) =>
          isObject(row) &&
          row['served'] !== false &&
          (inForce(row['from'], row['until'], today) || String(row['from']) > today),
      )
        ? [text(state['abbr']) ?? name]
        : [],
    );
    for (const [name, doc] of Object.entries(source.obligations)) {
      const states = list(doc['states']).map(String);
      if (states.length === 0 || states.includes('*') || states.some((one) => served.includes(one))) continue;
      yield at(doc, 'states', {
        message: `Nobody is owed the obligation "${name}": ${states.length === 1 ? `${states[0]} is` : 'its states are'} not served, today or on any day to come.`,
        fix: 'Correct "states", or the rows that say whom we serve; or delete the obligation.',
      });
    }
  },
};
