/** The second proof of who somebody is, at the server's door: who is asked, what it guards, how often one may try. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { testPeople } from '../../server/seed/index.ts';
import { openApplication } from './support/applicant.ts';
import { graphql, signIn, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ with: { seeded: true } });
}, 180_000);
afterAll(() => server.stop());

async function come(id: string): Promise<Person> {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  return await signIn(server, found.email, found.password);
}
/** The value of an answer; empty for none. */
const valueOf = async (who: Person, operation: string, input: JsonObject = {}): Promise<JsonObject> =>
  Object.values((await who.ask(operation, input)).data ?? {})[0] ?? {};
const codeOf = async (who: Person, operation: string, input = {}) =>
  (await who.ask(operation, input)).errors[0]?.extensions.code;
/** What brings the code of the email that was sent to somebody. */
async function proofOf(who: Person): Promise<JsonObject> {
  const { mfaId = '' } = await check(who);
  const begun = await valueOf(who, 'searchEmailVerification', { mfaId });
  return { ...begun, mfaId, verificationCode: await codeFor(who.email) };
}
const check = async (who: Person) => await valueOf(who, 'deviceCheck', { blackBox: 'a device' });
async function codeFor(to: string): Promise<string> {
  const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
    messages: { to: string; code: string | null }[];
  };
  return messages.find((message) => message.to === to)?.code ?? '';
}

test('the check of a device ends in each of six ways, by who asks and what was proved [enum.deviceCheckOutcome]', async () => {
  const outcomes: unknown[] = [];
  for (const id of [
    'new-applicant',
    'denied-device',
    'proves-by-phone',
    'proves-by-email',
    'proves-by-phone-or-email',
  ]) {
    const brand = id === 'denied-device' ? 'pocket' : 'payday';
    const { data } = await graphql(server, '{ deviceCheck(blackBox: "a device") { outcome } }', {
      headers: { authorization: (await come(id)).idToken, 'x-brand-key': brand },
    });
    outcomes.push((data?.['deviceCheck'] as JsonObject | undefined)?.['outcome']);
  }
  expect(outcomes).toEqual(['BYPASS', 'DENY', 'OTP_PHONE', 'OTP_EMAIL', 'OTP_PHONE_EMAIL']);

  const emil = await come('proves-by-email');
  const proof = await proofOf(emil);
  expect(await valueOf(emil, 'validateEmailVerificationCode', proof)).toEqual({ success: true, status: 'approved' });
  expect((await check(emil))['outcome']).toBe('ALLOW');
  // A code is good once.
  expect(await valueOf(emil, 'validateEmailVerificationCode', proof)).toEqual({ success: false, status: 'expired' });
});

test('the account of whoever has a second factor is closed until it was given, in that session alone; that of nobody else', async () => {
  const phil = await come('proves-by-phone');
  expect(await codeOf(phil, 'loanAccount')).toBe('ASSURANCE');
  expect(await codeOf(await come('returning-online'), 'loanAccount')).toBeUndefined();
  const { mfaId = '' } = await check(phil);
  expect(await codeOf(phil, 'loanAccount')).toBe('ASSURANCE');
  expect(await valueOf(phil, 'otpSearch', { otpSearchRequest: { mfaId } })).toEqual({
    id: mfaId,
    phoneNumbers: [{ value: 'phone-1', label: '(***) ***-0143' }],
  });
  expect(await codeOf(phil, 'otpSend', { id: mfaId, to: 'phone-2' })).toBe('TOO_MANY');
  await phil.ask('otpSend', { id: mfaId, to: 'phone-1' });
  expect(await valueOf(phil, 'otpVerify', { id: mfaId, code: '000000' })).toEqual({ state: 'OTP_INVALID' });
  const code = await codeFor('+18165550143');
  const other = await come('proves-by-phone');
  expect(await codeOf(other, 'otpVerify', { id: mfaId, code })).toBe('UNKNOWN_CHECK');
  expect(await codeOf(other, 'rememberDevice', { mfaId, blackBox: 'a device' })).toBe('ASSURANCE');
  expect(await valueOf(phil, 'otpVerify', { id: mfaId, code })).toEqual({ state: 'OTP_VALID' });
  expect(await codeOf(phil, 'loanAccount')).toBeUndefined();
  expect(await codeOf(other, 'loanAccount')).toBe('ASSURANCE');
  // An application may be told with the device: the person's own alone.
  const { id: others } = await openApplication(server, await come('new-applicant'));
  for (const applicationId of [others, 'none'])
    expect(await codeOf(phil, 'rememberDevice', { applicationId, mfaId })).toBe('FORBIDDEN');
});

