/** Documents that are wanted, before a browser: chosen, sent, asked for again with a reason, and accepted. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookies } from '../../contract/cookies.ts';
import { fileTypes } from '../../contract/files.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { openBrowser } from '../harness/browser.ts';
import { bringAxe, violationsOn } from '../harness/axe.ts';
import { distDir } from '../../scripts/lib/front-end.ts';
import { waitingForDocuments } from '../server/support/applicant.ts';
import { signUp, type Person } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';

let server: TestServer;
let browser: Browser;
const folder = temporaryFolder();
beforeAll(async () => {
  server = await startTestServer({ with: { dist: distDir } });
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody of whom documents are wanted. */
async function wanting(): Promise<{ readonly person: Person; readonly loan: string }> {
  const person = await signUp(server);
  const applicant = await waitingForDocuments(server, person);
  return { person, loan: applicant.id };
}
function file(name: string, type: string): string {
  const content = Buffer.alloc(30_000, name);
  Buffer.from(fileTypes[type]?.example ?? []).copy(content);
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
/** @param cookie the instant at which the reviewer says it, where it is another than now */
const decide = (loan: string, body: string, cookie: Readonly<{ cookie?: string }> = {}): Promise<Response> =>
  fetch(`${server.address}/dev/reviews/${loan}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.address, ...cookie },
    body,
  });
const at = (page: Page, path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
const says = (page: Page, words: string): Promise<void> => page.locator('main').getByText(words).first().waitFor();
async function logIn(page: Page, { email }: Person): Promise<void> {
  await page.goto(`${server.address}/application/upload-docs`);
  await at(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await page.getByRole('button', { name: 'Log In' }).click();
  await at(page, '/application/upload-docs');
}
async function send(page: Page): Promise<void> {
  await page.locator('#field-identity').setInputFiles([file('front.jpg', 'image/jpeg'), file('back.png', 'image/png')]);
  await page.locator('#field-income').setInputFiles([file('stub.pdf', 'application/pdf')]);
  await page.getByRole('button', { name: 'Send documents' }).click();
  await at(page, '/application/documents/in-review');
}

test('they are sent from a phone, looked at, asked for again with the reason, sent again, and accepted: the loan is made [route.application.uploadDocs]', async () => {
  const { person, loan } = await wanting();
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await bringAxe(context);
  const page = await context.newPage();
  await logIn(page, person);
  await page.getByRole('button', { name: 'Send your documents' }).click();
  await at(page, '/application/documents');
  await page.getByRole('button', { name: 'Send documents' }).click();
  await says(page, 'Add a picture of your ID');
  await says(page, 'Add your pay stub or benefit letter');
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await send(page);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to your application' }).click();
  await at(page, '/application/upload-docs');
  await says(page, 'We have your documents.');
  expect((await decide(loan, 'again=INCOMPLETE')).status).toBe(303);

  await page.reload();
  await says(page, 'We could not use all of the documents you sent.');
  await page.getByRole('button', { name: 'Send your documents' }).click();
  await at(page, '/application/documents');
  await says(page, 'A side or a page was missing.');
  await send(page);
  await page.getByRole('button', { name: 'Back to your application' }).click();
  await at(page, '/application/upload-docs');
  await says(page, 'We have your documents.');
  expect((await decide(loan, '')).status).toBe(303);
  await at(page, '/application/thank-you');
  await context.close();
}, 180_000);

test('they are accepted when the first payment was due: the box and the agreement show the new terms and never the old ones, which nobody can sign any more', async () => {
  const { person, loan } = await wanting();
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await logIn(page, person);
  await says(page, 'Before we send the money we need to see:');
  /** The first day on which the offer that stands is paid, and its yearly rate, as a page writes them. */
  const terms = async (): Promise<readonly [due: string, apr: string]> => {
    const { offer } = (await findApplication(server.services.db, loan))?.progress ?? {};
    const day = new Date(`${offer?.payments[0]?.dueDate ?? ''}T12:00:00Z`);
    return [day.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' }), `${offer?.apr.toFixed(2)}%`];
  };
  const old = await terms();
  // Every state in which the page is drawn from here on.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => void seen.push(document.querySelector('main')?.textContent ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const late = encodeURIComponent('2026-12-05T15:00:00Z');
  await context.addCookies([{ name: cookies.clock.name, value: late, url: server.address }]);
  expect((await decide(loan, '', { cookie: `${cookies.clock.name}=${late}` })).status).toBe(303);
  await at(page, '/application/approved/agreements');
  await says(page, 'The terms of your loan have changed.');
  const box = page.locator('section.disclosure[data-disclosure="tila-box"]');
  await box.waitFor();
  const [due, apr] = await terms();
  const main = page.locator('main');
  expect(old).not.toContain(due);
  expect(old).not.toContain(apr);
  expect([await box.innerText(), await main.innerText()]).toEqual([
    expect.stringContaining(apr),
    expect.stringContaining(due),
  ]);
  const seen = await page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen);
  const isOld = (words: string): boolean => old.some((one) => words.includes(one));
  expect(seen.filter(isOld)).toEqual([]);
  // What was agreed to was the other offer: it is read and decided on again, and before that nothing is signed.
  expect(await main.getByText('Not read yet').count()).toBe(2);
  await main.getByRole('button', { name: 'Read Loan agreement' }).click();
  const words = await page.getByRole('dialog').getByRole('region').innerText();
  expect([words.includes(apr), isOld(words)]).toEqual([true, false]);
  await page.keyboard.press('Escape');
  await page.goto(`${server.address}/application/esign`);
  await at(page, '/application/approved/agreements');
  await box.waitFor();
  expect(await main.innerText()).toContain(due);
  await context.close();
}, 180_000);
