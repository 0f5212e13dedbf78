import type { ApplicationRow } from '../journeys/tables.ts';

/** The application an owner rule has brought; a field with an owner rule always has one. */
export function mustApplication(row: ApplicationRow | undefined): ApplicationRow {
  if (!row) throw new Error('This field needs an application: say in its operation which input names it.');
  return row;
}
