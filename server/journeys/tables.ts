import type { Operations } from '../../contract/generated/operations.ts';
import type { Generated } from 'kysely';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey } from '../../runtime/core/state.ts';
import type { StoredOffer } from '../lending/offer.ts';
import type { Status } from '../status/graph.ts';
import type { BankDecision } from '../verification/bank.ts';
import type { IdentityStatus } from '../verification/identity.ts';

/** An instant as the driver gives it. */
export type Instant = string | Date;

/** The fold of an application's acts, and what the machines of this server know of it beside. */
export interface ApplicationRow {
  readonly id: string;
  /** The customer's `sub`. */
  readonly owner: string;
  readonly email: string | null;
  readonly brand: string;
  readonly flow: string;
  readonly definition: string;
  readonly application_type: string;
  readonly channel: 'ONLINE' | 'RETAIL';
  readonly state_code: string | null;
  readonly campaign_id: string | null;
  readonly preferred_product_code: string | null;
  readonly application_url: string | null;
  /** Sensitive leaves sealed. */
  readonly answers: JsonObject;
  readonly journey: Journey;
  readonly results: Readonly<Record<string, { readonly outcome: string; readonly value: Json }>>;
  /** Every way each operation came out, and every event of a channel; each once. */
  readonly outcomes: Readonly<Record<string, readonly string[]>>;
  /** Counts the owner's saves. */
  readonly revision: number;
  /** The number of the last act. */
  readonly version: number;
  /** The hash of the last act. */
  readonly head: string;
  readonly is_open: boolean;
  /** Of the loan application; a draft has its own. */
  readonly status: Status;
  /** What kind of draft it is and where it stands; null: the loan application. */
  readonly draft: StoredDraft | null;
  readonly progress: Progress;
  readonly origin: Origin;
  /** Counts the transitions of the status machine. */
  readonly step: number;
  readonly attempt: number;
  readonly created_at: Instant;
  readonly modified_at: Instant;
  readonly finished_at: Instant | null;
}

/** A draft, as the flow that it is pinned to says it. */
export interface StoredDraft {
  readonly name: string;
  readonly status: string;
  /** Days without a change after which it ends of itself; null: it has ended. */
  readonly keptDays: number | null;
}

/** How an application came to be; nothing of what was begun before this was kept. */
export interface Origin {
  readonly applicationSource?: 'SAGA_APPLICATION_ONLINE' | 'SAGA_APPLICATION_ONLINE_LEGACY';
  /** What accounts of the brand say where they come from. */
  readonly source?: string;
  /** The network address of the request, sealed. */
  readonly ipAddress?: string;
  /** The application whose answers it was begun with. */
  readonly copyOf?: string;
  readonly suppressedBrands?: readonly string[];
  readonly suppressedChannel?: 'ONLINE' | 'RETAIL' | undefined;
  readonly storeNumber?: string;
  /** Where its person lived and what they wanted, as far as it was known when it was begun. */
  readonly stateCode?: string | undefined;
  readonly productCode?: string | undefined;
  /** The brand lends nothing where its person lives: known at once of one that was begun from another. */
  readonly invalidPrecheck?: boolean;
  /** How the loan systems knew the person. */
  readonly system?: { readonly source: string | null; readonly customerCode: string | null };
  /** The loan that the person had then. */
  readonly loan?: OriginalLoan | undefined;
}

/** A loan as it stood on a day; money in cents. */
interface OriginalLoan {
  readonly loanNumber: string;
  readonly productCode: string;
  readonly payoffAmount: number;
  readonly dueDate: string | null;
  readonly principal: number;
  readonly totalAmountDue: number;
  readonly loanDisplayNumber: string;
  readonly sourceSystem: string | null;
  /** Payments of its agreement. */
  readonly originalLoanTerm: number;
  readonly financeCharge: number;
}

/** How a one-time code comes out. */
export type OtpResponse = 'OTP_VALID' | 'OTP_INVALID' | 'OTP_EXPIRED' | 'OTP_EXCEEDED';

