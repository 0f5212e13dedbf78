/** What the identity service refuses. The proof here is an independent client half, written from the protocol. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commonPasswordMessage, passwordMessage } from '../../server/identity/passwords.ts';
import { groupPrime } from '../../server/identity/srp.ts';
import { createIdentity } from '../../server/identity/index.ts';
import type { IdentityAnswer } from '../../server/identity/index.ts';
import { passwords } from '../harness/passwords.ts';
import { newSecret, power, proofOf, type ProofChallenge } from './proof.ts';
import { start } from './server.ts';
import type { Started } from './server.ts';

let server: Started;
const password = 'Meadow7lark';
const N = BigInt(`0x${groupPrime}`);

beforeAll(async () => {
  server = await start();
}, 120_000);
afterAll(() => server.stop());

async function begin(email: string, A: string): Promise<IdentityAnswer> {
  return server.ask('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: email, SRP_A: A } });
}

/** A whole honest exchange up to the answer, which the test then sends. */
async function proof(email: string, word: string): Promise<Readonly<Record<string, unknown>>> {
  const secret = newSecret();
  const challenge = (await begin(email, secret.A)).body as unknown as ProofChallenge;
  return proofOf(secret, challenge, { poolId: server.identity.poolId, password: word });
}

async function account(email: string): Promise<string> {
  const sub = await server.identity.admin.createUser({ email, password, groups: ['my.account.user'] });
  if (sub === undefined) throw new Error(`${email} is taken`);
  return sub;
}

test('an independent client half signs in, and its answer works once only', async () => {
  await account('once@example.test');
  const request = await proof('once@example.test', password);
  expect(await server.ask('RespondToAuthChallenge', request)).toMatchObject({
    status: 200,
    body: { AuthenticationResult: { TokenType: 'Bearer' } },
  });
  expect(await server.ask('RespondToAuthChallenge', request)).toMatchObject({
    status: 400,
    body: { message: 'Invalid session for the user.' },
  });
});

test('twenty random passwords of allowed characters are proved, and each with one character changed is not', async () => {
  const alphabet = 'ABCdef0123456789$@!#%&()*+,-.:;<=>?`^[]{}|~';
  for (let index = 0; index < 20; index += 1) {
    const word = `a1${[...randomBytes(8 + index)].map((byte) => alphabet[byte % alphabet.length]).join('')}`;
    const email = `random${index}@example.test`;
    await server.identity.admin.createUser({ email, password: word });
    expect((await server.ask('RespondToAuthChallenge', await proof(email, `b${word.slice(1)}`))).status).toBe(400);
    expect((await server.ask('RespondToAuthChallenge', await proof(email, word))).status).toBe(200);
  }
});

test.each([
  ['0', '0'],
  ['N', groupPrime],
  ['2N', (2n * N).toString(16)],
  ['1', '1'],
  ['N - 1', (N - 1n).toString(16)],
])('a public value of %s, whose key needs no password, is refused', async (_, A) => {
  expect(await begin('anybody@example.test', A)).toMatchObject({ status: 400, problem: 'InvalidParameterException' });
});

test('a made-up session sets no password and gives no tokens', async () => {
  await account('takeover@example.test');
  const made = await server.ask('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: 'x'.repeat(64),
    ChallengeResponses: { USERNAME: 'takeover@example.test', NEW_PASSWORD: 'Hacked123' },
  });
  expect(made).toMatchObject({ status: 400, problem: 'NotAuthorizedException' });
  const challenge = (await begin('takeover@example.test', power(2n, 12345n).toString(16)))
    .body as unknown as ProofChallenge;
  const swapped = await server.ask('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: challenge.Session,
    ChallengeResponses: { USERNAME: 'takeover@example.test', NEW_PASSWORD: 'Hacked123' },
  });
  expect(swapped).toMatchObject({ status: 400, problem: 'NotAuthorizedException' });
  expect(await server.ask('RespondToAuthChallenge', await proof('takeover@example.test', password))).toMatchObject({
    status: 200,
  });
});

