/**
 * Whether something may be done to a row at the state it stands at, as data says (`from`, `to`, `done`): an
 * application's status, the rows of the identity service.
 */
import type { Moves } from './operation.ts';

export type Standing =
  /** It may be performed; `to` is the state it leads to, when it leads to another. */
  | { readonly may: true; readonly to?: string }
  /** It has been done: whoever asks again is answered as it stands. */
  | { readonly may: false; readonly done: boolean };

/** Where no states are named it may be performed at each. */
export function standingOf({ from, to, done }: Moves, state: string): Standing {
  if (from !== undefined && !from.includes(state)) return { may: false, done: done?.includes(state) === true };
  const next = to !== undefined && Object.hasOwn(to, state) ? to[state] : undefined;
  return { may: true, ...(next !== undefined && { to: next }) };
}
