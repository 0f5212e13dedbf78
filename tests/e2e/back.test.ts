/** The browser's own Back: it leads to pages that people went to, and out of the site. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { personOf } from '../harness/people.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';

let product: Product;
let browser: Browser;
let page: Page;
const OUTSIDE = 'about:blank';
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US' })).newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const at = (path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

describe('Back leads to what people went to', () => {
  test.each(['/', '/account', '/account/personal'])(
    'signed out, from the log-in that %s led to, out of the site',
    async (path) => {
      await page.goto(`${product.address}${path}`);
      await at('/login');
      await page.getByLabel('Email').waitFor();
      await page.goBack();
      expect(page.url()).toBe(OUTSIDE);
    },
  );

  test('signed in, from the page that the account opened, to the page before', async () => {
    const person = await product.another(personOf('returning-online')!);
    await page.goto(`${product.address}/account/personal`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await at('/account/personal');
    await heading('Your details').waitFor();
    await page.getByRole('link', { name: 'Your loan', exact: true }).click();
    await at('/account/apply-now');
    await heading('Apply for a loan').waitFor();
    await page.goBack();
    await at('/account/personal');
    await heading('Your details').waitFor();
    await page.goForward();
    await at('/account/apply-now');
    await heading('Apply for a loan').waitFor();
  });

  test('from the front page of somebody who is signed in, out of it', async () => {
    await page.goto(OUTSIDE);
    await page.goto(product.address);
    await at('/account/apply-now');
    await heading('Apply for a loan').waitFor();
    await page.goBack();
    expect(page.url()).toBe(OUTSIDE);
  });
});

test('out of an application that cannot be decided one address follows the other, and it is recorded once how the page was left', async () => {
  const person = await signUp(product);
  const applicant = await openApplication({ address: product.address, services: product.server().services }, person);
  for (const left of pagesToSubmit({ ssn: '219091001' })) await applicant.leave(left);
  const own = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await own.goto(`${product.address}/login?brand=payday`);
  await own.getByLabel('Email').fill(person.email);
  await own.getByLabel('Password', { exact: true }).fill('Marigold42');
  await own.getByRole('button', { name: 'Log In' }).click();
  await own.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
  const submit = own.locator('[data-action="submit"]');
  await submit.waitFor();
  const addresses: string[] = [];
  const records: string[] = [];
  own.on('framenavigated', (frame) => void addresses.push(new URL(frame.url()).pathname));
  own.on('request', (request) => {
    const sent = request.postData() ?? '';
    if (sent.includes('saveJourney') && sent.includes('"transition":')) records.push(sent);
  });
  await submit.click();
  await own.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
  // With that page nothing is left of the one before it.
  expect(addresses).toEqual(['/application/transition', '/error']);
  expect(records).toHaveLength(1);
  await own.context().close();
});
