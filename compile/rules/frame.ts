/** What stands around every page belongs to none of them. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { itemKind, itemsInside } from '../emit/layout.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { isObject, list, member } from '../json-types.ts';

/** What header and footer may show. */
const AROUND = ['copy', 'heading', 'note', 'warning', 'group', 'oneOf', 'link', 'disclosure'];

const footer = (item: string): readonly [string, string, string] => [
  'flows/app.json',
  '"home": [{ "to": "loan/about" }],',
  `"home": [{ "to": "loan/about" }],\n  "footer": { "layout": [${item}] },`,
];

export const RULE: CompileRule = {
  codes: ['frame'],
  severity: 'refused',
  says: 'The layout of header or footer asks a field, sums up a step, or holds a repeat, a widget or a button: these belong to a page, and header and footer stand around all of them.',
  remedy: 'Show words, links, documents and groups there, each with a "when" where not everybody sees it.',
  bad: [footer('»"amount"')],
  good: [footer('{ "copy": "{{brand.name}}" }')],
  *find({ scenes }) {
    for (const { flow, brand } of scenes)
      if (!flow) for (const part of ['header', 'footer']) yield* foreign(list(member(brand.app[part], 'layout')), part);
  },
};

function* foreign(items: readonly Json[], part: string): Generator<Finding> {
  for (const [index, item] of items.entries()) {
    const kind = isObject(item) ? (itemKind(item) ?? '') : 'field';
    if (kind !== '' && !AROUND.includes(kind))
      yield at(items, index, {
        message: `A ${kind} stands in the ${part}, where there are ${AROUND.join(', ')} only.`,
        fix: 'Place it on a page.',
      });
    else if (member(item, 'consent') !== undefined)
      yield at(items, index, {
        message: `A document in the ${part} asks for a consent, which is an answer of a page.`,
        fix: 'Leave "consent" out, or show the document on a page.',
      });
    if (isObject(item)) yield* foreign(itemsInside(item), part);
  }
}
