/** One flow of two versions compared: what differs, and for whom; not yet in words. */
import type { Json } from '../../runtime/core/facts.ts';
import type { Changed } from './changed.ts';
import { checkFindings } from './find-checks.ts';
import { itemFindings, orderFindings } from './find-items.ts';
import { wayFindings } from './find-ways.ts';
import type { Flat } from './flat.ts';
import type { Item } from './items.ts';
import type { Space } from './profiles.ts';
import type { Constants } from './version.ts';
import type { Comings, Landing, Way } from './ways.ts';
import type { Group } from './who.ts';

/** Applicants in words of facts. */
export interface Who {
  readonly space: Space;
  readonly groups: readonly Group[];
}
export type Finding =
  | { readonly about: 'step'; readonly page: string; readonly now: boolean; readonly who: Who }
  | {
      readonly about: 'way';
      readonly way: Way;
      readonly was: readonly Landing[];
      readonly is: readonly Landing[];
      readonly who: Who;
    }
  | {
      readonly about: 'check';
      readonly page: string;
      readonly message: string;
      readonly refuses: boolean;
      readonly who: Who;
    }
  /** A step of the main line that comes after another than before. */
  | {
      readonly about: 'line';
      readonly page: string;
      readonly was: string | undefined;
      readonly is: string | undefined;
      readonly who: Who;
    }
  | { readonly about: 'order'; readonly page: string; readonly moved: string; readonly who: Who }
  /** An item; `was` or `is` undefined where it is not there, `[value, shown values]` where only what its text shows differs. */
  | {
      readonly about: 'item';
      readonly before: Item | undefined;
      readonly after: Item | undefined;
      readonly was: Json | undefined;
      readonly is: Json | undefined;
      readonly who: Who;
    };

export interface Side {
  readonly flat: Flat;
  readonly constants: Constants;
  readonly comings: (space: Space) => Comings;
}
export interface Compared {
  readonly before: Side;
  readonly after: Side;
  readonly changed: Changed;
  /** The fact by which people are always named where it tells them apart: where they live. */
  readonly named: string | undefined;
  /** The space of these facts. */
  readonly spaceOf: (paths: ReadonlySet<string>) => Space;
}

/** Everything that differs for somebody who is there in both versions, and who is there in one only. */
export function findingsOf(compared: Compared): readonly Finding[] {
  return [...wayFindings(compared), ...checkFindings(compared), ...itemFindings(compared), ...orderFindings(compared)];
}