test('an address nobody has is answered like one that somebody has', async () => {
  await account('somebody@example.test');
  const A = power(2n, 98765n).toString(16);
  const shape = (given: IdentityAnswer): unknown =>
    JSON.parse(JSON.stringify(given), (_, value: unknown) =>
      typeof value === 'string' ? value.replace(/[0-9A-Za-z+/_=-]{12,}/g, '*') : value,
    ) as unknown;
  const [known, unknown] = [await begin('somebody@example.test', A), await begin('nobody@example.test', A)];
  expect(shape(unknown)).toEqual(shape(known));
  const again = await begin('nobody@example.test', A);
  const stable = (given: IdentityAnswer): unknown => {
    const { SALT, USER_ID_FOR_SRP } = (given.body as unknown as ProofChallenge).ChallengeParameters;
    return { SALT, USER_ID_FOR_SRP };
  };
  expect(stable(again)).toEqual(stable(unknown));
  expect(await server.ask('RespondToAuthChallenge', await proof('nobody@example.test', password))).toEqual(
    await server.ask('RespondToAuthChallenge', await proof('somebody@example.test', 'Wrong1word')),
  );
  const reset = async (email: string): Promise<unknown> =>
    (await server.ask('ForgotPassword', { Username: email })).body;
  expect(await reset('nobody@example.test')).toEqual({
    CodeDeliveryDetails: { Destination: 'n***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  });
  expect(await reset('somebody@example.test')).toEqual({
    CodeDeliveryDetails: { Destination: 's***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
  });
  expect(await server.messages.listInbox({ to: 'nobody@example.test' })).toEqual([]);
});

test('fifty guesses at once of a code get ten tries, then even the right code is refused', async () => {
  await account('guessed@example.test');
  await server.ask('ForgotPassword', { Username: 'guessed@example.test' });
  const code = await server.codeFor('guessed@example.test');
  const guess = (ConfirmationCode: string): Promise<IdentityAnswer> =>
    server.ask('ConfirmForgotPassword', { Username: 'guessed@example.test', ConfirmationCode, Password: 'Hacked123' });
  const wrong = Array.from({ length: 50 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
  );
  const answers = await Promise.all(wrong.map(guess));
  expect(answers.filter((one) => one.problem === 'CodeMismatchException')).toHaveLength(10);
  expect(answers.filter((one) => one.problem === 'LimitExceededException')).toHaveLength(40);
  expect(await guess(code)).toMatchObject({ problem: 'LimitExceededException' });
});

test('all codes of an account together get twenty wrong tries an hour, at once too, and a right one costs none', async () => {
  await account('codes@example.test');
  const Username = 'codes@example.test';
  const send = (): Promise<IdentityAnswer> => server.ask('ForgotPassword', { Username });
  const guess = (ConfirmationCode: string): Promise<IdentityAnswer> =>
    server.ask('ConfirmForgotPassword', { Username, ConfirmationCode, Password: 'Another8word' });
  const problemsOf = (answers: readonly IdentityAnswer[]): readonly (string | undefined)[] =>
    answers.map((one) => one.problem).sort();
  const wrong = (count: number): Promise<readonly IdentityAnswer[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => guess(`none${index}`)));
  for (let count = 0; count < 3; count += 1) {
    await send();
    expect(await guess(await server.codeFor(Username))).toMatchObject({ status: 200 });
  }
  await send();
  expect(problemsOf(await wrong(9))).toEqual(Array.from({ length: 9 }, () => 'CodeMismatchException'));
  await send();
  expect(problemsOf(await wrong(9))).toEqual(Array.from({ length: 9 }, () => 'CodeMismatchException'));
  server.pass(601);
  await send();
  const last = await wrong(30);
  expect(last.filter((one) => one.problem === 'CodeMismatchException')).toHaveLength(2);
  expect(last.filter((one) => one.problem === 'LimitExceededException')).toHaveLength(28);
  expect(await guess(await server.codeFor(Username))).toMatchObject({ problem: 'LimitExceededException' });
  server.pass(3601);
  await send();
  expect(await guess(await server.codeFor(Username))).toMatchObject({ status: 200 });
});

test('of twenty sends at once five go', async () => {
  await account('sent@example.test');
  const sent = await Promise.all(
    Array.from({ length: 20 }, () => server.ask('ForgotPassword', { Username: 'sent@example.test' })),
  );
  expect(sent.filter((one) => one.status === 200)).toHaveLength(5);
  expect(await server.messages.listInbox({ to: 'sent@example.test' })).toHaveLength(5);
});

interface Signed {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly RefreshToken: string;
}
async function signedIn(email: string, word = password): Promise<Signed> {
  const { body } = await server.ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: word },
  });
  return body['AuthenticationResult'] as Signed;
}

test.each([
  ['GetTokensFromRefreshToken', (RefreshToken: string) => ({ RefreshToken })],
  ['InitiateAuth', (REFRESH_TOKEN: string) => ({ AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } })],
] as const)(
  'a refresh token of %s is good for one use, and one that comes again ends its whole family',
  async (operation, body) => {
    const email = `family.${operation}@example.test`;
    await account(email);
    const [first, other] = [await signedIn(email), await signedIn(email)];
    const refresh = (token: string): Promise<IdentityAnswer> => server.ask(operation, body(token));
    const next = (await refresh(first.RefreshToken)).body['AuthenticationResult'] as Signed;
    expect(next.RefreshToken).not.toBe(first.RefreshToken);
    const newest = (await refresh(next.RefreshToken)).body['AuthenticationResult'] as Signed;
    expect(await server.identity.verifyIdToken(newest.IdToken)).toBeDefined();
    expect(await refresh(first.RefreshToken)).toMatchObject({ problem: 'NotAuthorizedException' });
    expect(await refresh(newest.RefreshToken)).toMatchObject({ problem: 'NotAuthorizedException' });
    expect(await server.identity.verifyIdToken(newest.IdToken)).toBeUndefined();
    expect(await server.identity.verifyIdToken(other.IdToken)).toBeDefined();
    // Two tabs with one token ask at once, and an answer may be lost: for ten seconds all get the same successor.
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => refresh(other.RefreshToken)));
    const successors = new Set(
      atOnce.map(({ body: { AuthenticationResult } }) => (AuthenticationResult as Signed).RefreshToken),
    );
    expect(successors.size).toBe(1);
    server.pass(8);
    expect((await refresh(other.RefreshToken)).body['AuthenticationResult']).toMatchObject({
      RefreshToken: [...successors][0],
    });
    server.pass(3);
    expect(await refresh(other.RefreshToken)).toMatchObject({ problem: 'NotAuthorizedException' });
    expect(await refresh([...successors][0] ?? '')).toMatchObject({ problem: 'NotAuthorizedException' });
    expect(await server.identity.verifyIdToken(other.IdToken)).toBeUndefined();
  },
);

