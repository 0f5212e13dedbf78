import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('the back end is away', () => {
  test.each([502, 504] as const)(
    '%i: the page says how long it goes on trying, and goes on as soon as it can',
    async (status) => {
      const ana = await sitDown(browser, { product, email: `ana.outage${status}@example.test`, address: gate.address });
      await ana.signUp();
      await ana.fill('apply/personal', answers['apply/personal'] ?? {});
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
      await ana.at('apply/amount');
      await ana.close();
    },
  );

  test('502 and 504: it counts 15 seconds down to the last, then leaves for the root [const.network.redirectSeconds]', async () => {
    const seconds = detail<number>('const.network.redirectSeconds', 'value');
    const left = async (status: 502 | 504) => {
      const own = await startGatekeeper(product.address);
      const context = await browser.newContext({ locale: 'en-US' });
      const page = await context.newPage();
      const [counted, documents]: readonly [number[], string[]] = [[], []];
      await page.exposeFunction('counted', (figure: number) => void counted.push(figure));
      await page.addInitScript(() => {
        const { counted: tell } = window as unknown as { readonly counted: (figure: number) => void };
        let last: number | undefined;
        new MutationObserver(() => {
          const found = /\b(\d+) seconds?\b/.exec(document.body.innerText)?.[1];
          if (found === undefined || Number(found) === last) return;
          last = Number(found);
          tell(last);
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await page.goto(`${own.address}/find-a-store?brand=payday`);
      await page.getByLabel('ZIP code').waitFor();
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
      });
      own.set(status);
      const began = performance.now();
      await page.getByLabel('ZIP code').fill('63101');
      await page.waitForEvent('request', { predicate: (request) => request.isNavigationRequest(), timeout: 60_000 });
      const afterMs = performance.now() - began;
      await context.close();
      await own.close();
      return { counted, documents: documents.slice(0, 1), isTooSoon: afterMs < seconds * 1000 };
    };
    const down = Array.from({ length: seconds }, (_, index) => seconds - index);
    for (const one of await Promise.all([left(502), left(504)]))
      expect(one).toEqual({ counted: down, documents: ['/'], isTooSoon: false });
  });

  test('after 15 seconds it leaves for the root, and after sign-in comes back to the same page with every answer [error.network.502or504]', async () => {
    const ana = await sitDown(browser, { product, email: 'ana.outage-long@example.test', address: gate.address });
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
