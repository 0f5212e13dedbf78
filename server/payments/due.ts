/** What may be paid on a loan on a day, and what a payment does to it. Pure; money in cents, dates `YYYY-MM-DD`. */
import type { LedgerLine } from '../loans/book.ts';
import { standingOf } from '../loans/standing.ts';
import type { LoanRow } from '../loans/store.ts';

/** As the documents name them. */
const amountOptions = ['next payment', 'past due', 'total due', 'other amount', 'payoff'] as const;
export type AmountOption = (typeof amountOptions)[number];

/** Where a payment begins: with a word about what is late, with the form, or not at all (open question 73). */
type Beginning = 'INITIAL_ALERT' | 'INITIAL_FORM' | 'PAID_PRIOR_DUE_DATE' | 'NOTHING_OWED';

/** The smallest amount that somebody types. */
export const smallest = 100;

export interface Due {
  readonly beginning: Beginning;
  /** What of the next payment of the agreement is open, and when it is due; none where nothing more is to come. */
  readonly next: { readonly cents: number; readonly dueDate: string } | undefined;
  readonly pastDue: number;
  readonly payoff: number;
  /** What each option that can be chosen comes to; `other amount` is typed, up to the payoff. */
  readonly amounts: Readonly<Partial<Record<Exclude<AmountOption, 'other amount'>, number>>>;
}

/** What a loan lets its owner pay today. */
export function dueOn(loan: LoanRow, today: string): Due {
  const { payoff, pastDue, open } = standingOf(loan, today);
  const upcoming = open.find(({ dueDate }) => dueDate >= today);
  const agreed = loan.schedule.find(({ dueDate }) => dueDate >= today);
  // Level payments owe interest as the days pass: early, the whole loan can be less than what was agreed for later.
  const most = (cents: number): number => Math.min(cents, payoff);
  const isPaidPrior = pastDue === 0 && agreed !== undefined && upcoming?.dueDate !== agreed.dueDate;
  const beginning =
    payoff === 0
      ? 'NOTHING_OWED'
      : pastDue > 0
        ? 'INITIAL_ALERT'
        : isPaidPrior
          ? 'PAID_PRIOR_DUE_DATE'
          : 'INITIAL_FORM';
  return {
    beginning,
    next: upcoming && { cents: most(upcoming.paymentAmount), dueDate: upcoming.dueDate },
    pastDue: most(pastDue),
    payoff,
    amounts: {
      ...(upcoming && { 'next payment': most(upcoming.paymentAmount) }),
      ...(pastDue > 0 && { 'past due': most(pastDue) }),
      ...(pastDue > 0 && upcoming && { 'total due': most(pastDue + upcoming.paymentAmount) }),
      payoff,
    },
  };
}

/** What a choice comes to; undefined where it cannot be paid. */
export function amountOf(
  { beginning, payoff, amounts }: Due,
  { option, other }: { readonly option: AmountOption; readonly other: number | undefined },
): number | undefined {
  if (beginning === 'NOTHING_OWED') return undefined;
  if (option !== 'other amount') return amounts[option];
  return other !== undefined && other >= Math.min(smallest, payoff) && other <= payoff ? other : undefined;
}

/**
 * The entries of a payment that came: interest that was not written yet, then the receipt, which pays what is charged
 * first and the principal with the rest.
 */
export function receive(
  loan: LoanRow,
  { cents, day }: { readonly cents: number; readonly day: string },
): readonly LedgerLine[] {
  const principal = loan.entries.reduce((sum, one) => sum + one.principal, 0);
  const charges = loan.entries.reduce((sum, one) => sum + one.charges, 0);
  const interest = standingOf(loan, day).payoff - principal - charges;
  const ofCharges = Math.min(cents, charges + interest);
  const entries: readonly { kind: LedgerLine['kind']; accounts: Partial<Record<LedgerLine['account'], number>> }[] = [
    ...(interest === 0 ? [] : [{ kind: 'charge' as const, accounts: { charges: interest, income: -interest } }]),
    { kind: 'payment', accounts: { charges: -ofCharges, principal: ofCharges - cents, bank: cents } },
  ];
  return entries.flatMap(({ kind, accounts }, at) =>
    Object.entries(accounts).flatMap(([account, amount]) =>
      amount === 0
        ? []
        : [
            {
              entry: loan.entries.length + at + 1,
              kind,
              day,
              account: account as LedgerLine['account'],
              cents: amount,
            },
          ],
    ),
  );
}
