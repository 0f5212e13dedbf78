/** A change of a loan that the lender denies, and one whose loan system falls silent: over HTTP, asked twice. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { json } from '../content/compiled.ts';
import { lentTo, openApplication, type Applicant } from './support/applicant.ts';
import { signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

const loaded = (operation: string, name: string) => ({ by: 'load', outcome: { operation, name } });
const codes = ({ errors }: Answer): readonly string[] => errors.map(({ extensions }) => extensions.code);
const deny = (person: Person, { id }: Applicant): Promise<Answer> =>
  person.ask(
    'createConversionDenial',
    { id },
    {
      key: randomUUID(),
      step: 'underwriting',
      by: { by: 'dialog', dialog: 'conversion-denied', action: 'ok' },
      shown: {},
    },
  );

describe('a change that the lender denies', () => {
  test('is denied once: asked again, also at once, it tells the same reasons, and one notice is sent', async () => {
    const person = await signUp(server);
    await lentTo(server, person, { ssn: '219091012' });
    const offers = (await person.ask('conversionOffers')).data?.['conversionOffers'];
    const customerCode = String(offers?.['customerCode']);
    const draft = await openApplication(server, person, 'conversion');
    await draft.leave({ step: 'load-offers', by: loaded('conversionOffers', 'SEVERAL') });
    await draft.leave({ step: 'options', answers: { 'conversion.type': 'CONVERT' }, action: 'convert' });
    expect((await person.ask('preliminaryUnderwriting', { customerCode })).data?.['preliminaryUnderwriting']).toEqual({
      status: 'DENIED',
    });

    const { agencies } = json<{ agencies: Record<string, JsonObject> }>('server/underwriting/agencies.json');
    const score = { value: 512, lowest: 300, highest: 850, on: '2026-11-20', factors: expect.stringContaining('; ') };
    const report = { ...agencies['stand-in'], score };
    const answers = await Promise.all(Array.from({ length: 3 }, () => deny(person, draft)));
    answers.push(await deny(person, draft));
    expect(answers.flatMap(codes)).toEqual([]);
    const reasons = [{ code: 'C1-17', text: expect.stringContaining('Delinquent') }];
    for (const { data } of answers) expect(data?.['createConversionDenial']).toEqual({ reasons, report });

    const inbox = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      messages: { to: string; purpose: string; text: string }[];
    };
    const notices = inbox.messages.filter(({ to, purpose }) => to === person.email && purpose === 'adverseAction');
    expect(notices).toHaveLength(1);
    for (const said of Object.values(agencies['stand-in'] ?? {})) expect(notices[0]?.text).toContain(said);
    expect(notices[0]?.text).toContain('Your credit score: 512. Date: November 20, 2026.');
    const acts = await sql`select 1 from application_acts where operation = 'createConversionDenial'`.execute(
      server.services.db,
    );
    expect(acts.rows).toHaveLength(1);
  }, 120_000);

  test('what a loan may be changed into is told under the code of its owner, and to nobody else [op.query.conversionOffers] [entity.conversionOptions] [entity.conversionDetails]', async () => {
    const person = await signUp(server);
    const ask = async (one: Person, variables = {}) => await one.ask('conversionOffers', variables);
    expect((await ask(person)).data?.['conversionOffers']).toMatchObject({
      conversionTypes: [],
      offered: 'NONE',
      plans: [],
      conversionDetails: null,
    });
    await lentTo(server, person);
    const { customerCode } = (await ask(person)).data?.['conversionOffers'] ?? {};
    const replaced = { loanFeeAmount: 0, payoffAmount: 34_500, loanDueDate: '2026-12-04', paymentFrequency: 'BI' };
    expect((await ask(person, { customerCode })).data?.['conversionOffers']).toEqual({
      customerCode: expect.stringMatching(/^[0-9]+$/),
      conversionTypes: ['CONVERT', 'REFINANCE'],
      offered: 'SEVERAL',
      plans: [
        {
          name: 'Convert into Installment Loan',
          amount: 50_000,
          charge: 104_168,
          total: 154_168,
          apr: 192.77,
          ...replaced,
          newDueDate: '2026-12-04',
          numberOfPayments: 39,
        },
        {
          name: 'Refinance your Payday Loan',
          amount: 34_500,
          charge: 5_175,
          total: 39_675,
          apr: 195.54,
          ...replaced,
          newDueDate: '2026-12-18',
          numberOfPayments: 1,
        },
      ],
      conversionDetails: { loanNumber: `${String(customerCode)}-1`, productCode: 'PDL', payoffAmount: 34_500 },
    });
    expect(codes(await ask(await signUp(server), { customerCode }))).toEqual(['FORBIDDEN']);
  }, 120_000);

  test('a loan system that falls silent answers SOURCE_UNAVAILABLE, not a denial', async () => {
    const person = await signUp(server);
    const { id } = await lentTo(server, person);
    const customerCode = String((await person.ask('conversionOffers')).data?.['conversionOffers']?.['customerCode']);
    await sql`insert into loan_systems (owner, brand, source_system, answers)
      select owner, brand, 'STARS3X', false from applications where id = ${id}::uuid`.execute(server.services.db);
    expect(codes(await person.ask('preliminaryUnderwriting', { customerCode }))).toEqual(['SOURCE_UNAVAILABLE']);
  }, 120_000);
});
