/** What nobody expected goes wrong, in the server and on the page: where it leads, and who hears of it. */
import { cpSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { openBrowser } from '../harness/browser.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { detail } from '../content/compiled.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
const dist = temporaryFolder();
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  server = await startTestServer({ with: { dist } });
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dist, { recursive: true, force: true });
});
afterEach(async () => {
  await page?.context().close();
});

const to = detail<Readonly<Record<'default' | 'accountPath' | 'enrollmentUser', string>>>('error.network.other', 'to');
const at = (path: string) => page.waitForURL((url) => url.pathname === path);
async function open(path: string): Promise<void> {
  page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(`${server.address}${path}`);
}
/** Somebody has signed up and left so many pages of their application; they log in and go to `path`. */
async function logIn(path: string, pagesLeft = 0): Promise<void> {
  const person = await signUp(server);
  if (pagesLeft > 0) {
    const applicant = await openApplication(server, person);
    for (const left of pagesToSubmit().slice(0, pagesLeft)) await applicant.leave(left);
  }
  await open('/login?brand=payday');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/application/'));
  if (pagesLeft === 0) await page.getByLabel('First name').waitFor();
  else await at('/application/resume');
  if (!page.url().endsWith(path)) await page.goto(`${server.address}${path}`);
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
  });
});
