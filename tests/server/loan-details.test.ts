/** What may be asked of a loan beside its number: each says something of the loan, and names nobody else. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { lentTo, openApplication } from './support/applicant.ts';
import { signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

interface Borrower {
  readonly person: Person;
  readonly application: string;
  readonly loanId: string;
  readonly customerCode: string;
}

let server: TestServer;
let mine: Borrower;
let theirs: Borrower;
beforeAll(async () => {
  server = await startTestServer();
  [mine, theirs] = [await borrower(), await borrower()];
}, 180_000);
afterAll(() => server.stop());

async function borrower(): Promise<Borrower> {
  const person = await signUp(server);
  const { id } = await lentTo(server, person);
  const value = async (operation: string): Promise<JsonObject> =>
    (await person.ask(operation)).data?.[operation] as JsonObject;
  const loan = (await value('loanAccount'))['loan'] as JsonObject;
  const { customerCode } = await value('conversionOffers');
  return { person, application: id, loanId: String(loan['loanId']), customerCode: String(customerCode) };
}

/** The number of the loan that is told, null where there is none, or the code of the refusal. */
async function told({ person, loanId }: Borrower, asked: JsonObject = {}): Promise<unknown> {
  const { data, errors } = await person.ask('getInitialLoanDetails', { loanId, ...asked });
  return errors[0]?.extensions.code ?? data?.['getInitialLoanDetails']?.['loanNumber'] ?? null;
}

test('everything that may be asked beside the number and is true of the loan leaves it as it is [op.query.getInitialLoanDetails]', async () => {
  const all = {
    submissionFlow: 'apply',
    isOriginated: true,
    customerCode: mine.customerCode,
    applicationId: mine.application,
    eppAppSchedule: false,
  };
  const details = async (asked: JsonObject): Promise<unknown> =>
    (await mine.person.ask('getInitialLoanDetails', { loanId: mine.loanId, ...asked })).data;
  const alone = await details({});
  expect(alone).toMatchObject({ getInitialLoanDetails: { loanNumber: mine.loanId, paymentAmount: 34_500 } });
  expect(await details(all)).toEqual(alone);
  for (const [name, value] of Object.entries(all)) {
    expect([name, await details({ [name]: value })]).toEqual([name, alone]);
    expect([name, await details({ [name]: null })]).toEqual([name, alone]);
  }
  expect(await told(mine, { applicationId: mine.application.toUpperCase() })).toBe(mine.loanId);
  expect(await told({ ...mine, loanId: theirs.loanId })).toBe(null);
});

test('the code of another customer and an application of somebody else are refused, like those that nobody has [op.query.getInitialLoanDetails]', async () => {
  for (const loanId of [mine.loanId, theirs.loanId, 'no loan']) {
    for (const customerCode of [theirs.customerCode, 'BO1', ''])
      expect([customerCode, await told({ ...mine, loanId }, { customerCode })]).toEqual([customerCode, 'FORBIDDEN']);
    for (const applicationId of [theirs.application, randomUUID(), 'no id', ''])
      expect([applicationId, await told({ ...mine, loanId }, { applicationId })]).toEqual([applicationId, 'FORBIDDEN']);
  }
  // By which code a person is known is the token's to say; an application with another brand is none of this one's.
  const { rows } = await sql<{ owner: string }>`select owner from applications
    where id = ${theirs.application}::uuid`.execute(server.services.db);
  await server.admin.setAttributes(rows[0]?.owner ?? '', { 'custom:boCode': 'BO77' });
  const again = { ...theirs, person: await signIn(server, theirs.person.email) };
  expect(await told(again, { customerCode: 'BO77' })).toBe(theirs.loanId);
  expect(await told(again, { customerCode: theirs.customerCode })).toBe('FORBIDDEN');
  const elsewhere = sql`update applications set brand = 'installment' where id = ${theirs.application}::uuid`;
  await elsewhere.execute(server.services.db);
  expect(await told(again, { applicationId: theirs.application })).toBe('FORBIDDEN');
});

describe('a loan of which it is not true is not the one that is meant', () => {
  test('by whether it is made, by the application and by the flow that it was signed in [op.query.getInitialLoanDetails]', async () => {
    const draft = await openApplication(server, mine.person, 'conversion');
    expect(await told(mine, { isOriginated: false })).toBe(null);
    expect(await told(mine, { applicationId: draft.id })).toBe(null);
    for (const submissionFlow of ['conversion', '', 'APPLY'])
      expect([submissionFlow, await told(mine, { submissionFlow })]).toEqual([submissionFlow, null]);
    // As a loan stands that took the place of another: of the application of the first, signed in the draft.
    await sql`update loans set signed_in = ${draft.id}::uuid
      where application_id = ${mine.application}::uuid`.execute(server.services.db);
    for (const applicationId of [draft.id, mine.application])
      expect(await told(mine, { applicationId, submissionFlow: 'conversion' })).toBe(mine.loanId);
    expect(await told(mine, { submissionFlow: 'apply' })).toBe(null);
    await sql`update loans set signed_in = application_id
      where application_id = ${mine.application}::uuid`.execute(server.services.db);
  });

  test('by whether its schedule is that of an extended payment plan [op.query.getInitialLoanDetails]', async () => {
    expect(await told(mine, { eppAppSchedule: true })).toBe(null);
    await sql`update applications set application_type = 'EPP'
      where id = ${mine.application}::uuid`.execute(server.services.db);
    expect(await told(mine, { eppAppSchedule: true })).toBe(mine.loanId);
    expect(await told(mine, { eppAppSchedule: false })).toBe(null);
  });
});
