/** The index that makes a keystroke cost its field and what its rules touch. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { isObject, list, text } from '../json-types.ts';
import type { WrittenField } from './fields.ts';
import type { Writer } from './writer.ts';

/** Whether one path holds the other: a change of either may change both. */
function touches(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/**
 * Fact path to the fields whose view may change with it: every path that is read, and every answer the page asks (with
 * the fields that read it, a part of it or something that holds it), so that one look-up by the changed path is enough.
 */
export function pageAffects(
  step: JsonObject,
  fields: readonly WrittenField[],
  writer: Writer,
): Record<string, string[]> {
  const readers = new Map<string, Set<string>>(fields.map((field) => [field.id, new Set(field.reads)]));
  for (const check of list(step['checks'])) {
    const at = isObject(check) ? text(check['at']) : undefined;
    if (!isObject(check) || at === undefined) continue;
    for (const path of writer.rule(check['assert'] ?? false).reads) readers.get(at)?.add(path);
    for (const path of writer.text(check['message'])?.reads ?? []) readers.get(at)?.add(path);
  }
  const paths = new Set([...readers.values()].flatMap((reads) => [...reads]));
  for (const field of fields) paths.add(`answers.${field.bind}`);
  const index: Record<string, string[]> = {};
  for (const path of [...paths].sort()) {
    const affected = fields.filter((field) => [...(readers.get(field.id) ?? [])].some((read) => touches(read, path)));
    if (affected.length > 0) index[path] = affected.map((field) => field.id);
  }
  return index;
}
