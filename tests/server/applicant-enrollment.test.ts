/**
 * An applicant under the name of a customer of a store: what is told of the customer, to whom, and that no loan is made
 * before it is shown who asks.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { keepCustomers } from '../../server/enrollment/store.ts';
import { testCustomers } from '../../server/seed/index.ts';
import { isFinal, isStatus, transitions } from '../../server/status/graph.ts';
import { detail } from '../content/compiled.ts';
import {
  heardAt,
  lentTo,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  waitingForDocuments,
  type Applicant,
  type Page,
} from './support/applicant.ts';
import { graphql, signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ with: { seeded: true } });
}, 180_000);
afterAll(() => server.stop());

const customer = (id: string) => {
  const found = testCustomers().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of customers.json is "${id}".`);
  return found;
};
const stella = customer('by-text');
const alma = customer('by-address');

/** The pages of an application under the name of a customer. */
function pagesOf({ ssn, details }: ReturnType<typeof customer>, dateOfBirth = details.dateOfBirth): readonly Page[] {
  const [personal, ...others] = pagesToSubmit({ ssn });
  const own = { firstName: details.firstName, lastName: details.lastName, dateOfBirth };
  if (personal?.call === undefined) throw new Error('The first page says who it is.');
  const { variables } = personal.call;
  return [
    {
      ...personal,
      answers: {
        ...personal.answers,
        ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`personalInformation.${name}`, value])),
      },
      call: {
        ...personal.call,
        variables: (id) => {
          const { personalInfo } = variables(id);
          return { id, personalInfo: { ...(personalInfo as JsonObject), ...own } };
        },
      },
    },
    ...others,
  ];
}
async function applies(
  of: ReturnType<typeof customer>,
  dateOfBirth?: string,
): Promise<{ readonly person: Person; readonly applicant: Applicant }> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const [personal] = pagesOf(of, dateOfBirth);
  if (personal) await applicant.leave(personal);
  return { person, applicant };
}
const asked = async (person: Person, operation: string, variables: JsonObject): Promise<JsonObject> => {
  const { data, errors } = await person.ask(operation, variables);
  return errors[0] ? { refused: errors[0].extensions.code } : (data?.[operation] ?? {});
};
const search = (person: Person, ssn: string) => asked(person, 'customerSsnSearch', { ssn });
async function codeFor(to: string): Promise<string> {
  const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
    messages: { to: string; code: string | null }[];
  };
  return messages.find((message) => message.to === to && message.code !== null)?.code ?? '';
}
/** Somebody whom the identity service keeps this of begins an application, and asks by the number in it. */
async function known(name: string, attributes: Readonly<Record<string, string>>): Promise<JsonObject> {
  const email = `${name}@example.test`;
  await server.admin.createUser({
    email,
    password: 'Marigold42',
    groups: ['my.account.user'],
    attributes: { 'custom:brand': '1', ...attributes },
  });
  const person = await signIn(server, email);
  const ssn = '219097001';
  const [personal] = pagesToSubmit({ ssn });
  if (personal) await (await openApplication(server, person)).leave(personal);
  return await search(person, ssn);
}
const boot = async (): Promise<Boot> => (await (await fetch(`${server.address}/definitions/boot.json`)).json()) as Boot;
/** Begins a loan application with another brand; gives its id back. */
async function beginsWith(brand: string, person: Person): Promise<string> {
  const { flows, operations } = (await (
    await fetch(`${server.address}/definitions/boot.json?brand=${brand}`)
  ).json()) as Boot;
  const { document = '' } = operations['createApplication'] ?? {};
  const { data } = await graphql(server, document, {
    variables: { application: { flow: 'apply', definition: flows['apply']?.hash ?? '' } },
    headers: { authorization: person.idToken, 'x-brand-key': brand, 'x-session-id': person.session },
    act: { key: `with-${brand}` },
  });
  return String((data?.['createApplication']?.['application'] as JsonObject | undefined)?.['id']);
}
/** As somebody is told of whom no store knows anything, with what their own application says. */
const unknown = {
  hasOpenApplication: true,
  isReturningRetailCustomer: false,
  isReturningCustomer: false,
  isCoreCustomer: false,
  hasRetailPresence: false,
  hasOnlinePendingOrigination: false,
  hasPendingApplication: false,
  pendingApplicationBrand: null,
};
const told = (firstName: string, lastName: string, stateCode: string) => ({
  names: { firstName, lastName },
  customerInformation: {
    personalInformation: { firstName, lastName },
    contactInformation: { address: { stateCode } },
  },
});

