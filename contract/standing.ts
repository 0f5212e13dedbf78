/** What an operation does to an application at the status it stands at, as the operation's own descriptor says (`from`, `to`, `done`). */
import type { Operation } from './operation.ts';

export type Standing =
  /** It may be performed; `to` is the status it leads to, when it leads to another. */
  | { readonly may: true; readonly to?: string }
  /** It has been done: whoever asks again is given the application as it stands. */
  | { readonly may: false; readonly done: boolean };

/** An operation that names no statuses may be performed at each. */
export function standingOf({ from, to, done }: Pick<Operation, 'from' | 'to' | 'done'>, status: string): Standing {
  if (from !== undefined && !from.includes(status)) return { may: false, done: done?.includes(status) === true };
  const next = to !== undefined && Object.hasOwn(to, status) ? to[status] : undefined;
  return { may: true, ...(next !== undefined && { to: next }) };
}
