import { buildSchema, isNonNullType } from 'graphql';
import { sql } from 'kysely';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealAnswers, unsealAnswers } from '../../server/journeys/sealing.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { set } from '../../runtime/core/index.ts';
import type { Status } from '../../server/status/graph.ts';
import { statuses } from '../../contract/generated/statuses.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { chanceOf } from '../simulation/chance.ts';
import { openApplication, pagesToSubmit } from './support/applicant.ts';
import { graphql, signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let id: string;
let flow: CompiledFlow;
let honest: JsonObject;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) await applicant.leave(page);
  id = applicant.id;
  const found = await server.services.definitions.flow(applicant.definition);
  if (found === undefined) throw new Error('The application is pinned to a definition that is not there.');
  flow = found;
  const row = await findApplication(server.services.db, id);
  honest = await unsealAnswers(server.services.sealer, id, row?.answers ?? {});
}, 180_000);
afterAll(() => server.stop());

/**
 * They are about an open loan, an account at the site of before, a check of the session or an enrollment, and read no
 * answer: who has none is refused before.
 */
const ofNoApplication = new Set([
  'refinanceDetails',
  'convertLoanDetails',
  'otpSearch',
  'searchEmailVerification',
  'searchSsn',
  'sqsLegacy',
]);
/** Every other query of the schema in one document, each with the arguments it must have. */
const schema = buildSchema(readFileSync(new URL('../../schemas/api/schema.graphql', import.meta.url), 'utf8'));
const queries = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  ({ name }) => !ofNoApplication.has(name),
);
const given: Readonly<Record<string, string>> = {
  id: '$id',
  applicationId: '$id',
  stateCode: '"TX"',
  brandName: '"payday"',
  zipcode: '"78701"',
  email: '$email',
  loanId: '"0000000000-1"',
  disclosureType: '"AGREEMENT"',
  section: '"agreements"',
  phoneNumber: '"8162340171"',
};
const selections: Readonly<Record<string, string>> = {
  openApplication: '{ id answers }',
  unsubmittedApplication: '{ id answers }',
  application: '{ id answers journey results }',
  applicationState: '{ status }',
  documentsPerState: '{ __typename }',
  getBaseDisclosures: '{ idTag copy }',
  stateDocumentList: '{ title }',
  getStateIdPatterns: '{ says }',
  getProductAvailability: '{ __typename }',
  getCustomerProductAvailability: '{ __typename }',
  getAdverseActionDetail: '{ hasRetailStores }',
  getAnotherOptionDetail: '{ anotherOptionAvailable }',
  getLearningCenterLinks: '{ title }',
  statesForZipcode: '{ abbr }',
  loanAccount: '{ sourceSystem status }',
  getInitialLoanDetails: '{ loanNumber }',
  conditionallyApprovedApplication: '{ retailStatus }',
  conversionOffers: '{ offered }',
  paymentOptions: '{ step }',
  paymentState: '{ step }',
  documentReview: '{ status reason }',
  deviceCheck: '{ outcome }',
  skipResumeApplication: '{ skipResumeApplication }',
  generateBokuEVURL: '{ url }',
  customerSystemSearch: '{ email }',
};
/**
 * Refused before documents are wanted, or an offer or an address is there, or the sixth time: with one refusal nothing
 * of a whole answer is told.
 */
const LATER = new Set([
  'searchIntellicheckVerification',
  'searchBankVerification',
  'loanOffer',
  'homeAddress',
  'generateBokuEVURL',
]);
const document = `query($id: ID!, $email: String!) { ${queries
  .filter(({ name }) => !LATER.has(name))
  .map(({ name, args }) => {
    const needed = args
      .filter((one) => isNonNullType(one.type))
      .map((one) => {
        if (given[one.name] === undefined)
          throw new Error(`${name} must have ${one.name}: say a value in given, or that it reads no application.`);
        return `${one.name}: ${given[one.name]}`;
      });
    return `${name}${needed.length === 0 ? '' : `(${needed.join(', ')})`} ${selections[name] ?? ''}`;
  })
  .join(' ')} }`;
const askAll = (): Promise<Answer> =>
  graphql(server, document, { variables: { id, email: person.email }, headers: { authorization: person.idToken } });

/** The application as it would stand in the database with these answers. */
async function store(as: { readonly answers?: JsonObject; readonly status?: Status }): Promise<void> {
  const answers =
    as.answers && (await sealAnswers(server.services.sealer, as.answers, { flow, id, stored: {}, clear: {} }));
  const { db } = server.services;
  if (answers)
    await sql`update applications set answers = ${JSON.stringify(answers)}::jsonb where id = ${id}`.execute(db);
  if (as.status) await sql`update applications set status = ${as.status} where id = ${id}`.execute(db);
}

describe('the cost of a loan is told of the offer that was made, and of nothing else', () => {
  test.each(Object.keys(statuses) as Status[])('an application without an offer at %s', async (status) => {
    await store({ status });
    const answer = await graphql(server, 'query($id: ID!) { loanOffer(applicationId: $id) { principal } }', {
      variables: { id },
      headers: { authorization: person.idToken },
    });
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'NOT_READY' } }], data: { loanOffer: null } });
  });
});

describe('whatever stands in an answer, every query has an answer or a refusal', () => {
  const odd: readonly Json[] = [0.5, -1, 1e308, 'x', '', null, [], {}, true, 2_147_483_648, '2099-01-01'];

  test('each odd value somewhere in a whole application, by a seed', async () => {
    await store({ status: 'UNSUBMITTED' });
    const paths = [
      ...new Set(Object.values(flow.steps).flatMap((step) => Object.values(step.fields).map((field) => field.bind))),
    ];
    expect(paths.length).toBeGreaterThan(30);
    const all = paths.flatMap((path) => odd.map((value) => ({ path, value })));
    const chance = chanceOf(1);
    const some = Array.from({ length: 60 }, () => chance.pick(all));
    // What the lender reads to make an offer, with every value.
    const priced = ['loan.amount', 'loan.productCode', 'incomeInformation.nextPaymentDate'];
    for (const { path, value } of [...all.filter((one) => priced.includes(one.path)), ...some]) {
      await store({ answers: set(honest, path, value) });
      const { errors } = await askAll();
      expect([path, value, errors]).toEqual([path, value, []]);
    }
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  }, 120_000);
});
