/** Ways out of an event whose conditions read what is known at the event alone. */
import type { Json } from '../../runtime/core/facts.ts';
import { atKey, type CompileRule } from '../checks/check.ts';
import { entries, isObject, list } from '../json-types.ts';

const TAKE = '{ "action": "chosen", "label": "Take {{item}}" }';

export const RULE: CompileRule = {
  codes: ['event-way'],
  severity: 'concern',
  says: 'Where an event of a widget or of an item leads hangs on `item` or `payload`, which are known at that moment alone: after a reload, with Back and at the server nobody knows any more which way was taken, and the person comes to a halt on the page.',
  remedy: 'Write what decides into an answer with `set` of the event, and let the condition read that answer.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      `"layout": ["bank", { "repeat": ["Oak", "Elm"], "id": "banks", "layout": [${TAKE}], "events": { "chosen": { "next": [{ »"when": { "==": [{ "var": "item" }, "Oak"] }, "to": "numbers" }, { "to": "amount" }] } } }, `,
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      `"layout": ["bank", { "repeat": ["Oak", "Elm"], "id": "banks", "layout": [${TAKE}], "events": { "chosen": { "set": { "answers.bankingInformation.bankName": { "var": "item" } }, "next": [{ "when": { "==": [{ "var": "answers.bankingInformation.bankName" }, "Oak"] }, "to": "numbers" }, { "to": "amount" }] } } }, `,
    ],
  ],
  *find({ scenes }) {
    for (const { uses } of scenes)
      for (const { item } of uses.items)
        for (const [event, reaction] of entries(item['events']))
          for (const choice of isObject(reaction) ? list(reaction['next']) : []) {
            const root = isObject(choice) ? momentRead(choice['when']) : undefined;
            if (isObject(choice) && root !== undefined)
              yield atKey(choice, 'when', {
                message: `Where "${event}" leads hangs on "${root}", which nobody knows any more once the page was left.`,
                fix: `Add "set" to the event, which writes it into an answer, and read that answer here.`,
              });
          }
  },
};

/** The fact that exists during an event alone and that a condition reads, or undefined. */
function momentRead(rule: Json | undefined): string | undefined {
  if (Array.isArray(rule)) return (rule as readonly Json[]).map(momentRead).find((root) => root !== undefined);
  if (!isObject(rule)) return undefined;
  for (const [operator, inner] of Object.entries(rule)) {
    const path = list(operator === 'var' || operator === 'answered' ? [inner].flat() : [])[0];
    const root = typeof path === 'string' ? path.split('.')[0] : undefined;
    const found = root === 'item' || root === 'payload' ? root : momentRead(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}
