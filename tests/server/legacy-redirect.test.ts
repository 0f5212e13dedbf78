import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { testPeople } from '../../server/seed/index.ts';
import { handedOver } from '../harness/tokens.ts';
import { graphql, signUp, type Answer } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let boot: Boot;
beforeAll(async () => {
  server = await startTestServer({ with: { seeded: true } });
  boot = (await (await fetch(`${server.address}${places.boot}`)).json()) as Boot;
});
afterAll(async () => {
  await server?.stop();
});

interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
}
async function tokensOf(id: string): Promise<Tokens> {
  const person = testPeople().find((one) => one.id === id);
  if (person === undefined) throw new Error(`There is no test person ${id}.`);
  const given = new URLSearchParams((await handedOver(server.address, boot.identity, person)).slice(1));
  return { idToken: given.get('id_token') ?? '', accessToken: given.get('access_token') ?? '' };
}
const ask = (as: string, customerCode: string, { idToken, accessToken }: Tokens): Promise<Answer> =>
  graphql(server, boot.operations['sqsLegacy']?.document ?? '', {
    variables: { customerCode, idToken, accessToken, destination: 'account' },
    headers: { authorization: as, 'x-brand-key': 'payday' },
  });
const codesOf = ({ errors }: Answer): readonly string[] => errors.map(({ extensions }) => extensions.code);

test('the old site is told who comes, for a minute, by a token that is for it alone [op.query.sqsLegacy]', async () => {
  const leo = await tokensOf('legacy');
  const { data } = await ask(leo.idToken, 'BO100600', leo);
  const url = new URL(String(data?.['sqsLegacy']?.['redirectUrl']));
  expect([url.origin, url.searchParams.get('destination')]).toEqual(['https://account.larkfield.example', 'account']);
  const token = new URLSearchParams(url.hash.slice(1)).get('token') ?? '';
  const issuer = String(decodeJwt(leo.idToken).iss);
  const keys = createRemoteJWKSet(
    new URL(`${boot.identity.endpoint}${boot.identity.userPoolId}/.well-known/jwks.json`, server.address),
  );
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: url.origin,
    currentDate: server.services.clock(),
  });
  expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
  expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sub', 'token_use']);
  expect(url.href).not.toMatch(/BO100600|leo|%40|@/);
  // It opens nothing here.
  expect(codesOf(await ask(token, 'BO100600', leo))).toEqual(['UNAUTHENTICATED']);
});

test('the code of somebody else is answered like one that nobody has, and tokens of two sessions not at all', async () => {
  const [leo, olive] = [await tokensOf('legacy'), await tokensOf('returning-online')];
  const [other, nobodys] = [await ask(olive.idToken, 'BO100600', olive), await ask(olive.idToken, 'BO999999', olive)];
  expect([codesOf(other), other.errors]).toEqual([['UNKNOWN_CUSTOMER'], nobodys.errors]);
  const without = await signUp(server);
  expect(codesOf(await ask(without.idToken, '', { ...leo, idToken: without.idToken }))).toEqual(['UNKNOWN_CUSTOMER']);
  const again = await tokensOf('legacy');
  for (const mixed of [
    { idToken: leo.idToken, accessToken: again.accessToken },
    { idToken: leo.idToken, accessToken: olive.accessToken },
    { idToken: olive.idToken, accessToken: leo.accessToken },
    { idToken: leo.idToken, accessToken: `${leo.accessToken}x` },
    { idToken: 'none', accessToken: 'none' },
  ])
    expect(codesOf(await ask(leo.idToken, 'BO100600', mixed))).toEqual(['UNAUTHENTICATED']);
});
