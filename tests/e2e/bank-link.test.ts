/** What the window of a bank link tells, and what the page makes of it. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { detail } from '../content/compiled.ts';
import { enter } from '../harness/keys.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { sitDown, type Applicant } from './applicant.ts';

let product: Product;
let browser: Browser;
let ana: Applicant;
let page: Page;
const open = 'apply/plaid-open';

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  ana = await sitDown(browser, { product, email: 'ana.bank-link@example.test' });
  await ana.signUp();
  for (const place of ['personal', 'amount', 'income']) await ana.pass(`apply/${place}`);
  for (const [place, action] of [
    ['bank', 'link'],
    ['plaid', 'continue'],
    ['plaid-consent', 'agree'],
  ] as const) {
    await ana.at(`apply/${place}`);
    await ana.seat.press(action);
  }
  await ana.at(open);
  const [found] = browser.contexts().flatMap((context) => context.pages());
  if (!found) throw new Error('The browser has no page.');
  page = found;
}, 180_000);
afterAll(async () => {
  await ana?.close();
  await browser?.close();
  await product?.stop();
});

const tells = (event: string, payload: Readonly<Record<string, string>> = {}) =>
  ana.seat.emit({ kind: 'widget', widget: 'link', event, payload });
/** The openings of the window that the data layer counts as pages. */
const views = () =>
  page.evaluate(() =>
    ((window as unknown as { dataLayer?: readonly { event?: string; page?: string }[] }).dataLayer ?? []).filter(
      (one) => one.event === 'pageview' && one.page === 'bank-link',
    ),
  );

describe('the window of the bank link', { timeout: 180_000 }, () => {
  test('counts as a page when it opens; who leaves it stays where they were [behaviour.bankLink.open] [behaviour.bankLink.exit] [enum.flowHandoffEvent]', async () => {
    const before = (await views()).length;
    const away = async () => (await page.context().cookies()).find(({ name }) => name === 'extendedTimeout');
    expect(await away()).toBeUndefined();
    await page.getByRole('button', { name: 'Link your bank' }).click();
    await page.frameLocator('dialog[open] iframe').getByRole('button', { name: 'Leave without linking' }).waitFor();
    await expect.poll(views).toHaveLength(before + 1);
    // Who is at their bank for us is asked later whether they are still there.
    const left = ((await away())?.expires ?? 0) - Date.now() / 1000;
    expect([left > 870, left <= detail<number>('const.cookie.extendedTimeout', 'value') + 1]).toEqual([true, true]);
    await enter(page, page.frameLocator('dialog[open] iframe').getByRole('button', { name: 'Leave without linking' }));
    await page.getByText('You left before your bank was linked.').waitFor();
    expect(await views()).toHaveLength(before + 1);
  });

  test('each error of the provider says so or leads to its page; that the bank wants a new login is none [behaviour.bankLink.error] [enum.plaidState] [enum.flowHandoffEvent]', async () => {
    await tells('error', { code: 'INSTITUTION_DOWN' });
    await page.getByText('Your bank could not be linked.').waitFor();
    await tells('invalidCredentials');
    await ana.at('apply/plaid-invalid-credentials');
    await ana.seat.press('again');
    await ana.at(open);
    await tells('noAccounts');
    await ana.at('apply/plaid-no-checking');
    await ana.seat.press('again');
    await ana.at(open);
    await tells('loginRequired');
    await page.getByRole('dialog', { name: 'Your bank wants you to sign in again' }).waitFor();
    expect(await page.getByText('Your bank could not be linked.').count()).toBe(0);
    await ana.seat.pressInDialog('again');
    await ana.at(open);
  });

  test('from the moment the bank has answered the page says that it works [behaviour.bankLink.handoff] [enum.flowHandoffEvent]', async () => {
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('[role=status]')) said.push(one.textContent ?? '');
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await tells('success', { publicToken: 'public-expired' });
    await page.getByText('The link to your bank has expired.').waitFor();
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toContain(
      'Your bank has answered. We are reading what you shared.',
    );
  });

  test('asks for the assets of checking accounts; a bank with a log-in page of its own leads back to the same link, for 30 days [behaviour.bankLink.request] [const.cookie.plaidOauthMaxAge]', async () => {
    const link = page.frameLocator('dialog[open] iframe');
    await page.getByRole('button', { name: 'Link your bank' }).click();
    await link.getByText('Asked for: assets of checking accounts.').waitFor();
    expect(await link.getByText('You come from the log-in page of your bank.').isVisible()).toBe(false);
    await link.getByRole('button', { name: 'The bank has a log-in page of its own' }).click();
    await link.getByText('You come from the log-in page of your bank.').waitFor();
    // What the bank led back with is kept out of the address.
    expect(page.url()).not.toContain('oauth');
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'plaidOauth');
    expect(cookie?.value).toBe('stand-in');
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 2_592_000)).toBeLessThan(60);
    await enter(page, link.getByRole('button', { name: 'Leave without linking' }));
    await page.getByText('You left before your bank was linked.').waitFor();
    // The next one is a link like any other.
    await page.getByRole('button', { name: 'Link your bank' }).click();
    await link.getByText('Asked for: assets of checking accounts.').waitFor();
    expect(await link.getByText('You come from the log-in page of your bank.').isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await page.getByText('You left before your bank was linked.').waitFor();
  });

  test('where the provider cannot be reached there is another way on [route.application.bank.plaid.errorInitializing]', async () => {
    await product.restart({ PROVIDERS_URL: 'http://127.0.0.1:9' });
    await ana.seat.reload();
    await ana.at('apply/plaid-error-initializing');
    expect(new URL(page.url()).pathname).toBe('/application/bank/plaid/error-initializing');
    await ana.seat.press('manual');
    await ana.at('apply/bank-manual');
  });
});
