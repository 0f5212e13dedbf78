/** What is written when a loan is made: the loan, its payments, and the first entries of its ledger. */
import { amountFinancedOf, type StoredOffer } from '../lending/offer.ts';
import { dailyRate, scheduleOf, type ScheduleRow } from './amortize.ts';

/** An account of the ledger; the person owes the sum of the first two. */
type Account = 'principal' | 'charges' | 'bank' | 'income';

/** What an entry of the ledger is about. */
export type EntryKind = 'disbursement' | 'fee' | 'charge' | 'payment' | 'payoff';

/** One line; the lines of an entry add up to nothing. A debit is positive, cents. */
export interface LedgerLine {
  readonly entry: number;
  readonly account: Account;
  readonly cents: number;
  readonly kind: EntryKind;
  /** Eastern date. */
  readonly day: string;
}

export interface NewLoan {
  /** Which of its application's loans it is, from 1. */
  readonly number: number;
  readonly loanNumber: string;
  readonly productCode: string;
  readonly principal: number;
  readonly financeCharge: number;
  readonly apr: number;
  readonly dailyRate: number;
  readonly originatedOn: string;
  readonly schedule: readonly ScheduleRow[];
  readonly ledger: readonly LedgerLine[];
}

/** The loan that an offer becomes on the day its money is sent. Pure. */
export function bookLoan(
  applicationId: string,
  offer: StoredOffer,
  { today, number = 1 }: { readonly today: string; readonly number?: number },
): NewLoan {
  const rate = dailyRate(offer, today);
  const sent = amountFinancedOf(offer);
  const { principal, prepaidFinanceCharge: fee = 0 } = offer;
  // Of level payments interest is owed as the days pass; what one payment costs beside its fee is owed at once.
  const charge = rate === 0 ? offer.financeCharge - fee : 0;
  const entries: readonly (readonly [EntryKind, Partial<Record<Account, number>>])[] = [
    ['disbursement', { principal: sent, bank: -sent }],
    // Kept from what is lent: it is owed with the rest of the principal, and earned on the day.
    ...(fee > 0 ? [['fee', { principal: principal - sent, income: -fee }] as const] : []),
    ...(charge > 0 ? [['charge', { charges: charge, income: -charge }] as const] : []),
  ];
  return {
    number,
    loanNumber: loanNumberOf(applicationId, number),
    productCode: offer.productCode,
    principal,
    financeCharge: offer.financeCharge,
    apr: offer.apr,
    dailyRate: rate,
    originatedOn: today,
    schedule: scheduleOf(offer, today),
    ledger: entries.flatMap(([kind, accounts], at) =>
      Object.entries(accounts).map(([account, cents]) => ({
        entry: at + 1,
        account: account as Account,
        cents,
        kind,
        day: today,
      })),
    ),
  };
}

/** The number a person reads out on the phone: ten digits of the application, and which of its loans it is. */
export function loanNumberOf(applicationId: string, number: number): string {
  const digits = BigInt(`0x${applicationId.replaceAll('-', '').slice(0, 12)}`) % 10_000_000_000n;
  return `${digits.toString().padStart(10, '0')}-${number}`;
}
