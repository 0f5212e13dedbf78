/** Enrolling at the server's door: whom it tells what, whose an enrollment is, and when it ends. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { testCustomers } from '../../server/seed/index.ts';
import { boot, graphql, signIn, type Booted } from './support/person.ts';
import { startTestServer, testNow, type TestServer } from './support/server.ts';

let server: TestServer;
let now = testNow;
let operations: Booted['operations'];
beforeAll(async () => {
  server = await startTestServer({ with: { seeded: true, clock: () => now } });
  ({ operations } = await boot(server));
}, 180_000);
afterAll(() => server.stop());

const brands = ['payday', 'installment', 'pocket', 'bankpartner'] as const;

/** A tab that nobody is signed in at. */
function tab(brand: string = 'payday') {
  const session = randomUUID();
  return async (operation: string, variables: JsonObject): Promise<JsonObject> => {
    const document = operations[operation]?.document;
    if (document === undefined) throw new Error(`The content has no operation "${operation}".`);
    const headers = { 'x-session-id': session, 'x-brand-key': brand };
    const { data, errors } = await graphql(server, document, { variables, headers });
    const [error] = errors;
    return error ? { refused: error.extensions.code } : (Object.values(data ?? {})[0] ?? {});
  };
}
const customer = (id: string) => {
  const found = testCustomers().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of customers.json is "${id}".`);
  return found;
};
/** What somebody types who is that customer. */
function claim(id: string, other: JsonObject = {}): JsonObject {
  const { ssn, details } = customer(id);
  const { firstName, lastName, dateOfBirth, email = 'nobody@example.test' } = details;
  return { firstName, lastName, dateOfBirth, ssn, emailAddress: email, ...other };
}
const home = (id: string): JsonObject => {
  const { addressLine1, cityName, stateCode, zipCode } = customer(id).details;
  return { addressLine1, cityName, stateCode, zipCode };
};
async function codeFor(to: string): Promise<string> {
  const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
    messages: { to: string; code: string | null }[];
  };
  return messages.find((message) => message.to === to && message.code !== null)?.code ?? '';
}
const begun = async (ask: ReturnType<typeof tab>, claimed: JsonObject) => {
  const { enrollmentId, ...stands } = await ask('beginEnrollment', claimed);
  return { enrollmentId: String(enrollmentId), stands };
};

test('every step and every result of an enrollment comes out of what was typed, at every brand [enum.enrollmentStep, enum.verificationResult, entity.ssnSearchResults]', async () => {
  const steps = new Set<unknown>();
  const results = new Set<unknown>();
  const note = (answer: JsonObject): JsonObject => {
    steps.add(answer['step']);
    results.add(answer['result'] ?? undefined);
    return answer;
  };
  for (const [at, brand] of brands.entries()) {
    for (const id of ['refused', 'no-answer', 'by-address']) note(await tab(brand)('beginEnrollment', claim(id)));

    // Somebody whom no store knows.
    let ask = tab(brand);
    let { enrollmentId } = await begun(ask, claim('by-text', { ssn: '219090001' }));
    expect(note(await ask('saveResidentialInformation', { enrollmentId, ...home('by-text') }))).toMatchObject({
      step: 'SEARCH_ENROLLMENT',
      result: 'CUSTOMER_NOT_FOUND',
    });

    // Another last name, the address as the store has it.
    ask = tab(brand);
    const email = `stella.${brand}@example.test`;
    ({ enrollmentId } = await begun(ask, claim('by-text', { lastName: 'Married', emailAddress: email })));
    expect(note(await ask('saveResidentialInformation', { enrollmentId, ...home('by-text') }))).toMatchObject({
      step: 'NEEDS_OTP_VERIFICATION',
      phone: '(***) ***-0171',
    });
    await ask('sendEnrollmentOtp', { enrollmentId });
    expect(await ask('verifyEnrollmentOtp', { enrollmentId, code: '000000' })).toEqual({ refused: 'WRONG_CODE' });
    note(await ask('verifyEnrollmentOtp', { enrollmentId, code: await codeFor('+18165550171') }));
    await ask('sendEnrollmentEmail', { enrollmentId, again: false });
    note(await ask('verifyEnrollmentEmail', { enrollmentId, code: await codeFor(email) }));
    // Before it is finished the account lets nobody in.
    await expect(signIn(server, email)).rejects.toThrow(/Incorrect username or password/);
    expect(await ask('finishEnrollment', { enrollmentId, password: 'short' })).toEqual({ refused: 'INVALID' });
    expect(await ask('finishEnrollment', { enrollmentId, password: 'password1' })).toEqual({ refused: 'COMMON' });
    note(await ask('finishEnrollment', { enrollmentId, password: 'Marigold42' }));
    expect((await signIn(server, email)).email).toBe(email);
    expect(await ask('finishEnrollment', { enrollmentId, password: 'Marigold43' })).toEqual({
      refused: 'UNKNOWN_ENROLLMENT',
    });

    // The same customer again.
    ask = tab(brand);
    ({ enrollmentId } = await begun(ask, claim('by-text')));
    await ask('sendEnrollmentOtp', { enrollmentId });
    note(await ask('verifyEnrollmentOtp', { enrollmentId, code: await codeFor('+18165550171') }));
    const { ssn } = customer('by-text');
    expect(await ask('searchSsn', { enrollmentId, ssn })).toEqual({
      existsInP360: true,
      existsAsCustomer: true,
      email: 's***@e***',
      isPasswordless: false,
    });
    expect(await ask('searchSsn', { enrollmentId, ssn: customer('has-account').ssn })).toEqual({
      refused: 'UNKNOWN_ENROLLMENT',
    });
    // The account is one without a password; then there is none any more, and the stores know the customer still.
    const { sub = '' } = (await server.admin.find(email)) ?? {};
    await server.admin.setAttributes(sub, { 'custom:isPasswordless': 'true' });
    expect(await ask('searchSsn', { enrollmentId, ssn })).toMatchObject({ existsInP360: true, isPasswordless: true });
    await sql`delete from identity_users where sub = ${sub}::uuid`.execute(server.services.db);
    expect(await ask('searchSsn', { enrollmentId, ssn })).toEqual({
      existsInP360: false,
      existsAsCustomer: true,
      email: null,
      isPasswordless: false,
    });

    // Codes of texts and mails that are wrong too often, and an address that proves nothing.
    if (at > 0) continue;
    ask = tab(brand);
    ({ enrollmentId } = await begun(ask, claim('has-account')));
    await ask('sendEnrollmentOtp', { enrollmentId });
    for (let tried = 0; tried < 11; tried += 1)
      note(await ask('verifyEnrollmentOtp', { enrollmentId, code: '000000' }));
    for (const [to, code] of [
      ['alma.other@example.test', undefined],
      ['alma.addison@example.test', '000000'],
    ] as const) {
      ask = tab(brand);
      ({ enrollmentId } = await begun(ask, claim('by-address', { emailAddress: to })));
      note(await ask('saveResidentialInformation', { enrollmentId, ...home('by-address') }));
      await ask('sendEnrollmentEmail', { enrollmentId, again: false });
      for (let tried = 0; tried < 11; tried += 1)
        note(await ask('verifyEnrollmentEmail', { enrollmentId, code: code ?? (await codeFor(to)) }));
    }
  }
  const byLetter = (found: ReadonlySet<unknown>): unknown[] => [...found].filter((one) => one !== undefined).sort();
  expect(byLetter(steps)).toEqual([
    'APPROVED',
    'DENIED',
    'ERROR',
    'NEEDS_EMAIL_VERIFICATION',
    'NEEDS_OTP_VERIFICATION',
    'NEEDS_RESIDENTIAL_INFO',
    'SEARCH_ENROLLMENT',
    'THANK_YOU',
  ]);
  expect(byLetter(results)).toEqual([
    'CUSTOMER_NOT_FOUND',
    'EMAIL_FAILED',
    'EMAIL_INELIGIBLE',
    'EMAIL_VERIFIED',
    'OTP_FAILED',
    'OTP_VERIFIED',
    'USER_ALREADY_EXISTS',
  ]);
});

test('a number that a store knows is answered as one that nobody has, until somebody proves who they are', async () => {
  const other = { lastName: 'Nobody', dateOfBirth: '1985-01-01' };
  const answers: unknown[] = [];
  for (const ssn of [customer('by-text').ssn, customer('has-account').ssn, customer('refused').ssn, '219090002']) {
    const ask = tab();
    const { enrollmentId, stands } = await begun(ask, claim('by-text', { ...other, ssn }));
    const located = await ask('saveResidentialInformation', { enrollmentId, ...home('by-text') });
    const { enrollmentId: _, ...rest } = located;
    answers.push([
      stands,
      rest,
      await ask('sendEnrollmentOtp', { enrollmentId }),
      await ask('searchSsn', { enrollmentId, ssn }),
    ]);
  }
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(answers[0]).toEqual([
    { step: 'NEEDS_RESIDENTIAL_INFO', result: null, phone: null },
    { step: 'SEARCH_ENROLLMENT', result: 'CUSTOMER_NOT_FOUND', phone: null },
    { refused: 'UNKNOWN_ENROLLMENT' },
    { refused: 'UNKNOWN_ENROLLMENT' },
  ]);
});

test('an enrollment is of its own tab and brand, and over after half an hour; what was typed is sealed', async () => {
  const ask = tab('pocket');
  const { enrollmentId } = await begun(ask, claim('by-address'));
  const address = { enrollmentId, ...home('by-address') };
  for (const stranger of [tab('pocket'), tab('payday')])
    expect(await stranger('saveResidentialInformation', address)).toEqual({ refused: 'UNKNOWN_ENROLLMENT' });
  now = new Date(testNow.getTime() + 1_801_000);
  expect(await ask('saveResidentialInformation', address)).toEqual({ refused: 'UNKNOWN_ENROLLMENT' });
  now = testNow;
  expect(await ask('saveResidentialInformation', address)).toMatchObject({ step: 'NEEDS_EMAIL_VERIFICATION' });
  const { rows } = await sql<{ all: string }>`select (select json_agg(e)::text from enrollments e)
    || (select json_agg(c)::text from store_customers c) as all`.execute(server.services.db);
  // A word for itself: four letters in a row stand in sealed text by chance.
  for (const clear of ['alma', 'addison', 'cedar', customer('by-address').ssn, '45402', '1971-11-02'])
    expect(rows[0]?.all).not.toMatch(new RegExp(`(?<![\\w-])${clear}(?![\\w-])`, 'i'));
});

test('with one number ten enrollments an hour are begun, whoever begins them', async () => {
  const claimed = claim('by-text', { ssn: '219090003' });
  for (let asked = 0; asked < 10; asked += 1) expect((await begun(tab(), claimed)).stands).toBeDefined();
  expect(await tab()('beginEnrollment', claimed)).toEqual({ refused: 'TOO_MANY' });
});
