/**
 * What an application keeps of its customer, each entity of the documents with all its members: typed on the page that
 * asks it, and told again by the query `application` to its owner.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { detail } from '../content/compiled.ts';
import { applicantOf, openApplication, pagesToSubmit, type Applicant, type Page } from './support/applicant.ts';
import { signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 180_000);
afterAll(() => server.stop());

type Answers = Readonly<Record<string, Json>>;
/** The page of this step with other answers, sent by its call as the page sends them. */
function withAnswers(step: string, others: Answers, shown?: readonly string[]): Page {
  const page = pagesToSubmit().find((one) => one.step === step);
  if (!page) throw new Error(`No page is ${step}.`);
  const all = { ...page.answers, ...others };
  const answers = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const entity = { personal: 'personalInformation', income: 'incomeInformation', 'bank-manual': 'bankingInformation' }[
    step
  ];
  const { call } = page;
  if (!call || entity === undefined) return { ...page, answers: all };
  const sent = Object.fromEntries(
    Object.entries(answers).flatMap(([path, value]) =>
      path.startsWith(`${entity}.`) ? [[path.slice(entity.length + 1), value]] : [],
    ),
  );
  const [argument = ''] = Object.keys(call.variables('')).filter((name) => name !== 'id');
  return {
    ...page,
    answers: all,
    call: { ...call, variables: (id) => ({ id, [argument]: sent }) },
    ...(shown && { shown }),
  };
}

/** An application whose page of this step was left with these answers beside the usual ones. */
async function answered(step: string, others: Answers, shown?: readonly string[]): Promise<Told> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) {
    if (page.step === step) break;
    await applicant.leave(page);
  }
  await applicant.leave(withAnswers(step, others, shown));
  return { person, applicant, application: await told(person, applicant) };
}
interface Told {
  readonly person: Person;
  readonly applicant: Applicant;
  readonly application: JsonObject;
}
async function told(person: Person, { id }: Applicant): Promise<JsonObject> {
  const { data, errors } = await person.ask('application', { id });
  expect(errors).toEqual([]);
  return data?.['application'] ?? {};
}
const below = (entity: string, members: JsonObject): Answers =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`${entity}.${name}`, value]));
const fields = (entity: string): readonly string[] => detail<readonly string[]>(entity, 'fields');
const answersOf = ({ application }: Told, entity: string): JsonObject =>
  (get(application, `answers.${entity}`) ?? {}) as JsonObject;
/** How many values of each member were told, over all of these. */
const valuesOf = (all: readonly JsonObject[], name: string): number =>
  new Set(all.map((one) => JSON.stringify(one[name]))).size;

