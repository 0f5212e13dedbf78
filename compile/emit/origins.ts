/** From where a page loads: what its widgets say of themselves, taken together. */
import type { Origins } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import { entries, isObject, list, text } from '../json-types.ts';
import { itemsInside } from './layout.ts';

/** The widgets of a page by name: those of its layout, of its repeats, and those that draw its fields. */
export function widgetsOf(step: JsonObject): ReadonlySet<string> {
  const controls = entries(step['fields']).map(([, field]) => (isObject(field) ? text(field['control']) : undefined));
  return new Set([...named(list(step['layout'])), ...controls].filter((name) => name !== undefined));
}

function named(items: readonly Json[]): readonly (string | undefined)[] {
  return items.flatMap((item) =>
    isObject(item) ? [text(item['widget']) ?? text(item['of']), ...named(itemsInside(item))] : [],
  );
}

/** `origins` of a step and of its route; nothing where its widgets load nothing from elsewhere. */
export function originsOf(step: JsonObject, widgets: Docs): { readonly origins?: Origins } {
  const found: Record<string, Set<string>> = {};
  for (const name of widgetsOf(step))
    for (const [kind, origins] of entries(Object.hasOwn(widgets, name) ? widgets[name]?.['origins'] : undefined))
      for (const origin of list(origins)) (found[kind] ??= new Set()).add(String(origin));
  const kinds = Object.keys(found).sort();
  if (kinds.length === 0) return {};
  return { origins: Object.fromEntries(kinds.map((kind) => [kind, [...(found[kind] ?? [])].sort()])) };
}