test('a number tells nothing but the next step, and that only with the name and the date of birth; the record is told once a code has shown who asks [entity.customerSsnSearch]', async () => {
  // The date of birth is another: as if no store knew the number.
  const stranger = await applies(stella, '1988-05-15');
  expect(await search(stranger.person, stella.ssn)).toEqual({
    next: 'GO_ON',
    ...unknown,
    ...told('Stella', 'Storey', 'TX'),
  });
  expect(await asked(stranger.person, 'prepareForEnrollment', { applicationId: stranger.applicant.id })).toMatchObject({
    step: 'SEARCH_ENROLLMENT',
    result: 'CUSTOMER_NOT_FOUND',
    phone: null,
  });

  // Their own first name for themselves: the store's is told once they have shown who they are.
  const { person, applicant } = await applies({ ...stella, details: { ...stella.details, firstName: 'Estelle' } });
  // Another customer's number is as good as one that nobody has.
  for (const other of [alma.ssn, '219090001'])
    expect(await search(person, other)).toMatchObject({ next: 'GO_ON', isReturningRetailCustomer: false });
  expect(await search(person, stella.ssn)).toEqual({ next: 'ENROLL', ...unknown, ...told('Estelle', 'Storey', 'TX') });
  const { enrollmentId, ...stands } = await asked(person, 'prepareForEnrollment', { applicationId: applicant.id });
  expect(stands).toEqual({ step: 'NEEDS_OTP_VERIFICATION', result: null, phone: '(***) ***-0171' });
  expect(await asked(person, 'sendEnrollmentOtp', { enrollmentId: String(enrollmentId) })).toEqual({ success: true });
  const code = await codeFor('+18165550171');
  expect(await asked(person, 'verifyEnrollmentOtp', { enrollmentId: String(enrollmentId), code })).toMatchObject({
    step: 'THANK_YOU',
    result: 'OTP_VERIFIED',
  });
  // No password of the account can be set by it.
  expect(
    await asked(person, 'finishEnrollment', { enrollmentId: String(enrollmentId), password: 'Marigold43' }),
  ).toEqual({ refused: 'UNKNOWN_ENROLLMENT' });

  const again = await signIn(server, person.email);
  expect(await search(again, stella.ssn)).toEqual({
    next: 'GO_ON',
    ...unknown,
    isReturningRetailCustomer: true,
    isReturningCustomer: true,
    hasRetailPresence: true,
    ...told('Stella', 'Storey', 'MO'),
  });
  expect(await asked(again, 'prepareForEnrollment', { applicationId: applicant.id })).toMatchObject({
    step: 'THANK_YOU',
  });

  // Somebody else with all that a stranger can know: the code tells that the customer has an account.
  const second = await applies(stella);
  const begun = await asked(second.person, 'prepareForEnrollment', { applicationId: second.applicant.id });
  const id = String(begun['enrollmentId']);
  await asked(second.person, 'sendEnrollmentOtp', { enrollmentId: id });
  expect(
    await asked(second.person, 'verifyEnrollmentOtp', { enrollmentId: id, code: await codeFor('+18165550171') }),
  ).toMatchObject({ step: 'DENIED', result: 'USER_ALREADY_EXISTS' });
});

