/** What an open loan may be changed into, and the terms of the change. Pure; money in cents, dates `YYYY-MM-DD`. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { offerOf, type Offer, type Pricing } from '../lending/offer.ts';
import { availableProducts, largestLoan, pricingOf, productsOf, smallestLoan } from '../lending/products.ts';
import { daysBetween, singleDueDate, type PayFrequency } from '../lending/schedule.ts';

export type ChangeType = 'CONVERT' | 'REFINANCE';

/** The loan that is to be changed, and what the lender knows beside it. */
export interface Changing {
  readonly productCode: string;
  /** What pays the loan off today. */
  readonly payoff: number;
  readonly dueDate: string;
  /** How many loans it took the place of, one after the other. */
  readonly renewed: number;
  readonly today: string;
  readonly brandFacts: JsonObject;
  readonly stateRow: JsonObject | undefined;
  /** Cents a month. */
  readonly grossMonthlyIncome: number;
  readonly frequency: PayFrequency;
  readonly nextPayDate: string | undefined;
}

/** What somebody chose: the size of the installment loan, or one of the three ways to refinance. */
export interface Choice {
  readonly amount?: number;
  readonly option?: 'repayOriginal' | 'repayAndReduce' | 'repayAndBorrow';
  readonly payback?: number;
  readonly additional?: number;
}

export interface Terms {
  readonly type: ChangeType;
  readonly productCode: string;
  readonly offer: Offer;
  readonly payoff: number;
  /** Paid by the customer today, so that the new loan is smaller. */
  readonly payback: number;
  /** Kept from the new loan for the change. */
  readonly fee: number;
  /** Sent to the customer. */
  readonly cash: number;
}

/** Between which amounts an installment loan is chosen; the steps of the slider are a hundred dollars. */
export interface Range {
  readonly minimum: number;
  readonly maximum: number;
  readonly interval: number;
}

/** How far a refinance may be smaller or larger than what the old loan is paid off with. */
export interface Room {
  readonly largestPayback: number;
  readonly largestAddition: number;
}

const payday = 'PDL';
const installment = 'ILP';
const step = 10_000;
/** A loan of one payment is at most a quarter of a month's income (server/underwriting). */
const incomeShare = 4;

/** Payday loans alone are changed: into an installment loan where the state knows one, or into another payday loan. */
export function changesOf(one: Changing): readonly ChangeType[] {
  if (one.productCode !== payday) return [];
  return [
    ...(convertRange(one) === undefined ? [] : (['CONVERT'] as const)),
    ...(refinanceRoom(one) === undefined ? [] : (['REFINANCE'] as const)),
  ];
}

/**
 * What changing a loan into an installment loan costs, in cents, by the state's row; another payday loan in the place
 * of one costs nothing of its own.
 */
export function feeOfConverting({ stateRow }: Pick<Changing, 'stateRow'>): number {
  const fee = stateRow?.['conversionFee'];
  return typeof fee === 'number' ? fee : 0;
}

/** Undefined where no installment loan is large enough to pay the old loan off, and the fee of the change. */
export function convertRange(one: Changing): Range | undefined {
  const { brandFacts, stateRow, payoff } = one;
  const product = availableProducts(brandFacts, stateRow).find(
    ({ productCode, channel }) => productCode === installment && channel === 'ONLINE',
  );
  if (!product) return undefined;
  const maximum = Math.floor(product.maxLoan / step) * step;
  const minimum = Math.ceil(Math.max(product.minLoan, payoff + feeOfConverting(one)) / step) * step;
  return minimum > maximum ? undefined : { minimum, maximum, interval: step };
}

/**
 * Undefined where the state does not let a payday loan pay another one off, it would be too large, or no business day
 * after the old one's is within the term of the state.
 */
export function refinanceRoom(one: Changing): Room | undefined {
  const { brandFacts, stateRow, payoff, renewed, grossMonthlyIncome } = one;
  const renewals = stateRow?.['maximumRenewals'];
  if (typeof renewals !== 'number' || renewed >= renewals) return undefined;
  const product = productsOf(brandFacts).find(({ productCode }) => productCode === payday);
  if (!product) return undefined;
  const largest = Math.min(
    product.maxLoan,
    largestLoan(stateRow, false) ?? Infinity,
    Math.floor(grossMonthlyIncome / incomeShare),
  );
  const smallest = smallestLoan(brandFacts, payday, stateRow) ?? 0;
  const { maximumDays, ...pricing } = refinancePricing(one);
  const isDue = singleDueDate(one.today, { ...one, ...pricing, maximumDays }) !== undefined;
  if (payoff > largest || !isDue) return undefined;
  return { largestPayback: Math.max(0, payoff - smallest), largestAddition: largest - payoff };
}

/**
 * The terms of a choice; undefined where it cannot be had: it is not offered, or an amount is beyond what is. A blank
 * amount counts as zero.
 */
export function termsOf(one: Changing, choice: Choice): Terms | undefined {
  const { payoff } = one;
  if (choice.amount !== undefined) {
    const range = changesOf(one).includes('CONVERT') ? convertRange(one) : undefined;
    if (!range || choice.amount < range.minimum || choice.amount > range.maximum) return undefined;
    if ((choice.amount - range.minimum) % range.interval !== 0) return undefined;
    return {
      type: 'CONVERT',
      productCode: installment,
      offer: convertOffer(one, choice.amount),
      payoff,
      payback: 0,
      fee: feeOfConverting(one),
      cash: choice.amount - payoff - feeOfConverting(one),
    };
  }
  const room = changesOf(one).includes('REFINANCE') ? refinanceRoom(one) : undefined;
  if (!room || choice.option === undefined) return undefined;
  const payback = choice.option === 'repayAndReduce' ? (choice.payback ?? 0) : 0;
  const cash = choice.option === 'repayAndBorrow' ? (choice.additional ?? 0) : 0;
  if (payback < 0 || cash < 0 || payback > room.largestPayback || cash > room.largestAddition) return undefined;
  return {
    type: 'REFINANCE',
    productCode: payday,
    offer: refinanceOffer(one, payoff - payback + cash),
    payoff,
    payback,
    fee: 0,
    cash,
  };
}

/** An installment loan, paid every second week. */
export function convertOffer(one: Changing, principal: number): Offer {
  const { brandFacts, stateRow, today, frequency, nextPayDate } = one;
  const pricing = pricingOf(brandFacts, installment, stateRow);
  return offerOf({
    principal,
    pricing,
    today,
    frequency: 'BI',
    nextPayDate: frequency === 'BI' ? nextPayDate : undefined,
    prepaidFinanceCharge: feeOfConverting(one),
  });
}

/** A payday loan that is due on the first pay day after the old one would have been. */
export function refinanceOffer(one: Changing, principal: number): Offer {
  const { today, frequency, nextPayDate } = one;
  return offerOf({ principal, pricing: refinancePricing(one), today, frequency, nextPayDate });
}

function refinancePricing({ brandFacts, stateRow, today, dueDate }: Changing): Pricing {
  const usual: Pricing = pricingOf(brandFacts, payday, stateRow);
  return { ...usual, minimumDays: Math.max(usual.minimumDays, daysBetween(today, dueDate) + 1) };
}
