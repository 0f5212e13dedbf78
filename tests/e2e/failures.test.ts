/** What nobody expected goes wrong, in the server and on the page: where it leads, and who hears of it. */
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { places } from '../../contract/places.ts';
import { projectOf } from '../../server/events/monitor.ts';
import { openBrowser } from '../harness/browser.ts';
import { anew } from '../harness/tab.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { detail } from '../content/compiled.ts';
import { signedIn } from './signed-in.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
const dist = temporaryFolder();
/** Stands for Sentry: what it was sent, as text, with the key that came along. */
let sentry: Server;
const envelopes: { readonly url: string; readonly auth: string; readonly text: string }[] = [];
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  sentry = createServer((request, answer) => {
    void (async () => {
      let text = '';
      for await (const part of request) text += String(part);
      envelopes.push({ url: request.url ?? '', auth: String(request.headers['x-sentry-auth']), text });
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    })();
  }).listen(0, '127.0.0.1');
  await once(sentry, 'listening');
  const project = projectOf(`http://public@127.0.0.1:${(sentry.address() as AddressInfo).port}/42`);
  server = await startTestServer({ config: { sentry: project }, with: { dist } });
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  sentry?.close();
  rmSync(dist, { recursive: true, force: true });
});
beforeEach(async () => {
  page.removeAllListeners('request');
  await anew(page, server.address);
});

const to = detail<Readonly<Record<'default' | 'accountPath' | 'enrollmentUser', string>>>('error.network.other', 'to');
/** What tells Sentry is there. */
const brought = (): Promise<unknown> =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/monitor-[\w-]+\.js$/.test(name)),
  );
const at = (path: string) => page.waitForURL((url) => url.pathname === path);
const open = (path: string) => page.goto(`${server.address}${path}`);
/** Somebody has signed up, left so many pages of their application, is logged in and stands at `path`. */
async function logIn(path: string, pagesLeft = 0): Promise<void> {
  const person = await signUp(server);
  if (pagesLeft > 0) {
    const applicant = await openApplication(server, person);
    for (const left of pagesToSubmit().slice(0, pagesLeft)) await applicant.leave(left);
  }
  await signedIn(page, server.address, { email: person.email, password: 'Marigold42' });
  await open(`${path}?brand=payday`);
  await page.locator('main input').first().waitFor();
}
/** The server cannot find one of its tables while `during` goes on. */
async function without(table: string, during: () => Promise<void>): Promise<void> {
  const { db } = server.services;
  const [now, away] = [sql.table(table), sql.table(`${table}_away`)];
  await sql`alter table ${now} rename to ${away}`.execute(db);
  try {
    await during();
  } finally {
    await sql`alter table ${away} rename to ${now}`.execute(db);
  }
}
/** The names of the errors that pages have reported so far. */
async function reported(): Promise<readonly unknown[]> {
  const { rows } = await sql<{
    name: unknown;
  }>`select body ->> 'name' as name from events where kind = 'error'`.execute(server.services.db);
  return rows.map(({ name }) => name);
}

