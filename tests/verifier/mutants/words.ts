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

/**
 * A place in words: items of lists by their id, call, target or idTag where they have one, else by their number from 1.
 */
export function place(json: Json, path: Path): string {
  return path
    .flatMap((key, index) => {
      if (typeof key === 'string') return key === 'layout' ? [] : [key];
      const item = valueAt(json, path.slice(0, index + 1));
      const name = isObject(item)
        ? (item['id'] ?? item['call'] ?? item['disclosure'] ?? item['channel'] ?? item['value'])
        : undefined;
      return [typeof name === 'string' ? name : String(key + 1)];
    })
    .join(' ');
}
