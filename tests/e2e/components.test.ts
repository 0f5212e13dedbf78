/** The pages of `/dev/components`: what controls, blocks and widgets look like, in every state and for every brand. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { componentPages } from '../components/pages.ts';
import { violationsOn } from '../harness/axe.ts';
import { markupFaultsOn } from '../harness/markup.ts';
import { openBrowser } from '../harness/browser.ts';
import { startTestServer, type TestServer } from '../server/support/server.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
const wrong: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ with: { dist: distDir } });
  browser = await openBrowser();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.on('pageerror', ({ message }) => wrong.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const states = Object.entries(componentPages).flatMap(([name, all]) => all.map((state) => `${name}/${state}`));

async function open(brand: string, state: string): Promise<void> {
  await page.goto(`${server.address}/dev/components/${brand}/${state}`);
  await page.locator('h1').waitFor();
  await page.locator('[data-loading], .loading').first().waitFor({ state: 'detached' });
}

async function expectSound(): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await violationsOn(page)).toEqual([]);
  expect(await markupFaultsOn(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(wrong.splice(0)).toEqual([]);
}

test.each(states)('%s has no axe violation, is valid HTML and fits a window of 320 pixels', async (state) => {
  await open('payday', state);
  await expectSound();
});

test.each(['bankpartner', 'installment', 'pocket'])('so it is in the look of %s', async (brand) => {
  for (const state of ['controls/wrong', 'blocks/wrong', 'widgets/first']) {
    await open(brand, state);
    await expectSound();
  }
});