describe('about the person', () => {
  test('each member of who somebody is comes back as it was typed, of its numbers the last four [entity.personalInformation]', async () => {
    const first = await answered('personal', { 'personalInformation.stateIdExpirationDate': '2026-11-20' });
    const second = await answered('personal', {
      ...below('personalInformation', {
        firstName: 'Mina',
        lastName: 'Okafor',
        dateOfBirth: '1990-01-31',
        documentType: 'ITIN',
        documentNumber: '912701234',
        stateIdType: 'STATE_ID',
        driverLicenseStateCode: 'CA',
        driverLicenseNumber: 'A1234567',
        stateIdExpirationDate: '2031-05-09',
      }),
    });
    const all = [first, second].map((one) => answersOf(one, 'personalInformation'));
    expect(all).toEqual([
      {
        firstName: 'Ana',
        lastName: 'Ortiz',
        dateOfBirth: '1988-04-12',
        documentType: 'SSN',
        documentNumber: { sealed: '9999' },
        stateIdType: 'DRIVER_LICENSE',
        driverLicenseStateCode: 'TX',
        driverLicenseNumber: { sealed: '1357' },
        stateIdExpirationDate: '2026-11-20',
      },
      {
        firstName: 'Mina',
        lastName: 'Okafor',
        dateOfBirth: '1990-01-31',
        documentType: 'ITIN',
        documentNumber: { sealed: '1234' },
        stateIdType: 'STATE_ID',
        driverLicenseStateCode: 'CA',
        driverLicenseNumber: { sealed: '4567' },
        stateIdExpirationDate: '2031-05-09',
      },
    ]);
    for (const name of fields('entity.personalInformation')) expect([name, valuesOf(all, name)]).toEqual([name, 2]);
    // At rest the day on which the ID expires is sealed as its number is.
    const row = await findApplication(server.services.db, second.applicant.id);
    expect(JSON.stringify(row?.answers)).not.toMatch(/2031-05-09|912701234|A1234567/);
  });

  test('an ID that expired yesterday, and a number that is none of its kind, are refused', async () => {
    const wrong: readonly (readonly [Answers, string])[] = [
      [{ 'personalInformation.stateIdExpirationDate': '2026-11-19' }, 'expired'],
      [{ 'personalInformation.documentNumber': '912701234' }, 'a taxpayer number as a Social Security number'],
      [below('personalInformation', { documentType: 'ITIN', documentNumber: '91270123' }), 'eight digits'],
      [{ 'personalInformation.documentType': 'PASSPORT' }, 'another kind'],
    ];
    for (const [others, what] of wrong) await expect(answered('personal', others), what).rejects.toThrow(/REFUSED/);
  });

  test('how long somebody has lived there, and whether the home is theirs, comes back [entity.additionalInformation]', async () => {
    const all = await Promise.all(
      [
        { monthsAtAddress: 50, ownResidence: true },
        { monthsAtAddress: 0, ownResidence: false },
      ].map(async (said) => {
        const got = answersOf(
          await answered('personal', below('additionalInformation', said)),
          'additionalInformation',
        );
        expect(got).toEqual(said);
        return got;
      }),
    );
    for (const name of fields('entity.additionalInformation')) expect([name, valuesOf(all, name)]).toEqual([name, 2]);
  });

  test('whoever is married in Wisconsin says who the spouse is and how the notice of the law reaches them; nobody else is asked [entity.spousalInformation]', async () => {
    const inWisconsin = {
      ...below('contactInformation.address', { cityName: 'Madison', stateCode: 'WI', zipCode: '53703' }),
      'additionalInformation.maritalStatus': 'MARRIED',
    };
    const spouses = [
      { firstName: 'Luis', lastName: 'Ortiz', email: 'luis.ortiz@example.com', phoneNumber: '6085550143' },
      { firstName: 'Joan', lastName: 'Berg', email: 'joan@example.org', phoneNumber: '4145550177' },
    ];
    const all = await Promise.all(
      spouses.map(async (spouse) => {
        const said = { ...inWisconsin, ...below('spousalInformation', spouse) };
        return answersOf(await answered('personal', said, ['wisconsin-marital-notice']), 'spousalInformation');
      }),
    );
    expect(all).toEqual(spouses);
    for (const name of fields('entity.spousalInformation')) expect([name, valuesOf(all, name)]).toEqual([name, 2]);
    const bad = { ...inWisconsin, ...below('spousalInformation', { ...spouses[0], phoneNumber: '123' }) };
    await expect(answered('personal', bad, ['wisconsin-marital-notice'])).rejects.toThrow(/REFUSED/);
  });
});

