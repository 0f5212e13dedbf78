/** Where an application stands, and how long the law of a state keeps somebody from signing for another loan. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Act } from '../../contract/act.ts';
import type { Boot } from '../../contract/boot.ts';
import { cookies } from '../../contract/cookies.ts';
import { easternDate } from '../../contract/days.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { coolingOff } from '../../server/journeys/head.ts';
import { detail } from '../content/compiled.ts';
import { openApplication, pagesToSign, waitingForDocuments, type Applicant } from './support/applicant.ts';
import { anotherLoan } from './support/loan-before.ts';
import { graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 180_000);
afterAll(() => server.stop());

const hour = 3_600_000;
const [agreements, esign] = pagesToSign();
if (agreements === undefined || esign?.call === undefined) throw new Error('It is agreed to, then signed.');
const agree = (applicant: Applicant) => applicant.leave(agreements);
/** A call of somebody, at an instant. */
async function asks(
  person: Person,
  operation: string,
  asked: { readonly variables: JsonObject; readonly at?: Date; readonly act?: Act },
) {
  const { operations } = (await (await fetch(`${server.address}/definitions/boot.json`)).json()) as Boot;
  return await graphql(server, operations[operation]?.document ?? '', {
    variables: asked.variables,
    ...(asked.act && { act: asked.act }),
    headers: {
      authorization: person.idToken,
      'x-session-id': person.session,
      ...(asked.at && { cookie: `${cookies.clock.name}=${asked.at.toISOString()}` }),
    },
  });
}
const stateOf = async (person: Person, { id }: Pick<Applicant, 'id'>, at?: Date): Promise<JsonObject> =>
  (await asks(person, 'applicationState', { variables: { id }, ...(at && { at }) })).data?.['applicationState'] ?? {};

test.each([
  ['2026-11-30T02:40:00.000Z', '2026-11-29T21:40:00.000-05:00'],
  ['2026-07-01T03:59:00.000Z', '2026-06-30T23:59:00.000-04:00'],
])('until %s is told in Eastern time: %s', (signableFrom, told) => {
  const waits = { status: 'SUBMIT_APPROVED' as const, progress: { signableFrom } };
  expect(coolingOff(waits, new Date('2026-06-01T00:00:00Z'))).toBe(told);
});

test('in Florida nobody signs within 24 hours after the last payday loan was paid back: why and until when is told, and the door takes no signature; elsewhere there is no such time [entity.applicationState]', async () => {
  const now = server.services.clock();
  const paidAt = new Date(now.getTime() + 2 * hour);
  const until = new Date(paidAt.getTime() + 24 * hour);
  const { person, applicant } = await anotherLoan(server, 'FL', paidAt);
  const disabled = {
    id: applicant.id,
    isPendingDocuments: false,
    isEsignDisabled: true,
  };
  const told = String((await stateOf(person, applicant))['eSignDisabledUntilDate']);
  // The day that it begins with is the one that a page says.
  expect([new Date(told), told.slice(0, 10)]).toEqual([until, easternDate(until)]);
  expect(await stateOf(person, applicant)).toMatchObject({
    ...disabled,
    status: 'SUBMIT_APPROVED',
    eSignDisabledReasons: ['SUBMIT_APPROVED', 'COOLING_OFF'],
  });
  await agree(applicant);
  expect(await stateOf(person, applicant)).toMatchObject({
    ...disabled,
    status: 'PENDING_ESIGN',
    isPendingEsign: true,
    eSignDisabledReasons: ['COOLING_OFF'],
  });
  await expect(applicant.leave(esign)).rejects.toThrow(/REFUSED/);
  expect((await stateOf(person, applicant))['status']).toBe('PENDING_ESIGN');

  const almost = new Date(until.getTime() - 60_000);
  expect((await stateOf(person, applicant, almost))['isEsignDisabled']).toBe(true);
  const free = { isEsignDisabled: false, eSignDisabledReasons: [], eSignDisabledUntilDate: null };
  expect(await stateOf(person, applicant, until)).toMatchObject({ ...free, status: 'PENDING_ESIGN' });

  const elsewhere = await anotherLoan(server, 'TX', paidAt);
  await agree(elsewhere.applicant);
  expect(await stateOf(elsewhere.person, elsewhere.applicant)).toMatchObject({ ...free, status: 'PENDING_ESIGN' });
  await elsewhere.applicant.leave(esign);

  // Once they have waited, what they typed is taken.
  const act = { key: 'signs', step: 'esign', by: { by: 'action', action: 'sign' }, shown: {} } as const;
  const signs = async (at: Date) =>
    await asks(person, 'esignApplication', { variables: { id: applicant.id, signature: 'Ana Ortiz' }, at, act });
  expect((await signs(almost)).errors[0]?.extensions.code).toBe('REFUSED');
  expect((await signs(until)).errors).toEqual([]);
  await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
});

test('what is wanted of the applicant is told: nothing yet, a signature, documents [entity.applicationState]', async () => {
  const fields = detail<readonly string[]>('entity.applicationState', 'fields');
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const begun = await stateOf(person, applicant);
  expect(Object.keys(begun)).toEqual(expect.arrayContaining([...fields]));
  expect(begun).toMatchObject({
    id: applicant.id,
    status: 'UNSUBMITTED',
    isPendingDocuments: false,
    isPendingEsign: false,
    isEsignDisabled: true,
    eSignDisabledReasons: ['UNSUBMITTED'],
    eSignDisabledUntilDate: null,
  });
  const sender = await signUp(server);
  const waiting = await waitingForDocuments(server, sender);
  expect(await stateOf(sender, waiting)).toMatchObject({
    id: waiting.id,
    status: 'PENDING_ESIGN_DOCUMENT_UPLOAD',
    isPendingDocuments: true,
    isPendingEsign: false,
    isEsignDisabled: true,
    eSignDisabledReasons: ['PENDING_ESIGN_DOCUMENT_UPLOAD'],
    eSignDisabledUntilDate: null,
  });
});
