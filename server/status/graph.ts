/**
 * The statuses of an application and the ways between them, as `schemas/api/statuses.json` and the `from` and `to` of
 * the operations say them. The status machine can make no other transition.
 */
import { startStatus, statuses } from '../../contract/generated/statuses.ts';

export type Status = keyof typeof statuses;
type Table = typeof statuses;
/** The statuses at which the lender works on its own; at the others somebody is waited for. */
export type WorkingStatus = {
  [One in Status]: keyof Table[One]['lender'] extends never ? never : One;
}[Status];
/** What the lender does, and what a reviewer of the lender does. */
export type LendersAct = { [One in Status]: keyof Table[One]['lender'] | keyof Table[One]['reviewer'] }[Status];

interface Row {
  readonly state: Table[Status]['state'];
  readonly applicant: Ways;
  readonly lender: Ways;
  readonly reviewer: Ways;
  readonly keptDays?: number;
}
type Ways = Readonly<Record<string, readonly Status[]>>;
const table: Readonly<Record<Status, Row>> = statuses;
const all = Object.keys(table) as readonly Status[];
const each = <T>(of: (row: Row) => T): Readonly<Record<Status, T>> =>
  Object.fromEntries(all.map((status) => [status, of(table[status])])) as Record<Status, T>;

export const isStatus = (name: string): name is Status => Object.hasOwn(table, name);

/** The status of a new application. */
export const start: Status = startStatus;

/** From each status, where an act of anybody leads. */
export const transitions: Readonly<Record<Status, readonly Status[]>> = each(({ applicant, lender, reviewer }) =>
  [applicant, lender, reviewer].flatMap((acts) => Object.values(acts).flat()),
);

export function mayGo(from: Status, to: Status): boolean {
  return transitions[from].includes(to);
}

/** A status from which nothing follows: the application is no longer open. */
export function isFinal(status: Status): boolean {
  return transitions[status].length === 0;
}

/** The coarse state that listeners and pages go by, of every status. */
export const stateOf: Readonly<Record<Status, Row['state']>> = each(({ state }) => state);

/** Statuses in which the machine works on its own; in the others it waits for the applicant. */
export const workingStatuses: readonly Status[] = all.filter((status) => Object.keys(table[status].lender).length > 0);

/** Of an application in flight: signed, and its loan not made yet (specification, journey document, section 4). */
export const inFlightStatuses: readonly Status[] = [
  'ESIGNING',
  'PENDING_ESIGN_VALIDATIONS',
  'PENDING_ESIGN_DOCUMENT_UPLOAD',
  'PENDING_ORIGINATION',
];

/** Where an act of the lender leads from a status; nowhere when it is not done at it. */
export function leadsTo(status: Status, act: LendersAct): readonly Status[] {
  const { lender, reviewer } = table[status];
  return { ...lender, ...reviewer }[act] ?? [];
}

/** The statuses at which an act of the lender is done. */
export const statusesBefore = (act: LendersAct): readonly Status[] =>
  all.filter((status) => leadsTo(status, act).length > 0);

/** Whether the applicant is waited for: an operation of theirs leads on from here. */
export function isApplicants(status: Status): boolean {
  return Object.keys(table[status].applicant).length > 0;
}

/** Whether an operation of the applicant leads on from here. */
export const mayDo = (status: Status, operation: string): boolean => Object.hasOwn(table[status].applicant, operation);

/**
 * So many days after its last change an application at this status ends of itself; undefined where nobody is waited
 * for.
 */
export function keptDays(status: Status): number | undefined {
  return table[status].keptDays;
}

/** The statuses at which an application ends of itself. */
export const endingStatuses: readonly Status[] = all.filter((status) => table[status].keptDays !== undefined);
