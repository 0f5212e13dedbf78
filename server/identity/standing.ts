/**
 * The one judge of identity requests: whether the rows one stands on are at a state at which it may be performed
 * (decisions/0013).
 */
import type { IdentityRequest } from '../../contract/operation.ts';
import { standingOf } from '../../contract/standing.ts';

/** The states of each row; the meta schema of operations names the same. */
export const rowStates = {
  account: ['NONE', 'UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED', 'DISABLED', 'ENROLLING'],
  challenge: [
    'NONE',
    'PASSWORD_VERIFIER',
    'PASSWORD_THEN_CODE',
    'CUSTOM_CHALLENGE',
    'NEW_PASSWORD_REQUIRED',
    'SIGNED_IN',
  ],
  code: ['NONE', 'SENT', 'USED', 'EXPIRED', 'SPENT'],
  session: ['NONE', 'LIVE', 'ACTING', 'REVOKED', 'EXPIRED'],
  refreshToken: ['NONE', 'UNUSED', 'JUST_USED', 'USED'],
} as const;

export type Row = keyof typeof rowStates;
export type StateOf<R extends Row> = (typeof rowStates)[R][number];

/**
 * What a request may do to a row: `may` perform, or it is `done` already; `to`: the state it leads to, when it leads to
 * another.
 */
export interface Judged<R extends Row> {
  readonly may: boolean;
  readonly done: boolean;
  readonly to?: StateOf<R>;
}

/**
 * Whether a request may be performed on a row at its state, and where it leads.
 * @throws when the request does not say what it does to the row: its operation has to
 */
export function judge<R extends Row>(request: IdentityRequest, row: R, state: StateOf<R>): Judged<R> {
  const moves = request[row];
  if (moves === undefined) throw new Error(`This request stands on a row "${row}" that its operation does not name.`);
  const standing = standingOf(moves, state);
  if (!standing.may) return standing;
  // The meta schema lets no other state be named.
  return { may: true, done: false, ...(standing.to !== undefined && { to: standing.to as StateOf<R> }) };
}
