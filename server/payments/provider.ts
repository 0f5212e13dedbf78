/** What the upper half of the server asks of whoever takes payments: a real provider, or its stand-in. */

/** What a person's browser was given for what they typed into the provider's field; used once, a secret. */
export interface OpaqueData {
  readonly dataDescriptor: string;
  readonly dataValue: string;
}

/** What is asked for. */
export interface Charge {
  /** Ours, and the same however often it is asked for: at most 20 letters and digits. */
  readonly reference: string;
  readonly cents: number;
  /** What the person reads on their statement. */
  readonly description: string;
}

/** What became of a payment, as the provider says it now. */
export interface Transaction {
  /** The provider's own number; undefined where it made none of it. */
  readonly id: string | undefined;
  /** `inFlight`: held for review, or a transfer that the bank has not made yet. */
  readonly state: 'taken' | 'inFlight' | 'declined';
  readonly cents: number;
  /** Kind and last digits: `Visa 1111`. */
  readonly paidWith: string | undefined;
}

/** The provider does not answer, or answers what is no answer of its protocol: nobody knows what became of it. */
export class PaymentUnclear extends Error {
  constructor(cause?: unknown) {
    super('The provider of payments gives no answer that can be used.', { cause });
    this.name = 'PaymentUnclear';
  }
}

export interface PaymentProvider {
  /** Asks once; the same reference again gives what became of the first. Throws `PaymentUnclear`. */
  take(charge: Charge, opaque: OpaqueData): Promise<Transaction>;
  /**
   * What became of a payment, by the provider's number where it is known, else by our reference; undefined where the
   * provider knows nothing of it. Throws `PaymentUnclear`.
   */
  find(of: { readonly reference: string; readonly id?: string | undefined }): Promise<Transaction | undefined>;
  /** The number and reference in a notice that the provider itself signed; undefined for any other. */
  heard(notice: { readonly body: string; readonly signature: string | undefined }): { readonly id: string } | undefined;
  /** Our reference of a transaction of which only the provider's number is known. Throws `PaymentUnclear`. */
  referenceOf(id: string): Promise<string | undefined>;
}
