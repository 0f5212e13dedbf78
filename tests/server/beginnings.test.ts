/** How an application begins from what is known already, and what is told of how it came to be. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/paths.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { detail } from '../content/compiled.ts';
import {
  applicantOf,
  heardAt,
  lentTo,
  openApplication,
  pagesToSubmit,
  submitPage,
  type Applicant,
} from './support/applicant.ts';
import { signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ with: { seeded: true } });
}, 180_000);
afterAll(() => server.stop());

const asked = async (person: Person, operation: string, variables: JsonObject): Promise<JsonObject> => {
  const { data, errors } = await person.ask(operation, variables);
  return errors[0] ? { refused: errors[0].extensions.code } : (data?.[operation] ?? {});
};
const told = async (person: Person, id: unknown): Promise<JsonObject> =>
  await asked(person, 'application', { id: String(id) });
const begin = async (person: Person, operation: string, variables: JsonObject): Promise<JsonObject> => {
  const answer = await asked(person, operation, variables);
  return answer['refused'] === undefined ? await told(person, answer['id']) : answer;
};
const again = { applicationType: 'STANDARD', brandName: 'payday', isGPCEnabled: false, loanApplicationDetails: {} };
/** Somebody whose application was denied. */
async function denied(
  with_: { readonly ssn?: string; readonly gross?: number } = { gross: 20_000 },
): Promise<{ readonly person: Person; readonly id: string; readonly applicant: Applicant }> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of [...pagesToSubmit(with_), submitPage]) await applicant.leave(page);
  await person.hear(applicant.id, (body) => ['SUBMIT_DENIED', 'SUBMIT_APPROVED'].includes(String(body['status'])));
  return { person, applicant, id: applicant.id };
}
const paths = (value: unknown, below = ''): readonly string[] =>
  Object.entries((value ?? {}) as JsonObject).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? [`${below}${name}`, ...paths(inner, `${below}${name}.`)]
      : [`${below}${name}`],
  );

test('every member of an application comes out of its own door, of somebody who had a loan when it began [entity.application]', async () => {
  const person = await signUp(server);
  const lent = await lentTo(server, person);
  await sql`insert into loan_systems (owner, brand, source_system)
    select owner, brand, 'STARS3X' from applications where id = ${lent.id}::uuid`.execute(server.services.db);
  const wanted = { ...again, loanApplicationDetails: { productCode: 'ILP' } };
  const begun = await begin(person, 'createReturningApplication', wanted);
  const chosen = await person.ask('saveStoreInformation', {
    id: String(begun['id']),
    storeInfo: { brandName: 'payday', storeNumber: '1155' },
    loanProgress: { applicationUrl: '/application/store-select' },
  });
  expect(chosen.errors).toEqual([]);
  const copy = {
    id: String(begun['id']),
    definition: String(begun['definition']),
    revision: Number(begun['revision']),
  };
  for (const page of pagesToSubmit().slice(0, 1)) await (await applicantOf(server, person, copy)).leave(page);
  const answer = await told(person, begun['id']);
  const loanNumber = get((await asked(person, 'loanAccount', {})) ?? {}, 'loan.loanId');
  expect(paths(answer)).toEqual(expect.arrayContaining([...detail<readonly string[]>('entity.application', 'fields')]));
  expect(answer).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    stateCode: 'TX',
    preferredProductCode: 'ILP',
    applicationState: { id: begun['id'], status: 'UNSUBMITTED', applicationState: 'UNSUBMITTED' },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    modifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    loanApplicationProgress: { applicationUrl: '/application/store-select' },
    applicationType: 'STANDARD',
    applicationSource: 'SAGA_APPLICATION_ONLINE',
    applicationNumber: expect.stringMatching(/^\d{10}$/),
    source: '1',
    campaignId: '1',
    invalidPrecheck: false,
    status: 'UNSUBMITTED',
    channel: 'ONLINE',
    retailOnly: false,
    onlineOnly: false,
    suppressedBrands: [],
    userInformation: { email: person.email },
    storeInformation: { storeNumber: '1155', brandName: 'payday' },
    applicationStateDetails: { submissionFlow: 'apply' },
    externalSystemInformation: { source: 'STARS3X', customerCode: expect.stringMatching(/^\d{10}$/) },
    initialApplicationDetails: { stateCode: 'TX', product: { productCode: 'PDL', channel: 'ONLINE' } },
    conversionDetails: { loanNumber, productCode: 'PDL', payoffAmount: 34_500 },
    originalLoanDetails: {
      loanNumber,
      loanDisplayNumber: `...${String(loanNumber).slice(-6)}`,
      sourceSystem: 'STARS3X',
      productCode: 'PDL',
      payoffAmount: 34_500,
      dueDate: '2026-12-04',
      principal: 30_000,
      totalAmountDue: 34_500,
      originalLoanTerm: 1,
      financeCharge: 4_500,
    },
  });
  expect(String(answer['ipAddress'])).toMatch(/^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/);
  // At rest it is sealed.
  const row = await findApplication(server.services.db, String(answer['id']));
  expect(row?.origin.ipAddress).toMatch(/.{20}/);
  expect(row?.origin.ipAddress).not.toContain('127.0.0.1');
});

