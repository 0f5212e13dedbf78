import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config/index.ts';
import { createMeter } from '../../server/http/meter.ts';
import { addressKey, readTrustedProxies } from '../../server/http/proxies.ts';
import { requestsPerMinute } from '../../server/http/safety.ts';
import { boot, graphql, signUp, type Person } from './support/person.ts';
import { exchange } from './support/raw.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const get = (server: TestServer, forwarded?: string): Promise<Response> =>
  fetch(`${server.address}/version`, { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } });
const left = async (server: TestServer, forwarded?: string): Promise<number> =>
  Number((await get(server, forwarded)).headers.get('x-ratelimit-remaining'));

describe('what an address may ask', () => {
  test('is not asked of a header that anybody can write: a forged X-Forwarded-For changes nothing', async () => {
    const server = await startTestServer({ config: { env: 'prod' } });
    try {
      const first = await left(server, '203.0.113.1');
      expect(first).toBe(requestsPerMinute.prod - 1);
      expect(await left(server, '203.0.113.2')).toBe(first - 1);
      expect(await left(server)).toBe(first - 2);
    } finally {
      await server.stop();
    }
  });

  test.each([
    ['1', '203.0.113.1', '198.51.100.9, 203.0.113.1'],
    ['127.0.0.0/8, ::1', '203.0.113.1', '198.51.100.9, 203.0.113.1'],
    ['127.0.0.1,::1,203.0.113.0/24', '198.51.100.9', '198.51.100.9, 203.0.113.1'],
  ])('is asked of the proxies that are configured: TRUSTED_PROXIES=%s', async (setting, same, chain) => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: setting }, []);
    const server = await startTestServer({ config: { trustedProxies } });
    try {
      const first = await left(server, same);
      expect(await left(server, chain)).toBe(first - 1);
      expect(await left(server, '192.0.2.77')).toBe(first);
    } finally {
      await server.stop();
    }
  });

  test('counts for pages, for what is not there and for a made-up version, however it is written; not for a file that is there', async () => {
    const server = await startTestServer({ config: { env: 'prod' } });
    try {
      const { flows } = await boot(server);
      const costs = async (target: string, method = 'GET'): Promise<number> => {
        const before = await left(server);
        await exchange(
          server,
          `${method} ${target} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\nconnection: close\r\n\r\n`,
        );
        return before - (await left(server)) - 1;
      };
      for (const target of [
        '/',
        '/application/personal',
        '/nothing/here',
        '//',
        '/assets/../application',
        '/assets/%2e%2e/application',
        '/brands/../application',
        '/definitions/../application',
        '/definitions/MadeUp_0123456789.js',
        '/definitions/kit-MadeUp_0123456789.js',
        '/definitions/boot.json',
      ])
        expect([target, await costs(target)]).toEqual([target, 1]);
      expect(await costs('/nothing', 'POST')).toBe(1);
      for (const target of [`/definitions/${flows['apply']?.hash ?? ''}.js`, '/brands/payday/theme.css'])
        expect([target, await costs(target)]).toEqual([target, 0]);
    } finally {
      await server.stop();
    }
  });

  test('is asked of a subscriber: the addresses of one IPv6 network share every limit there is, those of another have their own', async () => {
    const server = await startTestServer({ config: { env: 'prod', trustedProxies: { hops: 1 } } });
    try {
      const json = { 'content-type': 'application/json' };
      const asks: Readonly<Record<string, RequestInit>> = {
        '/version': {},
        '/graphql?query=%7BgetCurrentDate%7D': {},
        '/auth': { method: 'POST', headers: json, body: '{"email":"ana@example.com","type":"failedLogin"}' },
        '/auth/password-changed': { method: 'POST', headers: json, body: '{"email":"ana@example.com"}' },
        '/decrypt': { method: 'POST', headers: json, body: '{"value":"x"}' },
        '/analytics': { method: 'POST', headers: json, body: '{"kind":"event","name":"page"}' },
        '/idp/': { method: 'POST', headers: { 'content-type': 'application/x-amz-json-1.1' }, body: '{}' },
      };
      for (const [path, init] of Object.entries(asks)) {
        const remaining = async (from: string): Promise<number> => {
          const headers = { ...(init.headers as Record<string, string> | undefined), 'x-forwarded-for': from };
          return Number(
            (await fetch(`${server.address}${path}`, { ...init, headers })).headers.get('x-ratelimit-remaining'),
          );
        };
        const first = await remaining('2001:db8:1:2::1');
        expect({ path, first: first > 0 }).toEqual({ path, first: true });
        expect([path, await remaining('2001:db8:1:2:ffff:1:2:3')]).toEqual([path, first - 1]);
        const elsewhere = await remaining('2001:db8:1:3::1');
        expect({ path, elsewhere: elsewhere > first - 2 }).toEqual({ path, elsewhere: true });
      }
    } finally {
      await server.stop();
    }
  });

  test('a setting that is neither a number nor addresses is refused by name', () => {
    for (const wrong of ['all', 'true', '10.0.0.0/33', '10.0.0', '10.0.0.1/8/8', ',']) {
      expect(readTrustedProxies(wrong), wrong).toBeUndefined();
      expect(() => readConfig({ TRUSTED_PROXIES: wrong }, [])).toThrow(/TRUSTED_PROXIES must be a number of proxies/);
    }
  });

  test('a subscriber’s whole IPv6 network is one address', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(addressKey('2001:db8::9')).toBe('2001:db8:0:0::/64');
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    expect(addressKey('::ffff:203.0.113.1')).toBe('203.0.113.1');
    expect(addressKey('203.0.113.1')).toBe('203.0.113.1');
  });

  test('a meter forgets, and never holds more keys than it may', () => {
    let now = 0;
    const may = createMeter({ max: 2, windowMs: 1000, keys: 3, clock: () => now });
    expect([may('a'), may('a'), may('a')]).toEqual([true, true, false]);
    now = 1000;
    expect(may('a')).toBe(true);
    for (const key of ['b', 'c', 'd', 'e']) may(key);
    expect([may('a'), may('a')]).toEqual([true, true]); // it was the oldest of four
  });
});

