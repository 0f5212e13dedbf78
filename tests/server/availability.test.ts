/**
 * What somebody may have (entity.availability): each member with more than one value, by what it goes by. A browser
 * shows the first of each in tests/e2e/account-landing.test.ts.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { availabilityOf, hasOtherRetail } from '../../server/lending/availability.ts';
import type { Product } from '../../server/lending/products.ts';
import {
  applicantOf,
  heardAt,
  lentTo,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
  type Page,
} from './support/applicant.ts';
import { graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

interface At {
  readonly brand?: string;
  readonly cookie?: string;
}
const bootOf = async (brand: string): Promise<Boot> =>
  (await (await fetch(`${server.address}/definitions/boot.json?brand=${brand}`)).json()) as Boot;
/** The person on the pages of a brand, with these cookies. */
const at = (person: Person, { brand = 'payday', cookie }: At): Person => ({
  ...person,
  async ask(operation, variables = {}, act) {
    const { document = '' } = (await bootOf(brand)).operations[operation] ?? {};
    return await graphql(server, document, {
      variables,
      headers: {
        authorization: person.idToken,
        'x-session-id': person.session,
        'x-brand-key': brand,
        ...(cookie !== undefined && { cookie }),
      },
      ...(act && { act }),
    });
  },
});
async function told(person: Person, { id }: Pick<Applicant, 'id'>, more: JsonObject = {}): Promise<JsonObject> {
  const { data, errors } = await person.ask('getCustomerProductAvailability', { applicationId: id, ...more });
  expect(errors).toEqual([]);
  return data?.['getCustomerProductAvailability'] as JsonObject;
}
const conversionOf = async (...asked: Parameters<typeof told>): Promise<JsonObject> =>
  (await told(...asked))['applicationConversionEligibility'] as JsonObject;

/** What another loan system says from now on of the person of an application. */
async function systemSays({ id }: Pick<Applicant, 'id'>, sourceSystem: string, status: string): Promise<void> {
  await sql`insert into loan_systems (owner, brand, source_system, status)
    select owner, brand, ${sourceSystem}, ${status}::text from applications where id = ${id}::uuid
    on conflict (owner, brand) do update set source_system = excluded.source_system, status = excluded.status`.execute(
    server.services.db,
  );
}

test('where somebody lives decides which channels and products there are for them [entity.availability]', async () => {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const of = async (stateCode: string, more: JsonObject = {}): Promise<JsonObject> => {
    await applicant.save({ 'contactInformation.address.stateCode': stateCode }, {});
    return await told(person, applicant, more);
  };
  const nothing = {
    retailChoiceEnabled: false,
    partnerHasOnline: false,
    partnerHasRetail: false,
    customerEligibleForBank: false,
    nonCheetahRetailAvailable: false,
  };
  const all = { ...nothing, retailChoiceEnabled: true, partnerHasOnline: true, partnerHasRetail: true };
  expect(await of('TX')).toMatchObject({ stateCode: 'TX', ...all, nonCheetahRetailAvailable: true });
  // Stores without the choice loan; none; nobody who lends there.
  expect(await of('OH')).toMatchObject({
    stateCode: 'OH',
    ...all,
    retailChoiceEnabled: false,
    nonCheetahRetailAvailable: true,
  });
  expect(await of('CA')).toMatchObject({ stateCode: 'CA', ...nothing, partnerHasOnline: true });
  expect(await of('AK')).toMatchObject({ stateCode: 'AK', ...nothing });
  // The products of the partner that is named.
  const bank = { ...nothing, partnerHasOnline: true, customerEligibleForBank: true };
  expect(await of('OH', { partnerBrand: 'bankpartner' })).toMatchObject({ stateCode: 'OH', ...bank });
  expect(await of('CA', { partnerBrand: 'bankpartner' })).toMatchObject({ stateCode: 'CA', ...nothing });
  expect(await of('TX', { partnerBrand: 'nobody' })).toMatchObject({ stateCode: 'TX', ...nothing });
});

test('a store that makes the choice loan alone makes no other', () => {
  const product = (productCode: string, channel: Product['channel']): Product => ({
    name: productCode,
    productCode,
    channel,
    minLoan: 10_000,
    maxLoan: 50_000,
    minTerm: 1,
    maxTerm: 1,
    aprLow: 0,
    aprHigh: 0,
  });
  const choice = product('CLP', 'RETAIL');
  expect([hasOtherRetail([choice]), hasOtherRetail([choice, product('RLP', 'RETAIL')])]).toEqual([false, true]);
  expect(hasOtherRetail([choice, product('ILP', 'ONLINE')])).toBe(false);
  expect(availabilityOf('TX', [choice])).toMatchObject({
    retailChoiceEnabled: true,
    partnerHasRetail: true,
    partnerHasOnline: false,
  });
});

