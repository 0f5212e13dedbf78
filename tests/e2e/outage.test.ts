import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startGatekeeper, type Gatekeeper } from '../harness/gatekeeper.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { answers, sitDown } from './applicant.ts';

let product: Product;
let browser: Browser;
let gate: Gatekeeper;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  gate = await startGatekeeper(product.address);
});
afterAll(async () => {
  await gate?.close();
  await browser?.close();
  await product?.stop();
});

const brands = readdirSync(join(root, 'brands'));
/** Pages of a brand that ask for something, by the documented input, and how often it is asked for. */
const pagesOf = (brand: string) =>
  (
    [
      ['/find-a-store', (on, status) => on.getByLabel('ZIP code').fill(`00${status}`), 'more than once'],
      [
        '/authentication/forgot-password',
        async (on, status) => {
          await on.getByLabel('Email').fill(`answers-${status}@example.test`);
          await on.getByRole('button', { name: 'Send Password' }).click();
        },
        'once',
      ],
    ] satisfies readonly (readonly [string, (page: Page, status: number) => Promise<void>, string])[]
  ).filter(([path]) => path !== '/find-a-store' || flowsOf(brand).includes('find-a-store'));
const flowsOf = (brand: string): readonly string[] =>
  (JSON.parse(readFileSync(join(root, 'brands', brand, 'brand.json'), 'utf8')) as { flows: readonly string[] }).flows;

describe('the back end is away', () => {
  test('502 and 504: the page says how long it goes on trying, and goes on as soon as it can', async () => {
    const ana = await sitDown(browser, { product, email: 'ana.outage@example.test', address: gate.address });
    await ana.signUp();
    for (const [status, place] of [
      [502, 'apply/personal'],
      [504, 'apply/income'],
    ] as const) {
      if (place === 'apply/income') await ana.pass('apply/amount');
      await ana.at(place);
      await ana.fill(place, answers[place] ?? {});
      await ana.seat.stored();
      gate.set(status);
      const before = gate.refused();
      const pressed = ana.seat.press('continue');
      await until('the countdown', async () => /\b1?\d seconds?\b/.test(await ana.seat.words()), {
        told: () => ana.seat.words(),
      });
      expect(gate.refused()).toBeGreaterThan(before);
      gate.set('pass');
      await pressed;
    }
    await ana.at('apply/bank');
    await ana.close();
  });

  test.each(brands)(
    '%s, 502 and 504, be it for a question or for what is not asked twice: it counts 15 seconds down to the last, then leaves for the root [const.network.redirectSeconds] [error.network.502or504]',
    async (brand) => {
      const seconds = detail<number>('const.network.redirectSeconds', 'value');
      const pages = pagesOf(brand);
      // Each with each on one brand; the pages are the same on the others.
      for (const [index, status] of detail<readonly number[]>('error.network.502or504', 'status').entries())
        for (const [path, act, asked] of pages.filter((_, at_) => brand === 'payday' || at_ === index % pages.length)) {
          // A tab of its own: the one before is still on its way to the root.
          const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
          await context.clock.install();
          const page = await context.newPage();
          await page.goto(`${product.address}${path}?brand=${brand}`);
          await page.locator('main').locator('input').first().waitFor();
          const statuses: number[] = [];
          const documents: string[] = [];
          page.on('response', (response) => void (response.status() >= 500 && statuses.push(response.status())));
          page.on('request', (request) => {
            if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
          });
          await act(page, status);
          const says = (left: number | string) => page.getByText(new RegExp(`page in ${left} seconds?\\.`));
          await says(seconds).waitFor();
          // From here on the page's clock goes on by what the test lets pass alone: a busy machine would miss a number.
          await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
          const shown = Number(/\d+(?= seconds?\.)/.exec((await says('\\d+').textContent()) ?? '')?.[0]);
          for (let left = shown; left > 0; left -= 1) {
            await says(left).waitFor();
            expect(documents).toEqual([]);
            await page.clock.runFor(1000);
          }
          await until('the page to leave', () => documents.length > 0);
          expect([status, path, documents[0]]).toEqual([status, path, '/']);
          expect([path, statuses.length > 1 ? 'more than once' : 'once', new Set(statuses)]).toEqual([
            path,
            asked,
            new Set([status]),
          ]);
          await context.close();
        }
    },
  );

  test('after 15 seconds it leaves for the root, and after sign-in comes back to the same page with every answer', async () => {
    const ana = await sitDown(browser, {
      product,
      email: 'ana.outage-long@example.test',
      address: gate.address,
      timed: true,
    });
    await ana.signUp();
    await ana.pass('apply/personal');
    await ana.pass('apply/amount');
    await ana.at('apply/income');
    await ana.fill('apply/income', answers['apply/income'] ?? {});
    await ana.seat.stored();
    gate.set(502);
    const documents = ana.seat.documents();
    void ana.seat.press('continue').catch(() => undefined); // the page is exchanged under the pressed key
    await until('the countdown', async () => /\b1?\d seconds?\b/.test(await ana.seat.words()));
    gate.set(504);
    await ana.seat.elapse(detail<number>('const.network.redirectSeconds', 'value'));
    await until('the page to leave', () => ana.seat.documents() > documents);
    gate.set('pass');
    const second = await sitDown(browser, { product, email: ana.email, address: gate.address });
    await second.signIn();
    await second.at('resume/welcome-back');
    await second.seat.pressInDialog('go-on');
    await second.at('apply/income');
    await expect.poll(() => second.seat.values()).toMatchObject({ employer: 'Acme Freight', gross: '1,800' });
    await second.close();
    await ana.close();
  });
});