describe('what a body may hold', () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await startTestServer();
    person = await signUp(server);
  }, 180_000);
  afterAll(() => server.stop());

  const announced = (path: string, headers: string): Promise<string> =>
    exchange(
      server,
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`,
    );

  test.each(['/graphql', '/auth', '/analytics', '/decrypt', '/locations/search', '/idp/'])(
    'anybody’s large body for %s is refused before it is sent',
    async (path) => {
      const type = path === '/idp/' ? 'content-type: application/x-amz-json-1.1\r\n' : '';
      expect(await announced(path, `${type}content-length: 6000000\r\nconnection: close`)).toMatch(/^HTTP\/1\.1 413 /);
    },
  );

  test('anybody’s body of no announced length is refused', async () => {
    expect(await announced('/graphql', 'transfer-encoding: chunked')).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a signed-in person’s body is bounded like anybody’s: no document is uploaded here', async () => {
    const query = '{ getCurrentDate }';
    const ask = (size: number) =>
      fetch(`${server.address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: person.idToken },
        body: JSON.stringify({ query, variables: { file: 'A'.repeat(size) } }),
      }).then(({ status }) => status);
    expect([await ask(60_000), await ask(70_000)]).toEqual([200, 413]);
  });

  test.each([
    ['more values than anybody needs', `[${'0,'.repeat(30_000)}0]`],
    ['nesting beyond any stack', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('%s are refused while they are still text', async (_what, value) => {
    const response = await fetch(`${server.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: person.idToken },
      body: `{"query":"{ getCurrentDate }","variables":{"file":${value}}}`,
    });
    expect([
      response.status,
      ((await response.json()) as { errors: { extensions: { code: string } }[] }).errors[0]?.extensions.code,
    ]).toEqual([400, 'BAD_INPUT']);
  });
});

describe('a wrong value', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 180_000);
  afterAll(() => server.stop());

  const document = 'query A($zip: String!) { statesForZipcode(zipcode: $zip) { abbr } }';
  test.each([
    ['a number for text', 219_099_999],
    ['a list', ['219099999']],
    ['nothing', null],
    ['NUL', '6410\0'],
    ['half of a surrogate pair', '\ud800'],
    ['an object', { zip: '219099999' }],
  ])('%s is bad input, quoted nowhere, and no bug', async (_what, zip) => {
    const before = server.log.length;
    const answer = await graphql(server, document, { variables: { zip } });
    expect(answer.errors.map((error) => error.extensions.code)).toEqual(['BAD_INPUT']);
    expect(JSON.stringify(answer)).not.toContain('219099999');
    expect(server.log.slice(before).join('')).toBe('');
  });

  test.each(['1e400', '-1e400'])(
    '%s, which is read as a number beyond all numbers, is bad input at every door',
    async (number) => {
      const before = server.log.length;
      const { operations, identity } = await boot(server);
      const query = operations['saveJourney']?.document ?? '';
      const variables = `{"id":"x","flow":"x","definition":"x","revision":1,"key":"x","changes":{"loan.amount":${number}},"journey":{}}`;
      const post = async (path: string, body: string, headers: Readonly<Record<string, string>>): Promise<string> => {
        const answer = await fetch(server.address + path, { method: 'POST', headers, body });
        return `${answer.status} ${/BAD_INPUT|badInput|InvalidParameterException/.exec(await answer.text())?.[0] ?? ''}`;
      };
      const json = { 'content-type': 'application/json' };
      const literal = `mutation { saveJourney(id: "x", flow: "x", definition: "x", revision: 1, key: "x", changes: {a: ${number}}, journey: {}) { revision } }`;
      expect([
        await post('/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`, json),
        await post('/graphql', JSON.stringify({ query: literal }), json),
        await post('/analytics', `{"name":"x","ms":${number}}`, json),
        await post(
          '/idp/',
          `{"ClientId":"${identity.clientId}","Username":"a@example.com","ClientMetadata":{"a":${number}}}`,
          {
            'content-type': 'application/x-amz-json-1.1',
            'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
          },
        ),
      ]).toEqual(['400 BAD_INPUT', '200 BAD_INPUT', '400 badInput', '400 InvalidParameterException']);
      expect(server.log.slice(before).join('')).toBe('');
    },
  );

  test.each(['{', 'x', '[1', '"\\ud800'])(
    '%s for the variables of a GET is bad input, and no bug',
    async (variables) => {
      const before = server.log.length;
      const response = await fetch(
        `${server.address}/graphql?query=${encodeURIComponent('{ getCurrentDate }')}&variables=${encodeURIComponent(variables)}`,
      );
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      expect([response.status, errors[0]?.extensions.code]).toEqual([400, 'BAD_INPUT']);
      expect(server.log.slice(before).join('')).toBe('');
    },
  );

  test('in a literal of a document is bad input, too', async () => {
    for (const literal of [String.raw`"6410\u0000"`, String.raw`"\ud800"`, '5', '[["x"]]', '{a: 1}']) {
      const answer = await graphql(server, `{ statesForZipcode(zipcode: ${literal}) { abbr } }`);
      expect([literal, answer.errors[0]?.extensions.code]).toEqual([literal, 'BAD_INPUT']);
    }
  });
});

test.each([
  ['longer than any document may be', 120, 60_000],
  ['as long as a document may be', 400, 19_000],
])('strangers’ documents that are %s leave nothing behind in the memory of production', async (_, many, characters) => {
  const server = await startTestServer({ config: { env: 'prod' } });
  try {
    const inspector = new Session();
    inspector.connect();
    const used = async (): Promise<number> => {
      await inspector.post('HeapProfiler.collectGarbage');
      return process.memoryUsage().heapUsed;
    };
    const send = (at: number): Promise<unknown> =>
      graphql(server, `# ${at} ${'x'.repeat(characters)}\n{ getCurrentDate }`);
    for (let at = 0; at < 30; at += 1) await send(at);
    const before = await used();
    for (let at = 30; at < 30 + many; at += 1) await send(at);
    expect((await used()) - before).toBeLessThan((many * characters) / 2); // half of the texts themselves
    inspector.disconnect();
  } finally {
    await server.stop();
  }
});
