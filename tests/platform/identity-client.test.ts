/** The identity service driven by the client library that the browser uses. */
import { Amplify } from 'aws-amplify';
import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProvider, type Provider } from '../../runtime/gateway/amplify.ts';
import { actions } from '../../server/identity/requests.ts';
import { start } from './server.ts';
import type { Started } from './server.ts';
import { isVendors, misfitsOfVendor, type Asked } from './vendor.ts';

let server: Started;
/** What the client library asked so far, and what it was answered. */
const exchanged: Asked[] = [];
const { fetch: send } = globalThis;
const password = 'Meadow7lark';

beforeAll(async () => {
  server = await start();
  globalThis.fetch = async (input, init) => {
    const answer = await send(input, init);
    const target = new Headers(init?.headers).get('x-amz-target');
    if (target !== null)
      exchanged.push({
        action: target.split('.')[1] ?? '',
        body: JSON.parse(String(init?.body)) as unknown,
        status: answer.status,
        answer: await answer.clone().json(),
      });
    return answer;
  };
  const { poolId: userPoolId, clientId: userPoolClientId } = server.identity;
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: server.endpoint, loginWith: { email: true } } },
  });
  const kept = new Map<string, string>();
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void kept.set(key, value),
    getItem: async (key) => kept.get(key) ?? null,
    removeItem: async (key) => void kept.delete(key),
    clear: async () => kept.clear(),
  });
}, 120_000);
afterAll(async () => {
  globalThis.fetch = send;
  await server.stop();
});

async function signedUp(email: string): Promise<void> {
  await auth.signUp({ username: email, password, options: { userAttributes: { email } } });
  await auth.confirmSignUp({ username: email, confirmationCode: await server.codeFor(email) });
}

