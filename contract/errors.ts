import type { CallRefusal } from '../runtime/core/admit-call.ts';
import type { RefusalCode } from '../runtime/core/admit.ts';

/**
 * What a refused call is told, at `errors[].extensions.code` of a GraphQL answer (error catalogue of both documents).
 */
export const errorCodes = {
  unauthenticated: 'UNAUTHENTICATED',
  /** Not yours, or not there: one answer for both, so that ids cannot be tried out. */
  forbidden: 'FORBIDDEN',
  /** The session does not show surely enough who calls. */
  assurance: 'ASSURANCE',
  badInput: 'BAD_INPUT',
  /** Somebody else saved first; `revision` is the one that is stored. */
  conflict: 'CONFLICT',
  /** No honest path leads to this; `reason` says why, `path` where. */
  refused: 'REFUSED',
  /** This key was used for another body. */
  idempotencyMismatch: 'IDEMPOTENCY_MISMATCH',
  notAllowed: 'OPERATION_NOT_ALLOWED',
  /** Nothing can be kept now, for example because the disk is full; the same call may be made again. */
  unavailable: 'UNAVAILABLE',
  internal: 'INTERNAL',
} as const;

/**
 * Why something is refused, at `errors[].extensions.reason` of REFUSED: the lock's own reasons, and what only the
 * server knows.
 */
export type RefusalReason =
  | RefusalCode
  | CallRefusal
  /** A text that was shown is no longer in force, or never was. */
  | 'shown'
  /** The application goes by another version than the page, or a superseded one would begin. */
  | 'definition'
  /** More than the lender offers. */
  | 'moreThanOffered'
  /** The application's status takes no such call. */
  | 'notNow';

/** Message by which the API marks a call without a valid session (access document, section 8). */
export const unauthenticatedMessage = 'cng:unauthenticated';
