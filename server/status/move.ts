import type { ActBody } from '../journeys/acts/act.ts';
import type { ApplicationRow, Progress } from '../journeys/tables.ts';
import { applicationChannel } from '../journeys/trail.ts';
import { leadsTo, mayGo, type LendersAct, type Status } from './graph.ts';

type Moved = Pick<ActBody, 'status' | 'progress' | 'outcomes'>;

/**
 * The effect of one transition: the status, what the machine remembers, and the event that listeners and the lock know
 * it by.
 * Throws on a way the status graph does not have.
 */
export function moveTo(row: Pick<ApplicationRow, 'status'>, status: Status, progress: Progress = {}): Moved {
  if (!mayGo(row.status, status)) throw new Error(`The status graph has no way from ${row.status} to ${status}.`);
  const names = progress.action ? [status, progress.action] : [status];
  return {
    status,
    progress: { action: null, ...progress },
    outcomes: names.map((name) => ({ operation: applicationChannel, name })),
  };
}

/**
 * An act of the lender, by its name, where it leads to one status alone. Throws at a status at which it is not done.
 */
export function moveBy(
  row: Pick<ApplicationRow, 'status'>,
  act: LendersAct,
  progress: Progress = {},
): Moved & { readonly operation: LendersAct } {
  const [to, ...others] = leadsTo(row.status, act);
  if (to === undefined || others.length > 0)
    throw new Error(
      `The act ${act} does not lead from ${row.status} to one status; schemas/api/statuses.json says where it does.`,
    );
  return { operation: act, ...moveTo(row, to, progress) };
}
