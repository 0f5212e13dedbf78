/** What stands under the buttons of a page: a group of the page itself, in which nothing is asked. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { itemsInside } from '../emit/layout.ts';
import { isObject, list } from '../json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';

/** What may not stand there: who presses the button has not come to it. */
const ASKS = ['disclosure', 'widget', 'repeat'];

export const RULE: CompileRule = {
  codes: ['below'],
  severity: 'refused',
  says: 'A group under the buttons stands in a dialog or inside of another item, where there are none, or asks for something: who presses the button has not come to it yet.',
  remedy:
    'Place it in the "layout" of the page itself, with words and links only; what is asked or agreed to stands before the buttons.',
  bad: [['flows/loan/steps/link.json', '"layout": ["bank", ', '"layout": [{ "group": [»"bank"], "below": true }, ']],
  good: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      '"layout": ["bank", { "group": [{ "copy": "Questions? Call us." }], "below": true }, ',
    ],
  ],
  *find({ source }) {
    for (const { steps, dialogs } of Object.values(source.flows)) {
      for (const step of Object.values(steps))
        for (const page of [step, ...list(step['pages'])]) if (isObject(page)) yield* ofPage(list(page['layout']));
      for (const dialog of Object.values(dialogs)) yield* inside(list(dialog['layout']));
    }
  },
};

function* ofPage(items: readonly Json[]): Generator<Finding> {
  for (const item of items)
    if (isObject(item)) {
      if (item['below'] === true) yield* asking(itemsInside(item));
      yield* inside(itemsInside(item));
    }
}

function* inside(items: readonly Json[]): Generator<Finding> {
  for (const item of items)
    if (isObject(item)) {
      if (item['below'] === true)
        yield atKey(item, 'below', {
          message: 'Only a group of the page itself stands under its buttons.',
          fix: 'Take "below" out, or place the group in the "layout" of the page.',
        });
      yield* inside(itemsInside(item));
    }
}

function* asking(items: readonly Json[]): Generator<Finding> {
  for (const [index, item] of items.entries()) {
    const asks = isObject(item) ? ASKS.find((key) => item[key] !== undefined) : 'field';
    if (asks !== undefined)
      yield at(items, index, {
        message: `Who presses the button has not come to what stands under it: a ${asks} does not belong there.`,
        fix: 'Place it before the buttons.',
      });
    else if (isObject(item)) yield* asking(itemsInside(item));
  }
}