test('revoking a refresh token that was used already ends its session, too', async () => {
  await account('revoked@example.test');
  const { RefreshToken } = await signedIn('revoked@example.test');
  const next = (await server.ask('GetTokensFromRefreshToken', { RefreshToken })).body['AuthenticationResult'] as Signed;
  await server.ask('RevokeToken', { Token: RefreshToken });
  expect(await server.identity.verifyIdToken(next.IdToken)).toBeUndefined();
});

test.each([
  ['ChangePassword', true],
  ['ConfirmForgotPassword', false],
  ['the back office', false],
] as const)('a password changed by %s ends the other sessions', async (by, keepsOwn) => {
  const email = `changed.${by.replaceAll(' ', '')}@example.test`;
  const sub = await account(email);
  const [own, other] = [await signedIn(email), await signedIn(email)];
  if (by === 'ChangePassword') {
    const { AccessToken } = own;
    const asked = { AccessToken, PreviousPassword: password, ProposedPassword: 'Another8word' };
    expect(await server.ask('ChangePassword', asked)).toMatchObject({ status: 200 });
  } else if (by === 'ConfirmForgotPassword') {
    await server.ask('ForgotPassword', { Username: email });
    const ConfirmationCode = await server.codeFor(email);
    await server.ask('ConfirmForgotPassword', { Username: email, ConfirmationCode, Password: 'Another8word' });
  } else await server.identity.admin.setPassword(sub, 'Another8word');
  const refreshed = await server.ask('GetTokensFromRefreshToken', { RefreshToken: own.RefreshToken });
  expect(refreshed.status).toBe(keepsOwn ? 200 : 400);
  expect((await server.identity.verifyIdToken(own.IdToken)) !== undefined).toBe(keepsOwn);
  expect(await server.identity.verifyIdToken(other.IdToken)).toBeUndefined();
  expect(await server.ask('GetUser', { AccessToken: other.AccessToken })).toMatchObject({ status: 400 });
  expect(await server.ask('GetTokensFromRefreshToken', { RefreshToken: other.RefreshToken })).toMatchObject({
    status: 400,
  });
  expect(await signedIn(email, 'Another8word')).toBeDefined();
});

