/**
 * A server whose accounts are in a user pool elsewhere, at its own doors: which tokens it believes, what it asks of the
 * pool, what it answers the pool's triggers. The pool is a stand-in of the tests (tests/harness/user-pool.ts).
 */
import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerNames } from '../../contract/headers.ts';
import { claimOf, personFacts } from '../../contract/person.ts';
import { unscriptedPlaces } from '../../contract/places.ts';
import { readConfig, type Config } from '../../server/config/index.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import { testPeople } from '../../server/seed/index.ts';
import { json } from '../content/compiled.ts';
import { startUserPool, type UserPool } from '../harness/user-pool.ts';
import { boot } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const password = 'Marigold42';
/** What a server is told of a pool, and nothing else. */
const configOf = (env: UserPool['env']): Pick<Config, 'identity' | 'port' | 'publicUrl'> => {
  const { identity, port, publicUrl } = readConfig(env, []);
  return { identity, port, publicUrl };
};
let pool: UserPool;
let server: TestServer;
/** The instant of everything: tokens of the pool are of today. */
let ahead = 0;
beforeAll(async () => {
  pool = await startUserPool({ seeded: false });
  server = await startTestServer({
    config: configOf(pool.env),
    with: { clock: () => new Date(Date.now() + ahead) },
  });
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await pool?.stop();
});

