/**
 * An administrator acts for a customer: who may, as whom each request is performed, what is refused, what stands on the
 * trail, when it ends. Everything at the server's own door, as a stranger would try it.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, closings, socketPath } from '../../contract/channels.ts';
import type { Operation } from '../../contract/operation.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { sampleBody } from '../lock/identity.ts';
import { requests, type RequestName } from '../../server/identity/requests.ts';
import { lentTo, openApplication, pagesToSubmit, submitPage, type Page } from './support/applicant.ts';
import { knock, withDoors, type Door } from './support/doors.ts';
import { graphqlOperations, sampleInput } from './support/operations.ts';
import { boot, graphql, signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, testNow, type TestServer } from './support/server.ts';

interface Tokens {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly RefreshToken: string;
}
const admin = { email: 'ada.admin@example.test', password: 'Larkfield9' };

let server: TestServer;
let doors: readonly Door[];
let customer: Person;
let seconds = 0;
beforeAll(async () => {
  const clock = (): Date => new Date(testNow.getTime() + seconds * 1000);
  ({ started: server, doors } = await withDoors(() => startTestServer({ with: { seeded: true, clock } })));
  customer = await signUp(server);
}, 180_000);
afterAll(() => server.stop());

async function idp(
  request: string,
  body: object,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const answer = await fetch(`${server.address}/idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${request}`,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
async function tokensOf({ email, password }: { readonly email: string; readonly password: string }): Promise<Tokens> {
  const { identity } = await boot(server);
  const { body } = await idp('InitiateAuth', {
    ClientId: identity.clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return body['AuthenticationResult'] as Tokens;
}
async function refreshed({ RefreshToken }: Tokens): Promise<Tokens> {
  const { identity } = await boot(server);
  const { body } = await idp('GetTokensFromRefreshToken', { ClientId: identity.clientId, RefreshToken });
  return body['AuthenticationResult'] as Tokens;
}
/** Ada's tokens, of a session in which she acts for somebody. */
async function acting(email = customer.email): Promise<{ readonly before: Tokens; readonly now: Tokens }> {
  const before = await tokensOf(admin);
  expect(await idp('ActAs', { AccessToken: before.AccessToken, Username: email })).toEqual({ status: 200, body: {} });
  return { before, now: await refreshed(before) };
}
const ask = async (
  token: string,
  operation: string,
  given: { variables?: JsonObject; key?: string } = {},
): Promise<Answer> => {
  const { variables = {}, key } = given;
  const { document = '' } = (await boot(server)).operations[operation] ?? {};
  return graphql(server, document, {
    variables,
    headers: { authorization: token },
    ...(key !== undefined && { act: { key } }),
  });
};
const reasonOf = ({ errors }: Answer): string | undefined => errors[0]?.extensions.reason ?? errors[0]?.extensions.code;
const trail = async (): Promise<
  readonly { actor: string; customer: string | null; operation: string; about: string | null }[]
> =>
  (
    await sql<{ actor: string; customer: string | null; operation: string; about: string | null }>`
      select actor, customer, operation, about from identity_acting order by id`.execute(server.services.db)
  ).rows;
const applicationOf = async (token: string): Promise<string> => {
  const { flows } = await boot(server);
  const application = { flow: 'apply', definition: flows['apply']?.hash ?? '', channel: 'ONLINE' };
  const made = await ask(token, 'createApplication', { variables: { application }, key: randomUUID() });
  return String((made.data?.['createApplication'] as { application?: { id?: string } })?.application?.id);
};