test('a password of the thousand commonest is refused wherever one is chosen, in words of its own', async () => {
  await account('common@example.test');
  const { AccessToken } = await signedIn('common@example.test');
  for (const word of ['password1', 'Password1', 'QWERTY123', 'trustno1']) {
    const refused = { problem: 'InvalidPasswordException', body: { message: commonPasswordMessage } };
    expect(await server.ask('SignUp', { Username: 'new.common@example.test', Password: word })).toMatchObject(refused);
    expect(
      await server.ask('ConfirmForgotPassword', {
        Username: 'common@example.test',
        ConfirmationCode: '123456',
        Password: word,
      }),
    ).toMatchObject(refused);
    expect(
      await server.ask('ChangePassword', { AccessToken, PreviousPassword: password, ProposedPassword: word }),
    ).toMatchObject(refused);
    await expect(server.identity.admin.setPassword('common@example.test', word)).rejects.toThrow(commonPasswordMessage);
  }
});

test('wherever one is chosen, a password has 8 to 64 characters, a letter and a number, and none but those that are allowed [rule.password.signup] [rule.password.allowedCharacters]', async () => {
  const [good, bad] = passwords();
  const Username = 'ruled@example.test';
  await account(Username);
  // A password that was reset ends every session: each is changed in a new one.
  const chosen = async (word: string, PreviousPassword: string): Promise<readonly IdentityAnswer[]> => {
    const { AccessToken } = await signedIn(Username, PreviousPassword);
    return [
      await server.ask('SignUp', { Username: `new.${Username}`, Password: word }),
      await server.ask('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: word }),
      await server.ask('ConfirmForgotPassword', {
        Username,
        ConfirmationCode: await server.codeFor(Username),
        Password: word,
      }),
    ];
  };
  await server.ask('ForgotPassword', { Username });
  const refused = { problem: 'InvalidPasswordException', body: { message: passwordMessage } };
  for (const word of [...bad, 'abcd1234\n'])
    for (const answer of await chosen(word, password)) expect([word, answer]).toMatchObject([word, refused]);
  for (const [index, word] of good.entries()) {
    await server.ask('ForgotPassword', { Username });
    const statuses = (await chosen(word, good[index - 1] ?? password)).map(({ status }) => status);
    expect([word, ...statuses]).toEqual([word, 200, 200, 200]);
  }
});

test('a code works once and for ten minutes; five are sent in ten minutes', async () => {
  await account('timed@example.test');
  const send = (): Promise<IdentityAnswer> => server.ask('ForgotPassword', { Username: 'timed@example.test' });
  const use = (ConfirmationCode: string): Promise<IdentityAnswer> =>
    server.ask('ConfirmForgotPassword', { Username: 'timed@example.test', ConfirmationCode, Password: 'Another8word' });
  await send();
  server.pass(601);
  expect(await use(await server.codeFor('timed@example.test'))).toMatchObject({ problem: 'ExpiredCodeException' });
  const sent: IdentityAnswer[] = [];
  for (let count = 0; count < 6; count += 1) sent.push(await send());
  expect(sent.map((one) => one.status)).toEqual([200, 200, 200, 200, 200, 400]);
  expect(sent[5]?.problem).toBe('LimitExceededException');
  const code = await server.codeFor('timed@example.test');
  expect(await use(code)).toMatchObject({ status: 200 });
  expect(await use(code)).toMatchObject({ problem: 'ExpiredCodeException' });
  server.pass(601);
  expect(await send()).toMatchObject({ status: 200 });
});

test('five failures lock for a second, the next for two, guesses in parallel count, and it is never for good', async () => {
  const email = 'locked@example.test';
  await account(email);
  const attempt = (PASSWORD: string): Promise<IdentityAnswer> =>
    server.ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD } });
  const messages = (await Promise.all(Array.from({ length: 8 }, () => attempt('Wrong1word')))).map(
    (one) => one.body['message'],
  );
  expect(messages.filter((one) => one === 'Incorrect username or password.')).toHaveLength(5);
  expect(messages.filter((one) => one === 'Password attempts exceeded')).toHaveLength(3);
  server.pass(2);
  expect((await attempt('Wrong1word')).body['message']).toBe('Incorrect username or password.');
  server.pass(1);
  expect((await attempt(password)).body['message']).toBe('Password attempts exceeded');
  server.pass(2);
  expect(await attempt(password)).toMatchObject({ status: 200 });
  for (let count = 0; count < 30; count += 1) {
    await attempt('Wrong1word');
    server.pass(900);
  }
  expect(await attempt(password)).toMatchObject({ status: 200 });
});

