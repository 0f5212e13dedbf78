/**
 * Identity verification: whether a driver license or an ID card is what its state has on record of the person who
 * names it.
 */
export type IdentityStatus = 'APPROVED' | 'DENIED' | 'PENDING';

/** What is compared. */
export interface IdDocument {
  readonly number: string;
  /** Code of the state that gave it. */
  readonly stateCode: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

export interface IdentityVerifier {
  /**
   * @param asked how often it was asked for this application before
   * @returns PENDING while the state has not answered: it is to be asked again
   */
  verify(document: IdDocument, asked: number): Promise<IdentityStatus>;
}

/** By the last characters of the number; every other one is what the state has on record. */
const byEnding: Readonly<Record<string, (asked: number) => IdentityStatus>> = {
  '0001': () => 'DENIED',
  '0002': (asked) => (asked === 0 ? 'PENDING' : 'APPROVED'),
};

/** A stand-in for whoever asks the states, never in production: it asks nobody and answers by the number alone. */
export const standInVerifier: IdentityVerifier = {
  verify: ({ number }, asked) => Promise.resolve(byEnding[number.slice(-4)]?.(asked) ?? 'APPROVED'),
};
