/**
 * The whole way of one loan before a browser, by whoever comes for the first time: nothing is there before it. It is
 * applied for, signed, looked at in the account, paid on in another browser, and refinanced; the ledger has all of it.
 */
import { sql } from 'kysely';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { freePort } from '../../server/http/free-port.ts';
import { openBrowser } from '../harness/browser.ts';
import { enter } from '../harness/keys.ts';
import type { Message } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { sitDown } from './applicant.ts';

let server: TestServer;
let browser: Browser;
const dist = temporaryFolder();
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  const port = await freePort('127.0.0.1');
  // By the machine's other name, as when the product runs: another origin.
  const providers = { standIns: `http://127.0.0.1:${port}`, keys: {} };
  server = await startTestServer({ config: { port, providers }, with: { dist } });
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dist, { recursive: true, force: true });
});

const inbox = async (to: string): Promise<readonly Message[]> => {
  const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
    readonly messages: readonly Message[];
  };
  return messages.filter((one) => one.to === to);
};

/** Somebody in another browser, at an instant, who logs in where an address asks for it. */
async function another(email: string, { instant, address }: { readonly instant: string; readonly address: string }) {
  const context = await browser.newContext({ locale: 'en-US' });
  await context.addCookies([{ name: 'waymark-clock', value: encodeURIComponent(instant), url: server.address }]);
  const page = await context.newPage();
  const main = page.locator('main');
  const at = (path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
  const press = (name: string): Promise<void> => main.getByRole('button', { name, exact: true }).click();
  await page.goto(`${server.address}${address}?brand=payday`);
  await at('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await press('Log In');
  return { context, page, main, at, press };
}

/** Pays a hundred dollars by card, in another browser. */
async function pay(email: string): Promise<void> {
  const { context, page, main, at, press } = await another(email, {
    instant: '2026-11-20T15:00:00Z',
    address: '/account/open-loan',
  });
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(`${server.address}/account/open-loan`);
  await press('Make a payment');
  await at('/payment/amount');
  await main.getByRole('radio', { name: 'Other amount' }).check();
  await main.getByLabel('How much?').fill('100');
  await press('Continue');
  await at('/payment/description');
  await press('Continue');
  await at('/payment/card');
  await press('Enter your card or bank account');
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Card number').fill('4111 1111 1111 1111');
  await frame.getByLabel('Expires (MM/YY)').fill('12/29');
  await frame.getByLabel('Security code').fill('987');
  await enter(page, frame.getByRole('button', { name: 'Use this' }));
  await at('/payment/confirm');
  await press('Pay now');
  await at('/payment/receipt');
  await main.getByText('We have taken $100.00 (Visa 1111).').waitFor();
  await context.close();
}

/** The copies that the account gives of what was signed, by the names of their files, each with its first bytes. */
async function copiesOf(email: string): Promise<Readonly<Record<string, string>>> {
  const { context, page, main } = await another(email, {
    instant: '2026-11-20T15:00:00Z',
    address: '/account/open-loan',
  });
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(`${server.address}/account/open-loan`);
  const buttons = main.getByRole('button', { name: /^Download / });
  await buttons.first().waitFor();
  const copies: [string, string][] = [];
  for (const button of await buttons.all()) {
    const download = page.waitForEvent('download');
    await button.press('Enter');
    const file = await download;
    copies.push([
      file.suggestedFilename(),
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ]);
  }
  await context.close();
  return Object.fromEntries(copies);
}

test('a visitor signs up, applies, signs, has an account, pays and refinances: one loan from its first cent to its last, and logging in leads to it', async () => {
  const email = 'ana.whole@example.test';
  const ana = await sitDown(browser, { product: { address: server.address, inbox }, email });
  await ana.signUp();
  for (const place of ['apply/personal', 'apply/amount', 'apply/income', 'apply/bank']) await ana.pass(place);
  const bank = { routingNumber: '021000021', accountNumber: '000123456789', accountType: 'CHECKING' };
  await ana.pass('apply/bank-manual', { ...bank, openDate: '2020-06-15' });
  await ana.pass('apply/consent', { esignConsent: true });
  const read = {
    'privacy-notice': true,
    'credit-report-authorization': true,
    'electronic-payment-authorization': true,
  };
  await ana.pass('apply/agreements', { repaymentMethod: 'EFT', agreements: read });
  await ana.at('apply/submit');
  await ana.seat.press('submit');
  await ana.pass('apply/approved-agreements', {
    agreements: { 'loan-agreement': true, 'arbitration-agreement': true },
  });
  await ana.at('apply/esign');
  await ana.fill('apply/esign', { signature: 'Ana Ortiz' });
  await ana.seat.press('sign');
  await ana.at('apply/thank-you');
  await ana.seat.follow('See your loan in your account');
  await ana.at('account/open-loan');
  expect(await ana.seat.words()).toContain('$345.00');

  expect(await copiesOf(email)).toEqual({
    'privacy-notice.pdf': '%PDF-',
    'credit-report-authorization.pdf': '%PDF-',
    'electronic-payment-authorization.pdf': '%PDF-',
    'loan-agreement.pdf': '%PDF-',
    'arbitration-agreement.pdf': '%PDF-',
  });

  await pay(email);

  await ana.seat.reload();
  await until('the payment to be in the account', async () => (await ana.seat.words()).includes('$245.00'));
  await ana.seat.follow('Change this loan');
  await ana.at('conversion/options');
  await ana.seat.press('refinance');
  await ana.seat.pressInDialog('continue');
  await ana.pass('conversion/refinance', { option: 'repayOriginal' });
  await ana.pass('conversion/summary', { esignConsent: true });
  await ana.pass('conversion/agreements', {
    agreements: { 'conversion-agreement': true, 'arbitration-agreement': true },
  });
  await ana.at('conversion/sign');
  await ana.fill('conversion/sign', { signature: 'Ana Ortiz' });
  await ana.seat.press('sign');
  await ana.at('conversion/done');
  expect(ana.faults).toEqual([]);
  await ana.close();
  expect(await copiesOf(email)).toEqual({ 'conversion-agreement.pdf': '%PDF-', 'arbitration-agreement.pdf': '%PDF-' });

  // Whoever has a loan is a customer of the core system: a week later logging in leads to the account.
  const later = await another(email, { instant: '2026-11-27T15:00:00Z', address: '/login' });
  await later.at('/account/open-loan');
  await later.main.getByText('$245.00').first().waitFor();
  await later.context.close();

  const { db } = server.services;
  const lines = await sql<{
    loan: number;
    account: string;
    cents: number;
  }>`select loan, account, sum(cents)::int as cents
    from loan_ledger group by loan, account having sum(cents) <> 0 order by loan, account`.execute(db);
  // 300 dollars went out and 100 came in. Of the first loan nothing is owed any more: its fee of 45 dollars was earned,
  // and the 245 that were left are the second loan, which costs 15 percent of them.
  expect(lines.rows).toEqual([
    { loan: 1, account: 'bank', cents: 4_500 },
    { loan: 1, account: 'income', cents: -4_500 },
    { loan: 2, account: 'bank', cents: -24_500 },
    { loan: 2, account: 'charges', cents: 3_675 },
    { loan: 2, account: 'income', cents: -3_675 },
    { loan: 2, account: 'principal', cents: 24_500 },
  ]);
}, 240_000);