test('a number counts as verified by its own code alone: one that is changed counts no more, and the code of the one before proves nothing', async () => {
  const email = 'phone@example.test';
  const [one, other] = ['+15555550101', '+15555550102'];
  const sub = await account(email);
  await server.identity.admin.setAttributes(sub, { phone_number: one });
  const { AccessToken } = await signedIn(email);
  const sendCode = (): Promise<IdentityAnswer> =>
    server.ask('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'phone_number' });
  const verify = (Code: string): Promise<IdentityAnswer> =>
    server.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'phone_number', Code });
  const change = (Value: string): Promise<IdentityAnswer> =>
    server.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'phone_number', Value }] });
  const isVerified = async (): Promise<unknown> =>
    (await server.identity.admin.find(sub))?.attributes['phone_number_verified'];
  await sendCode();
  expect(await verify(await server.codeFor(one))).toMatchObject({ status: 200 });
  expect(await isVerified()).toBe('true');
  expect(await change(other)).toMatchObject({ status: 200 });
  expect(await isVerified()).toBe('false');
  await change(one);
  await sendCode();
  await change(other);
  expect(await verify(await server.codeFor(one))).toMatchObject({ problem: 'ExpiredCodeException' });
  expect(await isVerified()).toBe('false');
  await sendCode();
  expect(await verify(await server.codeFor(other))).toMatchObject({ status: 200 });
  expect(await isVerified()).toBe('true');
});

test('a session lasts 12 hours in all, tokens a quarter of an hour', async () => {
  await account('long@example.test');
  const { body } = await server.ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'long@example.test', PASSWORD: password },
  });
  const { IdToken, RefreshToken } = body['AuthenticationResult'] as { IdToken: string; RefreshToken: string };
  const refresh = (): Promise<IdentityAnswer> => server.ask('GetTokensFromRefreshToken', { RefreshToken });
  expect(await server.identity.verifyIdToken(IdToken)).toMatchObject({ email: 'long@example.test' });
  server.pass(901);
  expect(await server.identity.verifyIdToken(IdToken)).toBeUndefined();
  server.pass(11 * 3600);
  expect(await refresh()).toMatchObject({ status: 200 });
  server.pass(3600);
  expect(await refresh()).toMatchObject({ problem: 'NotAuthorizedException' });
});

test('tokens of another kind, changed, unsigned or of a disabled person are refused', async () => {
  const sub = await account('tokens@example.test');
  const { body } = await server.ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'tokens@example.test', PASSWORD: password },
  });
  const { IdToken, AccessToken } = body['AuthenticationResult'] as { IdToken: string; AccessToken: string };
  const [head = '', payload = '', signature = ''] = IdToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const forged = Buffer.from(JSON.stringify({ ...claims, 'cognito:groups': ['my.account.csr'] })).toString('base64url');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const token of [AccessToken, `${head}.${forged}.${signature}`, `${unsigned}.${forged}.`, '', 'x.y.z'])
    expect(await server.identity.verifyIdToken(token)).toBeUndefined();
  expect(await server.identity.verifyIdToken(IdToken)).toMatchObject({ sub });
  await server.identity.admin.setEnabled(sub, false);
  expect(await server.identity.verifyIdToken(IdToken)).toBeUndefined();
});

test('passwords and codes stand nowhere in the database', async () => {
  await server.ask('SignUp', {
    Username: 'plain@example.test',
    Password: 'Unmistakable1',
    UserAttributes: [{ Name: 'email', Value: 'plain@example.test' }],
  });
  const code = await server.codeFor('plain@example.test');
  const { db } = server.database;
  const rows = JSON.stringify([
    await db.selectFrom('identity_users').selectAll().execute(),
    await db.selectFrom('identity_codes').selectAll().execute(),
    await db.selectFrom('messages').selectAll().execute(),
  ]);
  expect(rows).toContain('plain@example.test');
  expect(rows).not.toContain('Unmistakable1');
  expect(rows).not.toMatch(new RegExp(`\\b${code}\\b`));
});