async function idp(action: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${pool.address}/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    body: JSON.stringify({ ClientId: pool.identity.clientId, ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
interface Tokens {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly RefreshToken: string;
}
async function signIn(email: string): Promise<Tokens> {
  const { body } = await idp('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  return body['AuthenticationResult'] as Tokens;
}
/** Somebody new, made by this server at the pool. */
async function somebody(attributes: Readonly<Record<string, string>> = {}, groups = ['my.account.user']) {
  const email = `${randomUUID()}@example.test`;
  const sub = await server.admin.createUser({
    email,
    password,
    attributes: { 'custom:brand': '1', ...attributes },
    groups,
  });
  if (sub === undefined) throw new Error(`${email} is taken.`);
  return { email, sub };
}
const knock = (event: object, secret = pool.env['IDENTITY_TRIGGERS']) =>
  fetch(`${server.address}${unscriptedPlaces.identity}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ userPoolId: pool.identity.poolId, response: {}, ...event }),
  });

test('every page may ask the pool and nobody else elsewhere, and is told where it answers', async () => {
  const page = await fetch(`${server.address}/login?brand=payday`, { headers: { accept: 'text/html' } });
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' ${pool.address}`);
  expect((await boot(server)).identity).toEqual({
    userPoolId: pool.identity.poolId,
    clientId: pool.identity.clientId,
    endpoint: `${pool.address}/`,
  });
  // The service of this server is not there.
  const asked = await fetch(`${server.address}/idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.SignUp',
    },
    body: '{}',
  });
  expect(asked.status).toBe(404);
});

test('who has a token of the pool is known by it, with groups and attributes as the service of this server gives them', async () => {
  const { email, sub } = await somebody({ 'custom:boCode': 'BO7' });
  const { IdToken } = await signIn(email);
  expect(await server.services.verify(IdToken)).toMatchObject({
    sub,
    email,
    groups: ['my.account.user'],
    claims: { 'custom:boCode': 'BO7', 'custom:brand': '1', email_verified: true, acr: '1' },
  });
});

test('each attribute that is kept of a person has a name that the vendor takes (20 characters), and comes by it as the fact of its full name', async () => {
  const { session, customer } =
    json<Readonly<Record<string, { readonly properties: JsonObject }>>>('schemas/facts.json');
  const facts = [session, customer].flatMap((of) =>
    Object.entries(of?.properties ?? {}).flatMap(([name, one]) => (get(one, 'claim') === true ? [name] : [])),
  );
  const names = [...new Set([...facts.map(claimOf), ...testPeople().flatMap((one) => Object.keys(one.attributes))])]
    .filter((name) => name.startsWith('custom:'))
    .map((name) => name.slice('custom:'.length));
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => name.length > 20)).toEqual([]);
  const { email } = await somebody(Object.fromEntries(facts.map((name) => [claimOf(name), 'true'])));
  const { claims = {} } = (await server.services.verify((await signIn(email)).IdToken)) ?? {};
  const known = personFacts(claims, { brand: {} });
  for (const name of facts) expect([name, get(known.session, name)]).toEqual([name, true]);
});

test('a token of another use, client, issuer, key or time is nobody’s', async () => {
  const { email, sub } = await somebody();
  const { IdToken, AccessToken } = await signIn(email);
  expect(await server.services.verify(AccessToken)).toBeUndefined();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const [published] = pool.identity.jwks.keys;
  const forged = (claims: Readonly<Record<string, unknown>>, kid: string): Promise<string> =>
    new SignJWT({ sub, email, token_use: 'id', origin_jti: randomUUID(), auth_time: 1, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(pool.identity.issuer)
      .setAudience(pool.identity.clientId)
      .setExpirationTime('10m')
      .sign(privateKey);
  expect((await exportJWK(privateKey)).n).not.toBe(published?.n);
  expect(await server.services.verify(await forged({}, published?.kid ?? ''))).toBeUndefined();
  expect(await server.services.verify(await forged({}, 'nobodys'))).toBeUndefined();
  ahead = 16 * 60_000;
  expect(await server.services.verify(IdToken)).toBeUndefined();
  ahead = 0;
  expect(await server.services.verify(IdToken)).toMatchObject({ sub });
});

test('a second proof raises the session here, and the next token of the session says so to the page, no other', async () => {
  const { email } = await somebody();
  const [one, other] = [await signIn(email), await signIn(email)];
  const caller = await server.services.verify(one.IdToken);
  if (caller === undefined) throw new Error('The token is nobody’s.');
  await server.services.assure(caller, 2);
  expect((await server.services.verify(one.IdToken))?.claims['acr']).toBe('2');
  expect((await server.services.verify(other.IdToken))?.claims['acr']).toBe('1');
  const again = await idp('GetTokensFromRefreshToken', {
    RefreshToken: one.RefreshToken,
    ClientMetadata: { session: String(caller.claims['origin_jti']) },
  });
  const { IdToken } = again.body['AuthenticationResult'] as Tokens;
  expect((await server.services.verify(IdToken))?.claims).toMatchObject({ assurance: '2', acr: '2' });
  // Who names another session of theirs fools their own page alone.
  const fooled = await idp('GetTokensFromRefreshToken', {
    RefreshToken: other.RefreshToken,
    ClientMetadata: { session: String(caller.claims['origin_jti']) },
  });
  const { IdToken: told } = fooled.body['AuthenticationResult'] as Tokens;
  expect((await server.services.verify(told))?.claims).toMatchObject({ assurance: '2', acr: '1' });
});

test('who is handed over to another site is named by a token of this server, whose keys it publishes; tokens of two sessions hand nobody over', async () => {
  const { email, sub } = await somebody();
  const [one, other] = [await signIn(email), await signIn(email)];
  const { IdToken: idToken, AccessToken: accessToken } = one;
  const token = await server.services.handOver({ sub, idToken, accessToken }, 'https://old.test');
  const own = `${server.address}/idp/${pool.identity.poolId}`;
  const verified = await jwtVerify(token ?? '', createRemoteJWKSet(new URL(`${own}/.well-known/jwks.json`)), {
    issuer: own,
    audience: 'https://old.test',
  });
  expect(verified.payload).toMatchObject({ sub, token_use: 'hand_over' });
  const mixed = { sub, idToken, accessToken: other.AccessToken };
  expect(await server.services.handOver(mixed, 'https://old.test')).toBeUndefined();
  expect(
    await server.services.handOver({ sub: randomUUID(), idToken, accessToken }, 'https://old.test'),
  ).toBeUndefined();
});

test('whose sessions the back office ends is out at once, here and at the pool; who signs in afterwards is not', async () => {
  const { email, sub } = await somebody();
  const { IdToken, RefreshToken } = await signIn(email);
  ahead = 2000;
  await server.admin.setPassword(sub, password);
  ahead = 0;
  expect(await server.services.verify(IdToken)).toBeUndefined();
  expect(await idp('GetTokensFromRefreshToken', { RefreshToken })).toMatchObject({ status: 400 });
});

test('accounts are made, found, changed, locked and put into groups through the vendor’s API, signed', async () => {
  const phone = '+18165550177';
  const { email, sub } = await somebody({ family_name: 'Pool', phone_number: phone });
  expect(await server.admin.createUser({ email, password })).toBeUndefined();
  expect(await server.admin.find('nobody@example.test')).toBeUndefined();
  await server.admin.setAttributes(sub, { 'custom:isCoreCustomer': 'true' });
  await server.admin.removeFromGroup(sub, 'my.account.user');
  expect(await server.admin.find(email.toUpperCase())).toMatchObject({
    sub,
    email,
    status: 'CONFIRMED',
    enabled: true,
    groups: [],
    attributes: { family_name: 'Pool', 'custom:isCoreCustomer': 'true' },
  });
  expect((await server.admin.withPhone(phone)).map((person) => person.sub)).toEqual([sub]);
  expect(await server.services.remind({ lastName: ' pool', phone: phone.slice(2) }, '192.0.2.1')).toBe('sent');
  expect(await server.services.tell(email, '192.0.2.1')).toEqual({ isPasswordless: false });
  expect(await server.services.tell('nobody@example.test', '192.0.2.1')).toBe('unknown');
  await server.admin.setEnabled(sub, false);
  expect(await server.admin.find(sub)).toMatchObject({ enabled: false });
  const unsigned = await idp('AdminGetUser', { UserPoolId: pool.identity.poolId, Username: email });
  expect(unsigned).toMatchObject({ status: 400, body: { __type: 'InvalidSignatureException' } });
});

test('the door of the triggers opens by its secret alone, to events of this pool that it knows', async () => {
  const event = { triggerSource: 'PostAuthentication_Authentication', userName: 'a', request: {} };
  expect((await knock(event)).status).toBe(200);
  expect((await knock(event, 'another')).status).toBe(401);
  for (const wrong of [
    { ...event, userPoolId: 'eu-west-1_Another' },
    { ...event, triggerSource: 'UserMigration_Authentication' },
    { ...event, triggerSource: 'constructor' },
    { ...event, request: 'none' },
  ])
    expect((await knock(wrong)).status).toBe(400);
});

test('a sign-up: who is known as a customer of the old site or by codes is told, nobody writes what is not theirs, a newcomer comes into the group', async () => {
  const signUp = (email: string, more: Readonly<Record<string, string>> = {}) =>
    idp('SignUp', {
      Username: email,
      Password: password,
      UserAttributes: Object.entries({ email, ...more }).map(([Name, Value]) => ({ Name, Value })),
    });
  const [old, byCode] = [
    await somebody({ 'custom:source': 'LEGACY' }),
    await somebody({ 'custom:isPasswordless': 'true' }),
  ];
  for (const [{ email }, label] of [
    [old, 'customerExists'],
    [byCode, 'isPasswordless'],
  ] as const)
    expect((await signUp(email)).body).toMatchObject({
      __type: 'UserLambdaValidationException',
      message: `PreSignUp failed with error ${label}.`,
    });
  const written = await knock({
    triggerSource: 'PreSignUp_SignUp',
    userName: 'a',
    request: { userAttributes: { email: 'a@example.test', 'custom:boCode': 'BO1' } },
  });
  expect([written.status, await written.json()]).toEqual([
    409,
    { refused: 'A client attempted to write unauthorized attribute custom:boCode' },
  ]);
  const email = `${randomUUID()}@example.test`;
  expect(await signUp(email)).toMatchObject({ status: 200 });
  const [mail] = await pool.inbox(email);
  expect(mail?.text).toContain(mail?.code ?? 'a code');
  await idp('ConfirmSignUp', { Username: email, ConfirmationCode: mail?.code });
  expect((await server.admin.find(email))?.groups).toEqual(['my.account.user']);
});

test('a code instead of a password: sent by this server, a wrong one is asked again, the third ends it, a stranger is answered alike', async () => {
  const { email } = await somebody();
  const begin = (name: string) => idp('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: name } });
  const bring = (Session: unknown, ANSWER: string) =>
    idp('RespondToAuthChallenge', {
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session,
      ChallengeResponses: { USERNAME: email, ANSWER },
    });
  const sent = async (): Promise<string> => {
    const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      messages: { to: string; code: string }[];
    };
    return messages.find(({ to }) => to === email)?.code ?? '';
  };
  const asked = await begin(email);
  const code = await sent();
  const wrong = code === '111111' ? '222222' : '111111';
  const again = await bring(asked.body['Session'], wrong);
  expect(again.body).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE', ChallengeParameters: { wrong: 'true' } });
  const { AuthenticationResult } = (await bring(again.body['Session'], code)).body as { AuthenticationResult: Tokens };
  expect(await server.services.verify(AuthenticationResult.IdToken)).toMatchObject({ email });

  const stranger = await begin('nobody.at.all@example.test');
  expect(Object.keys(stranger.body['ChallengeParameters'] as object)).toEqual(
    Object.keys(asked.body['ChallengeParameters'] as object),
  );
  let { Session } = (await begin(email)).body;
  const ends: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const answer = await bring(Session, wrong);
    ({ Session } = answer.body);
    ends.push(answer.status);
  }
  expect(ends).toEqual([200, 200, 400]);
});

test('who enrolls is refused at the log-in in the words of the documents [behaviour.login.enrollmentSession]', async () => {
  const { email, sub } = await somebody({}, ['enrollment.user']);
  const event = {
    triggerSource: 'PreAuthentication_Authentication',
    userName: sub,
    request: { userAttributes: { sub, email } },
  };
  const answer = await knock(event);
  expect([answer.status, await answer.json()]).toEqual([409, { refused: 'Incorrect username or password.' }]);
});

test('without the pool’s keys nobody is known and nobody is taken for nobody: 503, and the log says what to look at', async () => {
  const { email } = await somebody();
  const { IdToken } = await signIn(email);
  const ask = () =>
    fetch(`${away.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [headerNames.idToken]: IdToken },
      body: JSON.stringify({ query: '{ __typename }' }),
    });
  // A server that has asked for no key yet.
  const away = await startTestServer({
    config: configOf({ ...pool.env, PORT: '0' }),
    with: { clock: () => new Date() },
  });
  try {
    await pool.leave();
    expect((await ask()).status).toBe(503);
    expect(away.log.join('')).toContain('Look at IDENTITY_POOL, IDENTITY_URL and the network');
    await expect(away.admin.find(email)).rejects.toThrow('look at IDENTITY_URL');
  } finally {
    await pool.comeBack();
    await away.stop();
  }
});
