/** Layout items. The key that an item begins with says what it is; the table below is the whole set. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { isObject, list } from '../json-types.ts';
import type { Writer } from './writer.ts';

type Members = Readonly<Record<string, unknown>>;
type Write = (item: JsonObject, writer: Writer) => Members;

const copy =
  (key: string, as: string): Write =>
  (item, writer) => ({ kind: 'copy', text: writer.words(item[key]), as });

/** Whether a condition is about the item of the repeat it stands at. */
const aboutItem = (when: Json | undefined, writer: Writer): boolean =>
  when !== undefined && [...writer.rule(when).reads].some((path) => path === 'item' || path.startsWith('item.'));

const ITEMS: Readonly<Record<string, Write>> = {
  copy: copy('copy', 'body'),
  heading: copy('heading', 'heading'),
  note: copy('note', 'note'),
  warning: copy('warning', 'warning'),
  disclosure: (item) => ({ kind: 'disclosure', idTag: item['disclosure'], consent: item['consent'] }),
  summary: (item) => ({ kind: 'summary', steps: item['summary'] }),
  group: (item, writer) => ({
    kind: 'group',
    title: writer.words(item['title']),
    folded: item['folded'],
    below: item['below'],
    items: writeLayout(list(item['group']), writer),
  }),
  aside: (item, writer) => ({
    kind: 'group',
    aside: true,
    title: writer.words(item['title']),
    items: writeLayout(list(item['aside']), writer),
  }),
  oneOf: (item, writer) => ({ kind: 'group', items: writeLayout(list(item['oneOf']), writer) }),
  link: (item, writer) => ({
    kind: 'link',
    text: writer.words(item['link']),
    target: writer.target(item),
    style: item['style'],
  }),
  widget: (item, writer) => ({
    kind: 'widget',
    id: item['id'] ?? item['widget'],
    widget: item['widget'],
    options: writer.computes(item['options']),
    asListed: item['asListed'],
    field: item['field'],
    events: writer.reactions(item['events']),
  }),
  repeat: (item, writer) => ({
    kind: 'repeat',
    id: item['id'] ?? item['of'],
    each: writer.compute(item['repeat'] ?? null).js,
    key: item['key'],
    ...(aboutItem(item['when'], writer) && { only: writer.when(item['when']) }),
    show: item['show'],
    empty: writer.words(item['empty']),
    title: writer.words(item['title']),
    widget: item['of'],
    options: writer.computes(item['options']),
    events: writer.reactions(item['events']),
    items: writeLayout(list(item['layout']), writer),
  }),
  action: (item, writer) => ({
    kind: 'button',
    event: item['action'],
    label: writer.words(item['label']),
    style: item['style'] ?? 'secondary',
  }),
};

/** The key that says what an item is, or `undefined`. */
export function itemKind(item: JsonObject): string | undefined {
  return Object.keys(ITEMS).find((key) => Object.hasOwn(item, key));
}

/** The items that stand inside an item. */
export function itemsInside(item: JsonObject): readonly Json[] {
  return list(
    item['group'] ?? item['oneOf'] ?? item['aside'] ?? (Object.hasOwn(item, 'repeat') ? item['layout'] : undefined),
  );
}

export function writeLayout(items: readonly Json[], writer: Writer): readonly Members[] {
  return items.flatMap((item): Members[] => {
    if (typeof item === 'string') return [{ kind: 'field', field: item }];
    const kind = isObject(item) ? itemKind(item) : undefined;
    if (!isObject(item) || kind === undefined) return [];
    const when = kind === 'repeat' && aboutItem(item['when'], writer) ? undefined : writer.when(item['when']);
    return [{ ...ITEMS[kind]?.(item, writer), when, appears: writer.after(item['appearsAfterMs']) }];
  });
}
