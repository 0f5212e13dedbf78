/** How many days are left until a payment: days of 24 hours, whatever the calendar says (money.daysUntilDue). */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { easternStart } from '../../contract/days.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { daysUntilDue } from '../../server/loans/view.ts';
import { lentTo } from './support/applicant.ts';
import { signIn, signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Due date, now, days; offsets written out. Clocks change on 2026-11-01 and on 2027-03-14 at two in the night. */
const cases: readonly (readonly [due: string, now: string, days: number])[] = [
  ['2026-12-04', '2026-11-20T00:00:00-05:00', 14],
  ['2026-12-04', '2026-11-20T23:59:59.999-05:00', 14],
  ['2026-12-04', '2026-12-03T23:59:59.999-05:00', 1],
  ['2026-12-04', '2026-12-04T00:00:00-05:00', 0],
  ['2026-12-04', '2026-12-04T23:59:59.999-05:00', 0],
  ['2026-12-04', '2026-12-05T00:00:00-05:00', -1],
  // A day of 25 hours in between: its first hour still counts for the day before.
  ['2026-11-02', '2026-11-01T00:00:00-04:00', 2],
  ['2026-11-02', '2026-11-01T00:59:59.999-04:00', 2],
  ['2026-11-02', '2026-11-01T01:00:00-04:00', 1],
  ['2026-11-02', '2026-11-01T01:00:00-05:00', 1],
  ['2026-11-02', '2026-10-31T00:59:59-04:00', 3],
  ['2026-11-02', '2026-10-31T01:00:00-04:00', 2],
  // The day itself has 25 hours; what is before it has 24.
  ['2026-11-01', '2026-10-31T00:00:00-04:00', 1],
  ['2026-11-01', '2026-11-01T23:59:59-05:00', -1],
  // A day of 23 hours in between: the last hour of the day before counts for the day after.
  ['2027-03-15', '2027-03-14T00:00:00-05:00', 1],
  ['2027-03-15', '2027-03-13T22:59:59-05:00', 2],
  ['2027-03-15', '2027-03-13T23:00:00-05:00', 1],
  ['2027-03-15', '2027-03-14T01:59:59-05:00', 1],
  ['2027-03-15', '2027-03-14T03:00:00-04:00', 1],
  ['2027-03-14', '2027-03-13T00:00:00-05:00', 1],
];

test('days of 24 hours, rounded up, at the hour at which clocks change as at any other [money.daysUntilDue]', () => {
  for (const [due, now, days] of cases) expect([due, now, daysUntilDue(due, new Date(now))]).toEqual([due, now, days]);
});

test('ceil((due - now) / 86400000), for every day and every instant [money.daysUntilDue]', () => {
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const first = Date.UTC(2020, 0, 1);
  const day = fc.integer({ min: 0, max: 7_500 }).map((at) => new Date(first + at * dayMs).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.integer({ min: -40 * dayMs, max: 400 * dayMs }), (due, before) => {
      const start = easternStart(due);
      expect(wall.format(start)).toBe(`${due} 00:00:00`);
      const days = daysUntilDue(due, new Date(start.getTime() - before));
      // The smallest number of whole days that reaches the payment.
      expect(days * dayMs).toBeGreaterThanOrEqual(before);
      expect((days - 1) * dayMs).toBeLessThan(before);
    }),
    { numRuns: 2_000 },
  );
});

describe('over HTTP', () => {
  let server: TestServer;
  let now = new Date('2026-10-31T23:30:00-04:00');
  beforeAll(async () => void (server = await startTestServer({ with: { clock: () => now } })), 180_000);
  afterAll(() => server.stop());

  test('the account tells of the next payment how many such days are left, and how many it is late [money.daysUntilDue]', async () => {
    const person = await signUp(server);
    await lentTo(server, person);
    const told = async (at: string): Promise<unknown> => {
      now = new Date(at);
      const { data } = await (await signIn(server, person.email)).ask('loanAccount');
      return (data?.['loanAccount']?.['loan'] as JsonObject | undefined)?.['nextPayment'];
    };
    const payment = { dueDate: '2026-12-04', paymentAmount: 34_500 };
    for (const [at, days] of [
      ['2026-10-31T23:30:00-04:00', 34],
      // 33 days before it by the calendar, and half an hour more.
      ['2026-11-01T00:30:00-04:00', 34],
      ['2026-11-01T01:30:00-04:00', 33],
      ['2026-12-03T23:30:00-05:00', 1],
      ['2026-12-04T12:00:00-05:00', 0],
      ['2026-12-06T12:00:00-05:00', -2],
    ] as const)
      expect([at, await told(at)]).toEqual([at, { ...payment, daysUntilDue: days }]);
  });
});
