/** The shape of a check. A check is one file here and one row in `index.ts`. */
import { keyPlace, placeOf } from '../places.ts';
import type { RuleText } from '../rule.ts';
import type { Place, Problem } from '../types.ts';
import type { Scene, World } from '../world.ts';

export type Finding = Omit<Problem, 'code'>;
/** `scene` checks look at one flow of one brand (or the app) at a time, `world` checks at everything. */
export type Check =
  | { readonly scene: (scene: Scene, world: World) => Iterable<Finding> }
  | { readonly world: (world: World) => Iterable<Finding> };

/**
 * Looks at everything for what does not keep the content from compiling; `ownSchemas`: `schemas/` belongs to this
 * content.
 */
export type Concern = (world: World, ownSchemas: boolean) => Iterable<Finding>;

/** A rule about the content as it is written, for each brand as it holds there: a file of `compile/rules/`. */
export interface CompileRule extends RuleText {
  readonly find: (world: World) => Iterable<Finding>;
}

export interface Told {
  readonly message: string;
  readonly fix: string;
  /** See `Problem`. */
  readonly cause?: string | undefined;
}
/** A finding at the value of a member (or at the object itself). */
export function at(holder: object, key: string | number | undefined, { message, fix, cause }: Told): Finding {
  return { ...placeOf(holder, key), message, fix, ...(cause !== undefined && { cause }) };
}
/** A finding at the name of a member. */
export function atKey(holder: object, key: string | number, { message, fix, cause }: Told): Finding {
  return { ...keyPlace(holder, key), message, fix, ...(cause !== undefined && { cause }) };
}
export function atPlace(place: Place, message: string, fix: string): Finding {
  return { file: place.file, line: place.line, column: place.column, message, fix };
}
