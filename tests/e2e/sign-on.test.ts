import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople } from '../../server/seed/index.ts';
import { detail } from '../content/compiled.ts';
import { bringAxe, violationsOn } from '../harness/axe.ts';
import { openBrowser } from '../harness/browser.ts';
import { startGatekeeper, type Gatekeeper } from '../harness/gatekeeper.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { handedOver } from '../harness/tokens.ts';
import { anew } from '../harness/tab.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let gate: Gatekeeper;
let browser: Browser;
/** Its clock can be set forward. */
let page: Page;
beforeAll(async () => {
  product = await startProduct({ CONTENT_DIR: `+${join(root, 'tests/trials/01-login')}` });
  gate = await startGatekeeper(product.address);
  browser = await openBrowser();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.clock.install();
  page = await context.newPage();
});
afterAll(async () => {
  await gate?.close();
  await browser?.close();
  await product?.stop();
});

/** Nobody is before the page, at the time that it is. */
async function nobody(): Promise<void> {
  await anew(page, gate.address);
  await page.context().clock.install();
}

const someone = testPeople().find(({ id }) => id === 'returning-retail');

/** What the site of another brand sends along after the # of the address. */
async function tokens(): Promise<string> {
  const { identity } = (await (await fetch(`${product.address}${places.boot}`)).json()) as Boot;
  if (someone === undefined) throw new Error('There is nobody of this name among the test people.');
  return handedOver(product.address, identity, someone);
}

test('L85 a single sign-on whose tokens nobody answers for ends after 15 seconds in words, with a way to log in by password', async () => {
  gate.line('singleSignOn', 'hold');
  await bringAxe(page.context());
  await page.goto(`${gate.address}/sign-on?brand=payday${await tokens()}`);
  const sent = page.waitForRequest((request) => String(request.headers()['x-amz-target']).endsWith('.SingleSignOn'));
  await page.locator('main').getByText('Use my other login').click();
  await page.getByText('Logging in via SSO').waitFor();
  await sent;
  await page.clock.fastForward(5_000);
  expect(await page.getByText('Logging in via SSO').isVisible()).toBe(true);
  await page.clock.fastForward(10_000);
  await page.getByText('Uh oh! This page has timed out').waitFor();
  expect(await violationsOn(page)).toEqual([]);

  gate.line('singleSignOn', 'lose');
  await page.locator('main').getByText('Log in with a password').click();
  await page.getByLabel('Email').fill(someone?.email ?? '');
  await page.getByLabel('Password', { exact: true }).fill(someone?.password ?? '');
  await page.locator('[data-action][type="submit"]').click();
  await page.waitForURL((url) => url.pathname.startsWith('/authentication/device-check'));
});

test('at the page of the product, too: 15 seconds, the log-in with the words, and an event [behaviour.sso.timeout] [const.ssoTimeoutMs] [event.sso.timeout]', async () => {
  gate.line('singleSignOn', 'hold');
  await nobody();
  const sent = page.waitForRequest((request) => String(request.headers()['x-amz-target']).endsWith('.SingleSignOn'));
  await page.goto(`${gate.address}/sso?brand=payday${await tokens()}`);
  await page.getByRole('heading', { name: 'Logging in via SSO' }).waitFor();
  await sent;
  await page.clock.fastForward(14_000);
  expect(new URL(page.url()).pathname).toBe('/sso');
  await page.clock.fastForward(1_500);
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByText('Uh oh! This page has timed out due to inactivity').waitFor();
  // The address says why, in words; loaded anew they are as true as they were.
  await page.reload();
  await page.getByText('Uh oh! This page has timed out due to inactivity').waitFor();
  await until('the event', async () =>
    (await (await fetch(`${product.address}/dev/events`)).text()).includes('SSO Timeout'),
  );
});

test.each(readdirSync(join(root, 'brands')))(
  '%s: who waited too long for the other site, and of whom nothing was heard for too long, is led to the log-in and told the same [error.timeout]',
  async (brand) => {
    const words = detail<string>('error.timeout', 'message');
    await nobody();
    gate.line('singleSignOn', 'hold');
    const sent = page.waitForRequest((request) => String(request.headers()['x-amz-target']).endsWith('.SingleSignOn'));
    await page.goto(`${gate.address}/sso?brand=${brand}${await tokens()}`);
    await sent;
    await page.getByRole('heading', { name: 'Logging in via SSO' }).waitFor();
    await page.clock.fastForward(16_000);
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByText(words).waitFor();

    gate.line('singleSignOn', 'pass');
    const nora = testPeople().find(({ id }) => id === 'new-applicant');
    if (nora === undefined) throw new Error('There is no new-applicant among the test people.');
    await nobody();
    await signedIn(page, gate.address, await product.another(nora, brand));
    await page.goto(`${gate.address}/application/personal?brand=${brand}`);
    await page.getByLabel('First name').waitFor();
    expect(await page.getByText(words).count()).toBe(0);
    await page.clock.fastForward(800_000);
    await page.getByRole('dialog', { name: 'Are you still there?' }).waitFor();
    await page.clock.fastForward(130_000);
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByText(words).waitFor();
  },
);

test('whoever presses "Log in" beside a test person in the developers’ corner is logged in as that person, at the brand they chose', async () => {
  gate.line('singleSignOn', 'pass');
  await nobody();
  await page.goto(`${gate.address}/dev`);
  await page.getByLabel('Brand to log in to as returning-retail').selectOption('payday');
  await page.getByRole('button', { name: 'Log in as returning-retail' }).click();
  await page.waitForURL((url) => !['/dev', '/sso'].some((path) => url.pathname.startsWith(path)));
  await page.getByText('Log Out').first().waitFor();
});
