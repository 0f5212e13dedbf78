/**
 * Where every value of the content came from: parsed objects and lists remember the file, line and column of themselves
 * and their members.
 */
import type { Place } from './types.ts';

interface Slot {
  readonly key: Place;
  readonly value: Place;
}
const members = new WeakMap<object, Map<string, Slot>>();
const own = new WeakMap<object, Place>();

export function recordOwn(container: object, place: Place): void {
  own.set(container, place);
}
export function recordMember(
  container: object,
  name: string | number,
  { key, value }: { readonly key: Place; readonly value: Place },
): void {
  const slots = members.get(container) ?? new Map<string, Slot>();
  slots.set(String(name), { key, value });
  members.set(container, slots);
}
/**
 * The place of a member's value, else of the container. Throws for an object that no file brought: a bug of the
 * compiler.
 */
export function placeOf(container: object, name?: string | number): Place {
  const slot = name === undefined ? undefined : members.get(container)?.get(String(name))?.value;
  const place = slot ?? own.get(container);
  if (!place) throw new Error('A value without a place: register what the compiler makes with inheritPlaces().');
  return place;
}
/** Whether a file brought this object, or it was registered. */
export const hasPlace = (container: object): boolean => own.has(container);
/** The place of a member's name. */
export function keyPlace(container: object, name: string | number): Place {
  return members.get(container)?.get(String(name))?.key ?? placeOf(container, name);
}
/** A copy stands where its original stood; members in `replaced` stand where those of that object do. */
export function inheritPlaces(copy: object, original: object, replaced?: object): void {
  const place = own.get(original);
  if (place) own.set(copy, place);
  const slots = new Map(members.get(original));
  if (replaced) members.get(replaced)?.forEach((slot, name) => slots.set(name, slot));
  members.set(copy, slots);
}
/** Gives a member of a copy the place of a member of another object. */
export function movePlace(
  copy: object,
  name: string | number,
  { from, fromName }: { readonly from: object; readonly fromName: string | number },
): void {
  recordMember(copy, name, { key: keyPlace(from, fromName), value: placeOf(from, fromName) });
}
/** Every place, as `file:line:column`, from which something in these came; what an overlay took out has none. */
export function placesIn(roots: Iterable<object>): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<object>();
  const visit = (one: object): void => {
    if (seen.has(one)) return;
    seen.add(one);
    const place = own.get(one);
    if (place) found.add(placeKey(place));
    for (const [name, value] of Object.entries(one)) {
      const slot = members.get(one)?.get(name);
      if (slot) found.add(placeKey(slot.key)).add(placeKey(slot.value));
      if (typeof value === 'object' && value !== null) visit(value);
    }
  };
  for (const root of roots) visit(root);
  return found;
}
/** `file:line:column`. */
export const placeKey = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** Walks a JSON pointer (`/a/0/b`) and gives the place of what it names, or of the nearest thing above it. */
export function placeAt(root: object, pointer: string, which: 'key' | 'value' = 'value'): Place {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  let container: object = root;
  let place = placeOf(root);
  for (const [i, key] of keys.entries()) {
    if (!Object.hasOwn(container, key)) return place;
    place = which === 'key' && i === keys.length - 1 ? keyPlace(container, key) : placeOf(container, key);
    const next: unknown = (container as Record<string, unknown>)[key];
    if (typeof next !== 'object' || next === null) return place;
    container = next;
  }
  return place;
}