test('what the account is known by is told, each for itself [entity.customerSsnSearch]', async () => {
  const ana = { next: 'GO_ON', ...unknown, ...told('Ana', 'Ortiz', 'TX') };
  expect(await known('core', { 'custom:isCoreCustomer': 'true' })).toEqual({ ...ana, isCoreCustomer: true });
  expect(await known('no-core', { 'custom:isCoreCustomer': 'false' })).toEqual(ana);
  expect(await known('online', { 'custom:boCode': 'BO71' })).toEqual({ ...ana, isReturningCustomer: true });
  expect(await known('retail', { 'custom:retailBoCode': 'RB71' })).toEqual({ ...ana, hasRetailPresence: true });
});

test('what the person has open is told as it stands: here, signed and not made yet, and with another brand [entity.customerSsnSearch]', async () => {
  const { db } = server.services;
  const ana = { next: 'GO_ON', ...unknown, ...told('Ana', 'Ortiz', 'TX') };
  const signed = await signUp(server);
  const { id } = await waitingForDocuments(server, signed);
  expect(await search(signed, '219091004')).toEqual({ ...ana, hasOnlinePendingOrigination: true });
  // What a store is about to make is none online.
  await sql`update applications set channel = 'RETAIL' where id = ${id}::uuid`.execute(db);
  expect(await search(signed, '219091004')).toEqual(ana);

  // Once the loan is made nothing is open, and the application says still who it is of.
  const borrower = await signUp(server);
  await lentTo(server, borrower);
  const nothing = { ...ana, hasOpenApplication: false };
  expect(await search(borrower, '219099999')).toEqual(nothing);
  const elsewhere = await beginsWith('installment', borrower);
  const pending = { hasPendingApplication: true, pendingApplicationBrand: 'installment' };
  expect(await search(borrower, '219099999')).toEqual({ ...nothing, ...pending });
  // Left for longer than it stands: over, whether somebody has written that down or not.
  await sql`update applications set modified_at = '2026-10-01T00:00:00Z' where id = ${elsewhere}::uuid`.execute(db);
  expect(await search(borrower, '219099999')).toEqual(nothing);
});

test('a loan that was signed online and is not made yet is told of after a log-in as by a number: at each status in flight, with whichever brand, and at no other [enum.applicationInFlight]', async () => {
  const { db } = server.services;
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const ssn = '219097002';
  const [personal] = pagesToSubmit({ ssn });
  if (personal) await applicant.leave(personal);
  const isAt = async (status: string, channel = 'ONLINE') =>
    await sql`update applications set status = ${status}, channel = ${channel} where id = ${applicant.id}::uuid`.execute(
      db,
    );
  const toldAtLogIn = async () => (await asked(person, 'customerSystemSearch', {}))['hasOnlinePendingOrigination'];
  const toldByNumber = async () => (await search(person, ssn))['hasOnlinePendingOrigination'];

  const inFlight: readonly string[] = detail('enum.applicationInFlight', 'values');
  const open = Object.keys(transitions).filter((status) => isStatus(status) && !isFinal(status));
  expect(open).toEqual(expect.arrayContaining([...inFlight]));
  for (const status of open) {
    await isAt(status);
    expect([status, await toldAtLogIn()]).toEqual([status, inFlight.includes(status)]);
    if (inFlight.includes(status)) expect([status, await toldByNumber()]).toEqual([status, true]);
  }
  // What a store is about to make is none online; nor is another that was begun since, which hides none either.
  await isAt('PENDING_ORIGINATION', 'RETAIL');
  expect([await toldAtLogIn(), await toldByNumber()]).toEqual([false, false]);
  await beginsWith('installment', person);
  expect(await toldAtLogIn()).toBe(false);
  await isAt('ESIGNING');
  expect(await asked(person, 'customerSystemSearch', {})).toMatchObject({
    hasOnlinePendingOrigination: true,
    hasPendingApplication: true,
    pendingApplicationBrand: 'installment',
  });
});

