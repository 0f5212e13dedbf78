/** What stands in an item of a repeat. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { itemKind, itemsInside } from '../emit/layout.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { isObject, list } from '../json-types.ts';

/** What an item of a repeat may show. */
const INSIDE = ['copy', 'heading', 'note', 'warning', 'group', 'oneOf', 'link', 'widget', 'action'];

export const RULE: CompileRule = {
  codes: ['repeat-layout'],
  severity: 'refused',
  says: 'An item of a repeat asks a field, shows a document or a summary, or holds a repeat or a widget with events of its own: an answer, a record of what was shown and an event each belong to the page, not to one item of it. A repeat that shows nothing at all is told too.',
  remedy:
    'Show words, links, groups, widgets and buttons in an item; let its buttons tell an event of the repeat; ask for a list that the person makes with a field of the control "list".',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      '"layout": [{ "repeat": ["Oak", "Elm"], "id": "banks", "layout": [»"bank"] }, ',
    ],
  ],
  good: [
    [
      'flows/loan/steps/link.json',
      '"layout": ["bank", ',
      '"layout": [{ "repeat": ["Oak", "Elm"], "id": "banks", "layout": [{ "copy": "{{item}} is known to us." }] }, "bank", ',
    ],
  ],
  *find({ scenes }) {
    for (const { uses } of scenes)
      for (const { item, kind } of uses.items) {
        if (kind !== 'repeat') continue;
        if (item['of'] === undefined && list(item['layout']).length === 0)
          yield at(item, 'repeat', {
            message: 'This repeat shows nothing for its items.',
            fix: 'Give it a "layout", or a widget with "of".',
          });
        yield* foreign(itemsInside(item));
      }
  },
};

function* foreign(items: readonly Json[]): Generator<Finding> {
  for (const [index, item] of items.entries()) {
    if (!isObject(item)) {
      yield at(items, index, {
        message: `A field stands in an item of a repeat: its answer is one for the whole page.`,
        fix: 'Place it outside of the repeat; where every item has answers of its own, ask for them with a field of the control "list".',
      });
      continue;
    }
    const kind = itemKind(item) ?? '';
    if (kind !== '' && !INSIDE.includes(kind))
      yield at(items, index, {
        message: `"${kind}" stands in an item of a repeat, where there are ${INSIDE.join(', ')} only.`,
        fix: 'Place it outside of the repeat.',
      });
    else if (item['field'] !== undefined || item['events'] !== undefined)
      yield at(items, index, {
        message: 'A widget in an item of a repeat writes a field or has events of its own.',
        fix: 'Let the repeat draw it with "of": then its events are those of the repeat, and know their item.',
      });
    yield* foreign(itemsInside(item));
  }
}