describe('how somebody is reached', () => {
  const contactOf = (one: JsonObject): JsonObject => get(one, 'customerInformation.contactInformation') as JsonObject;

  test('the address, each phone and the email come back, the email as one that was shown to be theirs [entity.contactInformation]', async () => {
    const first = await answered('personal', {});
    const second = await answered('personal', {
      ...below('contactInformation.address', {
        addressLine1: '7 Elm Road',
        addressLine2: 'Apt 4',
        cityName: 'Dallas',
        zipCode: '75201',
      }),
      ...below('contactInformation.phone', { number: '2145550188', type: 'W', phonePreference: 'TEXT' }),
      ...below('contactInformation.otherPhone', { number: '2145550199', type: 'H', extension: '42' }),
    });
    expect(contactOf(first.application)).toEqual({
      address: {
        addressLine1: '500 Congress Avenue',
        addressLine2: '',
        cityName: 'Austin',
        stateCode: 'TX',
        zipCode: '78701',
      },
      phones: [{ type: null, number: '5125550142', extension: null, phonePreference: null }],
      emails: [{ type: 'ACCOUNT', email: first.person.email, verified: true }],
    });
    expect(contactOf(second.application)).toEqual({
      address: {
        addressLine1: '7 Elm Road',
        addressLine2: 'Apt 4',
        cityName: 'Dallas',
        stateCode: 'TX',
        zipCode: '75201',
      },
      phones: [
        { type: 'W', number: '2145550188', extension: null, phonePreference: 'TEXT' },
        { type: 'H', number: '2145550199', extension: '42', phonePreference: null },
      ],
      emails: [{ type: 'ACCOUNT', email: second.person.email, verified: true }],
    });
    const inCalifornia = await answered(
      'personal',
      {
        ...below('contactInformation.address', { cityName: 'Fresno', stateCode: 'CA', zipCode: '93701' }),
        'contactInformation.phone.phonePreference': 'CALL',
      },
      ['california-notice'],
    );
    expect(contactOf(inCalifornia.application)).toMatchObject({
      address: { stateCode: 'CA' },
      phones: [{ phonePreference: 'CALL' }],
    });
    await expect(answered('personal', { 'contactInformation.otherPhone.number': '123' })).rejects.toThrow(/REFUSED/);
  });

  test('a phone is for a cell, at home, a fax, at work or another, and of no other kind [enum.phoneType]', async () => {
    const types = detail<readonly string[]>('enum.phoneType', 'values');
    expect(types.toSorted()).toEqual(['C', 'F', 'H', 'O', 'W']);
    for (const place of ['phone', 'otherPhone']) {
      const kept = await Promise.all(
        types.map(async (type) => {
          const said = below(`contactInformation.${place}`, { number: '2145550199', type });
          const { phones } = contactOf((await answered('personal', said)).application) as { phones: JsonObject[] };
          return phones.at(-1)?.['type'];
        }),
      );
      expect(kept).toEqual(types);
      const other = below(`contactInformation.${place}`, { number: '2145550199', type: 'X' });
      await expect(answered('personal', other)).rejects.toThrow(/REFUSED/);
    }
  });

  test('the email of an application is that of the account when the documents on screen were agreed to, and is said to be another one as long as it is not', async () => {
    const { person, applicant } = await answered('bank-manual', {});
    const emails = async (who: Person): Promise<Json | undefined> => contactOf(await told(who, applicant))['emails'];
    expect(await emails(person)).toEqual([{ type: 'ACCOUNT', email: person.email, verified: true }]);
    const email = `moved-${person.email}`;
    await sql`update identity_users set email = ${email} where email = ${person.email}`.execute(server.services.db);
    const moved = await signIn(server, email);
    expect(await emails(moved)).toEqual([{ type: 'FORMER', email: person.email, verified: false }]);
    const consent = pagesToSubmit().find(({ step }) => step === 'consent');
    if (!consent?.call) throw new Error('The page of the consent makes a call.');
    const later = await applicantOf(server, moved, applicant);
    const former = { ...consent.call, variables: (id: string) => ({ id, userInformation: { email: person.email } }) };
    await expect(later.leave({ ...consent, call: former })).rejects.toThrow(/notTheArgument/);
    await later.leave(consent);
    expect(await emails(moved)).toEqual([{ type: 'ACCOUNT', email, verified: true }]);
    expect((await told(moved, applicant))['userInformation']).toEqual({ email });
  });
});

