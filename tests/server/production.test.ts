import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphql } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ config: { env: 'prod' } })), 180_000);
afterAll(() => server.stop());

describe('in production', () => {
  test('the developers’ corner does not exist', async () => {
    for (const path of [
      '/dev',
      '/dev/inbox',
      '/dev/inbox.json',
      '/dev/events',
      '/dev/away',
      '/dev/style.css',
      '/bench',
      '/bench.html',
    ])
      expect((await fetch(`${server.address}${path}`)).status, path).toBe(404);
  });

  test('only the client’s own documents run, whatever their white space', async () => {
    const own = server.services.definitions.content('2026-11-20').operations['getCurrentDate']?.document ?? '';
    expect((await graphql(server, own.replaceAll(/\s+/g, ' '))).data).toEqual({ getCurrentDate: '2026-11-20' });
    for (const document of [
      '{ getCurrentDate }',
      '{ __typename }',
      '{ __schema { queryType { name } } }',
      `${own} `.replace('getCurrentDate', 'getCurrentDat'),
    ]) {
      const answer = await graphql(server, document);
      expect([document, answer.status, answer.errors[0]?.extensions.code]).toEqual([
        document,
        400,
        'OPERATION_NOT_ALLOWED',
      ]);
      expect(answer.errors[0]?.message).not.toContain('Did you mean');
    }
  });

  test('an origin that belongs to no brand is not served', async () => {
    const page = await fetch(`${server.address.replace('localhost', '127.0.0.1')}/`, {
      headers: { accept: 'text/html' },
    });
    expect(page.status).toBe(421);
  });

  test('the test clock does not count', async () => {
    const own = server.services.definitions.content('2026-11-20').operations['getCurrentDate']?.document ?? '';
    expect((await graphql(server, own, { headers: { cookie: 'waymark-clock=2030-01-01T12:00:00Z' } })).data).toEqual({
      getCurrentDate: '2026-11-20',
    });
  });
});
