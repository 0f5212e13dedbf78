/** The documents that an application waits for, at the door of the running server and at the reviewer's desk. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTypes } from '../../contract/files.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { waitingForDocuments } from './support/applicant.ts';
import { boot, signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

const waits = 'PENDING_ESIGN_DOCUMENT_UPLOAD';
/** Somebody of whom documents are wanted. */
async function wanting(): Promise<{ readonly person: Person; readonly loan: string }> {
  const person = await signUp(server);
  const applicant = await waitingForDocuments(server, person);
  return { person, loan: applicant.id };
}
const review = async (person: Person) => (await person.ask('documentReview', {})).data?.['documentReview'];
const isPending = async (person: Person, id: string) =>
  (await person.ask('applicationState', { id })).data?.['applicationState']?.['isPendingDocuments'];

async function begin(person: Person): Promise<JsonObject> {
  const definition = (await boot(server)).flows['documents']?.hash ?? '';
  const made = await person.ask(
    'createApplication',
    { application: { flow: 'documents', definition } },
    { key: randomUUID() },
  );
  return (made.data?.['createApplication']?.['application'] ?? {}) as JsonObject;
}
async function upload(
  person: Person,
  draft: JsonObject,
  [field, name]: readonly [string, string],
): Promise<JsonObject> {
  const query = new URLSearchParams({ application: String(draft['id']), step: 'send', field, key: randomUUID() });
  const body = Buffer.alloc(4000, name);
  Buffer.from(fileTypes['application/pdf']?.example ?? []).copy(body);
  const response = await fetch(`${server.address}/files?${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-brand-key': 'payday',
      'x-file-name': encodeURIComponent(name),
      authorization: person.idToken,
    },
    body,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as JsonObject;
}
/** A draft with a file for each question. */
async function filled(person: Person): Promise<JsonObject> {
  const draft = await begin(person);
  const changes = {
    'documents.identity': [await upload(person, draft, ['identity', 'front.pdf'])],
    'documents.income': [await upload(person, draft, ['income', 'stub.pdf'])],
  };
  const { id, flow, definition, revision } = draft;
  const saved = await person.ask('saveJourney', {
    id: String(id),
    flow: String(flow),
    definition: String(definition),
    revision: Number(revision),
    key: randomUUID(),
    changes,
    journey: {},
  });
  expect(saved.errors).toEqual([]);
  return draft;
}
const press = (key: string = randomUUID()) => ({ key, step: 'send', by: { by: 'action' as const, action: 'send' } });
const send = (person: Person, draft: JsonObject, key?: string): Promise<Answer> =>
  person.ask('sendDocuments', { id: String(draft['id']) }, press(key));
const codeOf = ({ errors: [error] }: Answer): unknown => error?.extensions.code;
const decide = (loan: string, body: string): Promise<Response> =>
  fetch(`${server.address}/dev/reviews/${loan}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.address },
    body,
  });
const mailsTo = async ({ email }: Person): Promise<readonly string[]> => {
  const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
    readonly messages: readonly { readonly to: string; readonly purpose: string }[];
  };
  return messages.filter(({ to }) => to === email).map(({ purpose }) => purpose);
};
const desk = async (): Promise<string> => await (await fetch(`${server.address}/dev/reviews`)).text();

