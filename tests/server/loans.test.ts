import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookies } from '../../contract/cookies.ts';
import { offerOf } from '../../server/lending/offer.ts';
import { accrued, scheduleOf } from '../../server/loans/amortize.ts';
import { bookLoan } from '../../server/loans/book.ts';
import { standingOf } from '../../server/loans/standing.ts';
import { forgetDue } from '../../server/journeys/retention.ts';
import { loansOf, type LoanRow } from '../../server/loans/store.ts';
import { heardAt, lentTo, openApplication, pagesToSign, pagesToSubmit, submitPage } from './support/applicant.ts';
import { boot, graphql, signUp, type Person } from './support/person.ts';
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
      signedIn: applicationId,
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

test('interest is simple, as the agreement says: so much a day of the principal that is left, and none of interest that was not paid', () => {
  const { ledger: _, ...loan } = bookLoan(applicationId, level, { today: '2026-11-20' });
  const lent: LoanRow = {
    ...loan,
    applicationId,
    signedIn: applicationId,
    standing: null,
    entries: [{ kind: 'disbursement', day: '2026-11-20', principal: 140_000, charges: 0 }],
  };
  const bears = (day: string): number => standingOf(lent, day).payoff - 140_000;
  const ofTen = bears('2026-11-30');
  expect(ofTen).toBeGreaterThan(7_000);
  // A cent may come of rounding, and no more.
  for (const [day, tens] of [
    ['2026-12-20', 3],
    ['2027-03-10', 11],
  ] as const)
    expect(Math.abs(bears(day) - tens * ofTen), day).toBeLessThanOrEqual(tens);
  // One dollar of the interest of ten days is paid: what is left of it is owed ten days later, and has borne nothing.
  const paidOn = { kind: 'payment', day: '2026-11-30', principal: 0, charges: -100 } as const;
  const charged = { kind: 'charge', day: '2026-11-30', principal: 0, charges: ofTen } as const;
  const after = standingOf({ ...lent, entries: [...lent.entries, charged, paidOn] }, '2026-12-10').payoff;
  expect(Math.abs(after - (140_000 + bears('2026-12-10') - 100))).toBeLessThanOrEqual(1);
});

describe('the signature makes the loan', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 180_000);
  afterAll(() => server.stop());

  test('its schedule is the agreement’s to the cent, its ledger balances, and who signs again has one loan [entity.loanDetails, entity.refinanceDetails, entity.convertDetails]', async () => {
    const person = await signUp(server);
    const applicant = await lentTo(server, person);
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
    await expect(sql`delete from loan_ledger`.execute(db)).rejects.toThrow(/never changed/);
    const entry = sql`insert into loan_ledger (application_id, loan, entry, account, cents, kind, day, at)
      values (${applicant.id}::uuid, 1, 9, 'bank', 1, 'payment', '2026-11-20', now())`;
    await expect(entry.execute(db)).rejects.toThrow(/add up to nothing/);

    await refinances(server, person, rows[0]?.owner ?? '');
  });

  test('while the last part of it cannot be written nothing of it is: no act, no status, no schedule, no line; then there is one loan', async () => {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    const { db } = server.services;
    const { id } = applicant;
    for (const page of [...pagesToSubmit(), submitPage]) await applicant.leave(page);
    await person.hear(id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    const before = await written(server);
    const stands = async () =>
      (
        await sql<{ status: string; last_error: string | null; owner: string }>`select status, last_error, owner
          from applications where id = ${id}::uuid`.execute(db)
      ).rows[0];
    await inVain(server, async () => {
      for (const page of pagesToSign()) await applicant.leave(page);
      await expect.poll(async () => (await stands())?.last_error, { timeout: 20_000 }).not.toBeNull();
      expect((await stands())?.status).not.toBe('ORIGINATED');
      expect(await written(server)).toEqual(before);
    });
    await person.hear(id, (body) => body['status'] === 'ORIGINATED');
    expect(await loansOf(db, { owner: (await stands())?.owner ?? '', brand: 'payday' })).toHaveLength(1);
    const after = await written(server);
    expect(after).toEqual({
      originated: before.originated + 1,
      replaced: before.replaced,
      loans: before.loans + 1,
      payments: before.payments + 1,
      // What was lent, and the fee: two entries of two lines.
      lines: before.lines + 4,
    });
  });
});

