/**
 * The statuses of an application and the ways between them (the status graph of the product). The status machine can
 * make no other transition.
 */
export const transitions = {
  UNSUBMITTED: ['SUBMITTING'],
  SUBMITTING: ['PENDING_UNDERWRITING'],
  PENDING_UNDERWRITING: [
    'SUBMIT_DENIED',
    'SUBMIT_ERROR',
    'CANEBAY_DUPLICATE',
    'PENDING_PRODUCT_SELECTION',
    'SUBMIT_APPROVED',
  ],
  PENDING_PRODUCT_SELECTION: ['SUBMITTING'],
  SUBMIT_APPROVED: ['PENDING_ESIGN'],
  PENDING_ESIGN: ['ESIGNING'],
  ESIGNING: ['PENDING_ESIGN_VALIDATIONS'],
  /** Back to SUBMIT_APPROVED is the action ESIGN_RECALCULATED: the agreements are read and agreed again. */
  PENDING_ESIGN_VALIDATIONS: ['PENDING_ESIGN_DOCUMENT_UPLOAD', 'PENDING_ORIGINATION', 'SUBMIT_APPROVED'],
  PENDING_ESIGN_DOCUMENT_UPLOAD: ['PENDING_ORIGINATION'],
  PENDING_ORIGINATION: ['ORIGINATED'],
  ORIGINATED: [],
  SUBMIT_DENIED: [],
  SUBMIT_ERROR: [],
  CANEBAY_DUPLICATE: [],
} as const satisfies Record<string, readonly string[]>;

export type Status = keyof typeof transitions;

export function mayGo(from: Status, to: Status): boolean {
  return (transitions[from] as readonly string[]).includes(to);
}

/** A status from which nothing follows: the application is no longer open. */
export function isFinal(status: Status): boolean {
  return transitions[status].length === 0;
}

/** The coarse state that listeners and pages go by, of every status. */
export const stateOf: Readonly<
  Record<Status, 'UNSUBMITTED' | 'SUBMITTED' | 'APPROVED' | 'DENIED' | 'ORIGINATED' | 'ERROR'>
> = {
  UNSUBMITTED: 'UNSUBMITTED',
  SUBMITTING: 'SUBMITTED',
  PENDING_UNDERWRITING: 'SUBMITTED',
  PENDING_PRODUCT_SELECTION: 'SUBMITTED',
  SUBMIT_APPROVED: 'APPROVED',
  PENDING_ESIGN: 'APPROVED',
  ESIGNING: 'APPROVED',
  PENDING_ESIGN_VALIDATIONS: 'APPROVED',
  PENDING_ESIGN_DOCUMENT_UPLOAD: 'APPROVED',
  PENDING_ORIGINATION: 'APPROVED',
  ORIGINATED: 'ORIGINATED',
  SUBMIT_DENIED: 'DENIED',
  SUBMIT_ERROR: 'ERROR',
  CANEBAY_DUPLICATE: 'ERROR',
};

/** Statuses in which the machine works on its own; in the others it waits for the applicant. */
export const workingStatuses: readonly Status[] = [
  'SUBMITTING',
  'PENDING_UNDERWRITING',
  'ESIGNING',
  'PENDING_ESIGN_VALIDATIONS',
  'PENDING_ORIGINATION',
];
