/** Every day on which a payment falls due: a business day, within the term of the state. */
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { isBusinessDay } from '../../server/lending/business-days.ts';
import { annualPercentageRate, disclosedRate } from '../../server/lending/apr.ts';
import { offerOf } from '../../server/lending/offer.ts';
import { availableProducts, pricingOf } from '../../server/lending/products.ts';
import { daysBetween, interval, unitPeriodsPerYear, type PayFrequency } from '../../server/lending/schedule.ts';
import { changesOf, convertRange, refinanceRoom, termsOf, type Changing } from '../../server/loans/change.ts';
import { json } from '../content/compiled.ts';

const folder = (path: string): readonly string[] => readdirSync(new URL(`../../${path}`, import.meta.url));
const brands = folder('brands').map((name) => ({ name, facts: json<JsonObject>(`brands/${name}/brand.json`) }));
const rows = folder('compliance/states')
  .map((name) => json<{ readonly abbr: string; readonly rows: readonly JsonObject[] }>(`compliance/states/${name}`))
  .flatMap(({ abbr, rows: all }) => all.filter(({ served }) => served === true).map((row) => ({ abbr, row })));
const frequencies: readonly PayFrequency[] = ['WK', 'BI', 'BIM', 'MON'];
const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
/** 400 days, New Year of two years among them. */
const days = Array.from({ length: 400 }, (_, at) => later('2026-11-20', at));
const kinds = { fee: 'Payday', level: 'Installment' } as const;
const random = { seed: 20_261_120, numRuns: days.length };
/** How somebody is paid: often, and for the first time so many days ahead; 0 is not known. */
const pay = { frequency: fc.constantFrom(...frequencies), ahead: fc.integer({ min: 0, max: 60 }) };
const paid = (today: string, ahead: number): string | undefined => (ahead === 0 ? undefined : later(today, ahead));

const made = brands.flatMap(({ name, facts }) =>
  rows.flatMap(({ abbr, row }) =>
    availableProducts(facts, row)
      .filter(({ productCode, channel }, at, all) => {
        const first = all.findIndex((one) => one.productCode === productCode);
        return first === at || all[first]?.channel === channel;
      })
      .map(({ productCode, minLoan }) => ({ name, abbr, facts, row, productCode, minLoan })),
  ),
);

