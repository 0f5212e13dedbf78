import { annualPercentageRate, disclosedRate, presentValue } from './apr.ts';
import {
  daysBetween,
  interval,
  levelDueDates,
  singleDueDate,
  unitPeriodsPerYear,
  type PayFrequency,
} from './schedule.ts';

/** Money in cents, rates in percent, dates `YYYY-MM-DD`. */
export interface Offer {
  readonly principal: number;
  readonly financeCharge: number;
  readonly apr: number;
  readonly totalOfPayments: number;
  readonly payments: readonly { readonly dueDate: string; readonly amount: number }[];
  /** What of the finance charge is kept from the principal (12 CFR 1026.2(a)(23)); absent: nothing. */
  readonly prepaidFinanceCharge?: number;
}

/** What the borrower has the use of, in cents: the principal without what is kept from it (12 CFR 1026.18(b)). */
export const amountFinancedOf = ({
  principal,
  prepaidFinanceCharge = 0,
}: Pick<Offer, 'principal' | 'prepaidFinanceCharge'>): number => principal - prepaidFinanceCharge;

/** What the customer is told of an offer, in cents; the rate in percent. A copy: what is stored is handed to nobody. */
export function costOf(made: Offer) {
  const { principal, financeCharge, apr, totalOfPayments, payments } = made;
  return {
    principal,
    amountFinanced: amountFinancedOf(made),
    financeCharge,
    apr,
    totalOfPayments,
    payments: payments.map((payment) => ({ ...payment })),
  };
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

/** How many days after it is made the first payment of a loan may fall due, and its last. */
interface Term {
  readonly minimumDays: number;
  /** Without it as many as the product has. */
  readonly maximumDays?: number;
  /** Days after it is made before which its last payment may not fall due, by the law of the state. */
  readonly leastDays?: number;
}

/** How a product costs: one fee for each hundred dollars and one payment, or level payments at a yearly rate. */
export type Pricing =
  | (Term & {
      readonly method: 'fee';
      readonly feePerHundred: number;
      /** A smaller fee for what is lent above `from` cents. */
      readonly above?: { readonly from: number; readonly feePerHundred: number };
    })
  | (Term & {
      readonly method: 'level';
      readonly ratePercent: number;
      readonly months: number;
    });

export interface Terms {
  /** Cents. */
  readonly principal: number;
  readonly pricing: Pricing;
  readonly today: string;
  readonly frequency: PayFrequency;
  readonly nextPayDate: string | undefined;
  /** A fee that is kept from the principal, in cents. */
  readonly prepaidFinanceCharge?: number;
}

/**
 * What the loan costs, for the TILA box (12 CFR 1026.18 (b), (d), (e), (g), (h)); every payment falls due on a business
 * day, and the rate is that of these days. Throws where the term holds no business day.
 */
export function offerOf(terms: Terms): Offer {
  return terms.pricing.method === 'fee' ? singlePayment(terms, terms.pricing) : levelPayments(terms, terms.pricing);
}

/**
 * Whether the payments of an offer hold for a loan that is made on `today`, which may be days after the offer was: the
 * first falls due after that day, and the last no sooner than the state lets it.
 */
export function holdsOn(
  { payments }: Offer,
  { today, leastDays = 0 }: { readonly today: string } & Pick<Term, 'leastDays'>,
): boolean {
  const [first, last] = [payments.at(0), payments.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    daysBetween(today, first.dueDate) > 0 &&
    daysBetween(today, last.dueDate) >= leastDays
  );
}

/**
 * One payment within a year: the unit-period is the term, 365 days a year (Appendix J (b)(5)(vi)), so the rate of one
 * is the charge over the principal. As one quotient of whole numbers: 10 for 100 over 16 days is 228.125, disclosed as
 * 228.13, and an approximation may fall below it.
 */
function singlePayment(terms: Terms, pricing: Extract<Pricing, { method: 'fee' }>): Offer {
  const { today, principal, prepaidFinanceCharge = 0 } = terms;
  const dueDate = singleDueDate(today, { ...terms, ...pricing, maximumDays: pricing.maximumDays });
  if (dueDate === undefined)
    throw new Error(
      `No business day from ${pricing.minimumDays} to ${pricing.maximumDays ?? 'any number of'} days after ${today}.`,
    );
  const { from, feePerHundred } = pricing.above ?? { from: Infinity, feePerHundred: 0 };
  const upTo = Math.min(principal, from);
  const charge = Math.round((upTo * pricing.feePerHundred + (principal - upTo) * feePerHundred) / 10_000);
  const cost = charge + prepaidFinanceCharge;
  const apr = (cost * 36_500) / (amountFinancedOf(terms) * daysBetween(today, dueDate));
  return offer(terms, apr, [{ dueDate, amount: principal + charge }]);
}

/**
 * Level payments in whole cents; the last one takes up the rounding (comment 17(c)(3)-1). Payments move by days where
 * their own day is none of the bank's, so each is a stream by itself. Interest is borne by the whole principal, and the
 * rate is that of what the borrower has the use of: 25 dollars kept of 500 make it higher.
 */
function levelPayments(terms: Terms, pricing: Extract<Pricing, { method: 'level' }>): Offer {
  const { today, principal, frequency } = terms;
  const perYear = unitPeriodsPerYear[frequency];
  const most = Math.floor((perYear * pricing.months) / 12);
  const { leastDays = 0, maximumDays } = pricing;
  const dates = levelDueDates(today, most, { ...terms, ...pricing, leastDays, maximumDays });
  const streams = dates.map((dueDate) => ({ amount: 1, count: 1, ...interval(today, dueDate, frequency) }));
  const rate = pricing.ratePercent / 100 / perYear;
  const level = Math.round(principal / presentValue(streams, rate));
  const before = streams.slice(0, -1).map((stream) => ({ ...stream, amount: level }));
  const [end] = streams.slice(-1);
  if (!end) throw new Error(`No payment of a loan of ${pricing.months} months falls due within its term.`);
  const last = Math.round((principal - presentValue(before, rate)) * (1 + end.f * rate) * (1 + rate) ** end.t);
  const apr = annualPercentageRate(amountFinancedOf(terms), perYear, [...before, { ...end, amount: last }]);
  return offer(
    terms,
    apr,
    dates.map((dueDate, at) => ({ dueDate, amount: at === dates.length - 1 ? last : level })),
  );
}

function offer(terms: Terms, apr: number, payments: Offer['payments']): Offer {
  const { principal, prepaidFinanceCharge = 0 } = terms;
  const totalOfPayments = payments.reduce((sum, payment) => sum + payment.amount, 0);
  return {
    principal,
    financeCharge: totalOfPayments - amountFinancedOf(terms),
    apr: disclosedRate(apr),
    totalOfPayments,
    payments,
    ...(prepaidFinanceCharge > 0 && { prepaidFinanceCharge }),
  };
}
