/** What is told over a socket of the verification of an ID and of a bank account, while it goes on. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, readStatusMessage, socketPath } from '../../contract/channels.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { heardAt, openApplication, pagesToSign, pagesToSubmit, submitPage } from './support/applicant.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

/** Somebody whose signed application waits for documents. */
async function waiting({ idNumber, accountNumber }: { readonly idNumber?: string; readonly accountNumber?: string }) {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const pages = pagesToSubmit({ ssn: '219091004', ...(idNumber !== undefined && { idNumber }) }).map((page) => {
    if (page.step !== 'bank-manual' || accountNumber === undefined) return page;
    const answers = { ...page.answers, 'bankingInformation.accountNumber': accountNumber };
    const bankInfo = Object.fromEntries(Object.entries(answers).map(([path, one]) => [path.split('.')[1] ?? '', one]));
    return {
      ...page,
      answers,
      call: { operation: 'saveBankInformation', variables: (id: string) => ({ id, bankInfo }) },
    };
  });
  for (const page of [...pages, submitPage]) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  for (const page of pagesToSign()) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'PENDING_ESIGN_DOCUMENT_UPLOAD');
  return { person, id: applicant.id };
}

/** Listens on a channel; what was heard of a number at whoever verifies, once `count` of it have come. */
async function listen(channel: 'back-office' | 'application', { person, id }: { person: Person; id: string }) {
  const one = channels[channel];
  if (one === undefined) throw new Error(`The contract has no channel ${channel}.`);
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}${socketPath(one, person.idToken)}`);
  await once(socket, 'open');
  const heard: JsonObject[] = [];
  socket.on('message', (text: Buffer) => void heard.push(readStatusMessage(String(text)) ?? {}));
  socket.send(JSON.stringify({ action: one.action, [one.subject]: id }));
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0);
  const said = () => heard.filter((body) => body['transactionId'] !== undefined);
  const first = async (count: number) => {
    await expect.poll(() => said().length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
    return said();
  };
  return { said, first, close: () => socket.close() };
}

const asked = async (person: Person, operation: string, input: JsonObject): Promise<JsonObject> => {
  const { data, errors } = await person.ask(operation, input);
  expect(errors).toEqual([]);
  return data?.[operation] as JsonObject;
};

describe('the back office hears on the channel of the loan how a verification stands, and by which number whoever performs it knows it', () => {
  test('of an ID: asked for, then verified; another is denied; nobody else hears of it [entity.realtime.verificationMessage]', async () => {
    const slow = await waiting({ idNumber: '12340002' });
    const office = await listen('back-office', slow);
    const page = await listen('application', slow);
    const pending = await asked(slow.person, 'searchIntellicheckVerification', { applicationId: slow.id });
    await office.first(1);
    await asked(slow.person, 'searchIntellicheckVerification', { applicationId: slow.id });
    expect(await office.first(2)).toEqual([
      { status: 'PENDING', transactionId: pending['id'] },
      { status: 'APPROVED', transactionId: pending['id'] },
    ]);
    expect(page.said()).toEqual([]);
    const unknown = await waiting({ idNumber: '12340001' });
    const other = await listen('back-office', unknown);
    const denied = await asked(unknown.person, 'searchIntellicheckVerification', { applicationId: unknown.id });
    expect(await other.first(1)).toEqual([{ status: 'DENIED', transactionId: denied['id'] }]);
    expect([denied['id'] === pending['id'], office.said().length]).toEqual([false, 2]);
    for (const one of [office, page, other]) one.close();
  });

  test('of a bank account: open, void once it was declined, another open, closed once the bank has decided', async () => {
    const one = await waiting({ accountNumber: '000123450002' });
    const office = await listen('back-office', one);
    const search = () => asked(one.person, 'searchBankVerification', { applicationId: one.id });
    const codeOf = ({ codes }: JsonObject) => String((codes as readonly JsonObject[])[0]?.['requestCode']);
    const decide = (requestCode: string, siteResult: string) =>
      asked(one.person, 'saveDecisionBankVerification', { id: one.id, decision: { requestCode, siteResult } });
    const declined = await search();
    await office.first(1);
    await decide(codeOf(declined), 'DECLINED');
    await office.first(2);
    const confirmed = await search();
    await office.first(3);
    // The bank has not heard of it yet: the verification is as open as before, and that is told, too.
    await decide(codeOf(confirmed), 'CONFIRMED');
    await office.first(4);
    await decide(codeOf(confirmed), 'CONFIRMED');
    expect(await office.first(5)).toEqual([
      { status: 'OPEN', transactionId: declined['id'] },
      { status: 'VOID', transactionId: declined['id'] },
      { status: 'OPEN', transactionId: confirmed['id'] },
      { status: 'OPEN', transactionId: confirmed['id'] },
      { status: 'CLOSED', transactionId: confirmed['id'] },
    ]);
    office.close();
  });
});