describe('who may act for a customer', () => {
  test('nobody but an administrator, who is told the same of a customer and of an address nobody has [error.impersonation.notAdmin]', async () => {
    const person = await tokensOf({ email: customer.email, password: 'Marigold42' });
    const told = await Promise.all(
      ['olive.online@example.test', 'nobody.at.all@example.test', customer.email, admin.email].map((Username) =>
        idp('ActAs', { AccessToken: person.AccessToken, Username }),
      ),
    );
    for (const one of told)
      expect(one).toEqual({ status: 400, body: { __type: 'NotAuthorizedException', message: 'Not admin' } });
    const { sub } = decodeJwt(person.IdToken);
    const tried = (await trail()).filter(({ actor }) => actor === sub);
    expect(tried.map(({ customer: whom, operation }) => [whom, operation])).toEqual(told.map(() => [null, 'ActAs']));
  });
  test('an administrator, for customers alone: not for another administrator, nobody, or a customer of another brand than theirs', async () => {
    const before = await tokensOf(admin);
    const code = async (Username: string) => {
      const { body } = await idp('ActAs', { AccessToken: before.AccessToken, Username });
      return body['__type'];
    };
    for (const email of ['nobody.at.all@example.test', admin.email, 'enno.enroll@example.test'])
      expect([email, await code(email)]).toEqual([email, 'UserNotFoundException']);
    const brand = (value: string | null) =>
      sql`update identity_users set attributes = (attributes - 'custom:brand') || ${JSON.stringify(value === null ? {} : { 'custom:brand': value })}::jsonb
        where email = ${admin.email}`.execute(server.services.db);
    await brand('20349');
    expect(await code('olive.online@example.test')).toBe('UserNotFoundException');
    await brand('1');
    expect(await code('olive.online@example.test')).toBeUndefined();
    const { IdToken } = await refreshed(before);
    expect((await ask(IdToken, 'openApplication')).errors).toEqual([]);
    // The same customer on the pages of another brand is not theirs.
    await brand('20349');
    expect(reasonOf(await ask(IdToken, 'openApplication'))).toBe('FORBIDDEN');
    await brand(null);
  });
});

