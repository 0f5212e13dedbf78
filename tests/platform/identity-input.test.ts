/** Nothing that a request holds is a failure of the server: every member of every operation, with what no column keeps and no operation wants. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../server/identity/operations/index.ts';
import { start } from './server.ts';
import type { Started } from './server.ts';

let server: Started;
let token: string;
const password = 'Meadow7lark';
const email = 'member@example.test';
beforeAll(async () => {
  server = await start();
  await server.identity.admin.createUser({ email, password });
  const { body } = await server.ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  token = (body['AuthenticationResult'] as { AccessToken: string }).AccessToken;
}, 120_000);
afterAll(() => server.stop());

type Body = Readonly<Record<string, unknown>>;
const ofToken = '(the person’s token)';
const attributes = ['email', 'name', 'given_name', 'family_name', 'phone_number'].map((Name) => ({
  Name,
  Value: Name === 'email' ? email : Name === 'phone_number' ? '+15555550100' : 'Ann',
}));
const parameters = { USERNAME: email, SRP_A: 'a5'.repeat(300), PASSWORD: password };
const respond = (ChallengeName: string, ChallengeResponses: Body): Body => ({
  ChallengeName,
  Session: 'none',
  ChallengeResponses: { USERNAME: email, ...ChallengeResponses },
});
/** Requests that hold every member an operation reads; the test below says when one is missing. */
const requests: Readonly<Record<string, readonly Body[]>> = {
  SignUp: [
    {
      Username: email,
      Password: password,
      UserAttributes: [...attributes, { Name: 'custom:brand', Value: '1' }],
    },
  ],
  ConfirmSignUp: [{ Username: email, ConfirmationCode: '000000' }],
  ResendConfirmationCode: [{ Username: email }],
  InitiateAuth: [
    { AuthFlow: 'USER_SRP_AUTH', AuthParameters: parameters },
    { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: parameters },
    { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { ...parameters, CHALLENGE_NAME: 'SRP_A' } },
    { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: 'none' } },
  ],
  RespondToAuthChallenge: [
    respond('PASSWORD_VERIFIER', {
      TIMESTAMP: 'now',
      PASSWORD_CLAIM_SIGNATURE: 'none',
      PASSWORD_CLAIM_SECRET_BLOCK: 'none',
    }),
    respond('CUSTOM_CHALLENGE', { ANSWER: '000000' }),
    respond('NEW_PASSWORD_REQUIRED', { NEW_PASSWORD: password }),
  ],
  GetTokensFromRefreshToken: [{ RefreshToken: 'none' }],
  RevokeToken: [{ Token: 'none' }],
  // Reads a token alone, and would end the one the others use.
  GlobalSignOut: [{ AccessToken: 'none' }],
  GetUser: [{ AccessToken: ofToken }],
  UpdateUserAttributes: [{ AccessToken: ofToken, UserAttributes: attributes }],
  GetUserAttributeVerificationCode: [{ AccessToken: ofToken, AttributeName: 'phone_number' }],
  VerifyUserAttribute: [{ AccessToken: ofToken, AttributeName: 'email', Code: '000000' }],
  ChangePassword: [{ AccessToken: ofToken, PreviousPassword: password, ProposedPassword: password }],
  ForgotPassword: [{ Username: email }],
  ConfirmForgotPassword: [{ Username: email, ConfirmationCode: '000000', Password: password }],
};

test('every operation of the service is asked below', () => {
  expect(Object.keys(requests).sort()).toEqual(Object.keys(operations).sort());
});

/** Every member of a body, however deep, with the body that has something else in its place. */
function membersOf(body: unknown, path = ''): { path: string; put: (value: unknown) => unknown }[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, inner]) => {
    const at = `${path}.${name}`;
    const put = (value: unknown): unknown =>
      Array.isArray(body)
        ? body.map((one: unknown, index) => (String(index) === name ? value : one))
        : { ...body, [name]: value };
    return [
      { path: at, put },
      ...membersOf(inner, at).map((one) => ({ path: one.path, put: (value: unknown) => put(one.put(value)) })),
    ];
  });
}

const isKept = { 'a NUL': 'Qu\0x@example.test', 'half of a surrogate pair': '\ud800@example.test' } as const;
const others: Readonly<Record<string, unknown>> = {
  'a number': 7,
  null: null,
  true: true,
  'a list': [['a']],
  'an object': { toString: 'a', length: 3 },
  'no text': '',
  '60 kB': 'a'.repeat(60_000),
  '100 kB': 'a'.repeat(100_000),
  'a deep list': JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`),
};

async function post(operation: string, body: unknown): Promise<{ status: number; type: unknown }> {
  const response = await fetch(server.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body).replaceAll(ofToken, token),
  });
  return { status: response.status, type: ((await response.json()) as Body)['__type'] };
}

const cases = Object.entries(requests).flatMap(([operation, list]) =>
  list.map((request, index) => ({ operation, index, request })),
);

describe.each(cases)('$operation, way $index', ({ operation, request }) => {
  const whole = (): Body => ({ ClientId: server.config.identity.clientId, ...request });

  test('a member that holds what cannot be kept is a wrong parameter, and of any other wrong value none is a failure', async () => {
    const users = (): Promise<unknown> => server.database.db.selectFrom('identity_users').selectAll().execute();
    const before = await users();
    for (const { path, put } of membersOf(whole())) {
      for (const [what, value] of Object.entries(isKept))
        expect([path, what, await post(operation, put(value))]).toEqual([
          path,
          what,
          { status: 400, type: 'InvalidParameterException' },
        ]);
    }
    for (const what of Object.values(isKept)) {
      expect(await post(operation, { ...whole(), [what]: 'a' })).toMatchObject({ status: 400 });
      expect(await post(operation, { ...whole(), unread: [{ any: what }] })).toMatchObject({ status: 400 });
    }
    expect(await users()).toEqual(before);
    for (const { path, put } of membersOf(whole())) {
      for (const [what, value] of Object.entries(others)) {
        const { status } = await post(operation, put(value));
        expect([path, what, status < 500 ? 'answered' : status]).toEqual([path, what, 'answered']);
      }
    }
  }, 60_000);

  test('the request above holds every member that the operation reads', async () => {
    const missing: string[] = [];
    /** The body, noting each name that is looked for and not there. */
    const noting = (body: unknown): unknown =>
      typeof body !== 'object' || body === null || Array.isArray(body)
        ? body
        : new Proxy(Object.fromEntries(Object.entries(body).map(([name, inner]) => [name, noting(inner)])), {
            getOwnPropertyDescriptor(target, name) {
              if (!Object.hasOwn(target, name)) missing.push(String(name));
              return Reflect.getOwnPropertyDescriptor(target, name);
            },
          });
    await server.ask(operation, noting(JSON.parse(JSON.stringify(request).replaceAll(ofToken, token))) as Body);
    expect(missing).toEqual([]);
  });
});
