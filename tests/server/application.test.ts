import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
} from './support/applicant.ts';
import { detail, json } from '../content/compiled.ts';
import { keptDays } from '../../server/status/graph.ts';
import { readEvidence } from '../../server/journeys/evidence.ts';
import { graphqlOperations } from './support/operations.ts';
import { graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

let server: TestServer;
/** Ohio as it is, but for words and a document at what it asks. */
const content = temporaryFolder();
const worded = { copy: 'One loan at a time.', disclosure: 'ohio-notice' };
beforeAll(async () => {
  const ohio = json<{ readonly rows: readonly { readonly requiredFields: readonly JsonObject[] }[] }>(
    'compliance/states/OH.json',
  );
  const rows = ohio.rows.map((row) => ({
    ...row,
    requiredFields: row.requiredFields.map((field) => ({ ...field, ...worded })),
  }));
  mkdirSync(join(content, 'compliance/states'), { recursive: true });
  writeFileSync(join(content, 'compliance/states/OH.json'), JSON.stringify({ ...ohio, rows }));
  server = await startTestServer({ contentDir: `+${content}` });
}, 180_000);
afterAll(async () => {
  await server?.stop();
  rmSync(content, { recursive: true, force: true });
});

const act = (step: string, action: string) => ({ key: randomUUID(), step, by: { by: 'action' as const, action } });
const statusOf = async (person: Person, id: string): Promise<JsonObject> =>
  (await person.ask('applicationState', { id })).data?.['applicationState'] as JsonObject;
async function submitted(
  ssn: string,
  more: { gross?: number; amount?: number; idNumber?: string } = {},
): Promise<{ person: Person; applicant: Applicant }> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit({ ssn, ...more })) await applicant.leave(page);
  await applicant.leave(submitPage);
  return { person, applicant };
}
async function until(person: Person, applicant: Applicant, status: string): Promise<string[]> {
  const heard = await person.hear(
    applicant.id,
    (body) =>
      body['status'] === status || body['applicationState'] === 'ERROR' || body['applicationState'] === 'DENIED',
  );
  expect(heard.at(-1)?.['status']).toBe(status);
  return heard.map((body) => String(body['status']));
}

