import type { JsonObject } from '../../runtime/core/facts.ts';
import { entityFlag, entityNumber, entityText, grossMonthlyIncome, payFrequency } from '../journeys/entities.ts';
import { offerOf } from '../lending/offer.ts';
import { largestLoan, pricingOf, smallestLoan } from '../lending/products.ts';
import type { Inputs } from './decide.ts';

/**
 * What underwriting reads from an application document. Gives the paths that are missing instead, when some are: an
 * incomplete application is not decided.
 *
 * @param of.today the day the terms would be made, Eastern
 */
export function inputsOf(
  answers: JsonObject,
  of: {
    submits: number;
    accountDays: number | null;
    brandFacts: JsonObject;
    stateRow: JsonObject | undefined;
    today: string;
  },
): { inputs: Inputs } | { missing: readonly string[] } {
  const ssn = entityText(answers, 'ssn');
  const income = grossMonthlyIncome(answers);
  const amount = entityNumber(answers, 'amount');
  const stateCode = entityText(answers, 'stateCode');
  if (ssn === undefined || income === undefined || amount === undefined || stateCode === undefined) {
    const wanted = { ssn, income, amount, stateCode };
    return { missing: Object.entries(wanted).flatMap(([name, value]) => (value === undefined ? [name] : [])) };
  }
  const productCode = entityText(answers, 'productCode');
  const pricing = pricingOf(of.brandFacts, productCode, of.stateRow);
  const singlePayment = pricing.method === 'fee';
  return {
    inputs: {
      ssnLastFour: ssn.slice(-4),
      submits: of.submits,
      grossMonthlyIncome: income,
      amount,
      productCode: productCode ?? null,
      singlePayment,
      stateCode,
      stateMaximumLoan: largestLoan(of.stateRow, !singlePayment) ?? null,
      minimumLoan: smallestLoan(of.brandFacts, productCode, of.stateRow) ?? null,
      accountDays: of.accountDays,
      coveredBorrower: entityFlag(answers, 'coveredBorrower'),
      rate: offerOf({
        principal: amount,
        pricing,
        today: of.today,
        frequency: payFrequency(answers) ?? 'BI',
        nextPayDate: entityText(answers, 'nextPayDate'),
      }).apr,
    },
  };
}
