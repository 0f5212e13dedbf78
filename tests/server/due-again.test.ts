/** Days pass between the offer and the money: no loan is made whose payments cannot fall due as they were signed. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { findApplication } from '../../server/journeys/applications.ts';
import { daysBetween } from '../../server/lending/schedule.ts';
import { json } from '../content/compiled.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  applicantOf,
  type Applicant,
} from './support/applicant.ts';
import { signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

const began = '2026-11-20';
/** The next pay date: both offers have their first payment on it. */
const due = '2026-12-04';
/** The last day on which Texas has the loans that it has now: documents are waited for until then, and no loan is. */
const lastDay = '2026-12-09';
let day = began;
const content = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  const state = json<JsonObject & { readonly rows: readonly JsonObject[] }>('compliance/states/TX.json');
  const rows = state.rows.flatMap((row) => [
    { ...row, until: lastDay },
    { ...row, from: '2026-12-10', served: false, products: { ONLINE: [] } },
  ]);
  mkdirSync(join(content, 'compliance', 'states'), { recursive: true });
  writeFileSync(join(content, 'compliance', 'states', 'TX.json'), JSON.stringify({ ...state, rows }));
  server = await startTestServer({
    contentDir: `+${content}`,
    with: { clock: () => new Date(`${day}T15:00:00Z`) },
  });
}, 180_000);
afterAll(async () => {
  await server.stop();
  rmSync(content, { recursive: true, force: true });
});

interface Come {
  readonly person: Person;
  readonly applicant: Applicant;
}
const products = { PDL: 30_000, ILP: 60_000 } as const;

