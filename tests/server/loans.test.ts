import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offerOf } from '../../server/lending/offer.ts';
import { accrued, scheduleOf } from '../../server/loans/amortize.ts';
import { bookLoan } from '../../server/loans/book.ts';
import { standingOf } from '../../server/loans/standing.ts';
import { loansOf, type LoanRow } from '../../server/loans/store.ts';
import { heardAt, openApplication, pagesToSign, pagesToSubmit, submitPage } from './support/applicant.ts';
import { signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const level = {
  ...offerOf({
    principal: 140_000,
    pricing: { method: 'level', ratePercent: 192.77, months: 18, minimumDays: 10 },
    today: '2026-11-20',
    frequency: 'BI',
    nextPayDate: '2026-12-04',
  }),
  productCode: 'ILP',
  madeBy: 7,
  hash: '',
};
const applicationId = '00000000-0000-4000-8000-000000000001';

describe('a loan is booked from its agreement', () => {
  test('39 level payments add up to the agreement, their interest to the finance charge, their principal to what was lent', () => {
    const rows = scheduleOf(level, '2026-11-20');
    expect(sum(rows.map(({ paymentAmount }) => paymentAmount))).toBe(level.totalOfPayments);
    expect(sum(rows.map(({ interest }) => interest))).toBe(level.financeCharge);
    expect(sum(rows.map(({ principle }) => principle))).toBe(140_000);
    expect(rows.at(-1)).toMatchObject({ installmentNumber: 39, balance: 0 });
    const balances = rows.map(({ balance }) => balance);
    expect([...balances].sort((a, b) => b - a)).toEqual(balances);
    for (const { interest } of rows) expect(interest).toBeGreaterThan(0);
  });

  test('every entry of the ledger adds up to nothing, and interest of level payments is owed as the days pass', () => {
    const { ledger, schedule, ...loan } = bookLoan(applicationId, level, { today: '2026-11-20' });
    expect(sum(ledger.map(({ cents }) => cents))).toBe(0);
    const row: LoanRow = {
      ...loan,
      applicationId,
      standing: null,
      schedule,
      entries: [{ kind: 'disbursement', day: '2026-11-20', principal: 140_000, charges: 0 }],
    };
    expect(standingOf(row, '2026-11-20')).toMatchObject({ status: 'CURRENT', payoff: 140_000, pastDue: 0 });
    expect(standingOf(row, '2026-11-30').payoff).toBe(140_000 + accrued(140_000, loan.dailyRate, 10));
    expect(standingOf(row, '2026-12-05')).toMatchObject({ status: 'DELINQUENT', pastDue: level.payments[0]?.amount });
    expect(standingOf({ ...row, standing: 'HOLD' }, '2026-12-05').status).toBe('HOLD');
  });
});

describe('the signature makes the loan', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 180_000);
  afterAll(() => server.stop());

  test('its schedule is the agreement’s to the cent, its ledger balances, and who signs again has one loan', async () => {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    for (const page of [...pagesToSubmit(), submitPage]) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
    const offer = (await person.ask('loanOffer', { applicationId: applicant.id })).data?.['loanOffer'];
    const again = await person.ask(
      'esignApplication',
      { id: applicant.id, signature: 'Ana Ortiz' },
      { key: 'again', step: 'esign', by: { by: 'action', action: 'sign' }, shown: {} },
    );
    expect(again.errors.map(({ extensions }) => extensions.reason)).toEqual(['locked']);

    const { db } = server.services;
    const { rows } = await sql<{
      owner: string;
    }>`select owner from applications where id = ${applicant.id}::uuid`.execute(db);
    const loans = await loansOf(db, { owner: rows[0]?.owner ?? '', brand: 'payday' });
    expect(loans).toHaveLength(1);
    const [loan] = loans as [LoanRow];
    expect(sum(loan.schedule.map(({ paymentAmount }) => paymentAmount))).toBe(offer?.['totalOfPayments']);
    expect(loan.schedule).toEqual([
      {
        installmentNumber: 1,
        dueDate: '2026-12-04',
        paymentAmount: 34_500,
        interest: 4_500,
        principle: 30_000,
        balance: 0,
      },
    ]);
    expect(standingOf(loan, '2026-11-20')).toMatchObject({
      status: 'CURRENT',
      payoff: 34_500,
      leftToPay: 34_500,
      paid: 0,
      next: { dueDate: '2026-12-04', paymentAmount: 34_500 },
    });
    const unbalanced =
      await sql`select entry from loan_ledger group by application_id, loan, entry having sum(cents) <> 0`.execute(db);
    expect(unbalanced.rows).toEqual([]);
    await expect(sql`update loan_ledger set cents = cents`.execute(db)).rejects.toThrow(/never changed/);
    const entry = sql`insert into loan_ledger (application_id, loan, entry, account, cents, kind, day, at)
      values (${applicant.id}::uuid, 1, 9, 'bank', 1, 'payment', '2026-11-20', now())`;
    await expect(entry.execute(db)).rejects.toThrow(/add up to nothing/);
  });
});
