/** Buttons of an item, and the event of the repeat that each tells. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { itemsInside } from '../emit/layout.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { entries, isObject, text } from '../json-types.ts';
import { didYouMean, nearest } from '../suggest.ts';

const CHOSEN =
  '"events": { "chosen": { "set": { "answers.bankingInformation.bankName": { "var": "item" } }, "next": [{ "stay": true }] } }';

export const RULE: CompileRule = {
  codes: ['item-button'],
  severity: 'refused',
  says: 'A button stands in no repeat, or tells an event that its repeat does not react to, or a repeat reacts to an event that nothing in its items tells.',
  remedy:
    'Place the button in the `layout` of a repeat and write what it does under that name in the `events` of the repeat.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      `"layout": ["bank", { "repeat": ["Oak", "Elm"], "id": "banks", "layout": [{ "action": »"chose", "label": "{{item}}" }, { "action": "chosen", "label": "Take {{item}}" }], ${CHOSEN} }, `,
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      `"layout": ["bank", { "repeat": ["Oak", "Elm"], "id": "banks", "layout": [{ "action": "chosen", "label": "{{item}}" }], ${CHOSEN} }, `,
    ],
  ],
  *find({ scenes }) {
    for (const { uses } of scenes)
      for (const use of uses.items) {
        if (use.kind === 'action' && !use.sight.item)
          yield at(use.item, 'action', {
            message: 'A button of an item stands outside of a repeat.',
            fix: 'Write a button of the page under "actions" of the step.',
          });
        if (use.kind === 'repeat') yield* buttonsOf(use.item);
      }
  },
};

function* buttonsOf(repeat: JsonObject): Generator<Finding> {
  const events = entries(repeat['events']).map(([event]) => event);
  const buttons = [...within(itemsInside(repeat))];
  for (const button of buttons) {
    const event = text(button['action']) ?? '';
    if (!events.includes(event))
      yield at(button, 'action', {
        message: `The repeat of this button does nothing when "${event}" is told.`,
        fix: didYouMean(event, events, `Write what happens in "events" of the repeat, as "${event}".`),
      });
  }
  if (repeat['of'] !== undefined) return;
  // A button that tells nearly this event is told of: one slip.
  const meant = buttons.map((button) => nearest(text(button['action']) ?? '', events));
  for (const event of events)
    if (!buttons.some((button) => button['action'] === event) && !meant.includes(event))
      yield atKey(repeat['events'] as object, event, {
        message: `No button in an item of this repeat tells "${event}".`,
        fix: `Add { "action": "${event}", "label": "..." } to its "layout", or take the event out.`,
      });
}

function* within(items: readonly Json[]): Generator<JsonObject> {
  for (const item of items) {
    if (!isObject(item)) continue;
    if (item['action'] !== undefined) yield item;
    yield* within(itemsInside(item));
  }
}