test('requests that are not of the protocol get a typed answer', async () => {
  expect(await server.identity.handle(undefined, {})).toMatchObject({
    status: 400,
    problem: 'UnknownOperationException',
  });
  expect(await server.identity.handle('x.constructor', {})).toMatchObject({
    status: 400,
    problem: 'UnknownOperationException',
  });
  expect(await server.ask('SignUp', { Username: { toString: 'x' } })).toMatchObject({
    status: 400,
    problem: 'InvalidParameterException',
  });
  expect(await server.ask('InitiateAuth', { ClientId: 'other', AuthFlow: 'CUSTOM_AUTH' })).toMatchObject({
    status: 400,
    problem: 'ResourceNotFoundException',
  });
  const malformed = await fetch(server.endpoint, {
    method: 'POST',
    body: '{',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
    },
  });
  expect(malformed.status).toBe(400);
  expect(await malformed.json()).toMatchObject({ __type: 'InvalidParameterException' });
});

test('what guessers leave behind is gone at the next start, confirmed accounts and live sessions are not', async () => {
  const { db } = server.database;
  await server.ask('ForgotPassword', { Username: 'guesser@example.test' });
  await server.ask('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: 'guesser@example.test', PASSWORD: 'Wrong1word' },
  });
  const count = async (): Promise<readonly number[]> => {
    const tables = [
      'identity_users',
      'identity_sessions',
      'identity_attempts',
      'identity_codes',
      'identity_limits',
    ] as const;
    return Promise.all(
      tables.map(async (table) => (await db.selectFrom(table).select(sql`1`.as('one')).execute()).length),
    );
  };
  const unconfirmed = await db.selectFrom('identity_users').select('sub').where('status', '=', 'UNCONFIRMED').execute();
  expect(unconfirmed.length).toBeGreaterThan(0);
  const [users = 0, sessions, attempts = 0, codes = 0, limits = 0] = await count();
  expect(limits).toBeGreaterThan(0);
  expect(attempts).toBeGreaterThan(0);
  expect(codes).toBeGreaterThan(0);
  const later = new Date(Date.now() + 40 * 3600_000 + 40 * 900_000);
  await createIdentity({
    config: server.config,
    db,
    cipher: server.cipher,
    deliver: server.messages.deliver,
    clock: () => later,
  });
  expect(await count()).toEqual([users - unconfirmed.length, sessions, 0, 0, 0]);
});

test('nobody puts a label on somebody else’s address: what decides the words of others is the back office’s to write', async () => {
  const signUp = (Username: string, word: string, ...given: readonly [string, string][]): Promise<IdentityAnswer> =>
    server.ask('SignUp', {
      Username,
      Password: word,
      UserAttributes: given.map(([Name, Value]) => ({ Name, Value })),
    });
  const victim = 'labelled@example.test';
  for (const label of [
    ['custom:source', 'LEGACY'],
    ['custom:isPasswordless', 'true'],
  ] as const)
    expect(await signUp(victim, password, [...label])).toMatchObject({ problem: 'InvalidParameterException' });
  expect(await server.identity.tell(victim)).toBe('unknown');
  // Also of a row from before these were refused.
  await signUp(victim, 'Stranger1word', ['given_name', 'Mallory'], ['custom:brand', '9']);
  await server.database.db
    .updateTable('identity_users')
    .set({ attributes: { given_name: 'Mallory', 'custom:source': 'LEGACY', 'custom:isPasswordless': 'true' } })
    .where('email', '=', victim)
    .execute();
  expect(await server.identity.tell(victim)).toEqual({ isPasswordless: false });
  expect(await signUp(victim, password, ['given_name', 'Vic'])).toMatchObject({ status: 200 });
  expect(await server.identity.admin.find(victim)).toMatchObject({
    status: 'UNCONFIRMED',
    attributes: { given_name: 'Vic', email_verified: 'false' },
  });
  expect((await server.identity.admin.find(victim))?.attributes).not.toHaveProperty('custom:source');
});

