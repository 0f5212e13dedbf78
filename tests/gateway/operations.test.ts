import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import type { Operation } from '../../contract/operation.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Identity } from '../../runtime/gateway/identity.ts';
import { createCaller, type Asked } from '../../runtime/gateway/operations.ts';
import type { Ports } from '../../runtime/gateway/ports.ts';
import { uploadBy } from '../harness/upload.ts';
import { manualTimers, memoryStorage } from './fakes.ts';

interface Seen {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
let server: Server;
let origin: string;
let seen: Seen[];
let answer: (response: ServerResponse) => void;
/** Of each request, whether it was asked to outlive its page. */
let outlives: boolean[];
/** Time that passes for the caller by hand alone: a busy machine makes no answer late. */
let timers: ReturnType<typeof manualTimers>;

beforeEach(async () => {
  seen = [];
  outlives = [];
  timers = manualTimers();
  server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(
  () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(resolve);
    }),
);

/** What was asked that may be known already. */
const questions: Asked[] = [];

const operations: Record<string, Operation> = {
  save: {
    name: 'save',
    kind: 'graphql',
    access: 'customer',
    timeoutMs: 300,
    document: 'mutation save($id: ID!) { save(id: $id) { revision } }',
    valueAt: 'save',
    input: {},
    outcomes: {},
  },
  links: {
    name: 'links',
    kind: 'rest',
    method: 'GET',
    path: '/footer-links/{brand}',
    access: 'public',
    timeoutMs: 300,
    valueAt: 'results',
    input: {},
    outcomes: {},
  },
  shops: {
    name: 'shops',
    kind: 'rest',
    method: 'GET',
    path: '/shops',
    access: 'public',
    timeoutMs: 300,
    fresh: 300,
    valueAt: 'results',
    input: {},
    outcomes: {},
  },
  search: {
    name: 'search',
    kind: 'rest',
    method: 'POST',
    path: '/search',
    access: 'public',
    timeoutMs: 300,
    input: {},
    outcomes: {},
  },
  remember: {
    name: 'remember',
    kind: 'rest',
    method: 'POST',
    path: '/remember',
    access: 'public',
    timeoutMs: 300,
    input: {},
    supplies: { box: 'device.fingerprint', token: 'token.id', more: 'token.access' },
    outcomes: {},
  },
  charge: {
    name: 'charge',
    kind: 'rest',
    method: 'POST',
    path: '/charge',
    access: 'public',
    timeoutMs: 300,
    input: {},
    supplies: { token: 'widget.token' },
    unsupplied: 'NO_CARD',
    outcomes: { NO_CARD: '' },
  },
  signOn: {
    name: 'signOn',
    kind: 'rest',
    method: 'POST',
    path: '/sign-on',
    access: 'public',
    timeoutMs: 300,
    input: {},
    supplies: { tokens: 'address.hash' },
    unsupplied: 'NO_TOKENS',
    outcomes: { NO_TOKENS: '' },
  },
};
function caller(token: string | undefined, sub = 'ana', hash: JsonObject = {}) {
  const ports: Ports = {
    fetch: (url, init) => {
      outlives.push(init?.keepalive ?? false);
      return fetch(url, init);
    },
    upload: uploadBy(fetch),
    timers,
    random: () => 0.5,
    id: () => 'correlation-1',
    now: () => 0,
    storage: memoryStorage(),
    device: memoryStorage(),
    origin,
  };
  const identity: Identity = {
    perform: async () => ({ name: 'ok' }),
    person: async () =>
      token === undefined ? undefined : { token, accessToken: 'an.access.token', claims: { sub }, expires: 9e9 },
    lastPerson: () => (token === undefined ? undefined : { token, claims: { sub }, expires: 9e9 }),
    renew: async () => undefined,
    signOut: async () => undefined,
  };
  const boot = { brand: 'a-brand', operations } as unknown as Boot;
  const page = { fingerprint: async () => 'a test', secrets: { query: {}, hash } };
  return createCaller({
    ports,
    boot,
    identity,
    page,
    context: { sessionId: () => 'session-1', campaignId: 'spring' },
    kept: (question) => {
      questions.push(question);
      return question.load();
    },
  });
}
const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

test('a GraphQL call carries brand, raw id token, campaign, session and correlation ids [header.graphql.brandKey]', async () => {
  answer = (response) => json(response, 200, { data: { save: { revision: 3 } } });
  expect(await caller('raw.id.token').call('save', { id: '1' })).toEqual({ name: 'ok', value: { revision: 3 } });
  expect(seen[0]?.url).toBe('/graphql');
  expect(seen[0]?.headers).toMatchObject({
    'x-brand-key': 'a-brand',
    authorization: 'raw.id.token',
    'x-campaign-id': 'spring',
    'x-session-id': 'session-1',
    'x-correlation-id': 'correlation-1',
  });
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    query: operations['save']?.document,
    variables: { id: '1' },
  });
});
test('without a token the client itself says unauthenticated and sends nothing', async () => {
  answer = (response) => json(response, 200, {});
  expect(await caller(undefined).call('save', { id: '1' })).toEqual({ name: 'unauthenticated' });
  expect(seen).toEqual([]);
});
test('a call goes with the token of whoever makes it, and not with that of somebody who has signed in since; without one a customer’s is not sent', async () => {
  answer = (response) => json(response, 200, { data: { save: {} }, results: [] });
  for (const [name, access] of [
    ['save', 'customer'],
    ['links', 'public'],
  ] as const)
    for (const token of [undefined, 'raw.id.token'])
      for (const owner of [undefined, 'person.ana', 'person.bo', 'visitor.v'] as const)
        for (const keepalive of [false, true]) {
          seen = [];
          const { name: outcome } = await caller(token).call(name, {}, { keepalive, ...(owner && { owner }) });
          const isTheirs = token !== undefined && (owner === undefined || owner === 'person.ana');
          const sent = isTheirs || access === 'public';
          expect({
            name,
            token,
            owner,
            keepalive,
            outcome,
            sent: seen.map(({ headers }) => headers.authorization),
          }).toEqual({
            name,
            token,
            owner,
            keepalive,
            outcome: sent ? 'ok' : 'unauthenticated',
            sent: sent ? [isTheirs ? token : undefined] : [],
          });
        }
});
test.each([
  ['a', 50_000, true],
  ['a', 60_000, false],
  ['é', 25_000, true],
  ['é', 31_000, false],
  ['漢', 21_000, false],
])(
  '%s, %i times: a request outlives its page only below the 64 KiB that browsers take',
  async (letter, times, isKept) => {
    answer = (response) => json(response, 200, { data: { save: { revision: 1 } } });
    await caller('t').call('save', { id: letter.repeat(times) }, { keepalive: true });
    await caller('t').call('save', { id: 'short' }, {});
    expect(outlives).toEqual([isKept, false]);
  },
);
test('a public REST call fills its path with the brand and needs no token', async () => {
  answer = (response) => json(response, 200, { results: ['a'] });
  expect(await caller(undefined).call('links', {})).toEqual({ name: 'ok', value: ['a'] });
  expect(seen[0]?.url).toBe('/footer-links/a-brand');
  expect(seen[0]?.headers.authorization).toBeUndefined();
});
test('a list that stays fresh for a while is asked by way of what is kept, under brand, name and input; anything else is not', async () => {
  answer = (response) => json(response, 200, { results: ['a'] });
  questions.length = 0;
  await caller(undefined).call('links', {});
  expect(questions).toEqual([]);
  expect(await caller(undefined).call('shops', { near: '64108' })).toEqual({ name: 'ok', value: ['a'] });
  expect(questions).toMatchObject([{ key: ['a-brand', 'shops', { near: '64108' }], freshMs: 300_000 }]);
});
test('a POST sends the input as JSON', async () => {
  answer = (response) => json(response, 200, {});
  await caller(undefined).call('search', { postalCode: '64108' });
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ postalCode: '64108' });
});
test.each([502, 504])('%i is unavailable, whatever its body', async (status) => {
  answer = (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<html>bad gateway</html>');
  expect(await caller('t').call('save', { id: '1' })).toEqual({ name: 'unavailable' });
  expect(await caller('t').call('links', {})).toEqual({ name: 'unavailable' });
});
test('an answer that does not come in time is unavailable', async () => {
  answer = () => void timers.advance(300);
  expect(await caller('t').call('save', { id: '1' })).toEqual({ name: 'unavailable', detail: { why: 'late' } });
});
test('no server at all is unavailable', async () => {
  const lost = caller('t');
  await new Promise((resolve) => server.close(resolve));
  expect(await lost.call('save', { id: '1' })).toEqual({ name: 'unavailable', detail: { why: 'offline' } });
  server = createServer().listen(0);
});
test('500 with a page of HTML is failed', async () => {
  answer = (response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<html></html>');
  expect((await caller('t').call('save', { id: '1' })).name).toBe('failed');
});
test('an operation nobody declared throws and says where to declare it', async () => {
  await expect(caller('t').call('unknown', {})).rejects.toThrow('schemas/api/operations/unknown.json');
});

test('a call takes along the secrets that its operation names, beside what the page gives', async () => {
  answer = (response) => json(response, 200, {});
  await caller('an.id.token').call('remember', { name: 'Phone' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    name: 'Phone',
    box: 'a test',
    token: 'an.id.token',
    more: 'an.access.token',
  });
  expect(seen[0]?.url).toBe('/remember');
});
test('a call whose secrets are not there is not made, and ends as its operation says, else failed', async () => {
  answer = (response) => json(response, 200, {});
  expect(await caller(undefined).call('remember', {})).toMatchObject({ name: 'failed' });
  expect(await caller('t').call('signOn', {})).toMatchObject({ name: 'NO_TOKENS' });
  expect(seen).toEqual([]);
});
test('the tokens of an address go into the body, under the names they came with', async () => {
  answer = (response) => json(response, 200, {});
  await caller('t', 'ana', { id_token: 'a', access_token: 'b' }).call('signOn', {});
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ tokens: { id_token: 'a', access_token: 'b' } });
});
test('what a widget handed over goes into the calls that supply it, as often as they are sent, until it is taken back', async () => {
  answer = (response) => json(response, 200, {});
  const page = caller('t');
  expect(await page.call('charge', {})).toMatchObject({ name: 'NO_CARD' });
  page.hand({ dataDescriptor: 'd', dataValue: 'v' });
  await page.call('charge', { cents: 1 });
  await page.call('charge', { cents: 1 });
  expect(seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    Array.from({ length: 2 }, () => ({ cents: 1, token: { dataDescriptor: 'd', dataValue: 'v' } })),
  );
  page.hand(undefined);
  expect(await page.call('charge', {})).toMatchObject({ name: 'NO_CARD' });
  expect(seen).toHaveLength(2);
});
test('a call of somebody who has gone takes along no token of whoever is there now', async () => {
  answer = (response) => json(response, 200, {});
  const outcome = await caller('t', 'ben').call('remember', {}, { owner: 'person.ana' });
  expect(outcome).toMatchObject({ name: 'failed' });
  expect(seen).toEqual([]);
});