describe('an application, from sign-up to the end', () => {
  test('approved, agreed, signed and originated', async () => {
    const { person, applicant } = await submitted('219099999');
    await until(person, applicant, 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    const offer = (await person.ask('loanOffer', { applicationId: applicant.id })).data?.['loanOffer'];
    expect(offer).toMatchObject({
      principal: 30_000,
      financeCharge: 4_500,
      totalOfPayments: 34_500,
      apr: 391.07,
      payments: [{ dueDate: '2026-12-04', amount: 34_500 }],
    });
    for (const page of pagesToSign()) await applicant.leave(page);
    await until(person, applicant, 'ORIGINATED');
    await applicant.leave(heardAt('hold-esign', 'ORIGINATED'));
    expect(await statusOf(person, applicant.id)).toMatchObject({
      status: 'ORIGINATED',
      applicationState: 'ORIGINATED',
    });
    const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      messages: { to: string; purpose: string; text: string }[];
    };
    const made = messages.filter(({ to, purpose }) => to === person.email && purpose === 'originated');
    expect(made).toHaveLength(1);
    for (const part of [
      '$300.00',
      '$45.00',
      '391.07%',
      'December 4, 2026: $345.00',
      'ending in 6789',
      'LOAN AGREEMENT',
      'You may pay early at any time.',
      applicant.id,
    ])
      expect(made[0]?.text).toContain(part);
    // Each mail of its way once, in order; the newest stands first.
    expect(messages.flatMap(({ to, purpose }) => (to === person.email ? [purpose] : [])).reverse()).toEqual([
      'sign-up',
      'applicationReceived',
      'applicationApproved',
      'originated',
    ]);
    const kept = await readEvidence(server.services, applicant.id);
    expect(kept?.statuses.map(({ to }) => to)).toEqual([
      'SUBMITTING',
      'PENDING_UNDERWRITING',
      'SUBMIT_APPROVED',
      'PENDING_ESIGN',
      'ESIGNING',
      'PENDING_ESIGN_VALIDATIONS',
      'PENDING_ORIGINATION',
      'ORIGINATED',
    ]);
    expect(kept?.shown.map(({ idTag }) => idTag).sort()).toEqual([
      'esign-consent',
      'military-lending-statement',
      'sms-consent',
      'texas-occc-notice',
      'tila-box',
    ]);
  });

  test('too little income is denied, with its reason and a notice', async () => {
    const { person, applicant } = await submitted('219099999', { gross: 40_000 });
    const [told, code] = await person.hearOut(applicant.id);
    expect([told.at(-1), code]).toEqual(['SUBMIT_DENIED', 1000]);
    // Nothing more will be told of it: whoever asks later is told how it ended, and that this was all.
    expect(await person.hearOut(applicant.id)).toEqual([['SUBMIT_DENIED'], 1000]);
    const reasons = [{ code: 'C1-08', text: 'Income insufficient for amount of credit requested' }];
    expect(await statusOf(person, applicant.id)).toMatchObject({
      applicationState: 'DENIED',
      reasons: expect.arrayContaining(reasons) as unknown,
    });
    const inbox = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      messages: { to: string; purpose: string; text: string }[];
    };
    const notices = inbox.messages.filter(
      (message) => message.to === person.email && message.purpose === 'adverseAction',
    );
    expect(notices).toHaveLength(1);
    for (const part of [
      'Ana Ortiz',
      'Larkfield Advance, LLC',
      'Income insufficient for amount of credit requested',
      'we cannot approve it',
      'Larkfield Advance, LLC, 400 Walnut Street, Kansas City, MO 64106',
      '- Income insufficient for amount of credit requested',
      'Equal Credit Opportunity Act',
      'Federal Trade Commission',
    ])
      expect(notices[0]?.text).toContain(part);
    // Nobody was asked about the applicant: there is no report to have a copy of.
    expect(notices[0]?.text).not.toContain('your report');
  });

  test.each([
    ['219091001', 'SUBMIT_ERROR'],
    ['219091002', 'CANEBAY_DUPLICATE'],
  ])('documented number %s ends in %s', async (ssn, status) => {
    const { person, applicant } = await submitted(ssn);
    await until(person, applicant, status);
  });

  test('another product must be chosen first, then the second submission goes on', async () => {
    const { person, applicant } = await submitted('219091003');
    await until(person, applicant, 'PENDING_PRODUCT_SELECTION');
    // The mail that offers less says why not more, so that nobody is owed a second notice (decision 0105).
    const mails = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      messages: { to: string; purpose: string; text: string }[];
    };
    const offers = mails.messages.filter(({ to, purpose }) => to === person.email && purpose === 'counteroffer');
    expect(offers).toHaveLength(1);
    for (const part of [
      'Ana Ortiz',
      'We can lend you up to $250.00 instead',
      `within ${keptDays('PENDING_PRODUCT_SELECTION') ?? 'no'} days`,
      '- Income insufficient for amount of credit requested',
      'Larkfield Advance, LLC, 400 Walnut Street, Kansas City, MO 64106',
      'Equal Credit Opportunity Act',
      'Federal Trade Commission',
    ])
      expect(offers[0]?.text).toContain(part);
    expect(offers[0]?.text).not.toMatch(/\{\{|your report|^- *$/m);
    await applicant.leave(heardAt('transition', 'PENDING_PRODUCT_SELECTION'));
    const empty = await person.ask('submitApplication', { id: applicant.id }, act('products', 'continue'));
    expect(empty.errors[0]?.extensions).toMatchObject({
      code: 'REFUSED',
      reason: 'notFinished',
      path: 'loan.newAmount',
    });
    await applicant.save({ 'loan.newAmount': 20_000, 'loan.amount': 20_000 }, {});
    const again = await person.ask('submitApplication', { id: applicant.id }, act('products', 'continue'));
    expect(again.errors).toEqual([]);
    await until(person, applicant, 'SUBMIT_APPROVED');
  });

  test('the offer is calculated again, which one message of the channel says and no other: the agreements are agreed and signed twice [enum.applicationAction]', async () => {
    const { person, applicant } = await submitted('219091005');
    await until(person, applicant, 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    const old = (await person.ask('loanOffer', { applicationId: applicant.id })).data;
    const [agree, sign] = pagesToSign();
    if (!agree?.call || !sign?.call) throw new Error('The pages to the signature make calls.');
    await applicant.leave(agree);
    await applicant.save(sign.answers ?? {}, {});
    // Listened to while it is signed: the statuses before it, too.
    const hearing = person.hear(applicant.id, (body) => 'action' in body);
    const signed = await person.ask(sign.call.operation, sign.call.variables(applicant.id), act('esign', 'sign'));
    expect(signed.errors).toEqual([]);
    const heard = await hearing;
    expect(heard.at(-1)).toEqual({
      status: 'SUBMIT_APPROVED',
      applicationState: 'APPROVED',
      action: 'ESIGN_RECALCULATED',
    });
    expect(heard.flatMap(({ action }) => (action === undefined ? [] : [action]))).toEqual(
      detail('enum.applicationAction', 'values'),
    );
    const early = await person.ask('esignApplication', { id: applicant.id, signature: 'Ana Ortiz' });
    expect(early.errors[0]?.extensions.code).toBe('REFUSED');
    const again = await person.ask(agree.call.operation, agree.call.variables(applicant.id));
    expect(again.errors[0]?.extensions.code).toBe('REFUSED');
    expect(await statusOf(person, applicant.id)).toMatchObject({ status: 'SUBMIT_APPROVED' });
    expect((await person.ask('loanOffer', { applicationId: applicant.id })).data).toEqual(old);
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await applicant.leave(page);
    const rest = await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
    expect(rest.filter((body) => 'action' in body)).toEqual([]);
  });

  test('its state is where it stands, what is wanted of its owner, and whether and why it cannot be signed', async () => {
    const { person, applicant } = await submitted('219091004');
    const stands = async (status: string, more: JsonObject): Promise<void> => {
      const {
        id,
        offeredAmount: _offered,
        reasons: _reasons,
        applicationState: _state,
        ...told
      } = await statusOf(person, applicant.id);
      expect({ id, ...told }).toEqual({ id: applicant.id, status, eSignDisabledUntilDate: null, ...more });
    };
    await until(person, applicant, 'SUBMIT_APPROVED');
    await stands('SUBMIT_APPROVED', {
      isPendingDocuments: false,
      isPendingEsign: true,
      isEsignDisabled: true,
      eSignDisabledReasons: ['SUBMIT_APPROVED'],
    });
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    const [agree, ...sign] = pagesToSign();
    if (agree) await applicant.leave(agree);
    await stands('PENDING_ESIGN', {
      isPendingDocuments: false,
      isPendingEsign: true,
      isEsignDisabled: false,
      eSignDisabledReasons: [],
    });
    for (const page of sign) await applicant.leave(page);
    await until(person, applicant, 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    await stands('PENDING_ESIGN_DOCUMENT_UPLOAD', {
      isPendingDocuments: true,
      isPendingEsign: false,
      isEsignDisabled: true,
      eSignDisabledReasons: ['PENDING_ESIGN_DOCUMENT_UPLOAD'],
    });
    const { person: other, applicant: denied } = await submitted('219091006');
    await until(other, denied, 'SUBMIT_DENIED');
    expect(await statusOf(other, denied.id)).toMatchObject({
      id: denied.id,
      isPendingDocuments: false,
      isPendingEsign: false,
      isEsignDisabled: true,
      eSignDisabledReasons: ['SUBMIT_DENIED'],
    });
  });

  test('an application is unsubmitted, approved, denied, originated or in error [enum.applicationStatus]', async () => {
    const stateOf = async ({ person, applicant }: Awaited<ReturnType<typeof submitted>>): Promise<unknown> =>
      (await statusOf(person, applicant.id))['applicationState'];
    const person = await signUp(server);
    const begun = { person, applicant: await openApplication(server, person) };
    const [lent, denied, failed] = await Promise.all(
      ['219099999', '219091006', '219091001'].map((ssn) => submitted(ssn)),
    );
    if (!lent || !denied || !failed) throw new Error('Three were sent.');
    const states = [await stateOf(begun)];
    for (const [one, status] of [
      [denied, 'SUBMIT_DENIED'],
      [failed, 'SUBMIT_ERROR'],
      [lent, 'SUBMIT_APPROVED'],
    ] as const) {
      await until(one.person, one.applicant, status);
      states.push(await stateOf(one));
    }
    await lent.applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await lent.applicant.leave(page);
    await until(lent.person, lent.applicant, 'ORIGINATED');
    states.push(await stateOf(lent));
    expect(states.toSorted()).toEqual(detail<string[]>('enum.applicationStatus', 'values').toSorted());
  });

  test('documents are wanted, asked for by mail, and the loan waits for them', async () => {
    const { person, applicant } = await submitted('219091004');
    await until(person, applicant, 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await applicant.leave(page);
    await until(person, applicant, 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    const reply = await fetch(`${server.address}/dev/reviews/${applicant.id}`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect(reply.status).toBe(303);
    await until(person, applicant, 'ORIGINATED');
  });

  test('an ID is verified in the place of documents, by its applicant alone and as long as nobody knows it [entity.identityVerification] [enum.decision]', async () => {
    const verify = ({ applicant, person }: Awaited<ReturnType<typeof submitted>>) =>
      person.ask('searchIntellicheckVerification', { applicationId: applicant.id });
    const wanted = async (idNumber: string) => {
      const one = await submitted('219091004', { idNumber });
      await until(one.person, one.applicant, 'SUBMIT_APPROVED');
      const early = await verify(one);
      expect(early.errors.map(({ extensions }) => extensions.code)).toEqual(['NOT_WANTED']);
      await one.applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
      for (const page of pagesToSign()) await one.applicant.leave(page);
      await until(one.person, one.applicant, 'PENDING_ESIGN_DOCUMENT_UPLOAD');
      return one;
    };
    const told = async (one: Awaited<ReturnType<typeof wanted>>): Promise<JsonObject> => {
      const { data, errors } = await verify(one);
      expect(errors).toEqual([]);
      return data?.['searchIntellicheckVerification'] as JsonObject;
    };
    const [slow, unknown] = [await wanted('12340002'), await wanted('12340001')];
    const forbidden = await verify({ ...slow, person: unknown.person });
    expect(forbidden.errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);

    const pending = await told(slow);
    expect(pending).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      applicationId: slow.applicant.id,
      status: 'PENDING',
      userToken: expect.stringMatching(/^\S{20,}$/),
    });
    const approved = await told(slow);
    expect(approved).toEqual({ ...pending, status: 'APPROVED' });
    await until(slow.person, slow.applicant, 'ORIGINATED');
    expect(await told(slow)).toEqual(approved);

    const denied = await told(unknown);
    expect([pending['status'], approved['status'], denied['status']].toSorted()).toEqual(
      detail<string[]>('enum.decision', 'values').toSorted(),
    );
    expect(await told(unknown)).toEqual(denied);
    // The loan waits for the documents as before.
    expect(await statusOf(unknown.person, unknown.applicant.id)).toMatchObject({
      status: 'PENDING_ESIGN_DOCUMENT_UPLOAD',
      isPendingDocuments: true,
    });
  });
});

test('the documents of a state are its name, the pattern of its IDs, what is shown there and what it asks [entity.stateDocuments]', async () => {
  const { document } = graphqlOperations.find(({ name }) => name === 'documentsPerState') ?? {};
  const of = async (stateCode: string): Promise<JsonObject> =>
    (await graphql(server, document ?? '', { variables: { stateCode, brandName: 'payday' } })).data?.[
      'documentsPerState'
    ] as JsonObject;
  const ohio = await of('OH');
  expect(ohio).toMatchObject({
    id: 'OH',
    abbr: 'OH',
    name: 'Ohio',
    idPattern: { rule: '^(?:[A-Za-z]\\d{4,8}|[A-Za-z]{2}\\d{3,7}|\\d{8})$' },
    requiredFields: [
      {
        ...worded,
        inputs: [
          { type: 'checkbox', idTag: 'noOtherShortTermLoan', label: 'I have no other short-term loan', value: 'true' },
        ],
      },
    ],
  });
  expect((ohio['disclosures'] as readonly JsonObject[]).map(({ idTag }) => idTag)).toEqual([
    'tila-box',
    'military-lending-statement',
    'ohio-notice',
  ]);
  expect((ohio['disclosures'] as readonly JsonObject[])[2]).toEqual({
    idTag: 'ohio-notice',
    title: expect.stringMatching(/\S/),
    type: 'DOCUMENT',
    copy: expect.stringMatching(/\S/),
    url: null,
  });
  expect(await of('MO')).toMatchObject({ id: 'MO', abbr: 'MO', name: 'Missouri', requiredFields: [] });
});

test('a channel is ONLINE or RETAIL: each is asked for and told of where the state lends by it, another is not asked for [enum.channel]', async () => {
  const channels = detail<readonly string[]>('enum.channel', 'values');
  const { document = '' } = graphqlOperations.find(({ name }) => name === 'documentsPerState') ?? {};
  const asked = async (channel: string, stateCode = 'TX'): Promise<unknown> => {
    const variables = { stateCode, brandName: 'payday', channel };
    const { data, errors } = await graphql(server, document, { variables });
    return errors[0]?.extensions.code ?? data?.['documentsPerState']?.['id'];
  };
  for (const channel of channels) expect([channel, await asked(channel)]).toEqual([channel, 'TX']);
  // California is lent to online alone: a store there has no documents.
  expect(await Promise.all(channels.map((channel) => asked(channel, 'CA')))).toEqual(
    channels.map((channel) => (channel === 'ONLINE' ? 'CA' : 'notFound')),
  );
  for (const other of ['PHONE', 'online', '']) expect([other, await asked(other)]).toEqual([other, 'BAD_INPUT']);
  const told = (await (await fetch(`${server.address}/products/payday`)).json()) as { readonly results: JsonObject[] };
  expect([...new Set(told.results.map(({ channel }) => channel))].toSorted()).toEqual(channels.toSorted());
});
