/** What stands beside a page: the flow has it, a page places it once, and it asks for nothing. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { placesAside } from '../aside.ts';
import { itemsInside } from '../emit/layout.ts';
import { isObject, list } from '../json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';

/** What may stand in an aside: nothing that is answered, agreed to or led on by. */
const INSIDE = ['copy', 'heading', 'note', 'warning', 'widget'];

export const RULE: CompileRule = {
  codes: ['aside'],
  severity: 'refused',
  says: 'A page places an aside that its journey does not have, places it twice or inside of something else, a dialog places one, or an aside asks for something: a field, a document, a link or a widget with events.',
  remedy:
    'Write what is shown under "aside" in flow.json, with words and widgets only, and place it once with { "aside": true } in the layout of each page beside which it stands.',
  bad: [['flows/loan/steps/link.json', '"layout": ["bank", ', '"layout": [»{ "aside": true }, "bank", ']],
  good: [['flows/loan/steps/link.json', '"layout": ["bank", ', '"layout": ["bank", { "copy": "Beside." }, ']],
  *find({ source }) {
    for (const { flow, steps, dialogs } of Object.values(source.flows)) {
      const aside = flow['aside'];
      if (isObject(aside)) yield* asking(list(aside['layout']));
      for (const step of Object.values(steps))
        for (const page of [step, ...list(step['pages'])])
          if (isObject(page)) yield* placed(list(page['layout']), isObject(aside));
      for (const dialog of Object.values(dialogs)) yield* inside(list(dialog['layout']), 'a dialog');
    }
  },
};

function* placed(items: readonly Json[], has: boolean): Generator<Finding> {
  let seen = false;
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    if (!placesAside(item)) {
      yield* inside(itemsInside(item), 'another item');
      continue;
    }
    if (!has)
      yield at(items, index, {
        message: 'This page places an aside, and the journey has none.',
        fix: 'Write "aside": { "title": "...", "layout": [...] } in flow.json, or take this out.',
      });
    if (seen) yield at(items, index, { message: 'The aside stands on this page already.', fix: 'Take this out.' });
    seen = true;
  }
}

function* inside(items: readonly Json[], where: string): Generator<Finding> {
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) continue;
    if (placesAside(item))
      yield at(items, index, {
        message: `An aside stands beside a page: ${where} has no side.`,
        fix: 'Place it in the "layout" of the page itself.',
      });
    yield* inside(itemsInside(item), where);
  }
}

function* asking(items: readonly Json[]): Generator<Finding> {
  for (const [index, item] of items.entries()) {
    const key = isObject(item) ? Object.keys(item).find((one) => INSIDE.includes(one)) : undefined;
    if (!isObject(item) || key === undefined)
      yield at(items, index, {
        message: `An aside asks for nothing and leads nowhere: it holds ${INSIDE.join(', ')} only.`,
        fix: 'Place it on the page.',
      });
    else
      for (const name of ['field', 'events'])
        if (item[name] !== undefined)
          yield atKey(item, name, {
            message:
              'A widget of an aside writes a field or has events: it stands on several pages and belongs to none.',
            fix: 'Place this widget on its page.',
          });
  }
}