test('sign-up, confirm, signed in without typing the password again', async () => {
  const email = 'auto@example.test';
  const first = await auth.signUp({
    username: email,
    password,
    options: {
      userAttributes: { email, name: 'Ann', family_name: 'Alder', 'custom:brand': '1', 'custom:source': 'ONLINE' },
      autoSignIn: true,
    },
  });
  expect(first.nextStep.signUpStep).toBe('CONFIRM_SIGN_UP');
  expect(await auth.resendSignUpCode({ username: email })).toMatchObject({ deliveryMedium: 'EMAIL' });
  const second = await auth.confirmSignUp({ username: email, confirmationCode: await server.codeFor(email) });
  expect(second.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
  expect((await auth.autoSignIn()).isSignedIn).toBe(true);
  const claims = (await auth.fetchAuthSession()).tokens?.idToken?.payload;
  expect(claims).toMatchObject({
    email,
    email_verified: true,
    family_name: 'Alder',
    'custom:brand': '1',
    'cognito:groups': ['my.account.user'],
    token_use: 'id',
  });
  await auth.signOut();
});

test('each attribute of a sign-up is kept as it was given; one that others are judged by, or that nobody may give, is refused [entity.signUpAttributes]', async () => {
  const email = 'every.attribute@example.test';
  const given = {
    email,
    name: 'Ann',
    family_name: 'Alder',
    'custom:source': 'ONLINE',
    'custom:brand': 'pocket',
    'custom:isPasswordless': 'false',
  };
  const refused = [{ 'custom:source': 'LEGACY' }, { 'custom:isPasswordless': 'true' }, { 'custom:boCode': 'BO1' }];
  for (const wrong of refused)
    await expect(
      auth.signUp({ username: email, password, options: { userAttributes: { ...given, ...wrong } } }),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
  await auth.signUp({ username: email, password, options: { userAttributes: given } });
  await auth.confirmSignUp({ username: email, confirmationCode: await server.codeFor(email) });
  await auth.signIn({ username: email, password });
  expect(await auth.fetchUserAttributes()).toMatchObject(given);
  expect((await auth.fetchAuthSession()).tokens?.idToken?.payload).toMatchObject(given);
  await auth.signOut();
});

test('password proof, refresh, attributes, sign-out', async () => {
  const email = 'Mixed.Case@example.test';
  await signedUp(email);
  expect(await auth.signIn({ username: email.toLowerCase(), password })).toMatchObject({ isSignedIn: true });
  const before = (await auth.fetchAuthSession()).tokens;
  const after = (await auth.fetchAuthSession({ forceRefresh: true })).tokens;
  expect(after?.idToken?.payload['jti']).not.toBe(before?.idToken?.payload['jti']);
  const idToken = after?.idToken?.toString() ?? '';
  expect(await server.identity.verifyIdToken(idToken)).toMatchObject({ email });

  const keys = createRemoteJWKSet(new URL(`${server.endpoint}${server.identity.poolId}/.well-known/jwks.json`));
  const verified = await jwtVerify(idToken, keys, {
    issuer: server.identity.issuer,
    audience: server.identity.clientId,
  });
  expect(verified.payload['token_use']).toBe('id');

  expect(await auth.fetchUserAttributes()).toMatchObject({ email, email_verified: 'true' });
  await auth.updateUserAttributes({ userAttributes: { family_name: 'Birch' } });
  expect(await auth.fetchUserAttributes()).toMatchObject({ family_name: 'Birch' });
  await expect(auth.updateUserAttributes({ userAttributes: { 'custom:boCode': 'BO1' } })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });

  await auth.signOut();
  expect(await server.identity.verifyIdToken(idToken)).toBeUndefined();
  await expect(auth.fetchUserAttributes()).rejects.toMatchObject({ name: 'UserUnAuthenticatedException' });
});

test('the library goes on with the refresh token it was given last; a stolen one ends the session for both', async () => {
  await signedUp('rotates@example.test');
  await auth.signIn({ username: 'rotates@example.test', password });
  const kept = async (): Promise<string> =>
    (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens())?.refreshToken ?? '';
  const stolen = await kept();
  for (let count = 0; count < 3; count += 1) {
    const before = await kept();
    expect((await auth.fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
    expect(await kept()).not.toBe(before);
  }
  expect(await server.ask('GetTokensFromRefreshToken', { RefreshToken: stolen })).toMatchObject({ status: 400 });
  expect((await auth.fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
  await auth.signOut();
});

test('an old session is refused after signing out everywhere', async () => {
  await signedUp('everywhere@example.test');
  await auth.signIn({ username: 'everywhere@example.test', password });
  const access = (await auth.fetchAuthSession()).tokens?.accessToken.toString();
  await auth.signOut({ global: true });
  expect(await server.ask('GetUser', { AccessToken: access })).toMatchObject({
    status: 400,
    problem: 'NotAuthorizedException',
  });
});

test('a forgotten password is set anew by the code', async () => {
  const email = 'forgetful@example.test';
  await signedUp(email);
  await auth.resetPassword({ username: email });
  const [message] = await server.messages.listInbox({ to: email, limit: 1 });
  const code = await server.codeFor(email);
  expect(message?.text).toContain(`/authentication/change-password/${code}/${encodeURIComponent(email)}`);
  await auth.confirmResetPassword({ username: email, confirmationCode: code, newPassword: 'Another8word' });
  await expect(auth.signIn({ username: email, password })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  expect(await auth.signIn({ username: email, password: 'Another8word' })).toMatchObject({ isSignedIn: true });
  await auth.updatePassword({ oldPassword: 'Another8word', newPassword: 'Third9words' });
  await auth.signOut();
  expect(
    await auth.signIn({ username: email, password: 'Third9words', options: { authFlowType: 'USER_PASSWORD_AUTH' } }),
  ).toMatchObject({ isSignedIn: true });
  await auth.signOut();
});

test('signing in by a code alone: a wrong code asks again, the right one signs in', async () => {
  const email = 'passwordless@example.test';
  await signedUp(email);
  const asked = await auth.signIn({ username: email, options: { authFlowType: 'CUSTOM_WITHOUT_SRP' } });
  expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE');
  const code = await server.codeFor(email);
  const wrong = code === '111111' ? '222222' : '111111';
  expect((await auth.confirmSignIn({ challengeResponse: wrong })).isSignedIn).toBe(false);
  expect((await auth.confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  await auth.signOut();
  await auth.signIn({ username: email, password, options: { authFlowType: 'CUSTOM_WITH_SRP' } });
  expect((await auth.confirmSignIn({ challengeResponse: await server.codeFor(email) })).isSignedIn).toBe(true);
  await auth.signOut();
});

test('a temporary password must be changed at the first sign-in', async () => {
  await server.identity.admin.createUser({
    email: 'staff@example.test',
    password: 'Temporary1',
    temporary: true,
    groups: ['my.account.csr'],
  });
  const asked = await auth.signIn({ username: 'staff@example.test', password: 'Temporary1' });
  expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED');
  expect((await auth.confirmSignIn({ challengeResponse: 'Permanent2' })).isSignedIn).toBe(true);
  expect((await auth.fetchAuthSession()).tokens?.idToken?.payload['cognito:groups']).toEqual(['my.account.csr']);
  await auth.signOut();
});

test('a new email and a new phone count once their code came back', async () => {
  await signedUp('old@example.test');
  await auth.signIn({ username: 'old@example.test', password });
  await auth.updateUserAttribute({ userAttribute: { attributeKey: 'email', value: 'new@example.test' } });
  expect((await auth.fetchUserAttributes()).email).toBe('old@example.test');
  await auth.confirmUserAttribute({
    userAttributeKey: 'email',
    confirmationCode: await server.codeFor('new@example.test'),
  });
  expect((await auth.fetchUserAttributes()).email).toBe('new@example.test');
  expect((await server.messages.listInbox({ to: 'old@example.test' })).map((one) => one.purpose)).toContain(
    'email-changed',
  );
  const phone = '+15551230199';
  await auth.updateUserAttributes({ userAttributes: { phone_number: phone } });
  await auth.sendUserAttributeVerificationCode({ userAttributeKey: 'phone_number' });
  await auth.confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode: await server.codeFor(phone) });
  expect(await auth.fetchUserAttributes()).toMatchObject({ phone_number: phone, phone_number_verified: 'true' });
  await auth.signOut();
});

test('what the sign-up page must tell apart [error.signUp.usernameExists] [error.signUp.customerExists] [error.signUp.isPasswordless]', async () => {
  const { admin } = server.identity;
  await admin.createUser({ email: 'known@example.test', password });
  await admin.createUser({ email: 'legacy@example.test', password, attributes: { 'custom:source': 'LEGACY' } });
  await admin.createUser({ email: 'codes@example.test', password, attributes: { 'custom:isPasswordless': 'true' } });
  const signUp = (email: string): Promise<unknown> =>
    auth.signUp({ username: email, password, options: { userAttributes: { email } } });
  await expect(signUp('known@example.test')).rejects.toMatchObject({ name: 'UsernameExistsException' });
  await expect(signUp('legacy@example.test')).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error customerExists.',
  });
  await expect(signUp('codes@example.test')).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error isPasswordless.',
  });
});

/** The provider of a document that has just been opened; what the tab keeps of signing in is empty. */
function documentOpened(): Provider {
  const kept = new Map<string, string>();
  const { poolId: userPoolId, clientId } = server.identity;
  return openProvider(
    { userPoolId, clientId, endpoint: server.endpoint },
    {
      get: (key) => kept.get(key),
      set: (key, value) => (kept.set(key, value), true),
      remove: (key) => kept.delete(key),
      keys: () => [...kept.keys()],
    },
    '',
  );
}
const begins = (one: Provider, email: string): Promise<void> =>
  one.signUp({ username: email, password, options: { userAttributes: { email } } });
const confirms = async (one: Provider, email: string): Promise<void> =>
  void (await one.confirmSignUp({ username: email, confirmationCode: await server.codeFor(email) }));

test('whoever signs up right after somebody else is signed in too', async () => {
  for (const email of ['one@example.test', 'next@example.test']) {
    const provider = documentOpened();
    await begins(provider, email);
    await confirms(provider, email);
    expect(await provider.autoSignIn(email)).toBe(true);
    await provider.signOut();
  }
});

test('the password of a sign-up is forgotten with its document, and by signing out', async () => {
  const [before, after] = [documentOpened(), documentOpened()];
  await begins(before, 'reloads@example.test');
  await confirms(after, 'reloads@example.test');
  expect(await after.autoSignIn('reloads@example.test')).toBe(false);
  await before.signOut();
  expect(await before.autoSignIn('reloads@example.test')).toBe(false);
});

test('whose email is confirmed is signed in, not who signed up last', async () => {
  const provider = documentOpened();
  await begins(provider, 'mine@example.test');
  await confirms(provider, 'mine@example.test');
  expect(await provider.autoSignIn('other@example.test')).toBe(false);
});

// The last one: of what the tests before it asked.
test('requests and answers are as the vendor publishes their types; those that the vendor does not know are ours alone', async () => {
  const answered = new Set(exchanged.filter(({ status }) => status === 200).map(({ action }) => action));
  const [vendors, ours] = [[...actions].filter(isVendors), [...actions].filter((action) => !isVendors(action))];
  expect(ours.sort()).toEqual(['ActAs', 'SingleSignOn', 'StopActing']);
  expect(vendors.filter((action) => !answered.has(action))).toEqual([]);
  expect(await misfitsOfVendor(exchanged)).toEqual([]);
  // The compiler notices what does not fit: an answer, a request, an error.
  const [first] = exchanged.filter(({ action, status }) => action === 'SignUp' && status === 200);
  if (first === undefined) throw new Error('Nobody signed up.');
  const wrong = await misfitsOfVendor([
    { ...first, answer: { UserConfirmed: 'no' } },
    { ...first, body: { ...(first.body as object), Username: 7 } },
    { ...first, status: 400, answer: { __type: 'UserNotFoundException' } },
  ]);
  expect([...new Set(wrong)].map((line) => line.slice(line.indexOf('satisfies')))).toEqual([
    'satisfies SignUpAnswer;',
    'satisfies SignUpRequest;',
    'satisfies `${Errors.SignUpException}`;',
  ]);
});
