/**
 * Whoever provides a part of a page is away, fails, sends nonsense or never answers: the page around that part works,
 * says nothing raw, and there is another way on.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { backBefore } from './applicant.ts';

type How = 'fails' | 'garbage' | 'hangs' | 'away';
const HOWS: readonly How[] = ['fails', 'garbage', 'hangs', 'away'];

let product: Product;
let browser: Browser;
/** Stands where the providers stand. */
let provider: Server;
let how: How = 'fails';
let asked: string[] = [];
beforeAll(async () => {
  provider = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (how === 'away') return void request.socket.destroy();
    if (how === 'hangs') return;
    response.writeHead(how === 'fails' ? 500 : 200, {
      'content-type': 'text/javascript',
      'access-control-allow-origin': '*',
    });
    response.end(how === 'fails' ? 'Internal Server Error' : '<html>}{ nonsense');
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  product = await startProduct({ PROVIDERS_URL: `http://127.0.0.1:${port}` });
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  provider?.closeAllConnections();
  provider?.close();
});

/** What no page says, whatever its provider does. */
const saysNothingRaw = async (page: Page): Promise<void> =>
  expect(await page.locator('body').innerText()).not.toMatch(/undefined|\bnull\b|NaN|Error:|nonsense|Internal Server/);

describe.each(HOWS)('a provider that is: %s', (state) => {
  test('of maps: the stores are found on the list, and one is chosen', async () => {
    [how, asked] = [state, []];
    const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
    await page.goto(`${product.address}/find-a-store?brand=payday`);
    await page.getByLabel('ZIP code').fill('64106');
    const stores = page.getByRole('button', { name: /^Choose / });
    await stores.first().waitFor();
    await expect.poll(() => asked.some((path) => path.includes('maps'))).toBe(true);
    await saysNothingRaw(page);
    await stores.first().click();
    await page.getByRole('button', { name: 'Choose another store' }).waitFor();
    await saysNothingRaw(page);
    await page.context().close();
  });

  test('of bank links: nothing of what was told is lost, and the numbers are entered by hand', async () => {
    [how, asked] = [state, []];
    const person = await signUp(product);
    const services = product.server().services;
    const applicant = await openApplication({ address: product.address, services }, person);
    for (const page of pagesToSubmit().slice(0, 3)) await applicant.leave(page);
    await applicant.leave({ step: 'bank', action: 'link' });
    await applicant.leave({ step: 'plaid' });
    await applicant.leave({ step: 'plaid-consent', action: 'agree' });
    const page = await backBefore(browser, product.address, person.email);
    await page.goto(`${product.address}/application/bank/plaid/open`);
    await expect.poll(() => asked.some((path) => path.includes('plaid'))).toBe(true);
    await page.getByRole('button', { name: 'Enter the numbers myself' }).click();
    await page.waitForURL((url) => url.pathname === '/application/bank/manual');
    await page.getByLabel('Routing number').waitFor();
    await saysNothingRaw(page);
    await page.context().close();
  });
});
