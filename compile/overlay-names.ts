/** Members of lists by their names: an overlay never says a place by its number. */
import type { Json } from '../runtime/core/facts.ts';
import { itemsInside } from './emit/layout.ts';
import { isObject } from './json-types.ts';

/** What a member is known by: its own name, what it names, or what it gives. */
const NAMING = [
  'id',
  'field',
  'consent',
  'disclosure',
  'widget',
  'action',
  'as',
  'call',
  'value',
  'idTag',
  'at',
  'leave',
];
/** Where items of a layout hold other items. */
export const INSIDE = ['group', 'oneOf', 'aside', 'layout'];

/** The names of a member; none where it has nothing that names it. */
export function namesOf(item: unknown): readonly string[] {
  if (typeof item === 'string') return [item];
  if (!isObject(item)) return [];
  return NAMING.flatMap((key) =>
    ['string', 'number', 'boolean'].includes(typeof item[key]) ? [String(item[key])] : [],
  );
}

/** The names of the members of a list, and of the groups in it. */
export const namesIn = (items: readonly unknown[]): readonly string[] =>
  items.flatMap((item) => [...namesOf(item), ...(isObject(item) ? namesIn(itemsInside(item)) : [])]);

/** Whether a member, or one inside it, has this name. */
export const holds = (item: Json | undefined, name: string): boolean =>
  namesOf(item).includes(name) || (isObject(item) && itemsInside(item).some((inner) => holds(inner, name)));