test('an application says where its person comes from: this site, or the old one [enum.applicationSource]', async () => {
  const sources = new Set<unknown>();
  for (const [email, password] of [
    ['nora.new@example.test', 'Larkfield1'],
    ['leo.legacy@example.test', 'Larkfield6'],
  ] as const) {
    const person = await signIn(server, email, password);
    const { id } = await asked(person, 'createApplication', { application: { flow: 'apply' }, cmsData: {} });
    sources.add((await told(person, id))['applicationSource']);
  }
  expect([...sources]).toEqual(detail('enum.applicationSource', 'values'));
});

test('a returning customer begins with who they are, where they live and what they earn; the rest is asked anew', async () => {
  const { person } = await denied();
  const answer = await begin(person, 'createReturningApplication', again);
  expect(answer['answers']).toEqual({
    personalInformation: {
      firstName: 'Ana',
      lastName: 'Ortiz',
      dateOfBirth: '1988-04-12',
      documentType: 'SSN',
      documentNumber: { sealed: '9999' },
      stateIdType: 'DRIVER_LICENSE',
      driverLicenseStateCode: 'TX',
      driverLicenseNumber: expect.anything(),
    },
    contactInformation: expect.objectContaining({ address: expect.objectContaining({ stateCode: 'TX' }) }),
    incomeInformation: expect.not.objectContaining({ nextPaymentDate: expect.anything() }),
  });
  expect(answer['journey']).toEqual({});
  // Pressed once more it is the same one.
  expect((await asked(person, 'createReturningApplication', again))['id']).toBe(answer['id']);
  const nobody = await signUp(server);
  expect(await asked(nobody, 'createReturningApplication', again)).toEqual({ refused: 'NOTHING_KNOWN' });
  const conversion = { ...again, applicationType: 'CONVERSION' };
  expect(await asked((await denied()).person, 'createReturningApplication', conversion)).toEqual({
    refused: 'NOT_OFFERED',
  });
});

test('whoever comes back says which product they want, by the codes of the documents and by no other word [enum.productCode]', async () => {
  const wanting = (productCode: string) => ({ ...again, loanApplicationDetails: { productCode } });
  const codes = detail<readonly string[]>('enum.productCode', 'values');
  expect(codes).toHaveLength(11);
  const preferred = await Promise.all(
    [...codes, 'GOLD'].map(async (code) => {
      const { person } = await denied();
      const begun = await begin(person, 'createReturningApplication', wanting(code));
      return begun['refused'] ?? begun['preferredProductCode'];
    }),
  );
  expect(preferred).toEqual([...codes, 'BAD_INPUT']);
}, 60_000);

