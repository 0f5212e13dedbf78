import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { answers, sitDown } from './applicant.ts';

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

describe('what the runtime says when something does not get through', () => {
  test('without a network Continue waits on its page, says what is kept, and goes on by itself', async () => {
    const ana = await sitDown(browser, { product, email: 'ana.offline@example.test' });
    await ana.signUp();
    await ana.seat.connect(false);
    await ana.fill('apply/personal', answers['apply/personal'] ?? {});
    const documents = ana.seat.documents();
    const pressed = ana.seat.press('continue');
    await until('the bar that says so', async () => /You are offline/.test(await ana.seat.words()), {
      told: () => ana.seat.words(),
    });
    expect(await ana.seat.words()).toMatch(/only as long as this page stays open/);
    expect(await ana.seat.current()).toBe('apply/personal');
    await ana.seat.connect(true);
    await pressed;
    await ana.at('apply/amount');
    expect(ana.seat.documents()).toBe(documents);
    expect(await ana.seat.words()).not.toMatch(/You are offline/);
    await ana.close();
  });

  test('a stored number that does not fit is told at its field, also after a reload', async () => {
    const ana = await sitDown(browser, { product, email: 'ana.number@example.test' });
    await ana.signUp();
    await ana.fill('apply/personal', { ...answers['apply/personal'], ssn: '219' });
    await ana.seat.stored();
    await ana.seat.reload();
    await ana.at('apply/personal');
    await ana.seat.press('continue');
    await until('a word at the number', async () => /SSN must be 9 digits/.test(await ana.seat.words()), {
      told: () => ana.seat.words(),
    });
    expect(await ana.seat.current()).toBe('apply/personal');
    await ana.close();
  });
});
