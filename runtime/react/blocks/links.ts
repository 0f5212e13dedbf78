import type { LayoutItem } from '../../core/definition.ts';

const numbers = new WeakMap<LayoutItem, number>();

/** Numbers the links of a layout, depth first from 0: the number by which the engine knows a link that was followed. */
export function numberLinks(layout: readonly LayoutItem[], from = 0): number {
  let next = from;
  for (const item of layout) {
    if (item.kind === 'link') numbers.set(item, next++);
    if (item.kind === 'group' || item.kind === 'repeat') next = numberLinks(item.items, next);
  }
  return next;
}

/** The number `numberLinks` gave a link of a layout that is being drawn. */
export function linkNumber(item: LayoutItem): number {
  const number = numbers.get(item);
  if (number === undefined)
    throw new Error('A link is drawn whose layout was not numbered: call numberLinks on the layout first.');
  return number;
}
