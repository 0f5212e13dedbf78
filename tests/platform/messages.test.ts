import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import type { OpenDatabase } from '../../server/database/index.ts';
import { createMessages, isAddress } from '../../server/messages/index.ts';
import { systemPorts } from '../../server/ports.ts';
import { sendDue, type Senders, type Unsent } from '../../server/messages/outbox.ts';
import { smtpSender } from '../../server/messages/smtp.ts';
import { twilioSender } from '../../server/messages/twilio.ts';
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

test('without a provider a message stays in the inbox, newest first, and its text is sealed at rest', async () => {
  const { deliver, listInbox } = createMessages({ db: database.db, cipher, senders: {} });
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
  const { deliver, listInbox } = createMessages({ db: database.db, cipher, senders: {} });
  await expect(deliver({ ...message, to })).rejects.toThrow('Not an address');
  expect(await listInbox()).toEqual([]);
});

describe('what providers take', () => {
  let now = Date.parse('2026-11-20T15:00:00Z');
  const unsent: Unsent[] = [];
  /** Messages that leave by these, and what a server's work on them comes to. */
  function leavingBy(senders: Senders) {
    const clock = (): Date => new Date(now);
    const needs = { db: database.db, cipher, senders, now: clock, onUnsent: (one: Unsent) => void unsent.push(one) };
    const { deliver, listInbox } = createMessages({ ...needs, ports: { ...systemPorts, clock } });
    return { deliver, listInbox, send: () => sendDue(needs) };
  }
  const states = async (): Promise<readonly string[]> =>
    (await database.db.selectFrom('messages').select('state').orderBy('number').execute()).map(({ state }) => state);
  const pass = (seconds: number): void => void (now += seconds * 1000);
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    unsent.length = 0;
    await database.db.deleteFrom('messages').execute();
  });
  const port = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;

  describe('mail, by SMTP', () => {
    /** A server of mail that knows one account; `reply` is its answer to a recipient, 250 for none. */
    async function mailServer(options: SMTPServerOptions = {}) {
      const taken: { readonly from: string; readonly to: readonly string[]; readonly mail: string }[] = [];
      const said: { reply: number; tries: string[] } = { reply: 250, tries: [] };
      const server = new SMTPServer({
        disabledCommands: ['STARTTLS'],
        onAuth: ({ username, password }, _, done) => {
          said.tries.push(`${username}:${password}`);
          if (password === 'open sesame') done(null, { user: username });
          else done(new Error('no'));
        },
        onRcptTo: (_, __, done) =>
          said.reply === 250 ? done() : done(Object.assign(new Error('no'), { responseCode: said.reply })),
        onData: (stream, { envelope }, done) => {
          const { mailFrom, rcptTo } = envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          const parts: Buffer[] = [];
          stream
            .on('data', (part: Buffer) => void parts.push(part))
            .on('end', () => {
              taken.push({ from, to: rcptTo.map(({ address }) => address), mail: Buffer.concat(parts).toString() });
              done();
            });
        },
        ...options,
      });
      // The first connection that broke, in the server's words: it hears of it after the other side has given up.
      const broken = new Promise<string>((resolve) => server.on('error', ({ message: words }) => resolve(words)));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
      return { taken, said, broken, port: port(server.server) };
    }
    const from = 'no-reply@{brand}.example';
    const at = (its: number, scheme = 'smtp', password = 'open%20sesame') =>
      leavingBy({ email: smtpSender({ url: `${scheme}://loans:${password}@127.0.0.1:${its}`, from }) });

    test('goes once, from the address of its brand, as plain text; text messages stay in the inbox', async () => {
      const { taken, said, port: its } = await mailServer();
      const { deliver, listInbox, send } = at(its);
      await deliver({ ...message, text: 'Für Ann:\nA private word', id: '00000000-0000-4000-8000-000000000001' });
      await deliver({ ...message, channel: 'sms', to: '+15555550100' });
      expect(await listInbox()).toMatchObject([{ to: '+15555550100' }]);
      expect([await send(), await send(), said.tries]).toEqual([1, 0, ['loans:open sesame']]);
      const [first, ...others] = taken;
      expect([first?.from, first?.to, others]).toEqual(['no-reply@one.example', ['ann@example.test'], []]);
      const [head = '', body = ''] = first?.mail.split('\r\n\r\n') ?? [];
      expect(head.split('\r\n')).toEqual(
        expect.arrayContaining([
          'From: no-reply@one.example',
          'To: ann@example.test',
          'Subject: Hello',
          'Message-ID: <00000000-0000-4000-8000-000000000001@one.example>',
          'Auto-Submitted: auto-generated',
        ]),
      );
      expect(body.trim().replaceAll('\r\n', '\n')).toBe('F=C3=BCr Ann:\nA private word');
      expect(await states()).toEqual(['sent', 'inbox']);
    });

    test('waits while the server cannot take it, longer each time, and is given up when the recipient is none', async () => {
      const { taken, said, port: its } = await mailServer();
      const { deliver, send } = at(its);
      await deliver(message);
      said.reply = 451;
      expect([await send(), await send()]).toEqual([0, 0]);
      pass(11);
      said.reply = 250;
      expect([await send(), taken.length]).toEqual([1, 1]);
      said.reply = 550;
      await deliver({ ...message, to: 'nobody@example.test' });
      expect(await send()).toBe(0);
      pass(3_600);
      expect([await send(), await states()]).toEqual([0, ['sent', 'failed']]);
      expect(unsent.map(({ why, again, channel }) => [why, again, channel])).toEqual([
        ['EENVELOPE 451', true, 'email'],
        ['EENVELOPE 550', false, 'email'],
      ]);
      expect(JSON.stringify(unsent)).not.toMatch(/@|private/);
    });

    test('a password that is no longer the server’s own loses no mail', async () => {
      const { said, port: its } = await mailServer();
      const { deliver, send } = at(its, 'smtp', 'wrong');
      await deliver(message);
      expect([await send(), said.tries, await states()]).toEqual([0, ['loans:wrong'], ['due']]);
      expect(unsent.map(({ why }) => why)).toEqual(['EAUTH 535']);
    });

    test('a server for which nobody vouches is told neither the password nor the mail, and one that is away loses nothing', async () => {
      const { taken, said, broken, port: its } = await mailServer({ secure: true });
      const { deliver, send } = at(its, 'smtps');
      await deliver(message);
      expect([await send(), said.tries, taken, await states()]).toEqual([0, [], [], ['due']]);
      expect(await broken).toContain('TLS');
      for (const close of closing.splice(0)) await close();
      pass(60);
      expect([await send(), await states()]).toEqual([0, ['due']]);
      expect(unsent.map(({ why, again }) => [why, again])).toEqual(Array(2).fill(['ESOCKET', true]));
    });
  });

  describe('text messages, by the Messages API of Twilio', () => {
    const account = `AC${'0a'.repeat(16)}`;
    /** Answers as https://www.twilio.com/docs/messaging/api/message-resource and its page of errors say. */
    async function twilio() {
      const asked: { readonly line: string; readonly by: string | undefined; readonly form: object }[] = [];
      const answers: { status: number; code?: number } = { status: 201 };
      const server = createServer((request, response) => {
        text(request).then(
          (body) => {
            const { method, url, headers } = request;
            const form = Object.fromEntries(new URLSearchParams(body));
            asked.push({ line: `${method} ${url}`, by: headers.authorization, form });
            const { status, code } = answers;
            const made = { sid: `SM${'1'.repeat(32)}`, status: 'queued', error_code: null };
            const problem = { code, message: `'To' number ${String(form['To'])} is not valid`, status };
            response.writeHead(status, { 'content-type': 'application/json' });
            response.end(JSON.stringify(status === 201 ? made : problem));
          },
          (error: unknown) => response.destroy(error as Error),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closing.push(() => new Promise((resolve) => server.close(resolve)));
      const by = (from: string) =>
        leavingBy({ sms: twilioSender({ account, token: 'secret', from, url: `http://127.0.0.1:${port(server)}` }) });
      return { asked, answers, by };
    }
    const sms = { ...message, channel: 'sms', to: '+15555550100', text: 'Your code is 123456. 50% & more' } as const;

    test('go as a form to the account’s messages, from a number or a messaging service', async () => {
      const { asked, by } = await twilio();
      for (const from of ['+15555550199', `MG${'0b'.repeat(16)}`]) {
        const { deliver, send } = by(from);
        await deliver(sms);
        expect([await send(), await send()]).toEqual([1, 0]);
      }
      const told = { To: sms.to, Body: sms.text };
      expect(asked.map(({ form }) => form)).toEqual([
        { ...told, From: '+15555550199' },
        { ...told, MessagingServiceSid: `MG${'0b'.repeat(16)}` },
      ]);
      expect(asked[0]?.line).toBe(`POST /2010-04-01/Accounts/${account}/Messages.json`);
      expect(asked[0]?.by).toBe(`Basic ${Buffer.from(`${account}:secret`).toString('base64')}`);
    });

    test.each([
      [429, 20429, true],
      [503, 20500, true],
      [401, 20003, true],
      [400, 21211, false],
      [400, 21610, false],
    ])('%i with code %i: tried again %s, and nothing personal is told of it', async (status, code, again) => {
      const { asked, answers, by } = await twilio();
      const { deliver, send } = by('+15555550199');
      await deliver(sms);
      Object.assign(answers, { status, code });
      expect([await send(), await send()]).toEqual([0, 0]);
      expect(unsent).toEqual([
        { id: expect.any(String) as string, channel: 'sms', purpose: 'notice', why: `${status} ${code}`, again },
      ]);
      answers.status = 201;
      pass(11);
      expect([await send(), await states(), asked.length]).toEqual(again ? [1, ['sent'], 2] : [0, ['failed'], 1]);
    });

    test('after the eighth try it is given up', async () => {
      const { asked, answers, by } = await twilio();
      const { deliver, send } = by('+15555550199');
      await deliver(sms);
      Object.assign(answers, { status: 503, code: 20500 });
      for (let tries = 0; tries < 10; tries += 1) {
        await send();
        pass(3_600);
      }
      expect([asked.length, await states(), unsent.at(-1)?.again]).toEqual([8, ['failed'], false]);
    });
  });
});
