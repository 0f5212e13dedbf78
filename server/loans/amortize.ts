import { daysBetween } from '../lending/schedule.ts';
import type { Offer } from '../lending/offer.ts';

/** One payment as the agreement says it (entity.paymentScheduleRow); cents, `YYYY-MM-DD`. */
export interface ScheduleRow {
  readonly installmentNumber: number;
  readonly dueDate: string;
  readonly paymentAmount: number;
  readonly interest: number;
  /** Spelled so in the documents. */
  readonly principle: number;
  /** What of the principal is left after it. */
  readonly balance: number;
}

/**
 * The rate of one day at which the payments pay back the principal and the simple interest on what is left of it, as
 * the agreement says; 0 for one payment, whose charge is a fee. Interest that a payment does not cover bears none.
 */
export function dailyRate({ principal, payments }: Offer, lentOn: string): number {
  if (payments.length === 1) return 0;
  const left = (rate: number): number => {
    let balance = principal;
    let unpaid = 0;
    let from = lentOn;
    for (const { dueDate, amount } of payments) {
      unpaid += balance * rate * daysBetween(from, dueDate);
      const ofInterest = Math.min(amount, unpaid);
      unpaid -= ofInterest;
      balance -= amount - ofInterest;
      from = dueDate;
    }
    return balance + unpaid;
  };
  let low = 0;
  let high = 1;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (left(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The simple interest that a principal bears in so many days, whole cents. */
export function accrued(principal: number, rate: number, days: number): number {
  return days <= 0 ? 0 : Math.round(principal * rate * days);
}

/**
 * The payments of an agreement, each split into interest and principal. They add up to the agreement's total of
 * payments, their interest to its finance charge, their principal to what was lent: the last one takes up the cents.
 * Interest that a payment does not cover, where its day was moved past a holiday, is paid by the ones after it and
 * never makes the principal larger.
 */
export function scheduleOf(offer: Offer, lentOn: string): readonly ScheduleRow[] {
  const rate = dailyRate(offer, lentOn);
  let balance = offer.principal;
  let unpaid = 0;
  let from = lentOn;
  return offer.payments.map(({ dueDate, amount }, at) => {
    const isLast = at === offer.payments.length - 1;
    const interest = unpaid + accrued(balance, rate, daysBetween(from, dueDate));
    const principle = isLast ? balance : Math.max(0, amount - interest);
    unpaid = interest - (amount - principle);
    balance -= principle;
    from = dueDate;
    return {
      installmentNumber: at + 1,
      dueDate,
      paymentAmount: amount,
      interest: amount - principle,
      principle,
      balance,
    };
  });
}
