import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { answers, sitDown, type Applicant } from './applicant.ts';

let product: Product;
let browser: Browser;
let ana: Applicant;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  ana = await sitDown(browser, { product, email: 'ana.continuity@example.test' });
  await ana.signUp();
  await ana.pass('apply/personal');
  await ana.at('apply/amount');
});
afterAll(async () => {
  await ana?.close();
  await browser?.close();
  await product?.stop();
});

/** What the boxes of the page hold, by field. */
const written = (page: Applicant): Promise<Readonly<Record<string, string>>> => page.seat.values();

describe('nothing is lost and nothing asked twice', () => {
  test('a reload shows the same page with what was typed on it', async () => {
    await ana.fill('apply/amount', answers['apply/amount'] ?? {});
    await ana.seat.stored();
    await ana.seat.reload();
    await ana.at('apply/amount');
    await expect.poll(() => written(ana)).toMatchObject({ amount: '300' });
  });

  test('Back shows the page before as it was answered; going on comes out at the page left', async () => {
    await ana.seat.back();
    await ana.at('apply/personal');
    await expect.poll(() => written(ana)).toMatchObject({ firstName: 'Ana', city: 'Austin', state: 'TX' });
    await ana.seat.press('continue');
    await ana.at('apply/amount');
    await expect.poll(() => written(ana)).toMatchObject({ amount: '300' });
  });

  test('a deep link beyond the first unfinished page lands on that page', async () => {
    await ana.seat.open('/application/submit');
    await ana.at('apply/amount');
  });

  test('the address of the application alone is its entry, and lands where it goes on [route.application]', async () => {
    await ana.seat.open('/application');
    await ana.at('apply/amount');
    expect(new URL(ana.seat.url()).pathname).toBe('/application/amount');
  });

  test('a deep link to an earlier page shows it', async () => {
    await ana.seat.open('/application/personal');
    await ana.at('apply/personal');
    await ana.seat.open('/application/amount');
    await ana.at('apply/amount');
  });

  test('the server starts anew between two pages', async () => {
    await product.restart();
    await ana.seat.press('continue');
    await ana.at('apply/income');
    await ana.seat.reload();
    await ana.at('apply/income');
  });

  test('after signing out a second browser goes on at the same place', async () => {
    await ana.fill('apply/income', answers['apply/income'] ?? {});
    await ana.seat.stored();
    await ana.seat.follow('Save and exit');
    await ana.at('login/credentials');
    const second = await sitDown(browser, { product, email: ana.email });
    await second.signIn();
    await second.at('resume/welcome-back');
    await second.seat.pressInDialog('go-on');
    await second.at('apply/income');
    await expect.poll(() => written(second)).toMatchObject({ employer: 'Acme Freight', gross: '1,800' });
    await second.seat.press('continue');
    await second.at('apply/bank');
    expect(second.faults).toEqual([]);
    await second.close();
  });

  test('a page that was open when another browser signed out asks to sign in and does not show answers', async () => {
    await ana.seat.open('/application/personal');
    await ana.at('login/credentials');
    expect(await written(ana)).not.toHaveProperty('firstName');
  });

  test('no page broke its policy, or wrote an error to the console', () => {
    expect(ana.faults).toEqual([]);
  });
});
