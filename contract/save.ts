/** The runtime's own save of a journey. */
import type { Json, Path } from '../runtime/core/facts.ts';
import type { Journey } from '../runtime/core/state.ts';

/** Changed answers by path; null takes one back. */
export type Changes = Readonly<Record<Path, Json | null>>;
/** How steps were left; null: not any more. */
export type JourneyChange = Readonly<Record<string, Journey[string] | null>>;

/** Input of the operation that `app.json` names under `applications.save`. */
export interface SaveInput {
  readonly id: string;
  readonly flow: string;
  /** Content hash of the definition the application is pinned to. */
  readonly definition: string;
  /** The revision these changes were made on. */
  readonly revision: number;
  /** The same key is applied once, however often it comes. */
  readonly key: string;
  readonly changes: Changes;
  readonly journey: JourneyChange;
}
