/** What a loan comes to on a day; pure, from its schedule and its ledger alone. */
import { daysBetween } from '../lending/schedule.ts';
import { accrued } from './amortize.ts';
import type { LoanRow } from './store.ts';

/** Money in cents, dates `YYYY-MM-DD`. */
export interface Standing {
  /** As the loan systems name it. */
  readonly status: string;
  /** What pays the loan off on this day. */
  readonly payoff: number;
  readonly paid: number;
  /** What is left of the payments of the agreement. */
  readonly leftToPay: number;
  readonly pastDue: number;
  readonly next: { readonly dueDate: string; readonly paymentAmount: number } | undefined;
  /** What of each payment of the agreement is not paid yet, in order. */
  readonly open: readonly { readonly dueDate: string; readonly paymentAmount: number }[];
  readonly payments: readonly { readonly paidOn: string; readonly amount: number }[];
}

const receipts: ReadonlySet<string> = new Set(['payment', 'payoff']);

/** Where a loan stands on a day. A status that the lender has said counts before what the figures tell. */
export function standingOf(loan: LoanRow, today: string): Standing {
  const principal = loan.entries.reduce((sum, one) => sum + one.principal, 0);
  const owed = loan.entries.reduce((sum, { charges }) => sum + charges, principal);
  const received = loan.entries.filter(({ kind }) => receipts.has(kind));
  const paid = received.reduce((sum, one) => sum - one.principal - one.charges, 0);
  const last = loan.entries.at(-1)?.day ?? loan.originatedOn;
  const payoff = owed === 0 ? 0 : owed + accrued(principal, loan.dailyRate, daysBetween(last, today));
  let covered = paid;
  const open = loan.schedule.flatMap(({ dueDate, paymentAmount }) => {
    const of = Math.min(covered, paymentAmount);
    covered -= of;
    return paymentAmount > of ? [{ dueDate, paymentAmount: paymentAmount - of }] : [];
  });
  const due = payoff === 0 ? [] : open;
  const pastDue = due.filter(({ dueDate }) => dueDate < today).reduce((sum, one) => sum + one.paymentAmount, 0);
  return {
    status: loan.standing ?? (payoff === 0 ? 'PAID_IN_FULL' : pastDue > 0 ? 'DELINQUENT' : 'CURRENT'),
    payoff,
    paid,
    leftToPay: due.reduce((sum, one) => sum + one.paymentAmount, 0),
    pastDue,
    next: due[0],
    open: due,
    payments: received.map((one) => ({ paidOn: one.day, amount: -one.principal - one.charges })),
  };
}
