/** What the lender's own figures allow, at every bound there is: made of the state rows and the catalogue. */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { availableProducts, pricingOf, productsOf, smallestLoan } from '../../server/lending/products.ts';
import { createUnderwriting } from '../../server/underwriting/decide.ts';
import { inputsOf } from '../../server/underwriting/inputs.ts';
import { json } from '../content/compiled.ts';

interface Rows {
  readonly abbr: string;
  readonly rows: readonly JsonObject[];
}
const states = readdirSync(new URL('../../compliance/states/', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .map((name) => json<Rows>(`compliance/states/${name}`));
const rows = states.flatMap(({ abbr, rows: all }) => all.map((row) => ({ abbr, row })));
const brandFacts = json<JsonObject>('brands/payday/brand.json');
const products = productsOf(brandFacts);
const numberOf = (row: JsonObject, name: string): number | undefined =>
  typeof row[name] === 'number' ? row[name] : undefined;

const decide = createUnderwriting('prod');
/** What becomes of somebody who asks for so many cents, and whom nothing else stands in the way of. */
function decided(
  of: {
    readonly brandFacts: JsonObject;
    readonly abbr: string;
    readonly row: JsonObject;
    readonly productCode: string;
  },
  amount: number,
  gross = 100_000_000,
): string {
  const answers = {
    personalInformation: { documentNumber: '219099999' },
    contactInformation: { address: { stateCode: of.abbr } },
    incomeInformation: { amountGross: gross, paymentFrequency: 'MON' },
    loan: { amount, productCode: of.productCode },
  };
  const { brandFacts: facts, row: stateRow } = of;
  const read = inputsOf(answers, { submits: 1, accountDays: null, brandFacts: facts, stateRow, today: '2026-11-20' });
  return 'inputs' in read ? decide(read.inputs).status : `missing ${read.missing.join()}`;
}

describe('the largest loan of a state', () => {
  test('is that of the product’s kind, else the one of all, and is lent to the last cent and no further: every row, every product', () => {
    let bounds = 0;
    for (const { abbr, row } of rows)
      for (const { productCode, raw } of products) {
        const kind = typeof raw['rate'] === 'number' ? 'maximumInstallment' : 'maximumPayday';
        const most = numberOf(row, kind) ?? numberOf(row, 'maximumLoan');
        const statusOf = (amount: number) => decided({ brandFacts, abbr, row, productCode }, amount);
        for (const [amount, right] of most === undefined
          ? ([[1_000_000, 'SUBMIT_APPROVED']] as const)
          : ([
              [most - 1, 'SUBMIT_APPROVED'],
              [most, 'SUBMIT_APPROVED'],
              [most + 1, 'SUBMIT_DENIED'],
            ] as const)) {
          bounds += 1;
          expect([abbr, productCode, amount, statusOf(amount)]).toEqual([abbr, productCode, amount, right]);
        }
      }
    expect(bounds).toBeGreaterThan(2 * rows.length);
  });
});

test('what a catalogue tells of in a state is what is lent there: every row, every product of every brand, to the cent', () => {
  let told = 0;
  for (const brand of readdirSync(new URL('../../brands/', import.meta.url))) {
    const facts = json<JsonObject>(`brands/${brand}/brand.json`);
    for (const { abbr, row } of rows)
      for (const { productCode, channel, minLoan, maxLoan } of availableProducts(facts, row)) {
        // What is made in a store is not decided here.
        const kind = productsOf(facts).find((one) => one.productCode === productCode)?.raw['rate'];
        const most = numberOf(row, typeof kind === 'number' ? 'maximumInstallment' : 'maximumPayday');
        const statusOf = (amount: number) => decided({ brandFacts: facts, abbr, row, productCode }, amount);
        told += 1;
        const at = `${brand} ${abbr} ${productCode} ${channel}`;
        expect([at, statusOf(minLoan), statusOf(maxLoan)]).toEqual([at, 'SUBMIT_APPROVED', 'SUBMIT_APPROVED']);
        expect([at, maxLoan <= (most ?? numberOf(row, 'maximumLoan') ?? Infinity), minLoan <= maxLoan]).toEqual([
          at,
          true,
          true,
        ]);
        expect([at, smallestLoan(facts, productCode, row) ?? 0]).toEqual([at, minLoan]);
      }
  }
  expect(told).toBeGreaterThan(30);
});

test('a fee is the product’s, the usual one where it names none, and never more than the state’s row lets it be', () => {
  const cents = fc.option(fc.integer({ min: 0, max: 4_000 }), { nil: undefined });
  fc.assert(
    fc.property(cents, cents, (fee, cap) => {
      const facts = {
        products: [{ productCode: 'X', channel: 'ONLINE', ...(fee !== undefined && { feePerHundred: fee }) }],
      };
      const priced = pricingOf(facts, 'X', cap === undefined ? {} : { maximumFeePerHundred: cap });
      const own = fee ?? 1_500;
      expect(priced).toMatchObject({ method: 'fee', feePerHundred: cap !== undefined && cap < own ? cap : own });
    }),
  );
});

test('where the statute of a row names a share of the gross monthly income, no loan of one payment is above it', () => {
  const named = rows.flatMap(({ abbr, row }) => {
    const percent = /(\d+) percent of gross monthly income/.exec(String(row['citation']))?.[1];
    return percent === undefined ? [] : [{ abbr, row, percent: Number(percent) }];
  });
  for (const { abbr, row, percent } of named)
    for (const gross of [100_000, 150_000, 200_000]) {
      const most = Math.floor((gross * percent) / 100);
      const statusOf = (amount: number) => decided({ brandFacts, abbr, row, productCode: 'PDL' }, amount, gross);
      expect([abbr, gross, statusOf(most + 1)]).toEqual([abbr, gross, 'SUBMIT_DENIED']);
      // What is lent is bounded by the income, not refused whatever it is.
      expect([abbr, gross, statusOf(20_000)]).toEqual([abbr, gross, 'SUBMIT_APPROVED']);
    }
  expect(named.map(({ abbr }) => abbr)).toEqual(['WA', 'WI']);
});
