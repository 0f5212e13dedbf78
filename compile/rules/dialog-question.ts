/** Dialogs: they tell and offer, and what is asked stands on pages. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { itemsInside } from '../emit/layout.ts';
import { isObject, list } from '../json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';

const TERMS = 'flows/loan/dialogs/terms.json';
const dialog = (item: string): string =>
  `{ "id": "terms", "title": "Terms", "layout": [${item}], "actions": [{ "id": "close", "label": "Close" }] }\n`;
const OPENED = [
  'flows/loan/steps/about.json',
  '"id": "continue",',
  '"id": "continue",\n      "confirm": "terms",',
] as const;

export const RULE: CompileRule = {
  codes: ['dialog-question'],
  severity: 'refused',
  says: 'A question stands in a dialog. A dialog is no step: its answer would be asked by no page, and stand on no way.',
  remedy: 'Ask it on a page; in the dialog put words, documents, links, and widgets that write no field.',
  bad: [[TERMS, dialog('»"name"')], OPENED],
  good: [[TERMS, dialog('{ "copy": "One year." }')], OPENED],
  *find({ scenes }) {
    for (const { flow } of scenes)
      for (const [id, of] of Object.entries(flow?.dialogs ?? {})) yield* asked(list(of['layout']), id);
  },
};

function* asked(items: readonly Json[], dialogId: string): Generator<Finding> {
  const fix = 'Move it to the "layout" of a step.';
  for (const [index, item] of items.entries()) {
    if (typeof item === 'string')
      yield at(items, index, { message: `The dialog "${dialogId}" asks "${item}": a dialog asks nothing.`, fix });
    if (!isObject(item)) continue;
    for (const key of ['consent', 'field', 'fieldsFrom'])
      if (item[key] !== undefined)
        yield at(item, key, {
          message: `The dialog "${dialogId}" asks something by "${key}": a dialog asks nothing.`,
          fix,
        });
    yield* asked(itemsInside(item), dialogId);
  }
}
