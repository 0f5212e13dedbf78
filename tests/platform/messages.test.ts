import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import type { OpenDatabase } from '../../server/database/index.ts';
import { createMessages, isAddress } from '../../server/messages/index.ts';
import { systemPorts } from '../../server/ports.ts';
import { sendDue } from '../../server/messages/relay.ts';
import { testCipher } from './server.ts';

let database: OpenDatabase;
const cipher = testCipher();
const message = {
  to: 'ann@example.test',
  channel: 'email',
  purpose: 'notice',
  brand: 'one',
  subject: 'Hello',
  text: 'A private word',
} as const;

beforeAll(async () => {
  database = await openDatabase({ dataDir: undefined, databaseUrl: undefined });
}, 120_000);
afterAll(() => database.close());

test('without a relay a message stays in the inbox, newest first, and its text is sealed at rest', async () => {
  const { deliver, listInbox } = createMessages({ db: database.db, cipher, relays: undefined });
  await deliver(message);
  await deliver({ ...message, to: '+15555550100', channel: 'sms', code: '123456' });
  await deliver({ ...message, to: 'nobody@example.test', withheld: true });
  expect(await listInbox()).toMatchObject([
    { to: '+15555550100', code: '123456' },
    { to: 'ann@example.test', text: 'A private word', code: null },
  ]);
  const rows = await database.db.selectFrom('messages').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('private');
  await database.db.deleteFrom('messages').execute();
});

test.each([
  'x@y.test\r\nBcc: evil@z.test',
  'x@y.test, evil@z.test',
  'x y@z.test',
  '<x@y.test>',
  'x@y',
  '',
  `${'a'.repeat(65)}@y.test`,
])('a message to %j is refused', async (to) => {
  expect(isAddress('email', to)).toBe(false);
  const { deliver, listInbox } = createMessages({ db: database.db, cipher, relays: undefined });
  await expect(deliver({ ...message, to })).rejects.toThrow('Not an address');
  expect(await listInbox()).toEqual([]);
});

test('a relay gets each message once with its key; while it is away the message waits', async () => {
  const seen: { key: string | undefined; body: Record<string, string> }[] = [];
  let isAway = true;
  const relay = createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        if (!isAway)
          seen.push({
            key: request.headers.authorization,
            body: JSON.parse(Buffer.concat(parts).toString()) as Record<string, string>,
          });
        response.writeHead(isAway ? 503 : 200).end();
      });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const relays = { mail: `${url}/mail`, sms: `${url}/sms`, key: 'letmein' };
  let now = Date.parse('2026-11-20T15:00:00Z');
  const needs = { db: database.db, cipher, relays, now: () => new Date(now) };
  const { deliver, listInbox } = createMessages({
    db: database.db,
    cipher,
    relays,
    ports: { ...systemPorts, clock: needs.now },
  });

  await deliver(message);
  expect(await listInbox()).toEqual([]);
  expect(await sendDue(needs)).toBe(0);
  isAway = false;
  expect(await sendDue(needs)).toBe(0);
  now += 11_000;
  expect(await sendDue(needs)).toBe(1);
  now += 3_600_000;
  expect(await sendDue(needs)).toBe(0);
  expect(seen).toEqual([
    {
      key: 'Bearer letmein',
      body: expect.objectContaining({ to: 'ann@example.test', subject: 'Hello', text: 'A private word' }) as object,
    },
  ]);
  await new Promise((resolve) => relay.close(resolve));
});
