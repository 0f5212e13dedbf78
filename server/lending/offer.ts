import { annualPercentageRate, disclosedRate, presentValue } from './apr.ts';
import { daysBetween, dueDates, firstDueDate, interval, unitPeriodsPerYear, type PayFrequency } from './schedule.ts';

/** Money in cents, rates in percent, dates `YYYY-MM-DD`. */
export interface Offer {
  readonly principal: number;
  readonly financeCharge: number;
  readonly apr: number;
  readonly totalOfPayments: number;
  readonly payments: readonly { readonly dueDate: string; readonly amount: number }[];
}

/** What the customer is told of an offer, in cents; the rate in percent. A copy: what is stored is handed to nobody. */
export function costOf({ principal, financeCharge, apr, totalOfPayments, payments }: Offer) {
  return { principal, financeCharge, apr, totalOfPayments, payments: payments.map((payment) => ({ ...payment })) };
}
/** An offer as it was made, with the product it is of and the number of the act that made it. */
export interface StoredOffer extends Offer {
  readonly productCode: string;
  /** Whether the Military Lending Act protects the borrower; offers from before it was asked do not say. */
  readonly coveredBorrower?: boolean;
  readonly madeBy: number;
  /** SHA-256 over all of it: what agreements and signature are bound to. */
  readonly hash: string;
}

/** What the page is told of an offer that stands. */
export const viewOffer = (stored: StoredOffer) => ({
  ...costOf(stored),
  coveredBorrower: stored.coveredBorrower ?? false,
});

/** How a product costs: one fee for each hundred dollars and one payment, or level payments at a yearly rate. */
export type Pricing =
  | {
      readonly method: 'fee';
      readonly feePerHundred: number;
      /** A smaller fee for what is lent above `from` cents. */
      readonly above?: { readonly from: number; readonly feePerHundred: number };
      readonly minimumDays: number;
    }
  | { readonly method: 'level'; readonly ratePercent: number; readonly months: number; readonly minimumDays: number };

export interface Terms {
  /** Cents. */
  readonly principal: number;
  readonly pricing: Pricing;
  readonly today: string;
  readonly frequency: PayFrequency;
  readonly nextPayDate: string | undefined;
}

/** What the loan costs, for the TILA box (12 CFR 1026.18 (b), (d), (e), (g), (h)). */
export function offerOf(terms: Terms): Offer {
  return terms.pricing.method === 'fee' ? singlePayment(terms, terms.pricing) : levelPayments(terms, terms.pricing);
}

/**
 * One payment within a year: the unit-period is the term, 365 days a year (Appendix J (b)(5)(vi)), so the rate of one
 * is the charge over the principal. As one quotient of whole numbers: 10 for 100 over 16 days is 228.125, disclosed as
 * 228.13, and an approximation may fall below it.
 */
function singlePayment(terms: Terms, pricing: Extract<Pricing, { method: 'fee' }>): Offer {
  const dueDate = firstDueDate(terms.today, { ...terms, ...pricing });
  const { from, feePerHundred } = pricing.above ?? { from: Infinity, feePerHundred: 0 };
  const upTo = Math.min(terms.principal, from);
  const charge = Math.round((upTo * pricing.feePerHundred + (terms.principal - upTo) * feePerHundred) / 10_000);
  const apr = (charge * 36_500) / (terms.principal * daysBetween(terms.today, dueDate));
  return offer(terms.principal, apr, [{ dueDate, amount: terms.principal + charge }]);
}

/** Level payments in whole cents; the last one takes up the rounding (comment 17(c)(3)-1). */
function levelPayments(terms: Terms, pricing: Extract<Pricing, { method: 'level' }>): Offer {
  const perYear = unitPeriodsPerYear[terms.frequency];
  const count = Math.floor((perYear * pricing.months) / 12);
  const first = firstDueDate(terms.today, { ...terms, ...pricing });
  const { t, f } = interval(terms.today, first, terms.frequency);
  const rate = pricing.ratePercent / 100 / perYear;
  const level = Math.round(terms.principal / presentValue([{ amount: 1, count, t, f }], rate));
  const lastWorth = terms.principal - presentValue([{ amount: level, count: count - 1, t, f }], rate);
  const last = Math.round(lastWorth * (1 + f * rate) * (1 + rate) ** (t + count - 1));
  const apr = annualPercentageRate(terms.principal, perYear, [
    { amount: level, count: count - 1, t, f },
    { amount: last, count: 1, t: t + count - 1, f },
  ]);
  return offer(
    terms.principal,
    apr,
    dueDates(first, count, terms.frequency).map((dueDate, at) => ({
      dueDate,
      amount: at === count - 1 ? last : level,
    })),
  );
}

function offer(principal: number, apr: number, payments: Offer['payments']): Offer {
  const totalOfPayments = payments.reduce((sum, payment) => sum + payment.amount, 0);
  return { principal, financeCharge: totalOfPayments - principal, apr: disclosedRate(apr), totalOfPayments, payments };
}
