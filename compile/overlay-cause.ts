/** A fault that a brand's overlay makes is told at the overlay: what it changes is right without it. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Source } from './content.ts';
import { entries, isObject, list } from './json-types.ts';
import { inheritPlaces, keyPlace, placeOf } from './places.ts';
import type { Place, Problem } from './types.ts';

/** Changes of one overlay at most that are tried one by one. */
const MOST = 60;

/**
 * Each problem that stands outside the brands' folders and is an overlay's doing, moved to the one change without which
 * it would not be there. Asked only where something is wrong.
 * @param judge all problems of its kind of the content with these sources; undefined when it cannot be looked at so
 */
export function atTheirCause(
  problems: readonly Problem[],
  source: Source,
  judge: (source: Source) => readonly Problem[] | undefined,
): readonly Problem[] {
  let told = problems;
  const isBase = ({ file }: Problem): boolean => !file.startsWith('brands/');
  for (const brand of Object.values(source.brands))
    for (const { overlay, instead } of overlaysOf(brand)) {
      if (!told.some(isBase)) continue;
      const without = (changed: JsonObject): ReadonlySet<string> | undefined => {
        const found = judge({ ...source, brands: { ...source.brands, [brand.id]: instead(changed) } });
        return found && new Set(found.map(keyOf));
      };
      const right = without(changedBy(overlay, {}));
      const caused = right ? told.filter((one) => isBase(one) && !right.has(keyOf(one))) : [];
      if (caused.length === 0) continue;
      const causes = new Map<string, Place>();
      for (const { place, rest } of changesOf(overlay).slice(0, MOST)) {
        const left = without(rest);
        for (const one of caused)
          if (left && !left.has(keyOf(one)) && !causes.has(keyOf(one))) causes.set(keyOf(one), place);
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

type BrandSource = Source['brands'][string];

/** Everything by which a brand differs: its overlays of flows, and of app.json. */
function overlaysOf(
  brand: BrandSource,
): readonly { readonly overlay: JsonObject; readonly instead: (changed: JsonObject) => BrandSource }[] {
  return [
    ...Object.entries(brand.overlays).map(([flow, overlay]) => ({
      overlay,
      instead: (changed: JsonObject) => ({ ...brand, overlays: { ...brand.overlays, [flow]: changed } }),
    })),
    ...(brand.app ? [{ overlay: brand.app, instead: (app: JsonObject) => ({ ...brand, app }) }] : []),
  ];
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
