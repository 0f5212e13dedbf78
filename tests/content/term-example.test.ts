import { expect, test } from 'vitest';
import { offerOf } from '../../server/lending/offer.ts';
import { factsOf, load, root, today } from './compiled.ts';

interface Term {
  readonly term: number;
  readonly principal: number;
  readonly apr: number;
  readonly installmentPayments: number;
  readonly totalPayments: number;
}

test('const.termExample.24: what the documents print only for 18 months is worked out for 24 as a loan is', async () => {
  const { footerExample } = factsOf(await load([root], 'payday'), {})['brand'] as unknown as {
    readonly footerExample: {
      readonly examplePaymentAmount: number;
      readonly xactExamples: { readonly terms: readonly Term[] };
    };
  };
  const [printed, longer] = footerExample.xactExamples.terms;
  expect(printed?.totalPayments).toBe(37 * footerExample.examplePaymentAmount);
  const offer = offerOf({
    principal: longer?.principal ?? 0,
    pricing: { method: 'level', ratePercent: longer?.apr ?? 0, months: longer?.term ?? 0, minimumDays: 14 },
    today,
    frequency: 'BI',
    nextPayDate: undefined,
  });
  expect(longer?.installmentPayments).toBe(offer.payments.length);
  // The example is of no day: each payment of a loan that moves to a business day adds its days of interest.
  expect(Math.abs((longer?.totalPayments ?? 0) - offer.totalOfPayments)).toBeLessThan(1_000);
});
