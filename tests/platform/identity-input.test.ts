/**
 * Nothing that a request holds is a failure of the server: every member of every request that an operation declares,
 * with what no column keeps and no schema takes. The bodies are made of the schemas.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { requests, type RequestName } from '../../server/identity/requests.ts';
import { sampleBody } from '../lock/identity.ts';
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
/** Members that may be left out are there, too: those the client library may send. */
const whole = (name: RequestName): Body => ({
  ...(sampleBody(name, {
    ClientId: server.identity.clientId,
    Username: email,
    USERNAME: email,
    Password: password,
    PASSWORD: password,
    PreviousPassword: password,
    ProposedPassword: password,
    NEW_PASSWORD: password,
    SRP_A: 'a5'.repeat(300),
    // A token that is ended would refuse all that comes after it.
    AccessToken: name === 'GlobalSignOut' ? 'none' : token,
    UserAttributes: [{ Name: 'given_name', Value: 'Ann' }],
  }) as JsonObject),
  ClientMetadata: { device: 'phone' },
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
const others: Readonly<Record<string, Json>> = {
  'a number': 7,
  null: null,
  true: true,
  'a list': [['a']],
  'an object': { toString: 'a', length: 3 },
  'no text': '',
  '60 kB': 'a'.repeat(60_000),
  '100 kB': 'a'.repeat(100_000),
  'a deep list': JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as Json,
};
/** What nobody reads may hold anything that can be kept, and an attribute may be empty. */
const mayBe = (path: string, what: string): boolean =>
  (path.startsWith('.ClientMetadata') && what !== 'a deep list' && what !== '100 kB') ||
  (path.endsWith('.Value') && what === 'no text');

async function post(operation: string, body: unknown): Promise<{ status: number; type: unknown }> {
  const response = await fetch(server.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, type: (JSON.parse(text) as Body)['__type'] };
}
const wrong = { status: 400, type: 'InvalidParameterException' };

describe.each((Object.keys(requests) as RequestName[]).map((name) => ({ name })))('$name', ({ name }) => {
  const action = name.split(' ')[0] ?? '';

  test('a member that is left out, of another type, too long, unknown, too deep or cannot be kept is a wrong parameter, and nothing is done', async () => {
    const users = (): Promise<unknown> => server.database.db.selectFrom('identity_users').selectAll().execute();
    const before = await users();
    for (const { path, put } of membersOf(whole(name))) {
      for (const [what, value] of Object.entries(isKept)) {
        const answer = await post(action, put(value));
        expect([path, what, answer]).toEqual([path, what, wrong]);
      }
      for (const [what, value] of Object.entries(others)) {
        if (mayBe(path, what)) continue;
        const answer = await post(action, put(value));
        expect([path, what, answer]).toEqual([
          path,
          what,
          what === '100 kB' ? { status: 413, type: undefined } : refusedBy(path, what),
        ]);
      }
    }
    for (const what of Object.values(isKept)) {
      expect(await post(action, { ...whole(name), [what]: 'a' })).toEqual(wrong);
      expect(await post(action, { ...whole(name), unread: [{ any: what }] })).toEqual(wrong);
    }
    expect(await post(action, { ...whole(name), more: 1 })).toEqual(wrong);
    expect(await users()).toEqual(before);
  }, 60_000);
});

/** A client that is another one is told so. */
function refusedBy(path: string, what: string): { status: number; type: string } {
  const isText = what === 'no text' || what === '60 kB';
  return path === '.ClientId' && isText ? { status: 400, type: 'ResourceNotFoundException' } : wrong;
}
