/** A fault that a brand's overlay makes is told at the overlay: the file it changes is right without it. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import { entries, isObject, list } from './json-types.ts';
import { inheritPlaces, keyPlace, placeOf } from './places.ts';
import type { Place, Problem } from './types.ts';

/** Changes of one overlay at most that are tried one by one. */
const MOST = 60;

/**
 * Each problem of a file that overlays change, moved to the one change without which it would not be there. Asked only
 * where something is wrong.
 * @param judge all problems of the content with these sources
 */
export function atTheirCause(
  problems: readonly Problem[],
  source: Source,
  judge: (source: Source) => readonly Problem[],
): readonly Problem[] {
  let told = problems;
  for (const brand of Object.values(source.brands))
    for (const [flow, overlay] of Object.entries(brand.overlays)) {
      const isBase = ({ file }: Problem): boolean => file.startsWith(`flows/${flow}/`);
      if (!told.some(isBase)) continue;
      const without = (changed: JsonObject): ReadonlySet<string> =>
        new Set(
          judge({
            ...source,
            brands: { ...source.brands, [brand.id]: { ...brand, overlays: { ...brand.overlays, [flow]: changed } } },
          }).map(keyOf),
        );
      const right = without(changedBy(overlay, {}));
      const caused = told.filter((one) => isBase(one) && !right.has(keyOf(one)));
      if (caused.length === 0) continue;
      const causes = new Map<string, Place>();
      for (const { place, rest } of changesOf(overlay).slice(0, MOST)) {
        const left = without(rest);
        for (const one of caused) if (!left.has(keyOf(one)) && !causes.has(keyOf(one))) causes.set(keyOf(one), place);
      }
      told = told.map((one) => {
        if (!caused.includes(one)) return one;
        const { file, line, column } = causes.get(keyOf(one)) ?? placeOf(overlay);
        return {
          ...one,
          file,
          line,
          column,
          message: `This change makes a fault at ${one.file}:${one.line}: ${one.message}`,
          fix: `Mend the change, or there: ${one.fix}`,
        };
      });
    }
  return told;
}

const keyOf = ({ code, file, line, column, message }: Problem): string =>
  [code, file, line, column, message].join('\u0000');

interface Change {
  /** Where it stands in the overlay. */
  readonly place: Place;
  /** The overlay without it. */
  readonly rest: JsonObject;
}

/** Every single change of an overlay: a member of an object (`set`), an item of a list, else the whole. */
function changesOf(overlay: JsonObject): readonly Change[] {
  return entries(overlay).flatMap(([part, value]): readonly Change[] => {
    if (part === '$schema') return [];
    const { [part]: _, ...others } = overlay;
    if (isObject(value))
      return Object.keys(value).map((name) => {
        const { [name]: _left, ...rest } = value;
        inheritPlaces(rest, value);
        return { place: keyPlace(value, name), rest: changedBy(overlay, { ...others, [part]: rest }) };
      });
    const items = list(value);
    if (items.length === 0) return [{ place: keyPlace(overlay, part), rest: changedBy(overlay, others) }];
    return items.map((_item, index) => {
      const rest: readonly Json[] = items.filter((_one, i) => i !== index);
      inheritPlaces(rest, items);
      return { place: placeOf(items, index), rest: changedBy(overlay, { ...others, [part]: rest }) };
    });
  });
}

function changedBy(overlay: JsonObject, changed: JsonObject): JsonObject {
  const made = { ...changed };
  inheritPlaces(made, overlay);
  return made;
}
