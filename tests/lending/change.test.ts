/** What an open loan may be changed into, its terms, and the ledger of the change: pure, to the cent. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { depositDay, isBusinessDay, rolled } from '../../server/lending/business-days.ts';
import { bookLoan } from '../../server/loans/book.ts';
import { changesOf, convertRange, refinanceRoom, termsOf, type Changing } from '../../server/loans/change.ts';
import { settle } from '../../server/loans/settle.ts';
import { createPreliminary } from '../../server/underwriting/decide.ts';
import { amountFinancedOf, offerOf } from '../../server/lending/offer.ts';
import { dueDates } from '../../server/lending/schedule.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { sampleRows } from '../../widgets/sample-schedule/rows.ts';

const read = (path: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as JsonObject;
const stateRow = (abbr: string): JsonObject | undefined =>
  (read(`compliance/states/${abbr}.json`)['rows'] as unknown as readonly JsonObject[]).at(-1);
const brandFacts = read('brands/payday/brand.json');
const one = (more: Partial<Changing> & { readonly state?: string } = {}): Changing => ({
  productCode: 'PDL',
  payoff: 34_500,
  dueDate: '2026-12-04',
  renewed: 0,
  today: '2026-11-20',
  brandFacts,
  stateRow: stateRow(more.state ?? 'TX'),
  grossMonthlyIncome: 390_000,
  frequency: 'BI',
  nextPayDate: '2026-12-04',
  ...more,
});
const sum = (numbers: readonly number[]): number => numbers.reduce((total, cents) => total + cents, 0);

describe('what a payday loan may be changed into', () => {
  test('follows the row of the state and how often it was renewed; no other loan is changed', () => {
    expect(changesOf(one())).toEqual(['CONVERT', 'REFINANCE']);
    expect(changesOf(one({ state: 'MO' }))).toEqual(['CONVERT']);
    expect(changesOf(one({ state: 'AL' }))).toEqual(['REFINANCE']);
    expect(changesOf(one({ state: 'FL' }))).toEqual([]);
    expect(changesOf(one({ state: 'AL', renewed: 1 }))).toEqual([]);
    expect(changesOf(one({ productCode: 'ILP' }))).toEqual([]);
    expect(convertRange(one())).toEqual({ minimum: 50_000, maximum: 250_000, interval: 10_000 });
    expect(convertRange(one({ payoff: 80_100 }))).toMatchObject({ minimum: 90_000 });
    expect(convertRange(one({ payoff: 250_001 }))).toBeUndefined();
    expect(refinanceRoom(one())).toEqual({ largestPayback: 24_500, largestAddition: 63_000 });
    expect(refinanceRoom(one({ grossMonthlyIncome: 137_999 }))).toBeUndefined();
  });

  test('each choice has terms; an amount beyond what is offered has none, a blank one counts as zero', () => {
    const terms = (choice: Parameters<typeof termsOf>[1]) => termsOf(one(), choice);
    expect(terms({ amount: 140_000 })).toMatchObject({
      type: 'CONVERT',
      productCode: 'ILP',
      cash: 105_500,
      payback: 0,
    });
    expect(terms({ amount: 140_000 })?.offer.payments).toHaveLength(39);
    expect(terms({ option: 'repayOriginal', payback: 1 })?.offer).toMatchObject({
      principal: 34_500,
      financeCharge: 5_175,
      payments: [{ dueDate: '2026-12-18', amount: 39_675 }],
    });
    expect(terms({ option: 'repayAndReduce', payback: 14_500 })).toMatchObject({
      payback: 14_500,
      cash: 0,
      offer: { principal: 20_000 },
    });
    expect(terms({ option: 'repayAndReduce' })?.offer.principal).toBe(34_500);
    expect(terms({ option: 'repayAndBorrow', additional: 63_000 })).toMatchObject({
      cash: 63_000,
      offer: { principal: 97_500 },
    });
    for (const choice of [
      {},
      { amount: 49_999 },
      { amount: 250_001 },
      { amount: 145_000 },
      { option: 'repayAndReduce', payback: 24_501 },
      { option: 'repayAndReduce', payback: -1 },
      { option: 'repayAndBorrow', additional: 63_001 },
    ] as const)
      expect(terms(choice), JSON.stringify(choice)).toBeUndefined();
  });

  test('a fee is kept from the new loan beside the payoff, and is a prepaid finance charge of Appendix J', () => {
    const inMissouri = one({ state: 'MO' });
    // What is borrowed has to pay off the old loan and the fee: of 49,000 cents 1,000 would be left for 2,500.
    expect(convertRange({ ...inMissouri, payoff: 49_000 })).toMatchObject({ minimum: 60_000 });
    const terms = termsOf(inMissouri, { amount: 50_000 });
    if (!terms) throw new Error('Missouri offers 500 dollars.');
    expect(terms).toMatchObject({ payoff: 34_500, fee: 2_500, payback: 0, cash: 13_000 });
    const { offer } = terms;
    const without = termsOf(one(), { amount: 50_000 })?.offer;
    // The fee changes no payment: it makes what the borrower has the use of smaller, and what it costs larger.
    expect(offer.payments).toEqual(without?.payments);
    expect(offer.financeCharge).toBe((without?.financeCharge ?? 0) + 2_500);
    expect(amountFinancedOf(offer)).toBe(47_500);
    expect(offer.financeCharge + 47_500).toBe(offer.totalOfPayments);
    // By hand: unit-periods of 14 days, and the rate whose present value is the amount financed (Appendix J (b)(8)).
    const worth = (apr: number): number =>
      sum(
        offer.payments.map(({ dueDate, amount }) => {
          const days = (Date.parse(dueDate) - Date.parse('2026-11-20')) / 86_400_000;
          const rate = apr / 100 / 26;
          return amount / ((1 + ((days % 14) / 14) * rate) * (1 + rate) ** Math.floor(days / 14));
        }),
      );
    expect(worth(offer.apr - 0.005)).toBeGreaterThanOrEqual(47_500);
    expect(worth(offer.apr + 0.005)).toBeLessThanOrEqual(47_500);
    expect(worth(without?.apr ?? 0)).toBeGreaterThan(49_900);
    const booked = bookLoan(
      '00000000-0000-4000-8000-000000000001',
      { ...offer, productCode: 'ILP', madeBy: 1, hash: '' },
      { today: '2026-11-20', number: 2 },
    );
    expect(booked.ledger.map(({ entry, kind, account, cents }) => [entry, kind, account, cents])).toEqual([
      [1, 'disbursement', 'principal', 47_500],
      [1, 'disbursement', 'bank', -47_500],
      [2, 'fee', 'principal', 2_500],
      [2, 'fee', 'income', -2_500],
    ]);
    expect(booked).toMatchObject({ principal: 50_000, financeCharge: offer.financeCharge, apr: offer.apr });
    expect(sum(booked.schedule.map(({ principle }) => principle))).toBe(50_000);
  });

  test('the lender looks at late payments first, and at documented numbers outside production', () => {
    const judge = createPreliminary('local');
    const inputs = { ssnLastFour: '9999', pastDue: 0, grossMonthlyIncome: 390_000 };
    expect(judge(inputs).status).toBe('SUBMIT_APPROVED');
    expect(judge({ ...inputs, ssnLastFour: '1011' }).status).toBe('SUBMIT_ERROR');
    expect(judge({ ...inputs, ssnLastFour: '1012' })).toMatchObject({
      status: 'SUBMIT_DENIED',
      reasons: [{ code: 'C1-17' }],
    });
    expect(judge({ ...inputs, pastDue: 1 })).toMatchObject({ status: 'SUBMIT_DENIED', reasons: [{ code: 'C1-16' }] });
    expect(createPreliminary('prod')({ ...inputs, ssnLastFour: '1012' }).status).toBe('SUBMIT_APPROVED');
  });
});

describe('the old loan is paid off to the cent', () => {
  const offer = (pricing: Parameters<typeof offerOf>[0]['pricing']) => ({
    ...offerOf({ principal: 30_000, pricing, today: '2026-11-20', frequency: 'BI', nextPayDate: '2026-12-04' }),
    productCode: 'PDL',
    madeBy: 1,
    hash: '',
  });
  const entries = [
    { kind: 'disbursement', day: '2026-11-20', principal: 30_000, charges: 0 },
    { kind: 'charge', day: '2026-11-20', principal: 0, charges: 4_500 },
  ] as const;

  test('every entry adds up to nothing, and principal and charges come to zero, whatever the customer pays', () => {
    for (const payback of [0, 1, 4_499, 4_500, 4_501, 24_500, 34_499])
      for (const interest of [0, 317]) {
        const lines = settle({ entries }, { payoff: 34_500 + interest, payback, today: '2026-11-25' });
        for (const entry of new Set(lines.map((line) => line.entry)))
          expect(sum(lines.filter((line) => line.entry === entry).map(({ cents }) => cents))).toBe(0);
        const of = (account: string) => sum(lines.filter((line) => line.account === account).map(({ cents }) => cents));
        expect([of('principal'), of('charges'), of('bank')]).toEqual([-30_000, -4_500, 34_500 + interest]);
        expect(Math.min(...lines.map(({ entry }) => entry))).toBe(3);
      }
  });

  test('the new loan lends what pays off the old one, and no more than goes to the customer beside', () => {
    const booked = bookLoan(
      '00000000-0000-4000-8000-000000000001',
      offer({ method: 'fee', feePerHundred: 1_500, minimumDays: 10 }),
      {
        today: '2026-11-20',
        number: 2,
      },
    );
    expect(booked.loanNumber).toMatch(/-2$/);
    expect(sum(booked.ledger.filter(({ account }) => account === 'bank').map(({ cents }) => cents))).toBe(-30_000);
  });
});

describe('days of the bank', () => {
  test('a day that is none is followed to the next one that is; the Friday before a Saturday holiday is one', () => {
    expect(['2026-11-26', '2026-11-28', '2026-12-25', '2027-01-01', '2027-07-05'].map(isBusinessDay)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
    expect(['2026-07-03', '2027-06-18', '2027-12-24', '2027-12-31', '2028-11-10'].map(isBusinessDay)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect(rolled('2026-12-25')).toBe('2026-12-28');
    expect(rolled('2026-11-26')).toBe('2026-11-27');
  });

  const { cases } = read('tests/server/cases/pay-date-cases.json') as unknown as {
    cases: readonly {
      readonly label: string;
      readonly frequency: { readonly type: string; readonly anchor?: string; readonly day?: number };
      readonly strictlyAfter: string;
      readonly count: number;
      readonly roll: 'preceding' | 'following' | 'none';
      readonly expected: readonly { readonly nominal: string; readonly paid: string }[];
    }[];
  };
  const kinds = { weekly: 'WK', biweekly: 'BI', monthly: 'MON' } as const;
  test.each(cases)('pay days: $label', ({ frequency, strictlyAfter, count, roll, expected }) => {
    const kind = Object.entries(kinds).find(([type]) => type === frequency.type)?.[1];
    // The others pay by two days of a month or by a weekday of it, which a next pay day alone does not tell.
    if (kind !== undefined) {
      const day = String(frequency.day).padStart(2, '0');
      // A month of 31 days before all of them: from there the day of the month is clamped, and comes back.
      const anchor = frequency.anchor ?? `${Number(strictlyAfter.slice(0, 4)) - 1}-12-${day}`;
      const dates = dueDates(anchor, 60, kind).filter((date) => date > strictlyAfter);
      expect(dates.slice(0, count)).toEqual(expected.map(({ nominal }) => nominal));
    }
    for (const { nominal, paid } of expected)
      if (roll === 'following') expect(rolled(nominal)).toBe(paid);
      else if (roll === 'preceding') {
        const back = Array.from({ length: 7 }, (_, days) => new Date(Date.parse(nominal) - days * 86_400_000));
        expect(back.map((date) => date.toISOString().slice(0, 10)).find(isBusinessDay)).toBe(paid);
      } else expect(paid).toBe(nominal);
  });

  test('money of a change comes the next business day until 8:00 pm Eastern, then in two', () => {
    const days: readonly (readonly [string, string])[] = [
      ['2026-11-18T15:00:00Z', '2026-11-19'], // Wednesday morning
      ['2026-11-19T00:59:59Z', '2026-11-19'], // 7:59 pm
      ['2026-11-19T01:00:00Z', '2026-11-20'], // 8:00 pm
      ['2026-11-20T15:00:00Z', '2026-11-23'], // Friday
      ['2026-11-21T15:00:00Z', '2026-11-24'], // Saturday
      ['2026-11-25T15:00:00Z', '2026-11-27'], // before Thanksgiving
      ['2026-07-14T23:59:00Z', '2026-07-15'], // 7:59 pm in summer
      ['2026-07-15T00:00:00Z', '2026-07-16'],
    ];
    for (const [now, then] of days) expect(depositDay(new Date(now)), now).toBe(then);
  });
});

test('the sample schedule: seven rows, an equal payment, interest 5 % of it less each row, the balance from the total', () => {
  const rows = sampleRows({ amount: 140_000, apr: 192.77, numberOfPayments: 37, firstDueDate: '2026-12-04' });
  expect(rows).toHaveLength(7);
  expect(rows[0]).toEqual({
    dueDate: '2026-12-04',
    paymentAmount: 11_078,
    interest: 3_877,
    principle: 7_201,
    balance: 398_800,
  });
  expect(rows.map(({ interest }) => Math.round((interest / 11_078) * 100))).toEqual([35, 30, 25, 20, 15, 10, 5]);
  for (const { paymentAmount, interest, principle } of rows) {
    expect(paymentAmount).toBe(11_078);
    expect(interest + principle).toBe(paymentAmount);
  }
  expect(rows.at(-1)?.dueDate).toBe('2027-02-26');
});
