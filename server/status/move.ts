import type { ActBody } from '../journeys/acts/act.ts';
import type { ApplicationRow, Progress } from '../journeys/tables.ts';
import { applicationChannel } from '../journeys/trail.ts';
import { mayGo, type Status } from './graph.ts';

/**
 * The effect of one transition: the status, what the machine remembers, and the event that listeners and the lock know it by.
 * Throws on a way the status graph does not have.
 */
export function moveTo(
  row: Pick<ApplicationRow, 'status'>,
  status: Status,
  progress: Progress = {},
): Pick<ActBody, 'status' | 'progress' | 'outcomes'> {
  if (!mayGo(row.status, status)) throw new Error(`The status graph has no way from ${row.status} to ${status}.`);
  const names = progress.action ? [status, progress.action] : [status];
  return {
    status,
    progress: { action: null, ...progress },
    outcomes: names.map((name) => ({ operation: applicationChannel, name })),
  };
}
