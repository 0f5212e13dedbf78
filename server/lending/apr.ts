/**
 * A stream of equal payments: the first after `t` whole unit-periods and the fraction `f` of one, then one every
 * unit-period.
 */
export interface PaymentStream {
  /** Any unit of money, the same as the amount financed. */
  readonly amount: number;
  readonly count: number;
  readonly t: number;
  readonly f: number;
}

/**
 * Annual percentage rate in percent by the actuarial method (12 CFR 1026, Appendix J (b)(8)): the rate `i` of one
 * unit-period at which the payments are worth the amount financed, times the unit-periods in a year. The fraction of a
 * period bears simple interest ((b)(6)). Throws when the payments do not repay the amount financed.
 */
export function annualPercentageRate(
  amountFinanced: number,
  unitPeriodsPerYear: number,
  payments: readonly PaymentStream[],
): number {
  const total = payments.reduce((sum, stream) => sum + stream.amount * stream.count, 0);
  if (!(amountFinanced > 0) || total < amountFinanced)
    throw new Error('An APR needs an amount financed above zero and payments that repay it.');
  const surplus = (rate: number): number => presentValue(payments, rate) - amountFinanced;
  let low = 0;
  let high = 1;
  while (surplus(high) > 0) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-13; step += 1) {
    const middle = (low + high) / 2;
    if (surplus(middle) > 0) low = middle;
    else high = middle;
  }
  return ((low + high) / 2) * unitPeriodsPerYear * 100;
}

/** What payments are worth on the day of the advance at a rate per unit-period. */
export function presentValue(payments: readonly PaymentStream[], rate: number): number {
  let worth = 0;
  for (const { amount, count, t, f } of payments) {
    const first = amount / ((1 + f * rate) * (1 + rate) ** t);
    const ratio = 1 / (1 + rate);
    worth += rate === 0 ? first * count : (first * (1 - ratio ** count)) / (1 - ratio);
  }
  return worth;
}

/** A disclosed rate: two decimals, half up. */
export function disclosedRate(percent: number): number {
  return Math.round((percent + Number.EPSILON) * 100) / 100;
}