test('of guesses in parallel ten are looked at, and the code is worth nothing afterwards', async () => {
  const mina = await come('proves-by-phone-or-email');
  const { mfaId = '' } = await check(mina);
  await mina.ask('otpSend', { id: mfaId, to: 'phone-2' });
  const code = await codeFor('+18165550188');
  const wrong = Array.from({ length: 14 }, (_, at) =>
    String(at + (code.startsWith('0000') ? 100_000 : 0)).padStart(6, '0'),
  );
  const ended = await Promise.all(wrong.map((guess) => valueOf(mina, 'otpVerify', { id: mfaId, code: guess })));
  const states = ended.map((one) => String(one['state'])).sort();
  expect(states).toEqual([...Array(4).fill('OTP_EXCEEDED'), ...Array(10).fill('OTP_INVALID')]);
  expect(await valueOf(mina, 'otpVerify', { id: mfaId, code })).toEqual({ state: 'OTP_EXCEEDED' });
  expect(await codeOf(mina, 'loanAccount')).toBe('ASSURANCE');
});

test('a device that was remembered is known again by the cookie that no page reads and what it looks like, and by neither alone', async () => {
  const emil = await come('proves-by-email');
  const proof = await proofOf(emil);
  await emil.ask('validateEmailVerificationCode', proof);
  const headers = { authorization: emil.idToken, 'x-session-id': emil.session, 'content-type': 'application/json' };
  const body = {
    query: 'mutation($m: ID!) { rememberDevice(mfaId: $m, blackBox: "a device") { success } }',
    variables: { m: proof['mfaId'] },
  };
  const answer = await fetch(`${server.address}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(await answer.json()).toEqual({ data: { rememberDevice: { success: true } } });
  const line = answer.headers.get('set-cookie') ?? '';
  expect(line).toMatch(/^device=[\w-]{43}; Max-Age=2592000; Path=\/; SameSite=Lax; HttpOnly$/);
  const cookie = line.split(';')[0] ?? '';
  const again = async (id: string, sent: { readonly cookie?: string; readonly device: string }) => {
    const who = await come(id);
    const asked = await graphql(server, 'query($b: String) { deviceCheck(blackBox: $b) { outcome } }', {
      variables: { b: sent.device },
      headers: { authorization: who.idToken, ...(sent.cookie && { cookie: sent.cookie }) },
    });
    return asked.data?.['deviceCheck']?.['outcome'];
  };
  expect(await again('proves-by-email', { cookie, device: 'a device' })).toBe('ALLOW');
  expect(await again('proves-by-email', { cookie, device: 'another' })).toBe('OTP_EMAIL');
  expect(await again('proves-by-email', { device: 'a device' })).toBe('OTP_EMAIL');
  expect(await again('proves-by-phone', { cookie, device: 'a device' })).toBe('OTP_PHONE');
});

test('a code by text message is valid, too old or tried too often; one by email is approved, pending or anything else [enum.otpState] [enum.emailVerificationStatus]', async () => {
  const phil = await come('proves-by-phone');
  const { mfaId = '' } = await check(phil);
  const state = async (code: string) => (await valueOf(phil, 'otpVerify', { id: mfaId, code }))['state'];
  const wrongFor = (code: string): string => (code === '000000' ? '111111' : '000000');
  await phil.ask('otpSend', { id: mfaId, to: 'phone-1' });
  const texted = await codeFor('+18165550143');
  expect([await state(texted), await state(texted)]).toEqual(['OTP_VALID', 'OTP_EXPIRED']);
  await phil.ask('otpSend', { id: mfaId, to: 'phone-1' });
  const again = await codeFor('+18165550143');
  for (let tries = 1; tries <= 10; tries += 1) expect(await state(wrongFor(again))).toBe('OTP_INVALID');
  expect(await state(again)).toBe('OTP_EXCEEDED');

  const emil = await come('proves-by-email');
  const proof = await proofOf(emil);
  const mailed = String(proof['verificationCode']);
  const status = async (verificationCode: string, more: JsonObject = {}) =>
    (await valueOf(emil, 'validateEmailVerificationCode', { ...proof, verificationCode, ...more }))['status'];
  expect(await status(wrongFor(mailed))).toBe('pending');
  expect(await status(mailed, { emailVerificationId: 'of-somebody-else' })).toBe('canceled');
  expect([await status(mailed), await status(mailed)]).toEqual(['approved', 'expired']);
  const second = await proofOf(await come('proves-by-email'));
  expect(Object.keys(second)).toContain('emailVerificationId');
});

test('a device is remembered for a check, or for an application of one’s own [entity.rememberDevicePayload]', async () => {
  const phil = await come('proves-by-phone');
  const { mfaId = '' } = await check(phil);
  await phil.ask('otpSend', { id: mfaId, to: 'phone-1' });
  await phil.ask('otpVerify', { id: mfaId, code: await codeFor('+18165550143') });
  const { id: applicationId } = await openApplication(server, phil);
  for (const about of [{ mfaId }, { applicationId, mfaId }, { applicationId }])
    expect([about, await valueOf(phil, 'rememberDevice', { ...about, blackBox: 'a device' })]).toEqual([
      about,
      { success: true },
    ]);
});

test('a verification by email has its ids, its check, its code and its status; an enrollment that it names is one of the session that asks [entity.emailVerification]', async () => {
  const emil = await come('proves-by-email');
  const enrollmentOf = async (who: Person): Promise<unknown> =>
    (
      await valueOf(who, 'beginEnrollment', {
        firstName: 'Nia',
        lastName: 'Nobody',
        dateOfBirth: '1988-04-12',
        ssn: '219099999',
        emailAddress: 'nia.nobody@example.test',
      })
    )['enrollmentId'];
  const own = String(await enrollmentOf(emil));
  const others = String(await enrollmentOf(await come('new-applicant')));
  const { mfaId = '' } = await check(emil);
  for (const operation of ['searchEmailVerification', 'emailResendCode'])
    for (const enrollmentId of [others, 'none'])
      expect(await codeOf(emil, operation, { mfaId, enrollmentId })).toBe('UNKNOWN_CHECK');
  const begun = await valueOf(emil, 'searchEmailVerification', { mfaId, enrollmentId: own });
  expect(Object.keys(begun).sort()).toEqual(['emailVerificationId', 'sessionId']);
  expect(await valueOf(emil, 'emailResendCode', { mfaId, enrollmentId: own })).toEqual({
    success: true,
    sessionId: begun['sessionId'],
  });
  const proof = { ...begun, mfaId, verificationCode: await codeFor(emil.email) };
  for (const enrollmentId of [others, 'none'])
    expect(await valueOf(emil, 'validateEmailVerificationCode', { ...proof, enrollmentId })).toEqual({
      success: false,
      status: 'canceled',
    });
  expect(await valueOf(emil, 'validateEmailVerificationCode', { ...proof, enrollmentId: own })).toEqual({
    success: true,
    status: 'approved',
  });
});
