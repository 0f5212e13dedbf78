import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { offerOf } from '../../server/lending/offer.ts';
import { pricingOf } from '../../server/lending/products.ts';
import type { PayFrequency } from '../../server/lending/schedule.ts';
import type { LayoutItem } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { factsOf, json, load, root, today } from './compiled.ts';

const loaded = await load([root], 'payday');
const flow = loaded.flows['apply'];
if (!flow) throw new Error('The brand payday has no flow apply.');

type Aside = Extract<LayoutItem, { kind: 'group' }>;
const asideOf = (step: string): Aside | undefined =>
  flow.steps[step]?.layout.find((item): item is Aside => item.kind === 'group' && item.aside === true);

/** The figures of the panel beside the amount; nothing where one of them is not known. */
function costOf(answers: JsonObject, changed: JsonObject = {}): JsonObject | undefined {
  const aside = asideOf('amount');
  const panel = aside?.items.find((item) => item.kind === 'widget');
  if (!aside || panel?.kind !== 'widget') throw new Error('Nothing stands beside the amount.');
  const facts = { ...factsOf(loaded, answers), ...changed };
  const options = Object.fromEntries(Object.entries(panel.options).map(([name, compute]) => [name, compute.of(facts)]));
  // The panel shows all figures or none.
  return Object.values(options).includes(undefined) ? undefined : (options as JsonObject);
}

const rowOf = (state: string): JsonObject => loaded.compliance.states[state] ?? {};
const answersOf = (state: string, loan: JsonObject, income: JsonObject = {}): JsonObject => ({
  contactInformation: { address: { stateCode: state } },
  loan: { productCode: 'PDL', ...loan },
  incomeInformation: income,
});
const day = (ahead: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000).toISOString().slice(0, 10);

/** States where a payday loan is made and the row says what it may cost. */
const priced = Object.keys(loaded.compliance.states).filter(
  (state) => rowOf(state)['maximumPayday'] !== undefined && rowOf(state)['maximumFeePerHundred'] !== undefined,
);

test('the rule about a step in the fee names the states whose rows have one', () => {
  const stepped = Object.keys(loaded.compliance.states).filter((state) => rowOf(state)['feeStep'] !== undefined);
  const { rule } = json<{ readonly rule: { readonly in: readonly unknown[] } }>(
    'flows/apply/rules/fee-has-a-step.json',
  );
  expect(rule.in[1]).toEqual(stepped);
});

describe('the cost of a loan of one payment, before there is an offer', () => {
  test.each(priced)('is in %s what the offer will say, to the cent and the hundredth of a percent', (state) => {
    const row = rowOf(state);
    const [least, most] = [Number(row['minimumLoan']), Number(row['maximumPayday'])];
    const wrong: unknown[] = [];
    for (const amount of [least, least + 1_999, Math.floor((least + most) / 2) + 1, most])
      for (const frequency of ['WK', 'BI', 'BIM', 'MON'] as const satisfies readonly PayFrequency[])
        for (let ahead = 1; ahead <= 45; ahead += 1) {
          const nextPayDate = day(ahead);
          const income = { paymentFrequency: frequency, nextPaymentDate: nextPayDate };
          const cost = costOf(answersOf(state, { amount }, income));
          // No rule of the language counts a month on: nothing is said rather than something wrong.
          if (frequency === 'MON' && ahead < Math.max(10, Number(row['minimumPaydayDays']))) {
            if (cost !== undefined) wrong.push(cost);
            continue;
          }
          const pricing = pricingOf(loaded.brand, 'PDL', row);
          const { principal, financeCharge, apr, totalOfPayments, payments } = offerOf({
            principal: amount,
            pricing,
            today,
            frequency,
            nextPayDate,
          });
          const offered = {
            amount: principal,
            charge: financeCharge,
            apr,
            total: totalOfPayments,
            due: payments[0]?.dueDate,
            payments: payments.length,
            estimate: true,
          };
          if (!isDeepStrictEqual(cost, offered)) wrong.push([cost, offered]);
        }
    expect(wrong).toEqual([]);
  });

  test.each([
    [50_000, 7_500],
    [50_100, 7_510],
    [70_000, 9_500],
  ])(
    'Washington lets %i cents cost 15 percent of the first 500 dollars and 10 percent of the rest: %i (RCW 31.45.073)',
    (amount, charge) => expect(costOf(answersOf('WA', { amount }))).toMatchObject({ amount, charge }),
  );

  test('is for fourteen days while no pay day is known', () =>
    expect(costOf(answersOf('TX', { amount: 30_000 }))).toEqual({
      amount: 30_000,
      charge: 4_500,
      apr: 391.07,
      total: 34_500,
      due: day(14),
      payments: 1,
      estimate: true,
    }));

  test.each([
    ['no amount is chosen', answersOf('TX', {}), {}],
    ['the loan is paid back in several payments', answersOf('TX', { amount: 60_000, productCode: 'ILP' }), {}],
    ['the row of the state does not say what it may cost', answersOf('OH', { amount: 30_000 }), {}],
    ['the catalogue names no fee', answersOf('TX', { amount: 30_000 }), { brand: { ...loaded.brand, products: [] } }],
    [
      'the catalogue has two such loans',
      answersOf('TX', { amount: 30_000 }),
      {
        brand: {
          ...loaded.brand,
          products: [...(loaded.brand['products'] as []), ...(loaded.brand['products'] as [])],
        },
      },
    ],
  ])('is not shown where %s', (_, answers, changed) => expect(costOf(answers, changed)).toBeUndefined());
});

test('where there is an offer its figures are shown, beside the summary, the offer, the signature and at the end', () => {
  const loanOffer = {
    principal: 30_000,
    financeCharge: 4_500,
    apr: 391.07,
    totalOfPayments: 34_500,
    payments: [{ dueDate: day(14), amount: 34_500 }],
  };
  const shown = costOf(answersOf('WA', { amount: 30_000 }), { results: { loanOffer } });
  expect(shown).toEqual({
    amount: 30_000,
    charge: 4_500,
    apr: 391.07,
    total: 34_500,
    due: day(14),
    payments: 1,
    estimate: false,
  });
  for (const step of ['amount', 'submit', 'approved-agreements', 'esign', 'thank-you'])
    expect(asideOf(step)?.items.map((item) => item.kind)).toEqual(['widget']);
});