describe('of somebody with a payday loan', () => {
  let person: Person;
  let applicant: Applicant;
  let loan: JsonObject;
  beforeAll(async () => {
    person = await signUp(server);
    applicant = await lentTo(server, person);
    loan = (await person.ask('loanAccount')).data?.['loanAccount']?.['loan'] as JsonObject;
  }, 60_000);

  test('the store is the one of the cookie, none without it [entity.availability]', async () => {
    expect(await told(person, applicant)).toMatchObject({ customerStoreNumber: null });
    for (const storeNumber of ['1101', '1203'])
      expect(await told(at(person, { cookie: `storeNumber=${storeNumber}` }), applicant)).toMatchObject({
        customerStoreNumber: storeNumber,
      });
  });

  test('a retail loan is open where a system of the stores says that something is owed on it [entity.availability]', async () => {
    const conversionDetails = {
      brandName: 'payday',
      isEligible: true,
      loanNumber: loan['loanId'],
      payoffAmount: 34_500,
      productCode: 'PDL',
    };
    expect(await conversionOf(person, applicant)).toEqual({
      hasOpenRetailLoan: false,
      conversionDetails: { ...conversionDetails, sourceSystem: null },
    });
    for (const [sourceSystem, status, hasOpenRetailLoan] of [
      ['STARS3X', 'CURRENT', true],
      ['STARS4X', 'DELINQUENT', true],
      ['CONNECTIONS', 'CURRENT', true],
      ['LOANPRO', 'CURRENT', false],
      ['LOANPRO', 'REPAYING', false],
      ['STARS4X', 'PAID', false],
      ['CONNECTIONS', 'HOLD', false],
      ['STARS3X', 'WRITTEN_OFF', false],
    ] as const) {
      await systemSays(applicant, sourceSystem, status);
      expect([sourceSystem, status, await conversionOf(person, applicant)]).toEqual([
        sourceSystem,
        status,
        { hasOpenRetailLoan, conversionDetails: { ...conversionDetails, sourceSystem } },
      ]);
    }
  });

  test('who has paid a loan back is pre-approved for what there is online, and nobody else [entity.availability]', async () => {
    const codes = async (status: string): Promise<unknown> => {
      await systemSays(applicant, 'STARS4X', status);
      const { preApprovedProducts } = await told(person, applicant);
      return (preApprovedProducts as readonly JsonObject[]).map(({ productCode, productCodes }) => [
        productCode,
        productCodes,
      ]);
    };
    for (const status of ['CURRENT', 'DELINQUENT', 'HOLD']) expect([status, await codes(status)]).toEqual([status, []]);
    for (const status of ['PAID', 'PAID_IN_FULL'])
      expect([status, await codes(status)]).toEqual([
        status,
        [
          ['PDL', ['PDL']],
          ['ILP', ['ILP']],
        ],
      ]);
  });

  test('a loan that the lender has said how it stands is none that may be changed [entity.availability]', async () => {
    await systemSays(applicant, 'STARS4X', 'CURRENT');
    await sql`update loans set standing = 'HOLD' where application_id = ${applicant.id}::uuid`.execute(
      server.services.db,
    );
    expect(await conversionOf(person, applicant)).toEqual({ hasOpenRetailLoan: true, conversionDetails: null });
  });
});

test('an installment loan with another brand is told as that brand’s, and may not be changed [entity.availability]', async () => {
  const brand = 'installment';
  const person = at(await signUp(server), { brand });
  const { flows } = await bootOf(brand);
  const created = await person.ask('createApplication', {
    application: { flow: 'apply', definition: flows['apply']?.hash ?? '' },
  });
  expect(created.errors).toEqual([]);
  const application = created.data?.['createApplication']?.['application'] as JsonObject;
  const { id, definition, revision } = application;
  const begun = { id: String(id), definition: String(definition), revision: Number(revision) };
  const applicant = await applicantOf(server, person, begun);
  const lends = ({ step, ...page }: Page): Page =>
    step === 'amount' ? { step, answers: { 'loan.productCode': 'ILP', 'loan.amount': 100_000 } } : { step, ...page };
  for (const page of [...pagesToSubmit({ ssn: '219097002', gross: 600_000 }).map(lends), submitPage])
    await applicant.leave(page);
  const status = async (): Promise<unknown> =>
    (await person.ask('applicationState', { id: applicant.id })).data?.['applicationState']?.['status'];
  await expect.poll(status).toBe('SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  for (const page of pagesToSign()) await applicant.leave(page);
  await expect.poll(status).toBe('ORIGINATED');
  const loan = (await person.ask('loanAccount')).data?.['loanAccount']?.['loan'] as JsonObject;
  expect(await conversionOf(person, applicant)).toEqual({
    hasOpenRetailLoan: false,
    conversionDetails: {
      brandName: brand,
      isEligible: false,
      loanNumber: loan['loanId'],
      payoffAmount: 100_000,
      productCode: 'ILP',
      sourceSystem: null,
    },
  });
});