/** Somebody in Texas who is approved on the first day for a loan of a product. */
async function approved(productCode: keyof typeof products, ssn?: string): Promise<Come> {
  day = began;
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of [...pagesToSubmit(ssn === undefined ? {} : { ssn }), submitPage])
    await applicant.leave(
      page.step === 'amount'
        ? { ...page, answers: { 'loan.productCode': productCode, 'loan.amount': products[productCode] } }
        : page,
    );
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  return { person, applicant };
}
async function sign({ person, applicant }: Come, until: (body: JsonObject) => boolean): Promise<JsonObject[]> {
  for (const page of pagesToSign()) await applicant.leave(page);
  return await person.hear(applicant.id, until);
}
/** The same person on another day: their session of then is over. */
async function comesBack({ person, applicant }: Come): Promise<Come> {
  const again = await signIn(server, person.email);
  return { person: again, applicant: await applicantOf(server, again, applicant) };
}
const isAt = (status: string) => (body: JsonObject) => body['status'] === status;
const rowOf = async ({ applicant: { id } }: Come) => {
  const row = await findApplication(server.services.db, id);
  if (row === undefined) throw new Error(`There is no application ${id}.`);
  return row;
};
const offerOf = async (come: Come) => {
  const { offer } = (await rowOf(come)).progress;
  if (offer === undefined) throw new Error('Nothing is offered.');
  return offer;
};
const accept = (come: Come): Promise<Response> =>
  fetch(`${server.address}/dev/reviews/${come.applicant.id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.address },
    body: '',
  });
const loansOf = async ({ person }: Come): Promise<unknown> =>
  (await person.ask('loanAccount', {})).data?.['loanAccount'];
const mailsTo = async ({ person: { email } }: Come, wanted = 'termsChanged'): Promise<readonly string[]> => {
  const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
    readonly messages: readonly { readonly to: string; readonly purpose: string; readonly text: string }[];
  };
  return messages.filter(({ to, purpose }) => to === email && purpose === wanted).map(({ text }) => text);
};

/** New terms are there instead of the loan: they are told, shown, agreed to, signed, and the loan is made of them. */
async function offeredAnew(come: Come, old: { readonly hash: string }): Promise<void> {
  expect(await rowOf(come)).toMatchObject({
    status: 'SUBMIT_APPROVED',
    progress: { agreedTo: null, signedFor: null, signature: null, recalculated: true },
  });
  const offer = await offerOf(come);
  expect(offer.hash).not.toBe(old.hash);
  expect(daysBetween(day, offer.payments[0]?.dueDate ?? '')).toBeGreaterThanOrEqual(10);
  // Whoever is paid every other Friday pays on one.
  expect(daysBetween(due, offer.payments[0]?.dueDate ?? '') % 14).toBe(0);
  expect(await mailsTo(come)).toEqual([expect.stringContaining('read the new agreement')]);
  const early = await come.person.ask('esignApplication', { id: come.applicant.id, signature: 'Ana Ortiz' });
  expect(early.errors[0]?.extensions.code).toBe('REFUSED');
  const { person } = come;
  const shown = (await person.ask('loanOffer', { applicationId: come.applicant.id })).data?.['loanOffer'];
  expect(shown).toMatchObject({ apr: offer.apr, payments: offer.payments });
  await come.applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  await sign(come, isAt('ORIGINATED'));
  const row = await rowOf(come);
  expect(row.progress).toMatchObject({ signedFor: offer.hash, agreedTo: offer.hash, offer: { hash: offer.hash } });
  expect(JSON.stringify(await loansOf(come))).toContain(offer.payments[0]?.dueDate);
  expect(await mailsTo(come)).toHaveLength(1);
}

describe('documents that are accepted late', () => {
  test.each([
    { productCode: 'ILP', accepted: '2026-12-03', holds: true, when: 'the day before the first payment is due' },
    { productCode: 'ILP', accepted: due, holds: false, when: 'the day on which it is due' },
    { productCode: 'ILP', accepted: '2026-12-05', holds: false, when: 'the day after' },
    { productCode: 'PDL', accepted: '2026-11-27', holds: true, when: 'the last day that leaves the seven of Texas' },
    { productCode: 'PDL', accepted: '2026-11-28', holds: false, when: 'the day after that' },
    { productCode: 'PDL', accepted: '2026-12-05', holds: false, when: 'the day after it was due' },
  ] as const)('$productCode, on $when: $accepted', async ({ productCode, accepted, holds }) => {
    const before = await approved(productCode, '219091004');
    const old = await offerOf(before);
    expect(old.payments[0]?.dueDate).toBe(due);
    await sign(before, isAt('PENDING_ESIGN_DOCUMENT_UPLOAD'));
    day = accepted;
    const come = await comesBack(before);
    expect((await accept(come)).status).toBe(303);
    const heard = await come.person.hear(
      come.applicant.id,
      (body) => body['status'] === 'ORIGINATED' || 'action' in body,
    );
    if (holds) {
      expect(heard.at(-1)).toMatchObject({ status: 'ORIGINATED' });
      expect((await offerOf(come)).hash).toBe(old.hash);
      expect(JSON.stringify(await loansOf(come))).toContain(due);
      expect(await mailsTo(come)).toEqual([]);
      return;
    }
    expect(heard.at(-1)).toEqual({
      status: 'SUBMIT_APPROVED',
      applicationState: 'APPROVED',
      action: 'ESIGN_RECALCULATED',
    });
    expect(JSON.stringify(await loansOf(come)) ?? '').not.toContain(due);
    await offeredAnew(come, old);
  });
});

test('the state ends such loans while documents are looked at: accepted on the day after they lead to no loan, and to no other offer', async () => {
  const before = await approved('ILP', '219091004');
  await sign(before, isAt('PENDING_ESIGN_DOCUMENT_UPLOAD'));
  day = '2026-12-10';
  const come = await comesBack(before);
  const { person, applicant } = come;
  expect((await accept(come)).status).toBe(303);
  await person.hear(applicant.id, (body) =>
    ['ESIGN_ERROR', 'ORIGINATED', 'SUBMIT_APPROVED'].includes(`${body['status']}`),
  );
  expect((await person.ask('applicationState', { id: applicant.id })).data?.['applicationState']).toMatchObject({
    status: 'ESIGN_ERROR',
    applicationState: 'ERROR',
    isEsignDisabled: true,
  });
  expect((await rowOf(come)).is_open).toBe(false);
  expect(await loansOf(come)).toMatchObject({ loan: null });
  expect(await mailsTo(come)).toEqual([]);
  // What was approved is taken back in writing, once, with the true reason and without any of a denial.
  const notices = await mailsTo(come, 'adverseAction');
  expect(notices).toHaveLength(1);
  for (const words of [
    'We may not make this kind of loan in your state any more',
    'you owe nothing',
    'The Federal Equal Credit Opportunity Act prohibits creditors',
    'Larkfield Advance, LLC, 400 Walnut Street',
  ])
    expect(notices[0]).toContain(words);
  // Whoever says so once more is told that nobody waits for it.
  expect((await accept(come)).status).toBe(404);
});

test('who signs so late that the first payment has been due signs for new terms before any loan is made', async () => {
  const before = await approved('PDL');
  const old = await offerOf(before);
  day = '2026-12-05';
  const come = await comesBack(before);
  const { person, applicant } = come;
  const [agree, signature] = pagesToSign();
  if (!agree || !signature?.call || signature.action === undefined)
    throw new Error('The page of the signature makes a call.');
  await applicant.leave(agree);
  await applicant.save(signature.answers ?? {}, {});
  // Listened to while it is signed: the new terms may be there before the page says that it was left.
  const hearing = person.hear(applicant.id, (body) => 'action' in body);
  const signed = await person.ask(signature.call.operation, signature.call.variables(applicant.id, person.email), {
    key: randomUUID(),
    step: signature.step,
    by: { by: 'action', action: signature.action },
    shown: {},
  });
  expect(signed.errors).toEqual([]);
  await hearing;
  await offeredAnew(come, old);
});