describe('a loan that is made', () => {
  test('every brand makes some, and every state that is served has some', () => {
    expect(new Set(made.map(({ name }) => name))).toEqual(new Set(brands.map(({ name }) => name)));
    expect(new Set(made.map(({ abbr }) => abbr))).toEqual(new Set(rows.map(({ abbr }) => abbr)));
  });

  test.each(made)(
    '$name, $abbr, $productCode: falls due on business days within the term of the state, on each of 400 days',
    ({ facts, row, productCode, minLoan }) => {
      const pricing = pricingOf(facts, productCode, row);
      const [least, most] = [row[`minimum${kinds[pricing.method]}Days`], row[`maximum${kinds[pricing.method]}Days`]];
      let at = 0;
      fc.assert(
        fc.property(pay.frequency, pay.ahead, (frequency, ahead) => {
          const today = days[at++ % days.length] ?? '';
          const offer = offerOf({ principal: minLoan, pricing, today, frequency, nextPayDate: paid(today, ahead) });
          const due = offer.payments.map(({ dueDate }) => dueDate);
          expect(due.filter((day) => !isBusinessDay(day))).toEqual([]);
          expect(due.every((day, i) => i === 0 || day > (due[i - 1] ?? ''))).toBe(true);
          expect(daysBetween(today, due[0] ?? '')).toBeGreaterThanOrEqual(10);
          const term = daysBetween(today, due.at(-1) ?? '');
          expect(term).toBeGreaterThanOrEqual(Number(least));
          expect(term).toBeLessThanOrEqual(Number(most));
          // The rate is that of the days on which is paid: one payment is a period of its own.
          const apr =
            pricing.method === 'fee'
              ? (offer.financeCharge / offer.principal / term) * 36_500
              : annualPercentageRate(
                  offer.principal,
                  unitPeriodsPerYear[frequency],
                  offer.payments.map(({ dueDate, amount }) => ({
                    amount,
                    count: 1,
                    ...interval(today, dueDate, frequency),
                  })),
                );
          expect(Math.abs(offer.apr - disclosedRate(apr))).toBeLessThan(0.011);
        }),
        random,
      );
    },
    60_000,
  );

  test('who is paid monthly is offered the last business day of 31, not a pay day after them', () => {
    const facts = brands.find(({ name }) => name === 'payday')?.facts ?? {};
    for (const state of ['CA', 'AL', 'FL', 'MO']) {
      const { row } = rows.find(({ abbr }) => abbr === state) ?? { row: {} };
      const { payments } = offerOf({
        principal: 20_000,
        pricing: pricingOf(facts, 'PDL', row),
        today: '2026-11-20',
        frequency: 'MON',
        nextPayDate: '2026-11-25',
      });
      expect([state, payments.map(({ dueDate }) => dueDate)]).toEqual([state, ['2026-12-21']]);
    }
  });

  test('one edit of the row of a state changes when its loans fall due', () => {
    const facts = brands.find(({ name }) => name === 'payday')?.facts ?? {};
    const { row } = rows.find(({ abbr }) => abbr === 'CA') ?? { row: {} };
    const dueIn = (more: JsonObject): string | undefined =>
      offerOf({
        principal: 20_000,
        pricing: pricingOf(facts, 'PDL', { ...row, ...more }),
        today: '2026-11-20',
        frequency: 'MON',
        nextPayDate: '2026-12-15',
      }).payments[0]?.dueDate;
    expect(dueIn({})).toBe('2026-12-15');
    expect(dueIn({ maximumPaydayDays: 20 })).toBe('2026-12-10');
    expect(dueIn({ minimumPaydayDays: 26, maximumPaydayDays: 60 })).toBe('2027-01-15');
  });
});

test('a loan in the place of another falls due on business days within the term of the state, after the old one would have', () => {
  const facts = brands.find(({ name }) => name === 'payday')?.facts ?? {};
  const seen = { CONVERT: 0, REFINANCE: 0, none: 0 };
  for (const { row } of rows) {
    let at = 0;
    fc.assert(
      fc.property(pay.frequency, pay.ahead, fc.integer({ min: -5, max: 45 }), (frequency, ahead, left) => {
        const today = days[at++ % days.length] ?? '';
        const one: Changing = {
          productCode: 'PDL',
          payoff: 23_000,
          dueDate: later(today, left),
          renewed: 0,
          today,
          brandFacts: facts,
          stateRow: row,
          grossMonthlyIncome: 390_000,
          frequency,
          nextPayDate: paid(today, ahead),
        };
        const changes = changesOf(one);
        if (changes.length === 0) seen.none += 1;
        for (const type of changes) {
          const choice =
            type === 'CONVERT' ? { amount: convertRange(one)?.minimum ?? 0 } : { option: 'repayOriginal' as const };
          const due = (termsOf(one, choice)?.offer.payments ?? []).map(({ dueDate }) => dueDate);
          expect(due.length).toBeGreaterThan(0);
          expect(due.filter((day) => !isBusinessDay(day))).toEqual([]);
          const kind = type === 'CONVERT' ? 'Installment' : 'Payday';
          expect(daysBetween(today, due.at(-1) ?? '')).toBeLessThanOrEqual(Number(row[`maximum${kind}Days`]));
          if (type === 'REFINANCE') expect((due[0] ?? '') > one.dueDate).toBe(true);
          seen[type] += 1;
        }
        if (!changes.includes('REFINANCE')) expect(refinanceRoom(one)).toBeUndefined();
      }),
      random,
    );
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
}, 120_000);
