/** Bank verification of an application that waits for documents, at the door of the running server. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { heardAt, openApplication, pagesToSign, pagesToSubmit, submitPage, type Page } from './support/applicant.ts';
import { signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

describe('a bank account that its bank confirms, in the place of documents', () => {
  const wanting = async (accountNumber: string) => {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    const pages = pagesToSubmit({ ssn: '219091004' }).map((page) =>
      page.step === 'bank-manual' ? onAccount(page, accountNumber) : page,
    );
    for (const page of [...pages, submitPage]) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    const search = async () => await person.ask('searchBankVerification', { applicationId: applicant.id });
    const found = async () => (await search()).data?.['searchBankVerification'] as JsonObject;
    const decide = (requestCode: unknown, siteResult: string) =>
      person.ask('saveDecisionBankVerification', {
        id: applicant.id,
        decision: { requestCode: String(requestCode), siteResult },
      });
    return { person, applicant, search, found, decide };
  };
  const onAccount = (page: Page, accountNumber: string): Page => {
    const answers = { ...page.answers, 'bankingInformation.accountNumber': accountNumber };
    const bankInfo = Object.fromEntries(
      Object.entries(answers).map(([path, value]) => [path.replace('bankingInformation.', ''), value]),
    );
    const { operation = '' } = page.call ?? {};
    return { ...page, answers, call: { operation, variables: (id) => ({ id, bankInfo }) } };
  };
  const codeOf = (verification: JsonObject): unknown =>
    (verification['codes'] as readonly JsonObject[])[0]?.['requestCode'];

  test('it has an id, an application, a state, codes that expire, and decisions; it is open, and closed once the bank has decided [entity.bankVerification]', async () => {
    const { person, applicant, found, decide } = await wanting('000123450002');
    const open = await found();
    expect(open).toEqual({
      id: expect.stringMatching(/^[\w-]{20,}$/),
      applicationId: applicant.id,
      status: 'OPEN',
      codes: [{ requestCode: expect.stringMatching(/^\d{6}$/), expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
      decisions: [],
    });
    // Asked again it is the same one.
    expect(await found()).toEqual(open);
    const requestCode = codeOf(open);
    const pending = { requestCode, siteResult: 'CONFIRMED', decisionResult: 'PENDING' };
    const first = (await decide(requestCode, 'CONFIRMED')).data?.['saveDecisionBankVerification'];
    expect(first).toEqual({ ...open, decisions: [pending] });
    const second = (await decide(requestCode, 'CONFIRMED')).data?.['saveDecisionBankVerification'];
    expect(second).toEqual({
      ...open,
      status: 'CLOSED',
      decisions: [pending, { ...pending, decisionResult: 'APPROVED' }],
    });
    await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
    // What was decided stands, and can still be read.
    expect((await decide(requestCode, 'DECLINED')).data?.['saveDecisionBankVerification']).toEqual(second);
    expect(await found()).toEqual(second);
  });
  test('its states are OPEN, CLOSED and VOID: void without a decision, and another is opened then [enum.bankVerificationState]', async () => {
    const { person, applicant, search, found, decide } = await wanting('000123450001');
    const open = await found();
    const declined = (await decide(codeOf(open), 'DECLINED')).data?.['saveDecisionBankVerification'];
    expect(declined).toMatchObject({ id: open['id'], status: 'VOID' });
    const another = await found();
    expect([another['status'], another['id'] === open['id']]).toEqual(['OPEN', false]);
    expect((await decide(codeOf(open), 'CONFIRMED')).errors[0]?.extensions.code).toBe('BAD_INPUT');
    const closed = (await decide(codeOf(another), 'CONFIRMED')).data?.['saveDecisionBankVerification'];
    expect(closed).toMatchObject({ status: 'CLOSED', decisions: [{ decisionResult: 'DENIED' }] });
    expect([open['status'], declined?.['status'], closed?.['status']]).toEqual(['OPEN', 'VOID', 'CLOSED']);
    // The loan waits for documents as before; nobody else is told anything.
    expect((await person.ask('applicationState', { id: applicant.id })).data?.['applicationState']?.['status']).toBe(
      'PENDING_ESIGN_DOCUMENT_UPLOAD',
    );
    expect((await search()).errors).toEqual([]);
    const stranger = await signUp(server);
    const asked = await stranger.ask('searchBankVerification', { applicationId: applicant.id });
    expect(asked.errors[0]?.extensions.code).toBe('FORBIDDEN');
  });
  test('a code is good for 15 minutes: after that it is void, and another one is given', async () => {
    const { applicant, found, decide } = await wanting('000123456789');
    const expire = () =>
      sql`update applications set progress = jsonb_set(progress, '{bank,codes,0,expiresAt}', '"2020-01-01T00:00:00.000Z"')
        where id = ${applicant.id}::uuid`.execute(server.services.db);
    const open = await found();
    await expire();
    expect((await decide(codeOf(open), 'CONFIRMED')).errors[0]?.extensions.code).toBe('CODE_EXPIRED');
    const another = await found();
    expect([another['status'], another['id'] === open['id']]).toEqual(['OPEN', false]);
    await expire();
    expect(await found()).toMatchObject({ id: another['id'], status: 'VOID' });
    expect(await found()).toMatchObject({ status: 'OPEN' });
  });
  test('nobody waits for a bank account before documents are wanted', async () => {
    const person = await signUp(server);
    const { id } = await openApplication(server, person);
    expect((await person.ask('searchBankVerification', { applicationId: id })).errors[0]?.extensions.code).toBe(
      'NOT_WANTED',
    );
  });
});
