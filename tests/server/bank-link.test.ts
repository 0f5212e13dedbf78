/** A bank that is linked: what the provider is asked, what a person is told, what is kept, and what is submitted. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBanks } from '../../server/banks/index.ts';
import { plaidClient, type AskStandIn } from '../../server/banks/plaid.ts';
import { bankReturn } from '../../server/http/bank-return.ts';
import { readConfig } from '../../server/config/index.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { readSubmission } from '../../server/journeys/submission.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/paths.ts';
import { standInBankVerifier, type BankAccount } from '../../server/verification/bank.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
} from './support/applicant.ts';
import { signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let applicant: Applicant;
/** Everything the person was answered. */
const answers: string[] = [];
/** The accounts that a bank was asked about. */
const askedAbout: BankAccount[] = [];
beforeAll(async () => {
  const bankVerifier: typeof standInBankVerifier = {
    ...standInBankVerifier,
    request(one) {
      askedAbout.push(one.account);
      return standInBankVerifier.request(one);
    },
  };
  server = await startTestServer({ with: { bankVerifier } });
  person = await signUp(server, 'linda.links@example.test');
  applicant = await openApplication(server, person);
  for (const page of pagesToSubmit().slice(0, 3)) await applicant.leave(page);
  await applicant.leave({ step: 'bank', action: 'link' });
  await applicant.leave({ step: 'plaid' });
  await applicant.leave({ step: 'plaid-consent', action: 'agree' });
}, 180_000);
afterAll(() => server.stop());

async function ask(operation: string, variables: JsonObject): Promise<Json> {
  const answer = await person.ask(operation, { id: applicant.id, ...variables });
  answers.push(JSON.stringify(answer));
  expect(answer.errors).toEqual([]);
  return answer.data?.[operation] as Json;
}
const connect = (publicToken: string) =>
  person.ask('initializePlaidConnection', { id: applicant.id, publicToken, isUpdateMode: false });

