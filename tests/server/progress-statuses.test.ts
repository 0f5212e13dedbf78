/** Every progress status of the documents, told at the door to whoever it is about. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEvidence } from '../../server/journeys/evidence.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail, json } from '../content/compiled.ts';
import { heardAt, pagesToSign, submitPage } from './support/applicant.ts';
import { begun, type Somebody } from './support/linked.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

const content = temporaryFolder();
let server: TestServer;
/** Every status that anybody was told, by the socket or in an answer. */
const told = new Set<string>();
beforeAll(async () => {
  // A site whose loans a partner bank makes.
  const brand = json<JsonObject>('brands/payday/brand.json');
  mkdirSync(join(content, 'brands', 'payday'), { recursive: true });
  writeFileSync(join(content, 'brands', 'payday', 'brand.json'), JSON.stringify({ ...brand, isBankPartner: true }));
  // The lender takes its time, so that whoever listens hears each status.
  server = await startTestServer({ contentDir: `+${content}`, with: { paceMs: 400 } });
}, 180_000);
afterAll(async () => {
  await server.stop();
  rmSync(content, { recursive: true, force: true });
});

/** Listens until a status, from before `acts` on, and keeps what was told on the way. */
async function until({ person, applicant }: Somebody, status: string, acts?: () => Promise<void>): Promise<void> {
  const listens = Promise.withResolvers<void>();
  const heard: string[] = [];
  const ended = person.hear(applicant.id, (body) => {
    heard.push(String(body['status']));
    listens.resolve();
    return (heard.length > 1 || acts === undefined) && [status, 'SUBMIT_ERROR'].includes(heard.at(-1) ?? '');
  });
  await listens.promise;
  await acts?.();
  await ended;
  for (const one of heard) told.add(one);
  expect(heard.at(-1)).toBe(status);
}
/** What the person is answered about their application, and that it is the one that stands. */
async function stateOf({ person, applicant }: Somebody): Promise<JsonObject> {
  const { data, errors } = await person.ask('applicationState', { id: applicant.id });
  expect(errors).toEqual([]);
  const state = data?.['applicationState'] as JsonObject;
  told.add(String(state['status']));
  return state;
}
const passed = async ({ applicant }: Somebody): Promise<readonly string[]> =>
  (await readEvidence(server.services, applicant.id))?.statuses.map(({ to }) => to) ?? [];

/** Hands in, is approved, agrees and signs. */
async function signed(somebody: Somebody, ends: string): Promise<void> {
  const { applicant } = somebody;
  await until(somebody, 'SUBMIT_APPROVED', () => applicant.leave(submitPage));
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  const [agree, sign] = pagesToSign();
  if (!agree || !sign) throw new Error('Two pages lead to the signature.');
  await applicant.leave(agree);
  expect(await stateOf(somebody)).toMatchObject({ status: 'PENDING_ESIGN', isPendingEsign: true });
  await until(somebody, ends, () => applicant.leave(sign));
}

// The lender takes its time with each of them: they take theirs at once.
describe('an application tells where it stands', () => {
  test.concurrent('with a linked bank its report is fetched and it is scored before it is decided; a bank that knows the account for twelve days is not enough: documents are wanted', async () => {
    const somebody = await begun(server, '219099999', 'public-short-history');
    await signed(somebody, 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    expect(await passed(somebody)).toEqual([
      'SUBMITTING',
      'PENDING_ASSET_REPORT_DOWNLOAD',
      'PENDING_SAS_CALL_1',
      'PENDING_BRFR',
      'PENDING_UNDERWRITING',
      'SUBMIT_APPROVED',
      'PENDING_ESIGN',
      'ESIGNING',
      'PENDING_ESIGN_VALIDATIONS',
      'PENDING_ESIGN_DOCUMENT_UPLOAD',
    ]);
  });

  test.concurrent.each(['public-report-fails', 'public-report-garbage'])(
    '%s: a report that cannot be had is asked for three times, and the decision does not wait any longer',
    async (shares) => {
      const somebody = await begun(server, '219099999', shares);
      await signed(somebody, 'ORIGINATED');
      const refused = server.log.filter(
        (line) => line.includes(somebody.applicant.id) && line.includes('PENDING_ASSET_REPORT_DOWNLOAD'),
      );
      expect(refused).toHaveLength(2);
    },
  );

  test.concurrent('what scoring cannot decide ends at its first call', async () => {
    for (const [ssn, status] of [
      ['219091001', 'SUBMIT_ERROR'],
      ['219091002', 'CANEBAY_DUPLICATE'],
    ] as const) {
      const somebody = await begun(server, ssn, 'public-linked');
      await until(somebody, status, () => somebody.applicant.leave(submitPage));
      expect((await passed(somebody)).slice(-2)).toEqual(['PENDING_SAS_CALL_1', status]);
    }
  });

  test.concurrent('who was offered less and has chosen again is decided again', async () => {
    const somebody = await begun(server, '219091003');
    const { applicant } = somebody;
    await until(somebody, 'PENDING_PRODUCT_SELECTION', () => applicant.leave(submitPage));
    await applicant.leave(heardAt('transition', 'PENDING_PRODUCT_SELECTION'));
    for (const path of ['loan.newAmount', 'loan.amount'])
      expect((await applicant.save({ [path]: 25_000 }, {})).errors).toEqual([]);
    const { data, errors } = await somebody.person.ask(
      'submitApplication',
      { id: applicant.id },
      { key: randomUUID(), step: 'products', by: { by: 'action', action: 'continue' } },
    );
    expect(errors).toEqual([]);
    expect(JSON.stringify(data)).toContain('COMPLETED_PRODUCT_SELECTION');
    told.add('COMPLETED_PRODUCT_SELECTION');
    await until(somebody, 'SUBMIT_APPROVED');
    expect(await passed(somebody)).toEqual([
      'SUBMITTING',
      'PENDING_BRFR',
      'PENDING_UNDERWRITING',
      'PENDING_PRODUCT_SELECTION',
      'COMPLETED_PRODUCT_SELECTION',
      'PENDING_BRFR',
      'PENDING_UNDERWRITING',
      'SUBMIT_APPROVED',
    ]);
  });

  test.concurrent('a denial, and a signature that cannot be taken, end it', async () => {
    const denied = await begun(server, '219091006');
    await until(denied, 'SUBMIT_DENIED', () => denied.applicant.leave(submitPage));
    const refused = await begun(server, '219091009');
    await signed(refused, 'ESIGN_ERROR');
    expect(await stateOf(refused)).toMatchObject({ applicationState: 'ERROR', isEsignDisabled: true });
    const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      readonly messages: readonly { readonly to: string; readonly purpose: string; readonly text: string }[];
    };
    const notices = messages.filter(({ to, purpose }) => to === refused.person.email && purpose === 'adverseAction');
    expect(notices.map(({ text }) => text)).toEqual([
      expect.stringContaining('could not take your electronic signature'),
    ]);
    const again = await refused.person.ask('createApplication', {
      application: { flow: 'apply', definition: refused.applicant.definition },
    });
    expect(again.errors).toEqual([]);
    expect(again.data?.['createApplication']?.['id']).not.toBe(refused.applicant.id);
  });

  test('so every progress status of the documents was told [enum.applicationProgressStatus]', () => {
    const listed = detail<readonly string[]>('enum.applicationProgressStatus', 'values');
    expect(listed.filter((status) => !told.has(status))).toEqual([]);
    expect(listed).toHaveLength(17);
  });
});