test('a denial is told whether its state has stores, and whether there is another option, each by its one member [entity.adverseActionDetail] [entity.anotherOptionDetail]', async () => {
  const of = async (ssn: string, stateCode: string): Promise<readonly JsonObject[]> => {
    const { person, id, applicant } = await denied({ ssn });
    await applicant.leave(heardAt('transition', 'SUBMIT_DENIED'));
    return await Promise.all([
      asked(person, 'getAdverseActionDetail', { applicationId: id, stateCode, brandName: 'payday' }),
      asked(person, 'getAnotherOptionDetail', { applicationId: id }),
    ]);
  };
  for (const entity of ['entity.adverseActionDetail', 'entity.anotherOptionDetail'])
    expect(detail(entity, 'fields')).toHaveLength(1);
  expect(await of('219091007', 'TX')).toEqual([{ hasRetailStores: true }, { anotherOptionAvailable: true }]);
  expect(await of('219091006', 'CA')).toEqual([{ hasRetailStores: false }, { anotherOptionAvailable: false }]);
});

test('a denied application is taken along to another brand of ours, where its own brand is offered no more; nobody else’s, and none that is not decided', async () => {
  const { person, id, applicant } = await denied({ ssn: '219091007' });
  const wanted = { id, brand: 'pocket', suppressedBrand: 'payday', suppressedChannel: 'ONLINE' };
  // What no page has offered yet is not done.
  expect(await asked(person, 'cloneApplicationBase', wanted)).toEqual({ refused: 'REFUSED' });
  await applicant.leave(heardAt('transition', 'SUBMIT_DENIED'));
  // What underwriting heard is told: the agency, how to reach it, and the score (15 U.S.C. 1681m(a)).
  expect((await person.ask('denialReasons', { id })).data?.['applicationState']).toMatchObject({
    reasons: [{ code: 'C1-17' }],
    report: { agency: expect.stringMatching(/\w/), address: expect.stringMatching(/\d{5}$/), score: { value: 512 } },
  });
  // By which code they are known their token says; that of somebody else is answered like one that nobody has.
  const { owner = '' } = (await findApplication(server.services.db, id)) ?? {};
  await server.admin.setAttributes(owner, { 'custom:boCode': 'BO77' });
  const known = await signIn(server, person.email);
  const option = { applicationId: id, partnerBrand: 'pocket' };
  expect(await asked(known, 'getAnotherOptionDetail', { ...option, boCode: 'BO77' })).toEqual({
    anotherOptionAvailable: true,
  });
  for (const boCode of ['BO100200', 'BO1', ''])
    expect(await asked(known, 'getAnotherOptionDetail', { ...option, boCode })).toEqual({ refused: 'FORBIDDEN' });
  for (const [operation, variables] of [
    ['getAnotherOptionDetail', option],
    ['getAdverseActionDetail', { applicationId: id, stateCode: 'TX', brandName: 'payday' }],
  ] as const)
    expect((await person.ask(operation, variables)).errors).toEqual([]);
  await applicant.leave({
    step: 'adverse-action',
    by: { by: 'load', outcome: { operation: 'getAdverseActionDetail', name: 'ok' } },
  });
  const bothNotices = ['adverse-action-notice', 'consumer-report-notice'];
  await applicant.leave({ step: 'adverse-action-keep-in-mind', action: 'choose', shown: bothNotices });
  const { id: made } = await asked(person, 'cloneApplicationBase', wanted);
  const row = await findApplication(server.services.db, String(made));
  expect(row).toMatchObject({
    brand: 'pocket',
    owner: expect.any(String),
    origin: { copyOf: id, suppressedBrands: ['payday'], suppressedChannel: 'ONLINE' },
  });
  // Another brand than the page's own partner.
  expect(await asked(person, 'cloneApplicationBase', { ...wanted, brand: 'nobodys' })).toEqual({ refused: 'REFUSED' });
  const stranger = await signUp(server);
  expect(await asked(stranger, 'cloneApplicationBase', wanted)).toEqual({ refused: 'FORBIDDEN' });
  const open = await openApplication(server, stranger);
  expect(await asked(stranger, 'cloneApplicationBase', { ...wanted, id: open.id })).toEqual({ refused: 'REFUSED' });
});
