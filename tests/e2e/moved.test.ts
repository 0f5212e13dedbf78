import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { copyContent } from '../server/support/content.ts';
import { sitDown, type Applicant } from './applicant.ts';

const contentDir = copyContent();
const email = 'ana.moved@example.test';
let product: Product;
let browser: Browser;
let ana: Applicant | undefined;
beforeAll(async () => {
  product = await startProduct({ CONTENT_DIR: contentDir });
  browser = await openBrowser();
});
afterAll(async () => {
  await ana?.close();
  await browser?.close();
  await product?.stop();
  rmSync(contentDir, { recursive: true, force: true });
});

test('who comes back to an application that went on in a later version is told so once, with the pages that are asked again, and with the place kept', async () => {
  ana = await sitDown(browser, { product, email });
  await ana.signUp();
  await ana.pass('apply/personal');
  await ana.pass('apply/amount');
  await ana.at('apply/income');
  await ana.seat.stored();
  await ana.close();

  writeFileSync(
    join(contentDir, 'flows/apply/migrations.json'),
    JSON.stringify({ migrations: [{ why: 'Other amounts are offered.', moves: [{ askAgain: 'loan.amount' }] }] }),
  );
  expect(await product.server().reloadContent()).toEqual([]);

  ana = await sitDown(browser, { product, email });
  await ana.signIn();
  await ana.at('resume/welcome-back');
  await ana.seat.pressInDialog('go-on');
  await ana.at('apply/amount');
  const note = /We have changed this application since you were here\..* look at this again: How much do you need\?/;
  await expect.poll(() => ana?.seat.words()).toMatch(note);
  expect(await ana.seat.values()).toMatchObject({ product: 'PDL' });
  expect(ana.faults).toEqual([]);
  await ana.pass('apply/amount');
  await ana.at('apply/income');
  await ana.seat.open('/application/amount');
  await ana.at('apply/amount');
  expect(await ana.seat.words()).not.toMatch(note);
});
