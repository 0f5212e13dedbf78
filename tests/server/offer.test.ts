import { expect, test } from 'vitest';
import { offerOf } from '../../server/lending/offer.ts';
import { dueDates, firstPayDate, interval } from '../../server/lending/schedule.ts';

test('one payment of 255 dollars for 14 days at 45 dollars costs 460.08 %', () => {
  const offer = offerOf({
    principal: 25_500,
    pricing: { method: 'fee', feePerHundred: 1_764.7, minimumDays: 10 },
    today: '2026-11-20',
    frequency: 'BI',
    nextPayDate: '2026-12-04',
  });
  expect(offer).toEqual({
    principal: 25_500,
    financeCharge: 4_500,
    apr: 460.08,
    totalOfPayments: 30_000,
    payments: [{ dueDate: '2026-12-04', amount: 30_000 }],
  });
});

test('level payments of 1,400 dollars at 192.77 % over 18 months are 39 equal ones, the last takes up the cents', () => {
  const offer = offerOf({
    principal: 140_000,
    pricing: { method: 'level', ratePercent: 192.77, months: 18, minimumDays: 10 },
    today: '2026-11-20',
    frequency: 'BI',
    nextPayDate: '2026-12-04',
  });
  const amounts = offer.payments.map((payment) => payment.amount);
  expect(amounts).toHaveLength(39);
  expect(new Set(amounts.slice(0, -1)).size).toBe(1);
  expect(Math.abs((amounts.at(-1) ?? 0) - (amounts[0] ?? 0))).toBeLessThan(100);
  expect(offer.apr).toBeCloseTo(192.77, 1);
  expect(offer.totalOfPayments - offer.principal).toBe(offer.financeCharge);
});

test('unit-periods are counted back from the later date', () => {
  expect(interval('1978-01-10', '1978-02-10', 'MON')).toEqual({ t: 1, f: 0 });
  expect(interval('1978-02-23', '1978-03-01', 'BIM')).toEqual({ t: 0, f: 6 / 15 });
  expect(interval('1978-03-20', '1978-04-21', 'WK')).toEqual({ t: 4, f: 4 / 7 });
});

test('a pay date too near is passed over, and months keep their day', () => {
  expect(firstPayDate('2026-11-20', { nextPayDate: '2026-11-25', frequency: 'BI', minimumDays: 10 })).toBe(
    '2026-12-09',
  );
  expect(dueDates('2026-01-31', 3, 'MON')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
});
