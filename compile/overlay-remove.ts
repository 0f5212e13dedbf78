/** A field, or a step, taken out of everything that names it. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { INSIDE } from './overlay-names.ts';
import { isList, isObject, list } from './json-types.ts';
import { inheritPlaces } from './places.ts';

/** What is left of a value; undefined when nothing is. */
type Without = (value: JsonObject) => JsonObject | undefined;

/**
 * A step without a field: not on its pages, in no group, no check or message at it, no consent of a document, no widget
 * that fills it. What else reads its answer is told by `check`.
 */
export function withoutField(step: JsonObject, id: string): JsonObject {
  const { [id]: _field, ...fields } = isObject(step['fields']) ? step['fields'] : {};
  const left = placed(fields, isObject(step['fields']) ? step['fields'] : step);
  const isAbout = (value: JsonObject): boolean => value['at'] === id && value['assert'] !== undefined;
  const item: Without = (value) => {
    if (isAbout(value) || (value['widget'] !== undefined && value['field'] === id)) return undefined;
    const { consent, at, ...rest } = value;
    return placed(
      {
        ...rest,
        ...(consent !== undefined && consent !== id && { consent }),
        ...(at !== undefined && at !== id && { at }),
      },
      value,
    );
  };
  const changed = inLists({ ...step, fields: left }, { item, name: id });
  return placed(changed, step);
}

/** A step in which no summary and no `reopen` names a step that is gone. */
export function withoutStep(step: JsonObject, gone: string): JsonObject {
  const shorter = (value: Json): Json => {
    if (isList(value)) {
      const items = value.map(shorter).filter((one) => !isObject(one) || !isEmptied(one));
      inheritPlaces(items, value);
      return items;
    }
    if (!isObject(value)) return value;
    const made = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const named = key === 'summary' || key === 'reopen' ? list(inner) : undefined;
        if (!named?.includes(gone)) return [key, shorter(inner)];
        const left = named.filter((one) => one !== gone);
        inheritPlaces(left, named);
        return [key, left];
      }),
    );
    return placed(made, value);
  };
  const changed = shorter(step);
  return isObject(changed) ? changed : step;
}

const isEmptied = (value: JsonObject): boolean => isList(value['summary']) && value['summary'].length === 0;

/** Every list below a value without the field's own entry; groups of which nothing is left go with it. */
function inLists(value: JsonObject, { item, name }: { readonly item: Without; readonly name: string }): JsonObject {
  const made: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (isList(inner)) {
      const isLayout = key === 'layout' || INSIDE.includes(key);
      const items = inner.flatMap((one): readonly Json[] => {
        if (isLayout && one === name) return [];
        if (!isObject(one)) return [one];
        const kept = item(one);
        const left = kept && inLists(kept, { item, name });
        const isHollow = INSIDE.some((part) => list(one[part]).length > 0 && list(left?.[part]).length === 0);
        return left && !(isLayout && isHollow) ? [left] : [];
      });
      inheritPlaces(items, inner);
      made[key] = items;
    } else made[key] = isObject(inner) ? inLists(inner, { item, name }) : inner;
  }
  return placed(made, value);
}

function placed(made: JsonObject, original: object): JsonObject {
  inheritPlaces(made, original);
  return made;
}