describe('what somebody earns, and their account', () => {
  test('each member of an income comes back as it was typed, those of a job only of whoever has one [entity.incomeInformation]', async () => {
    const incomes = [
      {
        type: 'E',
        employerName: 'Acme Freight',
        employmentHireDate: '2019-03-01',
        incomeWithholding: true,
        jobTitle: 'Driver',
        paymentFrequency: 'BI',
        paymentMethod: 'DIRECT_DEPOSIT',
        amountGross: 180_000,
        amountNet: 150_000,
        nextPaymentDate: '2026-12-04',
        paymentDayOfWeek: 'FRI',
        jobShift: 'NIGHT',
      },
      {
        type: 'SELF_EMPLOYED',
        employerName: 'Okafor Roofing',
        employmentHireDate: '2022-10-17',
        incomeWithholding: false,
        jobTitle: 'Owner',
        paymentFrequency: 'WK',
        paymentMethod: 'CHECK',
        amountGross: 95_000,
        amountNet: 90_000,
        nextPaymentDate: '2026-11-23',
        paymentDayOfWeek: 'MON',
        jobShift: 'DAY',
      },
    ];
    const all = await Promise.all(
      incomes.map(async (income) =>
        answersOf(await answered('income', below('incomeInformation', income)), 'incomeInformation'),
      ),
    );
    expect(all).toEqual(incomes);
    const named = fields('entity.incomeInformation').map((name) => name.replace('employer name', 'employerName'));
    for (const name of named) expect([name, valuesOf(all, name)]).toEqual([name, 2]);
    for (const [name, wrong] of [
      ['paymentMethod', 'GOLD'],
      ['paymentDayOfWeek', 'Friday'],
      ['jobShift', 'NEVER'],
      ['employmentHireDate', 'long ago'],
      ['incomeWithholding', 'yes'],
    ] as const)
      await expect(answered('income', { [`incomeInformation.${name}`]: wrong }), name).rejects.toThrow(
        /REFUSED|wrongType/,
      );
  });

  test('an account that was typed comes back as it was, one that was linked as its bank tells it and read only [entity.bankingInformation]', async () => {
    const typed = await answered('bank-manual', {
      'bankingInformation.accountHoldersName': 'Ana M Ortiz',
      'bankingInformation.bankName': 'Lone Star Credit Union',
    });
    const other = await answered('bank-manual', {
      ...below('bankingInformation', {
        routingNumber: '011401533',
        accountNumber: '55554444',
        accountOpenDate: '2024-02-29',
        accountHoldersName: 'Luis Ortiz',
      }),
    });
    const linked = await Promise.all(['stand-in-checking', 'stand-in-joint'].map(linkedTo));
    const all = [typed.application, other.application, ...linked].map(
      (one) => get(one, 'customerInformation.bankingInformation') as JsonObject,
    );
    const byBank = {
      isReadOnly: true,
      routingNumber: '011401533',
      bankName: 'First Test Bank',
      accountHoldersName: null,
      accountOpenDate: null,
    };
    expect(all).toEqual([
      {
        isReadOnly: false,
        routingNumber: '021000021',
        accountNumber: '•••• 6789',
        accountHoldersName: 'Ana M Ortiz',
        accountBalance: null,
        bankName: 'Lone Star Credit Union',
        accountOpenDate: '2020-06-15',
      },
      {
        isReadOnly: false,
        routingNumber: '011401533',
        accountNumber: '•••• 4444',
        accountHoldersName: 'Luis Ortiz',
        accountBalance: null,
        bankName: null,
        accountOpenDate: '2024-02-29',
      },
      { ...byBank, accountNumber: '•••• 6789', accountBalance: 1200 },
      { ...byBank, accountNumber: '•••• 4321', accountBalance: 310 },
    ]);
    for (const name of fields('entity.bankingInformation'))
      expect([name, valuesOf(all, name)]).toEqual([name, expect.toSatisfy((many: number) => many >= 2)]);
  });

  /** The application of somebody who linked this account. */
  async function linkedTo(accountId: string): Promise<JsonObject> {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    for (const page of pagesToSubmit().slice(0, 3)) await applicant.leave(page);
    for (const [step, action] of [
      ['bank', 'link'],
      ['plaid', 'continue'],
      ['plaid-consent', 'agree'],
    ] as const)
      await applicant.leave({ step, action });
    const { errors } = await person.ask('initializePlaidConnection', {
      id: applicant.id,
      publicToken: 'public-linked',
      isUpdateMode: false,
    });
    expect(errors).toEqual([]);
    const chosen = { 'bankingInformation.accountId': accountId, 'bankingInformation.accountMask': '0000' };
    const outcome = { operation: 'initializePlaidConnection', name: 'ok' };
    await applicant.save(chosen, {
      'plaid-open': { by: 'widget', widget: 'link', event: 'success', outcome },
      'plaid-account-select': { by: 'widget', widget: 'accounts', event: 'selected' },
    });
    await applicant.leave({
      step: 'plaid-verify',
      call: {
        operation: 'saveBankInformation',
        variables: (id) => ({ id, bankInfo: { accountId, accountMask: '0000' } }),
      },
    });
    return await told(person, applicant);
  }
});
