/** One host shows every brand: which one a tab sees, by the address and by the brand's own cookie. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';

interface Brand {
  readonly key: string;
  readonly friendlyName: string;
  readonly cookie: { readonly name: string; readonly value: string };
}
const brands = readdirSync(join(root, 'brands')).map(
  (name) => JSON.parse(readFileSync(join(root, 'brands', name, 'brand.json'), 'utf8')) as Brand,
);
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

/** The cookies of brands that this browser has: name and value of each. */
async function kept(context: BrowserContext): Promise<readonly (readonly [string, string])[]> {
  const names = brands.map(({ cookie }) => cookie.name);
  const all = await context.cookies(product.address);
  return all.flatMap(({ name, value }) => (names.includes(name) ? [[name, value] as const] : []));
}

test('each brand has a cookie of its own name; whoever goes from one to another on one host stays where they went, and has the cookie of that one alone [brand.field.cookie] [brand.selection]', async () => {
  expect(new Set(brands.map(({ cookie }) => cookie.name)).size).toBe(brands.length);
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const shown = async (): Promise<string> => {
    await page.getByLabel('Email').waitFor();
    return (JSON.parse((await page.locator('#boot').textContent()) ?? '{}') as { readonly brand: string }).brand;
  };
  for (const from of brands)
    for (const to of brands) {
      await page.goto(`${product.address}/login?brand=${from.key}`);
      expect(await shown()).toBe(from.key);
      await page.goto(`${product.address}/login?brand=${to.key}`);
      expect(await shown()).toBe(to.key);
      expect(await kept(context)).toEqual([[to.cookie.name, to.cookie.value]]);
      // The cookie alone says so from here on.
      await page.goto(`${product.address}/login`);
      expect([from.key, to.key, await shown()]).toEqual([from.key, to.key, to.key]);
      expect(await page.title()).toContain(to.friendlyName);
    }
  await context.close();
});
