/** What a log-in does beside letting somebody in, and what becomes of a page that is older than its server. */
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What the page asks the server, in order. */
let asked: string[];
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'en-US' });
  page = await context.newPage();
  asked = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const target = request.headers()['x-amz-target']?.split('.')[1];
    const field = /^(?:query|mutation) (\w+)/.exec(
      String((request.postDataJSON() as { query?: string } | null)?.query),
    )?.[1];
    asked.push(target ?? field ?? (request.isNavigationRequest() ? `document ${pathname}` : pathname));
  });
});
afterEach(() => context.close());

const at = (pathname: string): Promise<void> => page.waitForURL((url) => url.pathname === pathname);
async function logIn(id: string): Promise<void> {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  await page.getByLabel('Email').fill(found.email);
  await page.getByLabel('Password', { exact: true }).fill(found.password);
  await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
}
/** Where the server begins to say that it has another version, as after a deployment; gives back how it ends. */
function deploy(version: string): () => void {
  const { services } = product.server();
  const before = services.version;
  Object.assign(services, { version });
  return () => void Object.assign(services, { version: before });
}

test('a log-in on a page of this version asks for it once, and loads no document [const.clientVersion] [rest.version]', async () => {
  const own = (await (await fetch(`${product.address}/definitions/boot.json?brand=payday`)).json()) as object;
  expect(own).toMatchObject({ version: '2.76.6' });
  expect(await (await fetch(`${product.address}/version`)).json()).toEqual({ version: '2.76.6' });
  await page.goto(`${product.address}/login?brand=payday`);
  await logIn('returning-online');
  await at('/application/personal');
  expect(asked.filter((one) => one === '/version')).toHaveLength(1);
  expect(asked.filter((one) => one.startsWith('document'))).toEqual(['document /login']);
});

test('a log-in on a page that is older than the server leads on by a document of the server’s version [behaviour.login.versionMismatchReload]', async () => {
  await page.goto(`${product.address}/login?brand=payday`);
  const end = deploy('2.77.0');
  try {
    await logIn('of-no-brand');
    await at('/application/personal');
    await page.getByLabel('First name').waitFor();
    expect(asked.filter((one) => one.startsWith('document'))).toEqual([
      'document /login',
      'document /login-successful',
    ]);
  } finally {
    end();
  }
});

test('a page that was led away from is come back to by such a document', async () => {
  await page.goto(`${product.address}/account/personal?brand=payday`);
  await at('/login');
  const end = deploy('2.77.0');
  try {
    await logIn('returning-online');
    await at('/account/personal');
    expect(asked.filter((one) => one.startsWith('document')).at(-1)).toBe('document /login-successful');
  } finally {
    end();
  }
});

test('a page finds the session that was here as it begins; signing in ends it and keeps nothing of it, says that it is under way, and then asks what is kept of the person [behaviour.signIn.start] [op.idp.initialize] [op.idp.getAttributes]', async () => {
  await page.goto(`${product.address}/login?brand=payday`);
  await logIn('new-applicant');
  await at('/application/personal');
  await page.goto(`${product.address}/login?brand=payday`);
  // Nobody has logged in on this page.
  await page.locator('header').getByText('Log Out', { exact: true }).waitFor();
  const stored = (): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  const tokens = (await stored()).match(/eyJ[\w.-]{20,}/g) ?? [];
  // What the log-in learned of the person, and the tokens.
  const ofTheOneBefore = ['waymark.authentication', ...tokens];
  expect(tokens.length).toBeGreaterThan(1);
  expect(await stored()).toContain('waymark.authentication');
  await page.exposeFunction('saidBusy', () => void asked.push('Logging In'));
  await page.evaluate(() => {
    const { saidBusy } = window as unknown as { readonly saidBusy: () => void };
    const look = new MutationObserver(() => {
      if (document.querySelector('main button [role=status]')?.textContent?.includes('Logging In') !== true) return;
      look.disconnect();
      saidBusy();
    });
    look.observe(document, { subtree: true, childList: true, characterData: true });
  });
  // What is kept once the session has ended, before the next one is asked for.
  let left = Promise.resolve('nothing was looked at');
  page.on('request', (request) => {
    if (request.headers()['x-amz-target']?.endsWith('.InitiateAuth')) left = stored();
  });
  asked = [];
  await logIn('returning-retail');
  await at('/authentication/mfa/bypass');
  const kept = await left;
  expect(kept).toMatch(/^\{/);
  expect(ofTheOneBefore.filter((one) => kept.includes(one))).toEqual([]);
  const steps = [
    'Logging In',
    'RevokeToken',
    'InitiateAuth',
    'RespondToAuthChallenge',
    'GetUser',
    '/version',
    'customerSystemSearch',
  ];
  expect(asked.filter((one) => steps.includes(one))).toEqual(steps);
});