/** What the status machine remembers of one application. */
export interface Progress {
  readonly submits?: number;
  /** Eastern date of the submission; decisions and offers go by it. */
  readonly today?: string;
  /**
   * The instant of the test clock at which it was signed, or what was wanted for it was accepted; null: by the
   * server's. In local mode alone: what the lender does next is done on that day.
   */
  readonly clock?: string | null;
  /** Told to listeners with the status it came with. */
  readonly action?: 'ESIGN_RECALCULATED' | null;
  /** The number of the act that holds the last submission. */
  readonly submission?: number;
  /** Hash of the offer whose agreements were agreed to; what was agreed for an older offer does not count. */
  readonly agreedTo?: string | null;
  /** Hash of the offer that was signed. */
  readonly signedFor?: string | null;
  readonly signedAt?: string | null;
  /** Sealed. */
  readonly signature?: string | null;
  /** What told the device from others by which it was sent last, sealed. */
  readonly blackBox?: string;
  /** How the code came out that its applicant brought last. */
  readonly otpResponse?: OtpResponse;
  /** Whether nobody of the lender looks before the loan is made. */
  readonly autoOrigination?: boolean;
  /** An instant before which the law of the state lets nobody sign; null: it does not say so. */
  readonly signableFrom?: string | null;
  /** Days of the linked account that its bank reports; null: no bank is linked, or it reported nothing. */
  readonly accountDays?: number | null;
  /** Whether the signature cannot be taken. */
  readonly refusesSignature?: boolean;
  readonly documentsUploaded?: boolean;
  readonly documentsWanted?: boolean;
  readonly anotherOption?: boolean;
  /** The largest loan offered instead of the one asked for, in cents; only while another is to be chosen. */
  readonly offers?: number | null;
  readonly recalculate?: boolean;
  readonly recalculated?: boolean;
  readonly reasons?: readonly { readonly code: string; readonly text: string }[];
  /** The consumer report that a denial was based on. */
  readonly report?: NonNullable<Operations['denialReasons']['value']['report']> | null;
  /** What was offered at the approval or the last recalculation. */
  readonly offer?: StoredOffer;
  readonly identity?: Identity;
  /** The documents that were sent last. */
  readonly documents?: SentDocuments;
  readonly bank?: BankVerification;
  /** The store that the applicant has chosen. */
  readonly store?: { readonly storeNumber: string; readonly brandName: string };
  /** Of a draft that changes a loan: the loan that `offer` takes the place of, and what it is paid off with. */
  readonly replaces?: Replaced | null;
  /** Of a draft that pays on a loan: what it pays. */
  readonly payment?: Prepared | null;
  /** Of a draft that pays on a loan: how many cards the provider could not use for it. */
  readonly cardAttempts?: number;
}

/** Documents that the applicant has sent, and what a reviewer said of them. */
export interface SentDocuments {
  /** The draft that holds them. */
  readonly draft: string;
  /** Instant, ISO 8601. */
  readonly sentAt: string;
  /** Why they were asked for again; absent while they are looked at. */
  readonly asksAgain?: NonNullable<Operations['documentReview']['value']['reason']>;
}

/** An identity verification, as it was answered last. */
export interface Identity {
  readonly id: string;
  readonly status: IdentityStatus;
  /** How often it was asked for. */
  readonly asked: number;
}

/** A verification of the bank account, as it was answered last. */
export interface BankVerification {
  readonly id: string;
  /** OPEN while its code is good, CLOSED once the bank has decided, VOID without a decision. */
  readonly status: 'OPEN' | 'CLOSED' | 'VOID';
  /** How often the bank was asked. */
  readonly asked: number;
  readonly codes: readonly { readonly requestCode: string; readonly expiresAt: string }[];
  readonly decisions: readonly {
    readonly requestCode: string;
    /** What the person said that they did at their bank. */
    readonly siteResult: 'CONFIRMED' | 'DECLINED';
    readonly decisionResult: BankDecision;
  }[];
}

/** A payment as it was told before it is asked for; money in cents. */
interface Prepared {
  /** Of the loan. */
  readonly applicationId: string;
  readonly number: number;
  readonly loanNumber: string;
  readonly cents: number;
  /** Eastern date, and how many entries the loan's ledger had: with another of them it is another payment. */
  readonly day: string;
  readonly entries: number;
}

/** Money in cents. */
export interface Replaced {
  readonly applicationId: string;
  readonly number: number;
  readonly loanNumber: string;
  readonly payoff: number;
  readonly payback: number;
  readonly cash: number;
}

/** The tables of the upper half of the server, for the database's type. */
export interface JourneyTables {
  applications: ApplicationRow;
  application_trail: {
    id: Generated<number>;
    owner: string | null;
    actor: string | null;
    session: string | null;
    brand: string;
    operation: string;
    outcome: string;
    value: Json | null;
    at: Instant;
  };
  events: {
    id: Generated<number>;
    kind: string;
    session: string | null;
    brand: string | null;
    body: JsonObject;
    at: Instant;
  };
}
