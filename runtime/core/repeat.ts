/** What stands on a page once for each item of a list: which items, who they are, what they offer. */
import type { Rule } from './definition.ts';
import type { Facts, Json } from './facts.ts';
import type { Placed, Repeat, WidgetItem } from './shape.ts';
import { holds } from './express.ts';
import { get, same } from './paths.ts';

/** An item that is shown. `key` is unique in its list: a second item of the same name has its number added. */
export interface ShownItem {
  readonly key: string;
  readonly item: Json;
}

/** Whether the list is there and nothing of it is shown. */
export const isEmpty = (repeat: Repeat, facts: Facts): boolean =>
  Array.isArray(repeat.each.of(facts)) && itemsOf(repeat, facts).length === 0;

/** The items that are shown, in order; none while the list is unknown. */
export function itemsOf(repeat: Repeat, facts: Facts): readonly ShownItem[] {
  const { each, only } = repeat;
  const list = each.of(facts);
  if (!Array.isArray(list)) return [];
  const times = new Map<string, number>();
  return (list as readonly Json[])
    .filter((item) => holds(only, { ...facts, item }))
    .map((item) => {
      const name = nameOf(repeat, item);
      const count = (times.get(name) ?? 0) + 1;
      times.set(name, count);
      return { key: count === 1 ? name : `${name}#${count}`, item };
    });
}

function nameOf({ key }: Repeat, item: Json): string {
  const named = key === undefined ? item : get(item, key);
  return typeof named === 'string' ? named : JSON.stringify(named ?? null);
}

/** What the list holds now of an item that was told of: it is found by its key; undefined when it is gone. */
export function itemNow(repeat: Repeat, facts: Facts, told: Json | undefined): Json | undefined {
  if (told === undefined) return undefined;
  const name = nameOf(repeat, told);
  const named = itemsOf(repeat, facts).filter(({ item }) => nameOf(repeat, item) === name);
  return (named.find(({ item }) => same(item, told)) ?? named[0])?.item;
}

const readsItem = ({ reads }: Rule): boolean => reads.some((path) => path === 'item' || path.startsWith('item.'));

/** Whether all conditions hold. Those that read an item are passed over where none is at hand: at a page left. */
export function allHold(whens: readonly Rule[], facts: Facts): boolean {
  return whens.every((when) => (facts.item === undefined && readsItem(when)) || holds(when, facts));
}

/**
 * Whether a condition of each kind lets an event be told: those of the place, and, where buttons of an item tell it,
 * those of one of them.
 */
export function tells(placed: Placed<WidgetItem>, event: string, passes: (when: Rule) => boolean): boolean {
  const buttons = placed.buttons?.get(event);
  return placed.whens.every(passes) && (!buttons || buttons.some((whens) => whens.every(passes)));
}