describe('documents that are wanted before the money is sent', () => {
  test('they are sent, move to a reviewer, and nothing is made of them before a word of the reviewer', async () => {
    const { person, loan } = await wanting();
    expect(await review(person)).toEqual({ status: 'WANTED', reason: null });
    expect(await isPending(person, loan)).toBe(true);
    const draft = await filled(person);
    expect((await send(person, draft)).data?.['sendDocuments']).toEqual({ success: true, id: draft['id'] });
    expect(await review(person)).toEqual({ status: 'IN_REVIEW', reason: null });
    expect(await isPending(person, loan)).toBe(false);
    expect((await findApplication(server.services.db, loan))?.status).toBe(waits);
    const listed = await desk();
    expect(listed).toContain('front.pdf');
    const [, link = ''] = /href="(\/dev\/reviews\/[^"]+)">stub\.pdf/.exec(listed) ?? [];
    const file = await fetch(`${server.address}${link}`);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(Buffer.from(await file.arrayBuffer()).includes('stub.pdf')).toBe(true);
    expect((await decide(loan, '')).status).toBe(303);
    await person.hear(loan, (body) => body['status'] === 'ORIGINATED');
    expect(await review(person)).toEqual({ status: 'NOT_WANTED', reason: null });
  });

  test('they are asked for again with a reason and a mail, once for each time, and sent anew by another draft', async () => {
    const { person, loan } = await wanting();
    const first = await filled(person);
    expect((await send(person, first)).errors).toEqual([]);
    expect((await decide(loan, 'again=UNREADABLE')).status).toBe(303);
    expect(await review(person)).toEqual({ status: 'ASKED_AGAIN', reason: 'UNREADABLE' });
    expect(await isPending(person, loan)).toBe(true);
    // Nothing new was sent: there is nothing to say a word on.
    expect((await decide(loan, 'again=OUTDATED')).status).toBe(404);
    expect((await decide(loan, 'again=SOMETHING')).status).toBe(404);
    const second = await filled(person);
    expect(second['id']).not.toBe(first['id']);
    expect((await send(person, second)).errors).toEqual([]);
    expect(await review(person)).toEqual({ status: 'IN_REVIEW', reason: null });
    expect((await decide(loan, 'again=ANOTHER_NAME')).status).toBe(303);
    expect(await review(person)).toEqual({ status: 'ASKED_AGAIN', reason: 'ANOTHER_NAME' });
    const mails = await mailsTo(person);
    expect(mails.filter((one) => one.startsWith('documents'))).toEqual(
      expect.arrayContaining(['documentsWanted', 'documentsAgain', 'documentsAgain']),
    );
    expect(mails.filter((one) => one === 'documentsAgain')).toHaveLength(2);
  });

  test('pressed twice they are sent once; of whom nothing is wanted nothing is taken, and of nobody without files', async () => {
    const { person, loan } = await wanting();
    const draft = await filled(person);
    const key = randomUUID();
    const both = await Promise.all([send(person, draft, key), send(person, draft, key)]);
    expect(both.some(({ errors }) => errors.length === 0)).toBe(true);
    expect((await send(person, draft, key)).data?.['sendDocuments']).toMatchObject({ id: draft['id'] });
    const other = await signUp(server);
    expect(await review(other)).toEqual({ status: 'NOT_WANTED', reason: null });
    expect(codeOf(await send(other, await filled(other)))).toBe('NOT_WANTED');
    expect(codeOf(await send(other, draft))).toBe('FORBIDDEN');
    const empty = await begin(person);
    expect(codeOf(await send(person, empty))).toBe('REFUSED');
    expect(codeOf(await send(person, await filled(person)))).toBe('IN_REVIEW');
    expect((await findApplication(server.services.db, loan))?.progress.documents?.draft).toBe(draft['id']);
  });

  test('the word on them is taken once, however often and by however many it is said at once; who is late reads that nobody waits for it, and no answer is a fault', async () => {
    const { person, loan } = await wanting();
    expect((await send(person, await filled(person))).errors).toEqual([]);
    const before = server.log.length;
    const answers = await Promise.all([...Array(4)].map(() => decide(loan, '')));
    const late = [await decide(loan, ''), await decide(loan, 'again=UNREADABLE')];
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    for (const answer of [...answers.filter(({ status }) => status !== 303), ...late]) {
      expect([404, 409]).toContain(answer.status);
      expect(await answer.text()).toMatch(/Nobody waits for this word any more.*href="\/dev\/reviews"/s);
    }
    await person.hear(loan, (body) => body['status'] === 'ORIGINATED');
    expect(server.log.slice(before).filter((line) => /"level":(50|"error")/.test(line))).toEqual([]);
    const acts = (await readActs(server.services.db, loan)).map(({ operation }) => operation);
    expect(acts.filter((one) => /^(acceptDocuments|askForDocumentsAgain|originate)$/.test(one))).toEqual([
      'acceptDocuments',
      'originate',
    ]);
    expect(await review(person)).toEqual({ status: 'NOT_WANTED', reason: null });
  });

  test('two reviewers of two minds: one word is taken, and the applicant is told that one alone', async () => {
    const { person, loan } = await wanting();
    expect((await send(person, await filled(person))).errors).toEqual([]);
    const [accepted, again] = await Promise.all([decide(loan, ''), decide(loan, 'again=OUTDATED')]);
    // Accepted after it was asked for again is a second word, by somebody who knows better: it stands.
    expect([accepted.status, again.status]).toContain(303);
    for (const { status } of [accepted, again]) expect([303, 404, 409]).toContain(status);
    if (accepted.status === 303) await person.hear(loan, (body) => body['status'] === 'ORIGINATED');
    expect(await review(person)).toEqual(
      accepted.status === 303 ? { status: 'NOT_WANTED', reason: null } : { status: 'ASKED_AGAIN', reason: 'OUTDATED' },
    );
    const told = (await mailsTo(person)).filter((purpose) => purpose === 'documentsAgain');
    expect(told).toHaveLength(again.status === 303 ? 1 : 0);
  });
});
