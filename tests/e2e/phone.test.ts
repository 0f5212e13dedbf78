import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { resultsDir } from '../../scripts/lib/paths.ts';

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

/** Pages that anybody may open. */
const open = ['/application/account', '/login', '/dev'];

test.each(open)('%s fits a phone 375 pixels wide without scrolling sideways', async (path) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 812 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto(`${product.address}${path}`);
  await page.locator('h1').waitFor();
  mkdirSync(resultsDir, { recursive: true });
  await page.screenshot({ path: join(resultsDir, `phone${path.replaceAll('/', '-')}.png`), fullPage: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  // A target smaller than 24 by 24 pixels is hard to hit (WCAG 2.2, 2.5.8); links within a sentence are exempt.
  const small = await page.locator('button:visible, input:visible, select:visible').evaluateAll((all) =>
    all
      .filter((one) => !one.classList.contains('link'))
      .map((one) => ({ what: one.outerHTML.slice(0, 80), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(({ what }) => what),
  );
  expect(small).toEqual([]);
  await context.close();
});