describe('whoever acts for a customer', () => {
  test('is the customer in every request, and both stand on the trail and in the chain of the application', async () => {
    const id = await applicationOf(customer.idToken);
    const { before, now } = await acting();
    const [ada, who] = [decodeJwt(before.IdToken), decodeJwt(now.IdToken)];
    expect(who).toMatchObject({ email: customer.email, act: { sub: ada.sub, email: admin.email }, acr: '1' });
    expect(who['cognito:groups']).not.toContain('my.account.csr');
    const open = await ask(now.IdToken, 'openApplication');
    expect(open.data?.['openApplication']).toMatchObject({ id });
    const save = {
      id,
      flow: 'apply',
      definition: (await boot(server)).flows['apply']?.hash ?? '',
      revision: 0,
      changes: {},
      journey: {},
    };
    const saved = await ask(now.IdToken, 'saveJourney', { variables: { ...save, key: 'one' }, key: 'one' });
    expect(saved.errors).toEqual([]);
    const acts = await sql<{
      actor: string;
    }>`select actor from application_acts where application_id = ${id}::uuid order by number`.execute(
      server.services.db,
    );
    expect(acts.rows.map(({ actor }) => actor)).toEqual([who.sub, `${ada.sub} for ${who.sub}`]);
    const rows = (await trail()).filter((one) => one.actor === ada.sub && one.customer === who.sub);
    expect(rows.map(({ operation, about }) => [operation, about])).toEqual([
      ['ActAs', null],
      ['GetTokensFromRefreshToken', null],
      ['openApplication', null],
      ['saveJourney', id],
    ]);
    // Files are the customer's alone.
    const file = `${server.address}/files/${id}/${randomUUID()}`;
    const given = (token: string) => fetch(file, { headers: { authorization: token, 'x-brand-key': 'payday' } });
    expect((await given(customer.idToken)).status).toBe(404);
    expect((await given(now.IdToken)).status).toBe(403);
    expect((await trail()).at(-1)).toMatchObject({ actor: ada.sub, customer: who.sub, operation: '/files', about: id });
    // The customer's own key is another one than the administrator's.
    const own = await ask(customer.idToken, 'saveJourney', { variables: { ...save, key: 'one' }, key: 'one' });
    expect(reasonOf(own)).toBe('CONFLICT');
  });
  test('sees the loan as the customer does, and is neither offered nor given what they signed', async () => {
    const borrower = await signUp(server);
    const { id } = await lentTo(server, borrower);
    const { now } = await acting(borrower.email);
    const seen = async (token: string): Promise<JsonObject> => {
      const account = (await ask(token, 'loanAccount')).data?.['loanAccount'] as
        | { loan?: { loanId: string } }
        | undefined;
      const variables = { loanId: account?.loan?.loanId ?? '' };
      const { data } = await ask(token, 'getInitialLoanDetails', { variables });
      return data?.['getInitialLoanDetails'] as JsonObject;
    };
    const [own, theirs] = [await seen(borrower.idToken), await seen(now.IdToken)];
    expect(own['documents']).toHaveLength(5);
    expect(theirs).toEqual({ ...own, documents: [] });
    const paper = (token: string) =>
      fetch(`${server.address}/documents/${id}/loan-agreement`, {
        headers: { authorization: token, 'x-brand-key': 'payday' },
      });
    expect([(await paper(borrower.idToken)).status, (await paper(now.IdToken)).status]).toEqual([200, 403]);
  });
  test('may do what operations say may be done for a customer, and nothing else: every operation there is, asked as its document is written', async () => {
    const { now } = await acting();
    const { operations, flows } = (await boot(server)) as unknown as {
      operations: Record<string, Operation>;
      flows: Record<string, { hash: string }>;
    };
    const named: JsonObject = {
      email: customer.email,
      application: { flow: 'apply', definition: flows['apply']?.hash ?? '' },
    };
    const sampleOf = (name: string): JsonObject => {
      const operation = graphqlOperations.find((one) => one.name === name);
      if (!operation) throw new Error(`${name} is told at the start, and schemas/api has it not.`);
      const variables = sampleInput(operation, randomUUID());
      return { ...variables, ...Object.fromEntries(Object.entries(named).filter(([key]) => key in variables)) };
    };
    const all = Object.values(operations);
    // The other doors let nobody do anything in somebody's name: what goes by them is everybody's.
    expect(all.filter(({ kind, access }) => kind === 'rest' && access !== 'public')).toEqual([]);
    const asked = await Promise.all(
      all
        .filter(({ kind }) => kind === 'graphql')
        .map(async ({ name, access, acting: may = false }) => {
          const key = randomUUID();
          const answer = await ask(now.IdToken, name, { variables: sampleOf(name), key });
          return { name, may: may || access === 'public', refused: reasonOf(answer) === 'acting' };
        }),
    );
    expect(asked.map(({ name, refused }) => [name, refused ? 'refused' : 'allowed'])).toEqual(
      asked.map(({ name, may }) => [name, may ? 'allowed' : 'refused']),
    );
    expect(asked.filter(({ may }) => may).length).toBeGreaterThan(5);
    expect(asked.filter(({ may }) => !may).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['esignApplication', 'withdrawApplication', 'submitApplication', 'saveBankInformation']),
    );
  });
  test('makes no request of the account that its operation does not let an acting session make', async () => {
    const { now } = await acting();
    const names = (Object.keys(requests) as RequestName[]).filter(
      (name) =>
        Object.hasOwn((requests[name].input['properties'] ?? {}) as object, 'AccessToken') &&
        requests[name].session?.from?.includes('ACTING') !== true,
    );
    expect(names).toEqual(
      expect.arrayContaining(['ChangePassword', 'GlobalSignOut', 'UpdateUserAttributes', 'ActAs', 'SingleSignOn']),
    );
    for (const name of names) {
      const body = sampleBody(name, {
        AccessToken: now.AccessToken,
        IdToken: now.IdToken,
        Username: 'olive.online@example.test',
        PreviousPassword: 'Marigold42',
        ProposedPassword: 'Another8word',
        UserAttributes: [{ Name: 'name', Value: 'x' }],
        Code: '000000',
      });
      const { status, body: told } = await idp(name.split(' ')[0] ?? '', body as object);
      expect([name, status, told['__type']]).toEqual([name, 400, 'NotAuthorizedException']);
    }
  });
});

/**
 * What nobody does for a customer, and why not. An operation that is neither here nor says of itself that it may be
 * done for a customer (`acting`) has no rule, and the test below fails until it has one.
 */
