/** What tells a device apart: by a provider that the configuration names, and by the page's stand-in without one. */
import { createServer, type Server } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { root } from '../../scripts/lib/paths.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { anew } from '../harness/tab.ts';

const brands = readdirSync(join(root, 'brands'));
const name = 'fingerprint';
const { program, origins } = JSON.parse(
  readFileSync(join(root, 'runtime/app/fingerprints', name, 'provider.json'), 'utf8'),
) as { readonly program: string; readonly origins: Readonly<Record<'script' | 'connect', readonly string[]>> };

let product: Product;
let browser: Browser;
/** A provider that takes every request and answers none. */
let silent: Server;
beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  product = await startProduct({ FINGERPRINT: name });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  silent?.closeAllConnections();
  silent?.close();
  await product?.stop();
});

interface Sent {
  /** It stays open until the browser is closed: what it reports of itself comes later. */
  readonly page: Page;
  readonly blackBox: unknown;
  /** What the page's policy forbade. */
  readonly forbidden: readonly string[];
  /** Where beside the site something was asked for. */
  readonly outside: readonly string[];
}
/** What goes to the service with a request for a new password, which takes the device along. */
async function sentOn(brand: string): Promise<Sent> {
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  const outside: string[] = [];
  const forbidden: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.address)) outside.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) forbidden.push(message.text());
  });
  await anew(page, product.address);
  await page.goto(`${product.address}/authentication/forgot-password?brand=${brand}`);
  return { page, blackBox: await requested(page), forbidden, outside };
}
/** Asks for a new password on the page that stands; gives what goes along of the device. */
async function requested(page: Page): Promise<unknown> {
  await page.getByLabel('Email').fill('nobody.at.all@example.test');
  const told = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth');
  await page.locator('main').getByRole('button', { name: 'Send Password', exact: true }).click();
  return ((await told).postDataJSON() as { readonly blackBox: unknown }).blackBox;
}
async function policyOf(path: string): Promise<string> {
  const answer = await fetch(`${product.address}${path}`, { headers: { accept: 'text/html' } });
  return answer.headers.get('content-security-policy') ?? '';
}

test.each(brands)(
  'a provider that is named tells the device of who forgot a password on %s, by its own program',
  async (brand) => {
    const { blackBox, forbidden, outside } = await sentOn(brand);
    const standIn = `http://127.0.0.1:${new URL(product.address).port}/providers/${new URL(program).host}`;
    expect(blackBox).toMatch(/^standIn[0-9a-z]{13}$/);
    expect([outside, forbidden]).toEqual([[`${standIn}/v4/stand-in`], []]);
    // It is the same device the next time.
    expect((await sentOn(brand)).blackBox).toBe(blackBox);
  },
);

test('where the provider does not answer, nobody waits for ever, and nobody a second time: the stand-in tells the device, and says that it is one', async () => {
  const { port } = silent.address() as AddressInfo;
  await product.restart({ FINGERPRINT: name, PROVIDERS_URL: `http://127.0.0.1:${port}` });
  const { page, blackBox } = await sentOn('payday');
  expect(blackBox).toMatch(/^stand-in\./);
  const failures = async (): Promise<number> =>
    (await product.reported()).filter((one) => one.includes('fingerprint.failed')).length;
  await expect.poll(failures).toBe(1);
  await page.waitForURL((url) => !url.pathname.endsWith('/forgot-password'));
  await page.goBack();
  expect(await requested(page)).toBe(blackBox);
  // What is reported goes out in its order: with the page that follows, a second failure would have gone out.
  await page.waitForRequest(
    (request) => new URL(request.url()).pathname === places.analytics && /"name":"page"/.test(request.postData() ?? ''),
  );
  expect(await failures()).toBe(1);
});

test('the provider itself is let in by every document, with its origins as data say and the key that was given; without one nobody is', async () => {
  const key = 'publicKey123';
  const vendor = { FINGERPRINT: name, PROVIDERS_URL: 'off', PROVIDER_KEYS: `${program}=${key}` };
  const bootOf = async (): Promise<Boot> => (await (await fetch(`${product.address}${places.boot}`)).json()) as Boot;
  const addresses = brands.flatMap((brand) =>
    ['/login', '/authentication/forgot-password', '/application/resume'].map((path) => `${path}?brand=${brand}`),
  );
  await product.restart(vendor);
  expect((await bootOf()).fingerprint).toEqual({ name, url: program, key });
  for (const address of addresses) {
    const policy = (await policyOf(address)).split(';');
    for (const kind of ['script', 'connect'] as const)
      expect(policy.find((one) => one.startsWith(`${kind}-src `))?.split(' ')).toEqual(
        expect.arrayContaining([...origins[kind]]),
      );
  }
  await product.restart({ FINGERPRINT: '', PROVIDERS_URL: 'off' });
  expect((await bootOf()).fingerprint).toBeUndefined();
  for (const address of addresses) expect(await policyOf(address)).not.toContain(new URL(program).host);
  const { blackBox, outside } = await sentOn('payday');
  expect([outside, String(blackBox).startsWith('stand-in.')]).toEqual([[], true]);
});
