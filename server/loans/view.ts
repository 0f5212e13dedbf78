/** The answers of the account's operations, of a person's loans as they stand on a day. */
import { easternStart } from '../../contract/days.ts';
import type { Operations } from '../../contract/generated/operations.ts';
import { standingOf } from './standing.ts';
import type { LoanRow } from './store.ts';
import type { SystemRow } from './systems.ts';

type Account = Operations['loanAccount']['value'];
type PreparedStep = NonNullable<NonNullable<Account['loan']>['prepared']>['step'];
type Details = NonNullable<Operations['getInitialLoanDetails']['value']>;

/** Loans made here are kept by the newest of the loan systems. */
const ownSystem = 'STARS4X';
/** The status of a person of whom no system knows a loan. */
const nobodys = 'NONE';

/** What is known beside the loans. */
interface Beside {
  readonly now: Date;
  /** Eastern calendar date of `now`. */
  readonly today: string;
  readonly underWay?: { readonly cents: number; readonly day: string } | undefined;
  readonly prepared?: { readonly step: PreparedStep; readonly cents: number } | undefined;
  /** An extended payment plan was asked for, and nobody has answered yet. */
  readonly asksForPlan?: boolean;
}

/**
 * What a person has with a brand: of their loans the one that is open, else the last; what another system says comes
 * first.
 */
export function viewAccount(
  loans: readonly LoanRow[],
  system: SystemRow | undefined,
  { now, today, underWay, prepared, asksForPlan }: Beside,
): Account {
  const standing = loans.map((loan) => ({ loan, ...standingOf(loan, today) }));
  const one = standing.find(({ payoff }) => payoff > 0) ?? standing[0];
  return {
    sourceSystem: system?.sourceSystem ?? ownSystem,
    landingState:
      system?.landingState ?? (asksForPlan === true && one !== undefined && one.payoff > 0 ? 'PENDING_EPP' : 'LANDING'),
    status: system?.status ?? one?.status ?? nobodys,
    loan:
      one === undefined
        ? null
        : {
            loanId: one.loan.loanNumber,
            principal: one.loan.principal,
            financeCharge: one.loan.financeCharge,
            apr: one.loan.apr,
            total: one.loan.schedule.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0),
            paid: one.paid,
            leftToPay: one.leftToPay,
            payoff: one.payoff,
            pastDue: one.pastDue,
            originatedOn: one.loan.originatedOn,
            payments: one.payments.map((payment) => ({ ...payment })),
            nextPayment: one.next ? { ...one.next, daysUntilDue: daysUntilDue(one.next.dueDate, now) } : null,
            underWay: underWay ? { amount: underWay.cents, askedOn: underWay.day } : null,
            prepared: prepared ? { step: prepared.step, amount: prepared.cents } : null,
          },
  };
}

const dayMs = 86_400_000;

/**
 * Days of 24 hours, rounded up, until a payment's day begins (money.daysUntilDue): less than zero once it is over. When
 * clocks change in between, a day of the calendar has an hour more or less.
 */
export function daysUntilDue(dueDate: string, now: Date): number {
  // The sum: a fraction of a day after the beginning is no "minus zero".
  return Math.ceil((easternStart(dueDate).getTime() - now.getTime()) / dayMs) + 0;
}

/** What a loan is shown with. */
interface ShownWith {
  /** The loan whose place it took. */
  readonly before: LoanRow | undefined;
  readonly documents: Details['documents'];
  readonly today: string;
}

/** A loan as its agreement made it (entity.loanDetails), and what of each payment is still to come on a day. */
export function viewDetails(loan: LoanRow, { before, documents, today }: ShownWith): Details {
  const [first] = loan.schedule;
  const { open } = standingOf(loan, today);
  const leftOf = (row: LoanRow['schedule'][number]): number =>
    open.find(({ dueDate }) => dueDate === row.dueDate)?.paymentAmount ?? 0;
  const paidOff = before?.entries.filter(({ kind }) => kind === 'payoff') ?? [];
  return {
    loanNumber: loan.loanNumber,
    loanAmount: loan.principal,
    financeCharge: loan.financeCharge,
    paymentAmount: first?.paymentAmount ?? 0,
    paymentDueDate: first?.dueDate ?? loan.originatedOn,
    ...(before && {
      convertedLoanNumber: before.loanNumber,
      convertedPayoff: paidOff.reduce((sum, { principal, charges }) => sum - principal - charges, 0),
    }),
    documents,
    paymentSchedule: loan.schedule.map((row) => {
      const { installmentNumber, paymentAmount, dueDate } = row;
      const left = leftOf(row);
      return { installmentNumber, paymentAmount, dueDate, left: left < paymentAmount ? left : null };
    }),
  };
}