/** What stands of loans in all, by count, with the acts that made them. */
async function written({ services: { db } }: TestServer) {
  const found = await sql<Record<'originated' | 'replaced' | 'loans' | 'payments' | 'lines', number>>`select
    (select count(*)::int from application_acts where operation = 'originate') as originated,
    (select count(*)::int from application_acts where operation = 'replaceLoan') as replaced,
    (select count(*)::int from loans) as loans, (select count(*)::int from loan_schedule) as payments,
    (select count(*)::int from loan_ledger) as lines`.execute(db);
  return found.rows[0] as (typeof found.rows)[number];
}

/** Does something while the database takes no line of the ledger, which is the last that is written of a loan. */
async function inVain({ services: { db } }: TestServer, does: () => Promise<void>): Promise<void> {
  await sql`create function no_line() returns trigger language plpgsql as $$
    begin raise exception 'no line is taken'; end $$`.execute(db);
  await sql`create trigger no_line before insert on loan_ledger for each row execute function no_line()`.execute(db);
  try {
    await does();
  } finally {
    await sql`drop trigger no_line on loan_ledger`.execute(db);
    await sql`drop function no_line`.execute(db);
  }
}

/** Pays the loan off with another one; who has it, is asked and signs again changes nothing more. */
async function refinances(server: TestServer, person: Person, owner: string): Promise<void> {
  const { db } = server.services;
  const mine = () => loansOf(db, { owner, brand: 'payday' });
  const offers = (await person.ask('conversionOffers')).data?.['conversionOffers'];
  expect(offers).toMatchObject({ conversionTypes: ['CONVERT', 'REFINANCE'], offered: 'SEVERAL' });
  const customerCode = String(offers?.['customerCode']);
  const stranger = await signUp(server);
  expect(await codes(stranger.ask('refinanceDetails', { customerCode }))).toEqual(['FORBIDDEN']);
  expect(await codes(stranger.ask('preliminaryUnderwriting', { customerCode }))).toEqual(['FORBIDDEN']);

  const draft = await openApplication(server, person, 'conversion');
  const { id } = draft;
  const details = { type: 'REFINANCE', option: 'repayAndReduce', payback: 14_500 };
  const make = (): ReturnType<Person['ask']> =>
    person.ask('convertApplicationTypeToConversion', { id, loanApplicationDetails: details }, pressed('refinance'));
  expect(await codes(make())).toEqual(['REFUSED']);
  await draft.leave({ step: 'load-offers', by: loaded('conversionOffers', 'SEVERAL') });
  await draft.leave({ step: 'options', answers: { 'conversion.type': 'REFINANCE' }, action: 'refinance' });
  await person.ask('preliminaryUnderwriting', { customerCode });
  await draft.leave({ step: 'underwriting', by: loaded('preliminaryUnderwriting', 'APPROVED') });
  const now = { customerCode, loanNumber: `${customerCode}-1`, loanAmount: 34_500, loanDueDate: '2026-12-04' };
  const refinance = await person.ask('refinanceDetails', { customerCode });
  expect(refinance.data?.['refinanceDetails']).toMatchObject({
    ...now,
    loanFeeAmount: 0,
    newDueDate: '2026-12-18',
    financeCharge: 5_175,
  });
  const converts = await person.ask('convertLoanDetails', { customerCode });
  expect(converts.data?.['convertLoanDetails']).toEqual({
    ...now,
    payoffAmount: 34_500,
    loanFeeAmount: 0,
    newDueDate: '2026-12-04',
    financeCharge: 104_168,
    paymentFrequency: 'BI',
    minimum: 50_000,
    maximum: 250_000,
    interval: 10_000,
    numberOfPayments: 39,
    apr: 192.77,
  });
  // What is no amount of cents, or more than is owed, comes to no terms, whoever sends it.
  for (const payback of [-1, 50.5, 1e300, '14500', 34_501] as const) {
    await draft.save({ 'conversion.option': 'repayAndReduce', 'conversion.payback': payback }, {});
    const asked = { id, loanApplicationDetails: { ...details, payback } };
    const refused = await codes(person.ask('convertApplicationTypeToConversion', asked, pressed('refinance')));
    expect([payback, refused]).toEqual([payback, ['REFUSED']]);
  }
  await draft.save({ 'conversion.option': 'repayAndReduce', 'conversion.payback': 14_500 }, {});
  const validated = async (): Promise<unknown> =>
    (await person.ask('validateOriginalLoanDetails', { applicationId: id }, pressed('refinance'))).data;
  /** The loan that the change is about is found to be one of this product. */
  const isOf = (productCode: string) =>
    sql`update loans set product_code = ${productCode} where owner = ${owner}`.execute(db);
  for (const [productCode, isNonStandardApplication] of [
    ['ILP', true],
    ['PDL', false],
  ] as const) {
    await isOf(productCode);
    expect(await validated()).toEqual({
      validateOriginalLoanDetails: {
        isNonStandardApplication,
        isEligible: !isNonStandardApplication,
        hadLoanAmountDeleted: false,
      },
    });
  }
  /** What the system of the loan does when it is asked. */
  const system = (answers: boolean) =>
    sql`insert into loan_systems (owner, brand, source_system, answers) values (${owner}::uuid, 'payday', 'STARS3X', ${answers})
      on conflict (owner, brand) do update set answers = excluded.answers`.execute(db);
  await system(false);
  expect(await codes(person.ask('validateOriginalLoanDetails', { applicationId: id }, pressed('refinance')))).toEqual([
    'SOURCE_UNAVAILABLE',
  ]);
  expect(await codes(make())).toEqual(['SOURCE_UNAVAILABLE']);
  await system(true);
  const { document = '' } = (await boot(server)).operations['convertApplicationTypeToConversion'] ?? {};
  const depositedOf = async (instant: string): Promise<unknown> => {
    const answer = await graphql(server, document, {
      variables: { id, loanApplicationDetails: details },
      headers: {
        authorization: person.idToken,
        'x-session-id': person.session,
        cookie: `${cookies.clock.name}=${instant}`,
      },
      act: pressed('refinance'),
    });
    return answer.data?.['convertApplicationTypeToConversion']?.['depositOn'] ?? answer.errors;
  };
  for (const [instant, day] of [
    ['2026-11-19T00:59:59.000Z', '2026-11-19'], // Wednesday, 7:59:59 pm Eastern
    ['2026-11-19T01:00:00.000Z', '2026-11-20'], // 8:00 pm
    ['2026-11-20T15:00:00.000Z', '2026-11-23'], // Friday morning
    ['2026-11-21T15:00:00.000Z', '2026-11-24'], // Saturday
  ] as const)
    expect([instant, await depositedOf(instant)]).toEqual([instant, day]);
  const terms = (await make()).data?.['convertApplicationTypeToConversion'];
  expect(terms).toMatchObject({
    principal: 20_000,
    financeCharge: 3_000,
    payoffAmount: 34_500,
    payback: 14_500,
    cashToCustomer: 0,
    borrower: 'Ana Ortiz',
    accountLastFour: '6789',
  });
  await draft.leave({
    step: 'refinance',
    by: { ...way('continue'), outcome: { operation: 'convertApplicationTypeToConversion', name: 'ok' } },
  });
  await draft.leave({ step: 'summary', answers: { 'conversion.esignConsent': true }, shown: ['esign-consent'] });
  const agreements = { 'conversion-agreement': true, 'arbitration-agreement': true };
  await draft.leave({
    step: 'agreements',
    answers: { 'conversion.agreements': agreements },
    call: { operation: 'saveConversionAgreements', variables: () => ({ id, agreements }) },
    shown: ['tila-box'],
  });
  await draft.save({ 'conversion.signature': 'Ana Ortiz' }, {});
  const sign = (): ReturnType<Person['ask']> =>
    person.ask('signConversion', { id, signature: 'Ana Ortiz' }, pressed('sign', 'sign'));
  await system(false);
  expect(await codes(sign())).toEqual(['SOURCE_UNAVAILABLE']);
  expect(await mine()).toHaveLength(1);
  await system(true);
  const stood = await written(server);
  await inVain(server, async () => expect(await codes(sign())).toEqual(['INTERNAL']));
  expect(await written(server)).toEqual(stood);
  // Pressed five times at once: one loan takes the place of one.
  const signed = await Promise.all(Array.from({ length: 5 }, sign));
  const numbers = signed.flatMap(({ data }) => data?.['signConversion']?.['loanNumber'] ?? []);
  expect(new Set(numbers).size).toBe(1);

  const [next, old, ...others] = await mine();
  expect(others).toEqual([]);
  expect(next?.loanNumber).toBe(numbers[0]);
  expect(next).toMatchObject({ number: 2, productCode: 'PDL', principal: 20_000, applicationId: old?.applicationId });
  expect(standingOf(next as LoanRow, '2026-11-20')).toMatchObject({ status: 'CURRENT', payoff: 23_000 });
  expect(standingOf(old as LoanRow, '2026-11-20')).toMatchObject({
    status: 'PAID_IN_FULL',
    payoff: 0,
    paid: 34_500,
    payments: [{ amount: 14_500 }, { amount: 20_000 }],
  });
  const account = (await person.ask('loanAccount')).data?.['loanAccount'];
  expect(account).toMatchObject({ loan: { loanId: next?.loanNumber, payoff: 23_000 } });
  const told = await person.ask('getInitialLoanDetails', { loanId: numbers[0] ?? null });
  expect(told.data?.['getInitialLoanDetails']).toEqual({
    loanNumber: next?.loanNumber,
    loanAmount: 20_000,
    financeCharge: 3_000,
    paymentAmount: 23_000,
    paymentDueDate: '2026-12-18',
    convertedLoanNumber: old?.loanNumber,
    convertedPayoff: 20_000,
    documents: signedThere(id, 'conversion-agreement', 'arbitration-agreement'),
    paymentSchedule: [{ installmentNumber: 1, paymentAmount: 23_000, dueDate: '2026-12-18', left: null }],
  });
  const lines = await sql<{ account: string; cents: number }>`select account, sum(cents)::int as cents from loan_ledger
    where application_id = ${next?.applicationId}::uuid group by account order by account`.execute(db);
  // The customer was sent 300 dollars and has paid 145 back; what the lender earned is the two fees.
  expect(lines.rows).toEqual([
    { account: 'bank', cents: -15_500 },
    { account: 'charges', cents: 3_000 },
    { account: 'income', cents: -7_500 },
    { account: 'principal', cents: 20_000 },
  ]);
  const acts = await sql<{
    operation: string;
    count: number;
  }>`select operation, count(*)::int as count from application_acts
    where operation in ('replaceLoan', 'signConversion') group by operation order by operation`.execute(db);
  expect(acts.rows).toEqual([
    { operation: 'replaceLoan', count: 1 },
    // The press while the system was silent stands there with what came of it.
    { operation: 'signConversion', count: 2 },
  ]);
  const before = await person.ask('getInitialLoanDetails', { loanId: old?.loanNumber ?? null });
  expect(before.data?.['getInitialLoanDetails']?.['documents']).toEqual(
    signedThere(
      String(old?.applicationId),
      'privacy-notice',
      'credit-report-authorization',
      'electronic-payment-authorization',
      'loan-agreement',
      'arbitration-agreement',
    ),
  );
  // What was signed is kept for as long as the loan is, which was made in the application of the one before.
  await forgetDue(server.services.db as Parameters<typeof forgetDue>[0], new Date('2036-01-01T00:00:00Z'));
  expect((await person.ask('getInitialLoanDetails', { loanId: numbers[0] ?? null })).data).toEqual(told.data);
  // The new loan can be changed the same day.
  expect((await openApplication(server, person, 'conversion')).id).not.toBe(id);
}

/** Documents as they are told of a loan that was signed there. */
const signedThere = (id: string, ...idTags: readonly string[]): unknown =>
  idTags.map((idTag) => ({ applicationId: id, idTag, title: expect.stringMatching(/^[A-Z]/) }));
const way = (action: string) => ({ by: 'action', action }) as const;
const loaded = (operation: string, name: string) => ({ by: 'load', outcome: { operation, name } });
const pressed = (step: string, action = 'continue') => ({ key: randomUUID(), step, by: way(action), shown: {} });
const codes = async (asked: ReturnType<Person['ask']>): Promise<readonly string[]> =>
  (await asked).errors.map(({ extensions }) => extensions.code);
