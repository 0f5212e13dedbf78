/** The runtime's own save of a journey. */
import type { Operations } from './generated/operations.ts';
import type { Json, Path } from '../runtime/core/facts.ts';
import type { Journey } from '../runtime/core/state.ts';

/** Changed answers by path; null takes one back. */
export type Changes = Readonly<Record<Path, Json | null>>;
/** How steps were left; null: not any more. */
export type JourneyChange = Readonly<Record<string, Journey[string] | null>>;

/** Input of the operation that `app.json` names under `applications.create`. */
export type CreateInput = Operations['createApplication']['input'];

/**
 * Input of the operation that `app.json` names under `applications.save`: changes made on `revision`, for an
 * application that is pinned to `definition`. The same key is applied once, however often it comes. `after`: key of the
 * save before, whose answer has not come; this one holds all of its changes, and when that one came through and nothing
 * has been written since, `revision` may be the one before it.
 */
export type SaveInput = Omit<Operations['saveJourney']['input'], 'changes' | 'journey'> & {
  readonly changes: Changes;
  readonly journey: JourneyChange;
};

/** What a good save is answered with. */
export type Saved = Operations['saveJourney']['value'];