test('where the record has no phone its email proves the customer, and no other address does', async () => {
  const stranger = await applies(alma);
  expect(await asked(stranger.person, 'prepareForEnrollment', { applicationId: stranger.applicant.id })).toMatchObject({
    step: 'DENIED',
    result: 'EMAIL_INELIGIBLE',
  });
  const person = await signUp(server, alma.details.email);
  const applicant = await openApplication(server, person);
  const [personal] = pagesOf(alma);
  if (personal) await applicant.leave(personal);
  expect(await asked(person, 'prepareForEnrollment', { applicationId: applicant.id })).toMatchObject({
    step: 'THANK_YOU',
    result: 'EMAIL_VERIFIED',
  });
});

/** What a phone does with the address of a check: what it is led to, and the cookie that it is left with. */
async function opens(url: string): Promise<{ readonly page: string; readonly cookie: string }> {
  let [at, cookie] = [new URL(url, server.address), ''];
  for (;;) {
    const answer = await fetch(at, { redirect: 'manual' });
    await answer.arrayBuffer();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([303, 'no-store']);
    const [line = ''] = answer.headers.getSetCookie().filter((one) => one.startsWith('phoneCheck='));
    if (line !== '') expect(line).toMatch(/HttpOnly/);
    cookie = line.split(';')[0] || cookie;
    at = new URL(answer.headers.get('location') ?? '', at);
    expect(at.origin).toBe(server.address);
    if (!/^\/(phone-checks|providers)\//.test(at.pathname)) return { page: at.pathname, cookie };
  }
}
const checkedPage = '/application/force-enrollment/phone-checked';

test('a phone shows by its own network that it is the one the store has: only to whom it was led back to, once, and no number or word of the page counts [op.query.generateBokuEVURL]', async () => {
  const holder = { ...stella, ssn: '219094466', details: { ...stella.details, phone: '+18165550176' } };
  const { db, sealer } = server.services;
  await keepCustomers({ db, cipher: sealer }, [{ ...holder, id: randomUUID(), brand: 'payday', account: undefined }]);
  const { person, applicant } = await applies(holder);
  const applicationId = applicant.id;
  const check = async (phoneNumber: string) => await asked(person, 'generateBokuEVURL', { applicationId, phoneNumber });
  const prepared = async (cookie = '', who = person, id = applicationId) => {
    const { document = '' } = (await boot()).operations['prepareForEnrollment'] ?? {};
    const headers = { authorization: who.idToken, 'x-brand-key': 'payday', 'x-session-id': who.session, cookie };
    const { data } = await graphql(server, document, { variables: { applicationId: id }, headers });
    return data?.['prepareForEnrollment']?.['step'];
  };
  // Neither asked for nor opened, nor opened by a phone of another number, by way of another network or elsewhere.
  expect(await prepared()).toBe('NEEDS_OTP_VERIFICATION');
  const { url: unopened } = await check('8165550176');
  expect(await prepared()).toBe('NEEDS_OTP_VERIFICATION');
  const other = await opens(String((await check('8162340003'))['url']));
  expect([other.page, await prepared(other.cookie)]).toEqual([checkedPage, 'NEEDS_OTP_VERIFICATION']);
  const opened = await opens(String(unopened));
  expect(opened.page).toBe(checkedPage);
  // Somebody else with the same name, who has come by the proof; and whoever sent the address to the customer.
  const second = await applies(holder);
  expect(await prepared(opened.cookie, second.person, second.applicant.id)).toBe('NEEDS_OTP_VERIFICATION');
  expect(await prepared('phoneCheck=')).toBe('NEEDS_OTP_VERIFICATION');
  expect(await prepared(`phoneCheck=${'A'.repeat(43)}`)).toBe('NEEDS_OTP_VERIFICATION');

  expect(await check('8162340002')).toEqual({ refused: 'PHONE_UNAVAILABLE' });
  const unknownId = { applicationId: 'b0c0ffee-0000-4000-8000-000000000000', phoneNumber: '8165550176' };
  const others = { ...unknownId, applicationId: second.applicant.id };
  expect(await asked(person, 'generateBokuEVURL', unknownId)).toEqual(await asked(person, 'generateBokuEVURL', others));
  expect(await asked(person, 'generateBokuEVURL', others)).toHaveProperty('refused');
  // An address that is over or never was leads to the page of the code, and leaves nothing.
  for (const path of ['b0c0ffee-0000-4000-8000-000000000000', 'nothing', `back/${'x'.repeat(20)}`])
    expect(await opens(`/phone-checks/${path}`)).toEqual({ page: checkedPage, cookie: '' });

  expect(await prepared(opened.cookie)).toBe('THANK_YOU');
  expect((await search(await signIn(server, person.email), holder.ssn))['isReturningRetailCustomer']).toBe(true);
});

test('a phone on another network than its own proves nothing, a proof is good for one question, and an account asks five times an hour', async () => {
  const { person, applicant } = await applies(customer('refused'));
  const { phoneChecks } = server.services;
  const asking = { application: applicant.id, account: person.email, from: '192.0.2.7' };
  const proofOf = async (phone: string): Promise<string> => {
    let shown = '';
    const begun = await phoneChecks.begin(asking, phone, (proof) => `https://x.example/${(shown = proof)}`);
    if ('refused' in begun) throw new Error(begun.refused);
    await fetch(`${server.address}${await phoneChecks.addressOf(begun.id)}`, { redirect: 'manual' });
    return shown;
  };
  const line = '+18165550171';
  const proof = await proofOf(line);
  expect(await phoneChecks.shows(applicant.id, proof, line)).toBe(true);
  expect(await phoneChecks.shows(applicant.id, proof, line)).toBe(false);
  expect(await phoneChecks.shows(applicant.id, await proofOf(line), '+18165550172')).toBe(false);
  const overWifi = '+18162340001';
  expect(await phoneChecks.shows(applicant.id, await proofOf(overWifi), overWifi)).toBe(false);
  const late = await proofOf(line);
  await sql`update phone_checks set ends_at = '2026-01-01T00:00:00Z' where about = ${applicant.id}::uuid`.execute(
    server.services.db,
  );
  expect(await phoneChecks.shows(applicant.id, late, line)).toBe(false);
  await proofOf(line);
  expect(await phoneChecks.begin(asking, line, () => 'https://x.example/')).toEqual({ refused: 'TOO_MANY' });
});

test('whoever has no application that says who it is of is told so, and a number is asked for five times an hour', async () => {
  const person = await signUp(server);
  expect(await search(person, '219090009')).toEqual({ refused: 'NO_APPLICATION' });
  const { id } = await openApplication(server, person);
  expect(await search(person, '219090009')).toEqual({ refused: 'NO_APPLICATION' });
  expect(await asked(person, 'prepareForEnrollment', { applicationId: id })).toEqual({ refused: 'NO_APPLICATION' });

  const rolf = customer('refused');
  const one = await applies(rolf);
  for (let times = 0; times < 5; times += 1)
    expect(await search(one.person, rolf.ssn)).toMatchObject({ next: 'ENROLL' });
  expect(await search(one.person, rolf.ssn)).toEqual({ refused: 'TOO_MANY' });
  expect(await asked(one.person, 'prepareForEnrollment', { applicationId: one.applicant.id })).toMatchObject({
    step: 'DENIED',
    result: null,
  });
});

test('no loan is made under the name of a customer before it is shown who asks: an ID is wanted after the signature', async () => {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of [...pagesOf(customer('no-answer')), submitPage]) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  const [agreements, esign] = pagesToSign();
  if (!agreements || !esign?.call) throw new Error('It is agreed to, then signed.');
  await applicant.leave(agreements);
  const signature = 'Nell Norris';
  await applicant.leave({
    ...esign,
    answers: { 'additionalAttributes.signature': signature },
    call: { ...esign.call, variables: (id) => ({ id, signature }) },
  });
  const heard = await person.hear(applicant.id, (body) =>
    ['PENDING_ESIGN_DOCUMENT_UPLOAD', 'ORIGINATED'].includes(String(body['status'])),
  );
  expect(heard.at(-1)?.['status']).toBe('PENDING_ESIGN_DOCUMENT_UPLOAD');
});
