/** What may be paid on a loan on a day: every amount option, and how a payment begins. */
import { expect, test } from 'vitest';
import { offerOf } from '../../server/lending/offer.ts';
import { bookLoan } from '../../server/loans/book.ts';
import type { LoanRow } from '../../server/loans/store.ts';
import { standingOf } from '../../server/loans/standing.ts';
import { amountOf, dueOn, receive } from '../../server/payments/due.ts';

const offer = offerOf({
  principal: 140_000,
  pricing: { method: 'level', ratePercent: 192.77, months: 18, minimumDays: 10 },
  today: '2026-11-20',
  frequency: 'BI',
  nextPayDate: '2026-12-04',
});
const applicationId = '00000000-0000-4000-8000-000000000001';
const { ledger: _, ...booked } = bookLoan(
  applicationId,
  { ...offer, productCode: 'ILP', madeBy: 1, hash: '' },
  { today: '2026-11-20' },
);
const loan: LoanRow = {
  ...booked,
  applicationId,
  signedIn: applicationId,
  standing: null,
  entries: [{ kind: 'disbursement', day: '2026-11-20', principal: 140_000, charges: 0 }],
};
const [first, second] = booked.schedule.map(({ paymentAmount }) => paymentAmount) as [number, number];

/** The loan after a payment. */
function after(one: LoanRow, cents: number, day: string): LoanRow {
  const lines = receive(one, { cents, day });
  const entries = [...new Set(lines.map(({ entry }) => entry))].map((entry) => {
    const of = lines.filter((line) => line.entry === entry);
    expect(of.reduce((sum, line) => sum + line.cents, 0)).toBe(0);
    const sum = (account: string): number =>
      of.filter((line) => line.account === account).reduce((total, line) => total + line.cents, 0);
    return { kind: of[0]?.kind ?? 'payment', day, principal: sum('principal'), charges: sum('charges') };
  });
  return { ...one, entries: [...one.entries, ...entries] };
}

test('before the first due date the next payment, an amount of one’s own up to the payoff, or all of it', () => {
  const due = dueOn(loan, '2026-11-30');
  const { payoff } = standingOf(loan, '2026-11-30');
  expect(due).toMatchObject({ beginning: 'INITIAL_FORM', pastDue: 0, amounts: { 'next payment': first, payoff } });
  expect(payoff).toBeGreaterThan(140_000);
  const of = (option: 'past due' | 'total due' | 'other amount', other?: number) => amountOf(due, { option, other });
  expect([of('past due'), of('total due'), of('other amount', undefined)]).toEqual([undefined, undefined, undefined]);
  expect([of('other amount', 99), of('other amount', 100), of('other amount', payoff)]).toEqual([
    undefined,
    100,
    payoff,
  ]);
  expect(of('other amount', payoff + 1)).toBeUndefined();
});

test('once a payment is late the person is told first, and may pay it alone or with the next one', () => {
  const [, { dueDate }] = booked.schedule as unknown as [unknown, { dueDate: string }];
  const late = dueOn(loan, dueDate);
  expect(late).toMatchObject({
    beginning: 'INITIAL_ALERT',
    pastDue: first,
    amounts: { 'past due': first, 'next payment': second, 'total due': first + second },
  });
});

test('whoever made the next payment before its due date is told so; with nothing owed there is nothing to pay', () => {
  const paid = after(loan, first, '2026-11-25');
  expect(dueOn(paid, '2026-11-26')).toMatchObject({ beginning: 'PAID_PRIOR_DUE_DATE', next: { cents: second } });
  const { payoff } = standingOf(paid, '2026-11-26');
  const over = after(paid, payoff, '2026-11-26');
  expect(standingOf(over, '2026-11-26')).toMatchObject({ payoff: 0, status: 'PAID_IN_FULL' });
  expect(dueOn(over, '2026-11-27')).toMatchObject({ beginning: 'NOTHING_OWED', payoff: 0 });
  expect(amountOf(dueOn(over, '2026-11-27'), { option: 'payoff', other: undefined })).toBeUndefined();
});
