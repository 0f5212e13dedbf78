/** Documents that are wanted, before a browser: chosen, sent, asked for again with a reason, and accepted. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileTypes } from '../../contract/files.ts';
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
const decide = (loan: string, body: string): Promise<Response> =>
  fetch(`${server.address}/dev/reviews/${loan}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.address },
    body,
  });
const at = (page: Page, path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
const says = (page: Page, words: string): Promise<void> => page.locator('main').getByText(words).first().waitFor();
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
  await page.goto(`${server.address}/application/upload-docs`);
  await at(page, '/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await page.getByRole('button', { name: 'Log In' }).click();
  await at(page, '/application/upload-docs');
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
