/** Widgets of other companies, from another port of this machine: a document of its own, and a page without it. */
import { globSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';

let product: Product;
let browser: Browser;
let provider: Server;
let origin: string;
/** What becomes of a request to the provider. */
let does: 'serve' | 'refuse' | 'hang' = 'serve';

beforeAll(async () => {
  provider = createServer((request, response) => {
    if (does === 'hang') return;
    if (does === 'refuse') return void response.writeHead(503).end();
    // The stand-ins of the product itself, as they come from there.
    void fetch(`${product.address}${request.url ?? ''}`).then(async (found) => {
      const type = found.headers.get('content-type') ?? 'text/plain';
      response.writeHead(found.status, { 'content-type': type, 'cross-origin-resource-policy': 'cross-origin' });
      response.end(await found.text());
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const stores = join(root, 'tests/trials/06-stores');
  product = await startProduct({ CONTENT_DIR: `+${stores}`, PROVIDERS_URL: origin });
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  provider?.closeAllConnections();
  provider?.close();
  await product?.stop();
});

/** A new visitor at the stores, and the policy of each document they get. */
async function visit(): Promise<{ page: Page; policies: string[]; requests: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const policies: string[] = [];
  const requests: string[] = [];
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
      policies.push(response.headers()['content-security-policy'] ?? '');
  });
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${product.address}/stores?brand=payday`);
  return { page, policies, requests };
}
const search = async (page: Page): Promise<void> => {
  await page.getByLabel('ZIP code').fill('64105');
  await page.getByRole('button', { name: 'Select Store 1202' }).waitFor();
};
const chooseAndSee = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Select Store 1202' }).click();
  await page.getByText('You chose store 1202.').waitFor();
};

describe('the map of the stores', { timeout: 180_000 }, () => {
  test('its program comes from the maps service, to its own document alone; a marker chooses as the list does, Back and reload included [behaviour.external.maps]', async () => {
    does = 'serve';
    const { page, policies, requests } = await visit();
    await search(page);
    const map = page.locator('[data-map]');
    await map.waitFor();
    expect(requests.some((url) => url.startsWith(`${origin}/providers/maps.googleapis.com/maps/api/js?key=`))).toBe(
      true,
    );
    expect(await map.getAttribute('data-zoom')).toBe('10');
    // One is alone; a pin of several says of how many.
    const pins = await map.getByRole('button').evaluateAll((all) => all.map((pin) => Number(pin.textContent) || 1));
    expect(pins.reduce((sum, one) => sum + one, 0)).toBe(9);
    expect(policies.at(-1)).toContain(`script-src 'self' ${origin}`);

    const one = map.getByRole('button', { name: 'Store 1202', exact: true });
    while ((await one.count()) === 0)
      await map
        .getByRole('button', { name: /^\d+ stores/ })
        .first()
        .press('Enter');
    await one.press('Enter');
    await page.getByText('You chose store 1202.').waitFor();
    expect(policies.at(-1)).not.toContain(origin);
    // The strict document has nothing of the provider, and cannot load it.
    expect(await page.evaluate(() => 'google' in window)).toBe(false);
    const blocked = page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
          const script = document.createElement('script');
          script.src = src;
          document.body.append(script);
        }),
      `${origin}/providers/maps.googleapis.com/maps/api/js`,
    );
    expect(await blocked).toBe('script-src-elem');

    await page.reload();
    await page.getByText('You chose store 1202.').waitFor();
    expect(policies.at(-1)).not.toContain(origin);
    await page.goBack();
    await page.locator('[data-map]').waitFor();
    expect(policies.at(-1)).toContain(`script-src 'self' ${origin}`);
    await page.context().close();
  });

  test.each(['refuse', 'hang'] as const)('the list does everything where the service only %ss', async (how) => {
    does = how;
    const { page } = await visit();
    await search(page);
    await chooseAndSee(page);
    expect(await page.locator('[data-map]').count()).toBe(0);
    await page.context().close();
  });

  test('without a key the page draws the states itself, nobody is asked for a map, and the list does everything beside it', async () => {
    await product.restart({ PROVIDERS_URL: 'off' });
    const { page, requests } = await visit();
    await search(page);
    const drawn = page.getByRole('region', { name: 'Map of the stores' });
    const marks = drawn.getByRole('button', { name: 'Store', exact: false });
    await marks.first().waitFor();
    await marks.filter({ hasNotText: /./ }).first().press('Enter');
    await page.getByText('You chose store').waitFor();
    await page.goBack();
    await chooseAndSee(page);
    expect(requests.filter((url) => !url.startsWith(product.address))).toEqual([]);
    await page.context().close();
  });
});

describe('a page of a stand-in', () => {
  const folder = join(root, 'server/providers');
  const pages = globSync('**/*.html', { cwd: folder });

  test('there are pages of stand-ins', () => expect(pages.length).toBeGreaterThan(1));

  // A choice that is pressed before anybody hears it is lost, and nothing says so: on a busy machine the program of
  // Plaid's stand-in came after its buttons.
  test.each(pages)('%s offers nothing before its program is there, and everything after', async (path) => {
    const offered = async (javaScriptEnabled: boolean): Promise<number> => {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${product.address}/providers/${path}`);
      const controls = page.locator('button:visible, input:visible, select:visible');
      if (javaScriptEnabled) await controls.first().waitFor();
      const count = await controls.count();
      await context.close();
      return count;
    };
    expect(await offered(false)).toBe(0);
    expect(await offered(true)).toBeGreaterThan(0);
  });
});