const THEIRS_ALONE: Readonly<Record<string, readonly string[]>> = {
  'it signs, or agrees to what is signed': [
    'esignApplication',
    'signConversion',
    'saveAgreements',
    'saveConversionAgreements',
  ],
  'it pays, or readies a payment': [
    'makePayment',
    'paymentOptions',
    'paymentState',
    'preparePayment',
    'updateDebitCardAttempts',
  ],
  'it asks for a loan, gives one up, or changes which': [
    'cloneApplicationBase',
    'cloneApprovedLeadApplication',
    'convertApplicationTypeToConversion',
    'createConversionDenial',
    'createReturningApplication',
    'preliminaryUnderwriting',
    'prepareForEnrollment',
    'requestLoanChange',
    'submitApplication',
    'timeoutExpireAction',
    'validateOriginalLoanDetails',
    'withdrawApplication',
  ],
  'it links a bank account, or says which': [
    'createPlaidToken',
    'initializePlaidConnection',
    'saveBankInformation',
    'saveDecisionBankVerification',
  ],
  'it shows who somebody is': [
    'customerSsnSearch',
    'deviceCheck',
    'emailResendCode',
    'generateBokuEVURL',
    'otpSearch',
    'otpSend',
    'otpVerify',
    'rememberDevice',
    'searchEmailVerification',
    'validateEmailVerificationCode',
  ],
  'it sends papers or a session elsewhere': ['documentReview', 'saveStoreInformation', 'sendDocuments', 'sqsLegacy'],
};

test('which device an application was sent from is told to its applicant, and not to whoever acts for them', async () => {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const { call } = submitPage;
  const sent = { ...submitPage, call: call && { ...call, variables: (id: string) => ({ id, blackBox: 'a device' }) } };
  for (const page of [...pagesToSubmit(), sent as Page]) await applicant.leave(page);
  const { now } = await acting(person.email);
  const query = 'query ($id: ID!) { application(id: $id) { additionalAttributes { iovationBlackBox optOut } } }';
  const told = async (authorization: string): Promise<unknown> =>
    (await graphql(server, query, { variables: { id: applicant.id }, headers: { authorization } })).data;
  const with_ = (iovationBlackBox: string | null) => ({
    application: { additionalAttributes: { iovationBlackBox, optOut: false } },
  });
  expect([await told(person.idToken), await told(now.IdToken)]).toEqual([with_('a device'), with_(null)]);
});

