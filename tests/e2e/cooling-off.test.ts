/** What a page says to whoever the law of their state lets sign later only. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookies } from '../../contract/cookies.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { pagesToSign } from '../server/support/applicant.ts';
import { anotherLoan } from '../server/support/loan-before.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const hour = 3_600_000;

test('whoever has just paid a loan in Florida back reads until when they cannot sign, and nothing is signed; once the time has passed they sign, and the warning is gone', async () => {
  const server = { address: product.address, services: product.server().services };
  const paidAt = new Date(server.services.clock().getTime() + hour);
  const { person, applicant } = await anotherLoan(server, 'FL', paidAt);
  for (const page of pagesToSign().slice(0, 1)) await applicant.leave(page);
  const status = async (): Promise<unknown> =>
    (await person.ask('applicationState', { id: applicant.id })).data?.['applicationState']?.['status'];

  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${product.address}/login?brand=payday`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await page.getByRole('button', { name: 'Log In' }).click();
  const warning = page.getByText('The law of your state wants some time between two payday loans.');
  await warning.waitFor();
  const until = new Date(paidAt.getTime() + 24 * hour);
  const day = until.toLocaleDateString('en-US', { timeZone: 'America/New_York', dateStyle: 'long' });
  expect(await warning.textContent()).toContain(`You can sign on ${day}`);
  await page.getByLabel('Your signature').fill('Ana Ortiz');
  await page.locator('[data-action="sign"]').click();
  await page.getByRole('alert').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/application/esign');
  expect(await page.locator('main').innerText()).not.toMatch(/REFUSED|notInOrder|undefined|\[object/);
  expect(await status()).toBe('PENDING_ESIGN');

  await context.addCookies([{ name: cookies.clock.name, value: until.toISOString(), url: product.address }]);
  await page.reload();
  await page.getByLabel('Your signature').waitFor();
  expect(await warning.count()).toBe(0);
  await page.getByLabel('Your signature').fill('Ana Ortiz');
  await page.locator('[data-action="sign"]').click();
  await page.waitForURL((url) => url.pathname === '/application/thank-you');
  expect(await status()).toBe('ORIGINATED');
  await context.close();
});
