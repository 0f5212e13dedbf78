/** Short words for what stands in a definition, for the ids of mutants. */
import type { Json } from '../../../runtime/core/facts.ts';
import { isObject, valueAt, type Path } from './edit.ts';

/** The last part of `flow/step`. */
export const short = (name: string): string => name.split('/').at(-1) ?? name;

/** A value in one line of at most 60 characters. */
export function brief(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing').replaceAll('"', '');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** What an item of a list is called: by its id, call, target or idTag. */
function nameOf(item: Json | undefined): string | undefined {
  if (!isObject(item)) return undefined;
  const name = item['id'] ?? item['call'] ?? item['disclosure'] ?? item['channel'] ?? item['value'];
  return typeof name === 'string' ? name : undefined;
}

/**
 * A place in words: items of lists by their name, and by their number from 1 where they have none or one beside them
 * has the same (a button that asks one call under two conditions).
 */
export function place(json: Json, path: Path): string {
  return path
    .flatMap((key, index) => {
      if (typeof key === 'string') return key === 'layout' ? [] : [key];
      const list = valueAt(json, path.slice(0, index));
      const name = nameOf(valueAt(json, path.slice(0, index + 1)));
      const before = Array.isArray(list) ? list.slice(0, key).filter((one: Json) => nameOf(one) === name).length : 0;
      if (name === undefined) return [String(key + 1)];
      return [before === 0 ? name : `${name} ${before + 1}`];
    })
    .join(' ');
}