describe('the server has a bug', () => {
  test('in the application it leads to the page of errors, and is reported [error.network.other]', async () => {
    await logIn('/application/personal');
    await without('applications', async () => {
      await page.reload();
      await at(to.default);
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      await expect.poll(reported).toContain('session.failed');
    });
  });

  test('in the account it leads to the page of errors of the account, and is reported [error.network.other]', async () => {
    await logIn('/application/personal');
    await without('loans', async () => {
      await page.goto(`${server.address}/account/open-loan`);
      await at(to.accountPath);
      await page.locator('main h1').waitFor();
      await expect.poll(reported).toContainEqual(expect.stringMatching(/^call\./));
    });
  });

  test('of whoever enrolls it leads to the page of errors of enrolling, and is reported [error.network.other]', async () => {
    await open('/enrollment?brand=payday');
    await page.locator('main').getByRole('button', { name: 'I am a customer of a store' }).click();
    for (const [label, value] of [
      ['First name', 'Ana'],
      ['Last name', 'Ortiz'],
      ['Month', '04'],
      ['Day', '12'],
      ['Year', '1990'],
      ['Social Security number', '555110142'],
      ['Email', 'ana.ortiz@example.test'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await without('enrollments', async () => {
      await page.locator('main').getByRole('button', { name: 'Continue' }).click();
      await at(to.enrollmentUser);
      await page.locator('main h1').waitFor();
      await expect.poll(reported).toContain('call.beginEnrollment');
    });
  });

  test('of whoever proves by email who they are it leads to the page of errors, and is reported [error.verification.exception]', async () => {
    const { admin } = server;
    const person = await signUp(server);
    const { sub = '' } = (await admin.find(person.email)) ?? {};
    await admin.setAttributes(sub, { 'custom:secondFactor': 'EMAIL', 'custom:brand': 'pocket' });
    await open('/login?brand=pocket');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('Marigold42');
    const begun = page.waitForResponse((one) => one.request().postData()?.includes('searchEmailVerification') === true);
    await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await at('/authentication/mfa/otp-email');
    await begun;
    await page.getByLabel('Code from the email').fill('123456');
    await without('identity_codes', async () => {
      await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
      await at(to.default);
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
      await expect.poll(reported).toContain('call.validateEmailVerificationCode');
    });
  });

  test('who it is cannot be told on a page for customers: it leads to the page of errors, and nobody is signed in [behaviour.protected.authError]', async () => {
    await logIn('/application/personal');
    await page.evaluate(() => {
      // Its token is not known on this device any more: another is asked for, as when it ran out.
      for (const key of Object.keys(sessionStorage))
        if (key.endsWith('.clockDrift')) sessionStorage.setItem(key, String(24 * 3_600_000));
    });
    await without('identity_refresh_tokens', async () => {
      const refreshed = page.waitForResponse((response) =>
        String(response.request().headers()['x-amz-target']).endsWith('.GetTokensFromRefreshToken'),
      );
      await page.reload();
      expect((await refreshed).status()).toBe(500);
      await at(detail('behaviour.protected.authError', 'to'));
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    });
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(kept).not.toMatch(/eyJ/);
    expect(await page.locator('header').getByText('Log In', { exact: true }).count()).toBe(1);
  });
});

describe('the page has a bug', () => {
  test('what is drawn breaks, as when a program that translates takes away what React has drawn: it is reported by its class, and leads to the page of errors [error.render]', async () => {
    await logIn('/application/amount', 1);
    const back = page.locator('main').getByRole('button', { name: 'Back', exact: true });
    await back.waitFor();
    await brought();
    await page.evaluate(() => {
      const form = document.querySelector('main form');
      const around = document.createElement('font');
      form?.replaceWith(around);
      if (form !== null) around.append(form);
    });
    await back.click();
    await at(detail('error.render', 'to'));
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await expect.poll(reported).toContainEqual(expect.stringMatching(/^NotFoundError/));
    // Sentry hears of it, too: its class, and where in which of our scripts.
    await expect.poll(() => envelopes.filter(({ text }) => text.includes('NotFoundError')).length).toBeGreaterThan(0);
    const told = envelopes.find((one) => one.text.includes('NotFoundError'));
    expect([told?.url, told?.auth]).toEqual(['/api/42/envelope/', expect.stringContaining('sentry_key=public,')]);
    const event = JSON.parse(told?.text.split('\n')[2] ?? '') as {
      readonly exception: {
        readonly values: readonly { readonly stacktrace: { readonly frames: readonly object[] } }[];
      };
    };
    expect(event).toEqual({
      event_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      timestamp: expect.any(Number),
      platform: 'javascript',
      level: 'error',
      release: server.services.version,
      environment: 'local',
      tags: { brand: 'payday' },
      exception: { values: [{ type: 'NotFoundError', stacktrace: { frames: expect.any(Array) } }] },
    });
    const frames = event.exception.values[0]?.stacktrace.frames ?? [];
    expect(frames.length).toBeGreaterThan(3);
    for (const frame of frames)
      expect(frame).toEqual(
        expect.objectContaining({
          filename: expect.stringMatching(/^\/assets\/[\w.-]+\.js$/),
          lineno: expect.any(Number),
          colno: expect.any(Number),
        }),
      );
  });

  test('a message with answers in it leaves neither the page nor the server, and what tells Sentry comes once the page has been seen', async () => {
    const sent: string[] = [];
    await open('/application/account?brand=payday');
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === places.monitor) sent.push(request.postData() ?? '');
    });
    const email = 'ana.breaks@example.test';
    await page.getByLabel('Email').fill(email);
    await brought();
    const before = envelopes.length;
    await page.evaluate((text) => {
      setTimeout(() => {
        throw new TypeError(`219-09-9999 of ${text}`);
      });
    }, email);
    await expect.poll(() => envelopes.length).toBeGreaterThan(before);
    for (const text of [...sent, ...envelopes.map((one) => one.text)]) {
      expect(text).toContain('Error');
      expect(text).not.toMatch(/219-09|ana\.breaks|Mozilla|application\/account/);
    }
  });

  test('whoever writes an envelope of their own gets past the server what an exception is, and nothing else', async () => {
    const post = async (lines: readonly unknown[]): Promise<number> => {
      const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
      const headers = { 'content-type': 'text/plain;charset=UTF-8' };
      return (await fetch(`${server.address}${places.monitor}`, { method: 'POST', headers, body })).status;
    };
    const { dsn = '' } = projectOf(`http://public@127.0.0.1:${(sentry.address() as AddressInfo).port}/42`) ?? {};
    const event = {
      event_id: '0123456789abcdef0123456789abcdef',
      message: 'Ana Ortiz',
      user: { email: 'ana@example.test', ip_address: '{{auto}}' },
      request: { url: 'https://loans.test/?code=123456', cookies: 'a=b' },
      breadcrumbs: [{ message: 'typed 219-09-9999' }],
      extra: { ssn: '219-09-9999' },
      tags: { brand: 'payday', name: 'Ana', step: 'apply/personal' },
      release: 'Ana Ortiz, 500 Congress Avenue',
      exception: {
        values: [
          {
            type: 'RangeError',
            value: 'Ana Ortiz',
            stacktrace: {
              frames: [{ filename: 'https://loans.test/?email=ana', function: 'ana@example.test', lineno: 7 }],
            },
          },
          { type: 'Ana Ortiz was here', value: 'x' },
        ],
      },
    };
    const before = envelopes.length;
    const item = { type: 'event' };
    expect(await post([{ dsn: 'http://other@127.0.0.1/1' }, item, event])).toBe(200);
    expect(await post([{ dsn }, { type: 'attachment' }, 'a file'])).toBe(200);
    expect(await post(['no envelope'])).toBe(200);
    expect(await post([{ dsn }, item, { ...event, exception: {} }])).toBe(200);
    expect(envelopes.length).toBe(before);
    expect(await post([{ dsn }, item, event])).toBe(200);
    expect(JSON.parse(envelopes.at(-1)?.text.split('\n')[2] ?? '')).toEqual({
      event_id: event.event_id,
      tags: { brand: 'payday', step: 'apply/personal' },
      exception: { values: [{ type: 'RangeError', stacktrace: { frames: [{ lineno: 7 }] } }] },
    });
  });
});