describe('everything that is asked for a customer', () => {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const rowsOf = async () =>
    (await sql<Record<string, unknown>>`select * from identity_acting order by id`.execute(server.services.db)).rows;
  const fieldOf = (document: string): string => /\{\s*(\w+)/.exec(document)?.[1] ?? '';
  /** Every table as it stands but for the trail, sessions, and what counts how often somebody asks. */
  const everything = async (): Promise<Readonly<Record<string, string>>> => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name not in ('identity_acting', 'watched_writes', 'identity_sessions', 'identity_refresh_tokens', 'identity_limits')`.execute(
      server.services.db,
    );
    const all = await Promise.all(
      rows.map(async ({ name }) => {
        const {
          rows: [row],
        } = await sql<{ hash: string | null }>`
          select md5(string_agg(t::text, '' order by t::text)) as hash from ${sql.table(name)} as t`.execute(
          server.services.db,
        );
        return [name, row?.hash ?? ''] as const;
      }),
    );
    return Object.fromEntries(all);
  };

  test('has a rule: it may be done, or there is a reason why not', () => {
    const refused = Object.values(THEIRS_ALONE).flat();
    const ruled = graphqlOperations.flatMap(({ name, access, acting: may }) =>
      access === 'public' || may === true ? [] : [name],
    );
    expect(ruled.sort()).toEqual(refused.sort());
  });

  test('leaves who asked, for whom, what, about which application and when, and no word of what was told; what is theirs alone changes nothing', async () => {
    const borrower = await signUp(server);
    const { id } = await lentTo(server, borrower);
    const { before, now } = await acting(borrower.email);
    const [actor, whom] = [decodeJwt(before.IdToken).sub, decodeJwt(now.IdToken).sub];
    const refused = new Set(Object.values(THEIRS_ALONE).flat());
    const asked = graphqlOperations.toSorted((a, b) => Number(refused.has(a.name)) - Number(refused.has(b.name)));
    let stood: Readonly<Record<string, string>> | undefined;
    for (const operation of asked) {
      const isTheirs = refused.has(operation.name);
      if (isTheirs) stood ??= await everything();
      const { application, draft } = operation;
      const named = application ?? draft;
      for (const about of named === undefined ? [undefined] : [id, borrower.email]) {
        const last = (await rowsOf()).length;
        const variables = { ...sampleInput(operation, id), ...(named !== undefined && { [named]: about ?? id }) };
        const answer = await ask(now.IdToken, operation.name, { variables, key: randomUUID() });
        const [row, ...more] = (await rowsOf()).slice(last);
        expect([operation.name, reasonOf(answer) === 'acting']).toEqual([operation.name, isTheirs]);
        expect([operation.name, row, more]).toEqual([
          operation.name,
          {
            id: expect.anything(),
            actor,
            customer: whom,
            operation: fieldOf(operation.document),
            about: about === id ? id : null,
            at: expect.anything(),
          },
          [],
        ]);
        expect(new Date(String(row?.['at']))).toEqual(new Date(testNow.getTime() + seconds * 1000));
        expect([row?.['actor'], row?.['customer'], row?.['about'] ?? id].every((one) => uuid.test(String(one)))).toBe(
          true,
        );
      }
    }
    expect(await everything()).toEqual(stood);
    expect(Object.keys(stood ?? {})).toEqual(
      expect.arrayContaining(['loan_payments', 'loan_ledger', 'application_acts']),
    );
  });
});

test('at every door over HTTP at which whoever acts for somebody is heard, it stands on the trail; files and printed documents are theirs alone', async () => {
  const borrower = await signUp(server);
  const { id } = await lentTo(server, borrower);
  const { now } = await acting(borrower.email);
  const heard: (readonly [door: string, status: number])[] = [];
  for (const door of doors) {
    const at = { address: server.address, brand: 'payday', application: id };
    const nobody = await knock(door, at);
    const last = (await trail()).length;
    const answer = await knock(door, { ...at, token: now.IdToken });
    const rows = (await trail()).slice(last);
    const isHeard = JSON.stringify(answer) !== JSON.stringify(nobody);
    if (isHeard) heard.push([`${door.method} ${door.url}`, answer[0]]);
    expect([door.url, rows.map(({ customer: whom }) => whom)]).toEqual([
      door.url,
      isHeard ? [decodeJwt(now.IdToken).sub] : [],
    ]);
  }
  expect(heard).toEqual(
    expect.arrayContaining([
      ['POST /graphql', 200],
      ['POST /files', 403],
      ['GET /files/:application/:id', 403],
      ['GET /documents/:application/:idTag', 403],
    ]),
  );
});

test('whatever is listened to live stands on the trail, with the application', async () => {
  const id = await applicationOf(customer.idToken);
  const { now } = await acting();
  const last = (await trail()).length;
  const socket = await listening(now.IdToken);
  const heard = once(socket, 'message');
  socket.send(JSON.stringify({ action: 'registerApplicationListener', applicationId: id }));
  expect(String((await heard)[0])).toContain('"status"');
  socket.close();
  const { sub } = decodeJwt(now.IdToken);
  expect((await trail()).slice(last).map(({ customer: whom, about }) => [whom, about])).toEqual([
    [sub, null],
    [sub, id],
  ]);
});

describe('acting ends', () => {
  test('when it is stopped: the customer’s tokens are refused, and the session is the administrator’s again', async () => {
    const { before, now } = await acting();
    expect(reasonOf(await ask(before.IdToken, 'openApplication'))).toBe('UNAUTHENTICATED');
    expect((await idp('StopActing', { AccessToken: now.AccessToken })).status).toBe(200);
    expect(reasonOf(await ask(now.IdToken, 'openApplication'))).toBe('UNAUTHENTICATED');
    const after = await refreshed(now);
    expect(decodeJwt(after.IdToken)).toMatchObject({ email: admin.email });
    expect(decodeJwt(after.IdToken)['act']).toBeUndefined();
    expect((await ask(after.IdToken, 'openApplication')).errors).toEqual([]);
  });
  test('at sign-out, with the live status, and the customer’s own sessions go on', async () => {
    const { now } = await acting();
    const socket = await listening(now.IdToken);
    const own = await listening(customer.idToken);
    const closed = once(socket, 'close') as Promise<[number]>;
    const { identity } = await boot(server);
    await idp('RevokeToken', { ClientId: identity.clientId, Token: now.RefreshToken });
    expect((await closed)[0]).toBe(closings.sessionOver);
    expect(reasonOf(await ask(now.IdToken, 'openApplication'))).toBe('UNAUTHENTICATED');
    expect((await ask(customer.idToken, 'openApplication')).errors).toEqual([]);
    expect(own.readyState).toBe(own.OPEN);
    own.close();
  });
  test('at once when the administrator is none any more', async () => {
    const { now } = await acting();
    await sql`update identity_groups set name = 'my.account.user' where name = 'my.account.csr'`.execute(
      server.services.db,
    );
    expect(reasonOf(await ask(now.IdToken, 'openApplication'))).toBe('UNAUTHENTICATED');
    expect(decodeJwt((await refreshed(now)).IdToken)).toMatchObject({ email: admin.email });
    await sql`update identity_groups set name = 'my.account.csr' where sub = (select sub from identity_users where email = ${admin.email})`.execute(
      server.services.db,
    );
  });
  test('with its token, unless another was asked for in time', async () => {
    const { now } = await acting();
    seconds += 800;
    const inTime = await refreshed(now);
    expect(decodeJwt(inTime.IdToken)).toMatchObject({ email: customer.email });
    seconds += 800;
    expect(decodeJwt((await refreshed(inTime)).IdToken)).toMatchObject({ email: customer.email });
    const last = await refreshed(await refreshed(inTime));
    seconds += 901;
    expect(decodeJwt((await refreshed(last)).IdToken)).toMatchObject({ email: admin.email });
  });
  test('of two that begin it at once in one session one is refused', async () => {
    const before = await tokensOf(admin);
    const both = await Promise.all(
      [customer.email, 'olive.online@example.test'].map((Username) =>
        idp('ActAs', { AccessToken: before.AccessToken, Username }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('single sign-on by the tokens of another site', () => {
  test('gives a session of its own, once for each pair of tokens', async () => {
    const given = await tokensOf({ email: customer.email, password: 'Marigold42' });
    const pair = { IdToken: given.IdToken, AccessToken: given.AccessToken };
    const { status, body } = await idp('SingleSignOn', pair);
    expect(status).toBe(200);
    const own = body['AuthenticationResult'] as Tokens;
    const claims = decodeJwt(own.IdToken);
    expect(claims.sub).toBe(decodeJwt(given.IdToken).sub);
    expect(claims['origin_jti']).not.toBe(decodeJwt(given.IdToken)['origin_jti']);
    expect((await ask(own.IdToken, 'openApplication')).errors).toEqual([]);
    expect((await idp('SingleSignOn', pair)).body['__type']).toBe('NotAuthorizedException');
  });
  test('is refused with tokens that are forged, ended, of two sessions, or of a session that has ended', async () => {
    const person = { email: customer.email, password: 'Marigold42' };
    const [one, two, three] = [await tokensOf(person), await tokensOf(person), await tokensOf(person)];
    const forged = (token: string): string => `${token.slice(0, -6)}${token.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`;
    const { identity } = await boot(server);
    await idp('RevokeToken', { ClientId: identity.clientId, Token: three.RefreshToken });
    for (const [IdToken, AccessToken] of [
      [forged(one.IdToken), one.AccessToken],
      [one.IdToken, forged(one.AccessToken)],
      [one.AccessToken, one.IdToken],
      [one.IdToken, two.AccessToken],
      [three.IdToken, three.AccessToken],
    ])
      expect((await idp('SingleSignOn', { IdToken, AccessToken })).body['__type']).toBe('NotAuthorizedException');
    seconds += 901;
    expect((await idp('SingleSignOn', { IdToken: two.IdToken, AccessToken: two.AccessToken })).status).toBe(400);
  });
  test('a pair that comes many times at once gives one session', async () => {
    const { IdToken, AccessToken } = await tokensOf({ email: customer.email, password: 'Marigold42' });
    const all = await Promise.all(Array.from({ length: 6 }, () => idp('SingleSignOn', { IdToken, AccessToken })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

async function listening(token: string): Promise<WebSocket> {
  const [channel] = Object.values(channels);
  if (!channel) throw new Error('The contract has no channel.');
  const socket = new WebSocket(`${server.address.replace('http', 'ws')}${socketPath(channel, token)}`, {
    origin: server.address,
  });
  await once(socket, 'open');
  return socket;
}
