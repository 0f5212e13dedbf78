/** What an applicant wants besides, and what is known of how they applied: in by pages and calls, out to its owner. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { testPeople } from '../../server/seed/index.ts';
import { detail } from '../content/compiled.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
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

const query = `query ($id: ID!) { application(id: $id) { additionalAttributes {
  optOut canShareInfo smsOptIn otpResponse iovationBlackBox flagAutoOrigination disclosures { idTag value } } } }`;
async function told(person: Person, { id }: Pick<Applicant, 'id'>): Promise<JsonObject> {
  const headers = { authorization: person.idToken, 'x-session-id': person.session };
  const { data, errors } = await graphql(server, query, { variables: { id }, headers });
  const application = data?.['application'];
  return errors.length > 0 || !application
    ? { refused: errors[0]?.extensions.code ?? null }
    : (application['additionalAttributes'] as JsonObject);
}
/** The pages up to the submission, with these wishes on the page that asks for them, sent from this device. */
const pagesOf = (wishes: JsonObject, blackBox: string, ssn?: string): readonly Page[] => [
  ...pagesToSubmit({ ...(ssn !== undefined && { ssn }) }).map((page) =>
    page.step === 'agreements' ? { ...page, answers: { ...page.answers, ...wishes } } : page,
  ),
  {
    ...submitPage,
    call: { operation: 'submitApplication', variables: (id) => ({ id, blackBox }), outcome: 'SUBMITTING' },
  },
];
const wishes = (wanted: boolean): JsonObject =>
  Object.fromEntries(['optOut', 'canShareInfo', 'smsOptIn'].map((name) => [`additionalAttributes.${name}`, wanted]));

test('wishes, the device, whether somebody looks first, and the documents that were read come out to the applicant alone, the device sealed at rest [entity.loanApplicationAdditionalAttributes]', async () => {
  const seen: JsonObject[] = [];
  for (const [wanted, blackBox, ssn, end] of [
    [true, 'canary-of-the-first-device', undefined, 'ORIGINATED'],
    [false, 'canary-of-another-device', '219091004', 'PENDING_ESIGN_DOCUMENT_UPLOAD'],
  ] as const) {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    expect(await told(person, applicant)).toEqual({
      optOut: false,
      canShareInfo: false,
      smsOptIn: false,
      otpResponse: null,
      iovationBlackBox: null,
      flagAutoOrigination: null,
      disclosures: [],
    });
    for (const page of pagesOf(wishes(wanted), blackBox, ssn)) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    expect(await told(person, applicant)).toMatchObject({ iovationBlackBox: blackBox, flagAutoOrigination: null });
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === end);
    seen.push(await told(person, applicant));
    expect(await told(await signUp(server), applicant)).toEqual({ refused: 'FORBIDDEN' });
  }
  const documents = (texts: boolean) =>
    Object.entries({
      'esign-consent': true,
      'military-lending-statement': true,
      'sms-consent': texts,
      'texas-occc-notice': true,
      'tila-box': true,
    }).map(([idTag, value]) => ({ idTag, value }));
  const [first, second] = seen;
  expect(first).toEqual({
    optOut: true,
    canShareInfo: true,
    smsOptIn: true,
    otpResponse: null,
    iovationBlackBox: 'canary-of-the-first-device',
    flagAutoOrigination: true,
    disclosures: documents(true),
  });
  expect(second).toEqual({
    optOut: false,
    canShareInfo: false,
    smsOptIn: false,
    otpResponse: null,
    iovationBlackBox: 'canary-of-another-device',
    flagAutoOrigination: false,
    disclosures: documents(false),
  });
  const names = detail<readonly string[]>('entity.loanApplicationAdditionalAttributes', 'fields');
  expect(new Set(names.map((name) => name.split('[]')[0]))).toEqual(new Set(Object.keys(first ?? {})));
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema()`.execute(server.services.db);
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(server.services.db)).rows),
  );
  const kept = JSON.stringify(rows) + server.log.join('\n');
  expect(kept).toContain('blackBox');
  expect(kept).not.toMatch(/canary-of-(the-first|another)-device/);
}, 60_000);

test('how the last code came out that the applicant brought is told, and not the code [entity.loanApplicationAdditionalAttributes]', async () => {
  const phil = testPeople().find((one) => one.id === 'proves-by-phone');
  if (!phil) throw new Error('Nobody of people.json proves by phone.');
  const person = await signIn(server, phil.email, phil.password);
  const applicant = await openApplication(server, person);
  const asked = async (operation: string, input: JsonObject): Promise<JsonObject> =>
    Object.values((await person.ask(operation, input)).data ?? {})[0] ?? {};
  const { mfaId: id = '' } = await asked('deviceCheck', { blackBox: 'a device' });
  const sent = async (): Promise<string> => {
    await person.ask('otpSend', { id, to: 'phone-1' });
    const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      messages: { to: string; code: string | null }[];
    };
    return messages.find(({ to }) => to === '+18165550143')?.code ?? '';
  };
  const brought = async (code: string): Promise<unknown> => {
    const { state } = await asked('otpVerify', { id, code });
    const { otpResponse } = await told(person, applicant);
    return otpResponse === state ? otpResponse : [state, otpResponse];
  };
  const wrongFor = (code: string): string => (code === '000000' ? '111111' : '000000');
  const first = await sent();
  expect([await brought(wrongFor(first)), await brought(first), await brought(first)]).toEqual([
    'OTP_INVALID',
    'OTP_VALID',
    'OTP_EXPIRED',
  ]);
  const second = await sent();
  for (let tries = 1; tries <= 10; tries += 1) await asked('otpVerify', { id, code: wrongFor(second) });
  expect(await brought(second)).toBe('OTP_EXCEEDED');
});
