import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { bringAxe, violationsOn } from '../harness/axe.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { copyContent, newsOfTwin } from '../server/support/content.ts';

let product: Product;
let browser: Browser;
let page: Page;
const closed = copyContent();
const offers = copyContent();
const brands = readdirSync(join(root, 'brands'));
beforeAll(async () => {
  for (const brand of brands)
    writeFileSync(join(closed, 'brands', brand, 'flags.local.json'), JSON.stringify({ maintenance: true }));
  newsOfTwin(offers);
  product = await startProduct({ CONTENT_DIR: offers });
  browser = await openBrowser();
  const context = await browser.newContext();
  await bringAxe(context);
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  for (const folder of [closed, offers]) rmSync(folder, { recursive: true, force: true });
});

/** What is wrong with the page of each brand on a phone 320 pixels wide, and on a wide screen. */
async function faultsAt(path: string, status: number): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const brand of brands) {
    await page.setViewportSize({ width: 320, height: 640 });
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(`${brand}: ${message.text()}`);
    });
    const response = await page.goto(`${product.address}${path}?brand=${brand}`);
    if (response?.status() !== status) faults.push(`${brand}: status ${response?.status()}`);
    if ((await page.locator('h1').count()) !== 1) faults.push(`${brand}: not one heading`);
    const logo = page.locator('header img');
    if ((await logo.count()) > 0 && !(await logo.evaluate((one: HTMLImageElement) => one.naturalWidth > 0)))
      faults.push(`${brand}: the logo is missing`);
    if (!(await page.locator('main').innerText()).includes('What you have entered') && status === 503)
      faults.push(`${brand}: says nothing of what was entered`);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 640 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      if (wide > width) faults.push(`${brand}: ${wide} pixels wide on ${width}`);
      // What axe sees of a brand are its colors: they are the same on a wide screen.
      if (width !== 320 && brand !== brands[0]) continue;
      faults.push(...(await violationsOn(page)).map(({ rule, at }) => `${brand} at ${width}: ${rule} ${at.join(' ')}`));
    }
    page.removeAllListeners('console');
  }
  return faults;
}

test('a page that is not there is one of the brand’s own, for every brand, on any screen and for everybody', async () => {
  expect(brands.length).toBeGreaterThan(0);
  expect(await faultsAt('/nowhere', 404)).toEqual([]);
});

test('of a journey that a brand does not offer there is no page, and who comes by its address is told so; the brand that offers it has it', async () => {
  expect(await faultsAt('/news/read', 404)).toEqual([]);
  await page.goto(`${product.address}/news?brand=twin`);
  await page.getByText('Hello.').waitFor();
});

test('a site that is closed is a page of the brand’s own, too', async () => {
  await product.restart({ CONTENT_DIR: closed });
  expect(await faultsAt('/application/personal', 503)).toEqual([]);
});
