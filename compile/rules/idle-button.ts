/** Buttons that do nothing: they stay where they are, and neither call, set nor say anything. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { at, type CompileRule } from '../checks/check.ts';
import { isObject, list } from '../json-types.ts';

export const RULE: CompileRule = {
  codes: ['idle-button'],
  severity: 'concern',
  says: 'A button does nothing: all its ways stay on the page, and it calls, sets, empties and says nothing.',
  remedy: 'Give it a target, or something to do: `calls`, `set`, `clears`, or a `message` with the `stay`.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"label": "Continue" }',
      '"label": "Continue" }, { "id": "again", "label": "Try again", "next": »[{ "stay": true }] }',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"label": "Continue" }',
      '"label": "Continue" }, { "id": "again", "label": "Try again", "clears": ["answers.bankingInformation.bankName"], "next": [{ "stay": true }] }',
    ],
  ],
  *find({ brands }) {
    for (const { flows } of Object.values(brands))
      for (const { steps } of Object.values(flows))
        for (const step of Object.values(steps))
          for (const action of list(step['actions']).filter(isObject))
            if (doesNothing(action))
              yield at(action, 'next', {
                message: `Nothing happens when "${String(action['id'])}" is pressed: it stays on the page and does nothing else.`,
                fix: 'Give it a target ("to"), or "calls", "set", "clears" or a "message".',
              });
  },
};

/** What a button may do beside leading somewhere. */
const DOES = ['calls', 'set', 'clears', 'confirm'];

function doesNothing(action: JsonObject): boolean {
  const ways = list(action['next']);
  return (
    ways.length > 0 &&
    DOES.every((key) => action[key] === undefined) &&
    ways.every(
      (way) =>
        isObject(way) && way['stay'] === true && Object.keys(way).every((key) => key === 'stay' || key === 'when'),
    )
  );
}
