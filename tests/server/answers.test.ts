import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

/** Every route of the server, as its framework is told of it. */
const routes: { readonly method: string; readonly url: string }[] = [];
const note = (message: unknown): void =>
  void (message as { readonly fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });

const dist = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  writeFileSync(join(dist, 'index.html'), '<!doctype html><html lang="en"><head></head><body></body></html>');
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'assets', 'main-abc.js'), 'export {};');
  subscribe('fastify.initialization', note);
  server = await startTestServer({ with: { dist } });
  unsubscribe('fastify.initialization', note);
}, 180_000);
afterAll(async () => {
  await server.stop();
  rmSync(dist, { recursive: true, force: true });
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.address}${path}`, { redirect: 'manual', ...init });

describe('what may be kept of an answer', () => {
  /** Files of the build, of a brand and of the definitions, which are the same for everybody. */
  const isPublic = (url: string): boolean => /^\/(assets|brands|definitions)\/|^\/notice\.css$/.test(url);
  const json = { 'content-type': 'application/json' };
  const requests: readonly (readonly [string, RequestInit])[] = [
    ['what it takes', { headers: json, body: '{}' }],
    ['no JSON', { headers: json, body: '{' }],
    ['another media type', { headers: { 'content-type': 'text/csv' }, body: 'a,b' }],
    ['too much', { headers: json, body: JSON.stringify({ value: 'x'.repeat(70_000) }) }],
  ];

  test('every route says so, whatever it is sent: nothing, unless it is a file for everybody', async () => {
    expect(routes.length).toBeGreaterThan(25);
    const statuses = new Set<number>();
    for (const { method, url } of routes) {
      const path = url.replaceAll(/:\w+|\*/g, 'x');
      const mayHaveBody = !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
      for (const [what, init] of mayHaveBody ? requests : [['nothing', {}] as const]) {
        const answer = await ask(path, { ...init, method });
        await answer.arrayBuffer();
        statuses.add(answer.status);
        const kept = answer.headers.get('cache-control');
        if (!isPublic(url) || !answer.ok) expect([method, url, what, kept]).toEqual([method, url, what, 'no-store']);
        else expect([method, url, what, kept]).toEqual([method, url, what, expect.any(String)]);
      }
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 413, 415]));
  });

  test('nor is what no route answers', async () => {
    for (const path of ['/%ff', '/nothing-here', `/products/${'x'.repeat(300)}`])
      expect([path, (await ask(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  });
});

describe('a refusal is in the words of this server and quotes nothing', () => {
  test.each([
    ['/%ffzebra', 400, 'badInput'],
    [`/products/${'zebra'.repeat(60)}`, 414, 'tooLong'],
  ])('an address that the framework itself refuses: %.20s', async (path, status, error) => {
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toEqual([status, { error, id: expect.any(String) }]);
  });

  test.each([
    '{ zebra',
    'zebra 7654321',
    '{ statesForZipcode(zipcode: 7654321) { abbr } }',
    '{ statesForZipcode(zipcode: ["7654321"]) { abbr } }',
    'query($zip: String! = 7654321) { statesForZipcode(zipcode: $zip) { abbr } }',
    '{ statesForZipcode(zipcode: "7654321") { abbr } }',
    'query($zip: Int = "7654321") { statesForZipcode(zipcode: $zip) { abbr } }',
  ])('a literal of a document: %s', async (query) => {
    const answer = await ask('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const text = await answer.text();
    expect(text).toContain('"errors"');
    expect(text).not.toMatch(/7654321|Unexpected/);
  });
});

test('the bare page without its brand and boot JSON is at no address', async () => {
  for (const path of ['/index.html', '/index.html?brand=payday', '/INDEX.HTML', '/./index.html'])
    expect([path, (await ask(path, { headers: { accept: 'text/html' } })).status]).toEqual([path, 404]);
  expect((await ask('/', { headers: { accept: 'text/html' } })).status).toBe(200);
});

describe('GraphQL is answered as JSON or not at all: there are no subscriptions', () => {
  test.each([
    ['text/event-stream', 406],
    ['multipart/mixed', 406],
    ['text/*', 406],
    ['Multipart/Mixed; deferSpec=20220824, text/event-stream;q=0.5', 406],
    ['text/event-stream, application/json', 200],
    ['multipart/mixed, */*', 200],
    ['*/*', 200],
  ])('%s', async (accept, status) => {
    for (const init of [
      {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: '{"query":"{ getCurrentDate }"}',
      },
      { headers: { accept } },
    ]) {
      const answer = await ask(init.method === undefined ? '/graphql?query={getCurrentDate}' : '/graphql', init);
      const text = await answer.text();
      expect([answer.status, text]).toEqual([status, status === 200 ? '{"data":{"getCurrentDate":"2026-11-20"}}' : '']);
    }
  });
});