describe('the link of a bank', () => {
  test('a link token is one of the provider, good for hours, with the number of its request [entity.plaidLinkToken]', async () => {
    const token = (await ask('createPlaidToken', {
      clientName: 'Larkfield Advance',
      linkCustomizationName: 'larkfield',
      redirectUrl: 'https://localhost/application/bank/plaid/open',
    })) as JsonObject;
    expect(token).toEqual({
      link_token: expect.stringMatching(/^link-sandbox-./),
      expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request_id: expect.stringMatching(/\S/),
    });
    expect(Date.parse(String(token['expiration']))).toBeGreaterThan(Date.parse('2026-11-21T04:30:00Z'));
  });

  test('the person is told the checking accounts and of each number the last digits [entity.bankConnectionResult]', async () => {
    expect(await ask('initializePlaidConnection', { publicToken: 'public-no-auth', isUpdateMode: false })).toEqual({
      publicToken: 'public-no-auth',
      institution: null,
      authStatus: 'NO_AUTH',
      isAuthEnabled: false,
      checkingAccounts: [],
    });
    // The link that gave nothing is there, and is made good.
    const told = await ask('initializePlaidConnection', { publicToken: 'public-linked', isUpdateMode: true });
    const account = { official_name: null, type: 'depository', subtype: 'checking' };
    expect(told).toEqual({
      publicToken: 'public-linked',
      institution: 'First Test Bank',
      authStatus: null,
      isAuthEnabled: true,
      checkingAccounts: [
        {
          ...account,
          account_id: 'stand-in-checking',
          mask: '6789',
          name: 'Everyday Checking',
          official_name: 'First Test Everyday Checking',
          balances: { available: 1200.47, current: 1250.1 },
          numbers: { account: '•••• 6789', routing: '011401533' },
        },
        {
          ...account,
          account_id: 'stand-in-joint',
          mask: '4321',
          name: 'Joint Checking',
          balances: { available: null, current: 310.99 },
          numbers: { account: '•••• 4321', routing: '011401533' },
        },
      ],
    });
  });

  test('the same link told twice is exchanged once; another that is no link says that it has expired', async () => {
    expect((await connect('public-linked')).data?.['initializePlaidConnection']?.['institution']).toBe(
      'First Test Bank',
    );
    expect((await connect('public-nothing-of-the-kind')).errors[0]?.extensions?.['code']).toBe('LINK_EXPIRED');
  });

  test('an account that nobody shared is refused; the chosen one becomes the account of the application, with its available balance, or the current one where none is told [entity.bankEntry] [behaviour.bankLink.derivedEntry]', async () => {
    const outcome = { operation: 'initializePlaidConnection', name: 'ok' };
    const chosen = async (accountId: string) =>
      await applicant.save(
        { 'bankingInformation.accountId': accountId, 'bankingInformation.accountMask': '4321' },
        {
          'plaid-open': { by: 'widget', widget: 'link', event: 'success', outcome },
          'plaid-account-select': { by: 'widget', widget: 'accounts', event: 'selected' },
        },
      );
    const use = (accountId: string, accountMask = '4321') => ({
      step: 'plaid-verify',
      call: {
        operation: 'saveBankInformation',
        variables: (id: string) => ({ id, bankInfo: { accountId, accountMask } }),
      },
    });
    expect((await chosen('somebody-elses')).errors).toEqual([]);
    await expect(applicant.leave(use('somebody-elses'))).rejects.toThrow(/notTheArgument/);
    expect((await chosen('stand-in-joint')).errors).toEqual([]);
    await applicant.leave(use('stand-in-joint'));
    for (const page of [...pagesToSubmit().slice(5), submitPage]) await applicant.leave(page);
    // No available balance of the joint account is told, so it is the current one, in whole dollars.
    await isEntry(person, applicant, ['stand-in-joint', '000987654321', '310']);
    const other = await signUp(server);
    const checking = await openApplication(server, other);
    // By their number documents are wanted of them after the signature.
    const pages = pagesToSubmit({ ssn: '219091004' });
    for (const page of pages.slice(0, 3)) await checking.leave(page);
    await checking.leave({ step: 'bank', action: 'link' });
    await checking.leave({ step: 'plaid' });
    await checking.leave({ step: 'plaid-consent', action: 'agree' });
    const linked = { id: checking.id, publicToken: 'public-linked', isUpdateMode: false };
    expect((await other.ask('initializePlaidConnection', linked)).errors).toEqual([]);
    await checking.save(
      { 'bankingInformation.accountId': 'stand-in-checking', 'bankingInformation.accountMask': '6789' },
      {
        'plaid-open': { by: 'widget', widget: 'link', event: 'success', outcome },
        'plaid-account-select': { by: 'widget', widget: 'accounts', event: 'selected' },
      },
    );
    for (const page of [use('stand-in-checking', '6789'), ...pages.slice(5), submitPage]) await checking.leave(page);
    // Of an available balance of $1,200.47 and a current one of $1,250.10 the first, and of it the dollars.
    await isEntry(other, checking, ['stand-in-checking', '000123456789', '1200']);
    // The bank alone is told the whole account: it is asked whether it is theirs.
    await other.hear(checking.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await checking.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await checking.leave(page);
    await other.hear(checking.id, (body) => body['status'] === 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    const verification = await other.ask('searchBankVerification', { applicationId: checking.id });
    expect(verification.errors).toEqual([]);
    expect(askedAbout).toEqual([
      { accountType: 'CHECKING', accountNumber: '000123456789', routingNumber: '011401533' },
    ]);
    answers.push(JSON.stringify(verification));
  });

  /** What is submitted of the bank, and what of it its owner is told: of the number the end alone. */
  async function isEntry(
    owner: Person,
    { id }: Applicant,
    [accountId, accountNumber, accountBalance]: readonly [string, string, string],
  ): Promise<void> {
    const row = await findApplication(server.services.db, id);
    if (!row) throw new Error('The application is gone.');
    const entry = {
      id,
      accountType: 'CHECKING',
      accountNumber,
      routingNumber: '011401533',
      accountBalance,
      bankName: 'First Test Bank',
      // What the owner chose by.
      accountId,
      accountMask: accountNumber.slice(-4),
    };
    expect((await readSubmission(server.services, row))['bankingInformation']).toEqual(entry);
    const told = (await owner.ask('application', { id })).data?.['application'];
    expect(get(told ?? {}, 'customerInformation.bankingInformation')).toMatchObject({
      accountNumber: `•••• ${accountNumber.slice(-4)}`,
      routingNumber: entry.routingNumber,
      accountBalance: Number(accountBalance),
    });
  }

  test('no access token and no whole account number reaches the person, or stands in the database in clear', async () => {
    const { rows } = await sql<{ all: string }>`select row_to_json(b)::text as all from bank_connections b
      union all select row_to_json(a)::text from applications a union all select row_to_json(c)::text from application_acts c`.execute(
      server.services.db,
    );
    for (const text of [...answers, ...rows.map(({ all }) => all), ...server.log])
      expect(text).not.toMatch(/access-sandbox|assets-sandbox|000987654321|000123456789/);
    expect(rows.length).toBeGreaterThan(5);
  });
});

describe('what a bank leads back with', () => {
  const back = (url: string) => bankReturn(url, { secure: true });

  test('goes from the address into a cookie of 30 days', () => {
    expect(back('/application/bank/plaid/open?brand=payday&oauth_state_id=5d9c')).toEqual({
      to: '/application/bank/plaid/open?brand=payday&resumed=true',
      cookie: 'plaidOauth=5d9c; Max-Age=2592000; Path=/; SameSite=Lax; Secure',
    });
  });

  test.each(['/application/bank', '/?oauth_state_id=', '/?oauth_state_id=a%3Bb', '//evil?oauth_state_id=1'])(
    'is nothing in %s',
    (url) => expect(back(url)).toBeUndefined(),
  );
});

describe('a provider that cannot be used', () => {
  const wanted = { application: '7f4d8e3a-0000-4000-8000-000000000001', owner: 'o', clientName: 'c' };
  const of = { ...wanted, customization: 'x', redirectUrl: '' };
  const banksOver = (standIn: AskStandIn | undefined) =>
    createBanks({ ...server.services, log: { error: () => undefined } }, plaidClient(undefined, standIn));

  test.each([
    ['fails', () => Promise.resolve({ status: 500, body: '{"error_code":"INTERNAL_SERVER_ERROR"}' })],
    ['sends garbage', () => Promise.resolve({ status: 200, body: '<html>' })],
    ['cannot be reached', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['refuses what we ask', () => Promise.resolve({ status: 400, body: '{"error_code":"INVALID_API_KEYS"}' })],
  ] as const)('that %s is an expected failure', async (_, standIn) => {
    expect(await banksOver(standIn).linkToken(of)).toBe('unavailable');
  });

  /** The stand-in's own answers, but for one request. */
  const brokenAt =
    (broken: string, answer: AskStandIn): AskStandIn =>
    async (path, payload) => {
      if (path === broken) return await answer(path, payload);
      const headers = { 'content-type': 'application/json' };
      const asked = await fetch(`${server.address}/providers/sandbox.plaid.com${path}`, {
        method: 'POST',
        body: payload,
        headers,
      });
      return { status: asked.status, body: await asked.text() };
    };
  const told = (body: unknown) => () => Promise.resolve({ status: 200, body: JSON.stringify(body) });
  const account = { account_id: 'a', type: 'depository', subtype: 'checking', mask: null, name: 'A', balances: {} };
  const WRONG: readonly (readonly [what: string, answer: AskStandIn])[] = [
    ['fails', () => Promise.resolve({ status: 500, body: '<h1>oops</h1>' })],
    ['fails in its own words', () => Promise.resolve({ status: 500, body: '{"error_code":"INTERNAL_SERVER_ERROR"}' })],
    ['is no JSON', () => Promise.resolve({ status: 200, body: '<html>' })],
    ['never comes', () => Promise.reject(new Error('timeout of 10000ms exceeded'))],
    ...[null, [], {}, 'linked', 7].map((body) => [`is ${JSON.stringify(body)}`, told(body)] as const),
    [
      'has numbers where texts stand',
      told({ link_token: 1, expiration: 2, access_token: 3, item_id: 4, asset_report_token: 5 }),
    ],
    ['has accounts that are none', told({ accounts: [null], numbers: { ach: [] }, item: {} })],
    [
      'has an account without a number',
      told({ accounts: [account], numbers: { ach: [{ account_id: 'a', account: null, routing: 1 }] }, item: {} }),
    ],
  ];
  const PATHS = ['/item/public_token/exchange', '/auth/get', '/asset_report/create'] as const;
  test.each(PATHS.flatMap((path) => WRONG.map(([what, answer]) => [path, what, answer] as const)))(
    'the answer of %s that %s keeps nothing and fails nothing',
    async (path, _, answer) => {
      const { id } = await openApplication(server, await signUp(server));
      expect(await banksOver(brokenAt(path, answer)).connect(id, 'public-linked')).toBe('unavailable');
      expect(await banksOver(brokenAt(path, answer)).entry(id, 'a')).toBeUndefined();
      // Once it answers again the same link goes on.
      expect(await banksOver(brokenAt('none', answer)).connect(id, 'public-linked')).toMatchObject({
        authStatus: null,
      });
    },
  );
  test.each(WRONG)('an answer to a link that %s is no link', async (_, answer) => {
    expect(await banksOver(brokenAt('/link/token/create', answer)).linkToken(of)).toBe('unavailable');
  });

  test('nobody is asked in production without settings; one setting alone is a mistake', async () => {
    expect(await banksOver(undefined).linkToken(of)).toBe('unavailable');
    expect(() => readConfig({ PLAID_CLIENT_ID: 'one' }, [])).toThrow(/PLAID_SECRET/);
    expect(readConfig({ PLAID_CLIENT_ID: 'one', PLAID_SECRET: 'two' }, []).plaid).toEqual({
      clientId: 'one',
      secret: 'two',
      env: 'sandbox',
    });
  });
});