test.each([
  ['the stranger first', ['Stranger1word', password]],
  ['the owner first', [password, 'Stranger1word']],
])('an address that two signed up with has neither password when its owner confirms it: %s', async (order, words) => {
  const email = `two.${order.slice(4, 6)}@example.test`;
  for (const Password of words)
    expect(await server.ask('SignUp', { Username: email, Password })).toMatchObject({ status: 200 });
  const ConfirmationCode = await server.codeFor(email);
  expect(await server.ask('ConfirmSignUp', { Username: email, ConfirmationCode })).toMatchObject({ status: 200 });
  const signIn = (PASSWORD: string): Promise<IdentityAnswer> =>
    server.ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD } });
  for (const word of words) expect(await signIn(word)).toMatchObject({ problem: 'NotAuthorizedException' });
  await server.ask('ForgotPassword', { Username: email });
  const code = await server.codeFor(email);
  await server.ask('ConfirmForgotPassword', { Username: email, ConfirmationCode: code, Password: 'Another8word' });
  expect(await signIn('Another8word')).toMatchObject({ status: 200 });
});

test('who signs up twice with the same password signs in with it', async () => {
  const email = 'twice@example.test';
  for (let time = 0; time < 2; time += 1)
    expect(await server.ask('SignUp', { Username: email, Password: password })).toMatchObject({ status: 200 });
  await server.ask('ConfirmSignUp', { Username: email, ConfirmationCode: await server.codeFor(email) });
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  expect(await server.ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).toMatchObject({
    status: 200,
  });
});

/** Somebody who is signed in and has asked for another address, with the code that went to it. */
async function changingTo(target: string, from: string): Promise<() => Promise<IdentityAnswer>> {
  await account(from);
  const AuthParameters = { USERNAME: from, PASSWORD: password };
  const { body } = await server.ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  const { AccessToken } = body['AuthenticationResult'] as { readonly AccessToken: string };
  await server.ask('UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name: 'email', Value: target }] });
  const Code = await server.codeFor(target);
  return () => server.ask('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code });
}

test('of two accounts that bring the codes of one address at once one has it, and the other is told', async () => {
  const target = 'wanted@example.test';
  const bring = [await changingTo(target, 'first@example.test'), await changingTo(target, 'second@example.test')];
  const answers = await Promise.all(bring.map((one) => one()));
  expect(answers.map(({ status, problem = 'ok' }) => `${status} ${problem}`).sort()).toEqual([
    '200 ok',
    '400 AliasExistsException',
  ]);
});

test('a stranger’s sign-up that nobody confirmed keeps nobody from an address whose code they bring', async () => {
  const target = 'squatted@example.test';
  expect(await server.ask('SignUp', { Username: target, Password: 'Stranger1word' })).toMatchObject({ status: 200 });
  const bring = await changingTo(target.toUpperCase(), 'owner@example.test');
  expect(await bring()).toMatchObject({ status: 200 });
  const signIn = (PASSWORD: string): Promise<IdentityAnswer> =>
    server.ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: target, PASSWORD } });
  expect(await signIn('Stranger1word')).toMatchObject({ problem: 'NotAuthorizedException' });
  expect(await signIn(password)).toMatchObject({ status: 200 });
});

// Letters of which the database makes other small ones than JavaScript: a dotted capital I, a sigma that ends a word, a
// Kelvin sign.
test.each(['\u0130x', '\u0391\u03a3', '\u212aim', 'STRA\u1e9eE', 'Mixed.Case'])(
  'an address in any letters is signed up, confirmed and signed in with: %s',
  async (name) => {
    const email = `${name}@example.test`;
    expect(await server.ask('SignUp', { Username: email, Password: password })).toMatchObject({ status: 200 });
    const ConfirmationCode = await server.codeFor(email.toLowerCase());
    expect(await server.ask('ConfirmSignUp', { Username: email, ConfirmationCode })).toMatchObject({ status: 200 });
    const AuthParameters = { USERNAME: email, PASSWORD: password };
    expect(await server.ask('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })).toMatchObject({
      status: 200,
    });
    expect(await server.ask('SignUp', { Username: email, Password: password })).toMatchObject({
      problem: 'UsernameExistsException',
    });
  },
);
