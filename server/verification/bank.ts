/**
 * Bank verification: the person confirms a request in the app of their bank, and shows by a code which one is theirs.
 */
import { createHash } from 'node:crypto';

export type BankDecision = 'APPROVED' | 'DENIED' | 'PENDING';

/** An account as its bank knows it: it takes the whole number, which no page is told. */
export interface BankAccount {
  readonly accountType: string;
  readonly accountNumber: string;
  readonly routingNumber: string;
}
/** What is compared. */
interface BankRequest {
  /** The id of the verification. */
  readonly id: string;
  readonly account: BankAccount;
}

export interface BankVerifier {
  /** The code under which the bank shows the request to the person. */
  request(one: BankRequest): Promise<string>;
  /**
   * What the bank says of a request that the person says they have confirmed.
   * @param asked how often it was asked for this request before
   * @returns PENDING while the bank has not heard of it
   */
  decide(one: BankRequest, asked: number): Promise<BankDecision>;
}

/** By the last digits of the account number; every other one is confirmed. */
const byEnding: Readonly<Record<string, (asked: number) => BankDecision>> = {
  '0001': () => 'DENIED',
  '0002': (asked) => (asked === 0 ? 'PENDING' : 'APPROVED'),
};

/** A stand-in for the banks, never in production: it asks nobody and answers by the number alone. */
export const standInBankVerifier: BankVerifier = {
  request({ id }) {
    const digest = createHash('sha256').update(id).digest();
    return Promise.resolve(String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0'));
  },
  decide: ({ account }, asked) => Promise.resolve(byEnding[account.accountNumber.slice(-4)]?.(asked) ?? 'APPROVED'),
};
