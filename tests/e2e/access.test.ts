/** Log in, header and idle prompt, as somebody with a mouse meets them on every brand that has them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { anew } from '../harness/tab.ts';
import { dataCall } from './data-calls.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Every call of the data that the page made, and every one of the identity service. */
const all: Request[] = [];
/** Those calls since they were judged. */
const calls: Request[] = [];
const asked: Request[] = [];
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  await context.clock.install();
  page = await context.newPage();
  page.on('request', (request) => {
    if (dataCall(request) !== undefined) {
      calls.push(request);
      all.push(request);
    }
    if (request.headers()['x-amz-target'] !== undefined) asked.push(request);
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const nora = testPeople().find(({ id }) => id === 'new-applicant');
const brands = readdirSync(join(root, 'brands'));

/** Opens an address before somebody of whom nothing is known, at the time that it is. */
async function open(path: string): Promise<void> {
  await anew(page, product.address);
  await context.clock.install();
  await page.goto(`${product.address}${path}`);
}
async function logIn(email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(nora?.password ?? '');
  await page.getByRole('button', { name: 'Log In' }).click();
}
const path = (): string => new URL(page.url()).pathname;

describe('the log-in', () => {
  test('asks for email and password [screen.login.fields]', async () => {
    await open('/login?brand=payday');
    expect(await page.getByLabel('Email').getAttribute('type')).toBe('email');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password');
  });

  test('Forgot password goes on with the email that was typed [screen.login.forgotPasswordLink] [behaviour.forgotPassword.emailFromState]', async () => {
    await page.getByLabel('Email').fill('ana.ortiz@example.test');
    await page.getByText('Forgot password', { exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/authentication/forgot-password');
    expect(await page.getByLabel('Email').inputValue()).toBe('ana.ortiz@example.test');
  });

  test('says that it is logging in, takes no second press meanwhile, and says what went wrong; then lets in [screen.login.loginButtonSpinner] [behaviour.login.states] [behaviour.login.submitDisabled]', async () => {
    await open('/login?brand=payday');
    await page.getByLabel('Email').fill('nobody@example.test');
    await page.getByLabel('Password', { exact: true }).fill(nora?.password ?? '');
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = (): void => {
        const button = document.querySelector('[data-action="log-in"]');
        seen.push(
          [
            button?.textContent,
            button?.getAttribute('aria-disabled') === 'true' ? 'disabled' : 'free',
            button?.querySelector('.spinner') ? 'turning' : 'still',
          ].join(', '),
        );
      };
      look();
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
    const seen = (): Promise<readonly string[]> =>
      page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen);
    expect(await seen()).toEqual(['Log In, free, still']);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByText('Incorrect username or password.').waitFor();
    const failed = await seen();
    expect(failed).toContain('Logging In, disabled, turning');
    expect(failed.at(-1)).toBe('Log In, free, still');
    asked.length = 0;
    await logIn('Nora.NEW@Example.test');
    await page.waitForURL((url) => url.pathname.startsWith('/application'));
    expect((await seen()).slice(failed.length)).toContain('Logging In, disabled, turning');
  });

  test('sends the email in small letters; afterwards pages for customers open [behaviour.signIn.emailLowercased] [role.authenticated]', async () => {
    const names = asked.flatMap((request) => /"USERNAME":"([^"]*@[^"]*)"/.exec(request.postData() ?? '')?.[1] ?? []);
    expect(names).toEqual(['nora.new@example.test']);
    await page.goto(`${product.address}/application/personal`);
    await page.getByLabel('First name').waitFor();
  });

  test('whoever is not logged in comes here from a page for customers, and back to it afterwards [behaviour.protected.unauthenticated]', async () => {
    await open('/application/personal?brand=payday');
    await page.waitForURL((url) => url.pathname === '/login');
    await logIn(nora?.email ?? '');
    await page.waitForURL((url) => url.pathname === '/application/personal');
    await page.getByLabel('First name').waitFor();
  });

  test('every call says of which brand, in which session, and which call it is, whatever brand it is [header.graphql.brandKey] [header.graphql.sessionId] [header.graphql.correlationId]', async () => {
    const correlations: (string | undefined)[] = [];
    const judge = (brand: string): void => {
      const sent = calls.map((request) => request.headers());
      expect(sent).not.toEqual([]);
      for (const one of sent) {
        expect(one[headerNames.brand]).toBe(brand);
        expect(one[headerNames.session]).toMatch(/^[\w-]{8,}$/);
        expect(one[headerNames.correlation]).toMatch(/^[\w-]{8,}$/);
        correlations.push(one[headerNames.correlation]);
      }
      calls.length = 0;
    };
    judge('payday');
    if (nora === undefined) throw new Error('There is no new-applicant among the test people.');
    for (const brand of brands) {
      await anew(page, product.address);
      await signedIn(page, product.address, await product.another(nora, brand));
      await page.goto(`${product.address}/application/personal?brand=${brand}`);
      await page.getByLabel('First name').waitFor();
      judge(brand);
    }
    expect(new Set(correlations).size).toBe(correlations.length);
  });
  test('each of them, of every brand, goes to one address and carries the id token of who calls [behaviour.graphql.oneEndpoint] [header.graphql.authorization]', () => {
    // Of the people, of the application: whatever was asked for in GraphQL, wherever that went.
    expect(all.map(dataCall)).toEqual(
      expect.arrayContaining(['customerSystemSearch', 'createApplication', 'openApplication']),
    );
    expect(new Set(all.map((request) => request.url()))).toEqual(new Set([product.address + places.graphql]));
    const tokens = all.map((request) => {
      const [, claims = ''] = String(request.headers()[headerNames.idToken]).split('.');
      return JSON.parse(Buffer.from(claims, 'base64url').toString()) as JsonObject;
    });
    expect(new Set(tokens.map((claims) => claims['token_use']))).toEqual(new Set(['id']));
    // Nora, and one who is new on each brand.
    expect(new Set(tokens.map((claims) => claims['email'])).size).toBe(1 + brands.length);
  });
});

describe.each(brands)('the frame of %s', (brand) => {
  let facts: Boot['facts'];
  beforeAll(async () => {
    facts = ((await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot).facts;
    await open(`/login?brand=${brand}`);
    await page.getByLabel('Email').waitFor();
  });

  test('has its logo and its phone number, which a phone dials [screen.header.logo] [screen.header.phoneLink] [brand.field.logoImage]', async () => {
    const logo = page.locator('header img');
    expect(await logo.getAttribute('alt')).toBe(facts['name']);
    const source = await logo.getAttribute('src');
    expect(source).toBe(`${String(facts['imagePath'])}${String(facts['logoImage'])}`);
    // Its own, and not that of another brand.
    expect(source).toBe(`/brands/${brand}/assets/logo.svg`);
    expect(await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(
      true,
    );
    const phone = page.locator('header a[href^="tel:"]:has(.icon)');
    expect(await phone.innerText()).toContain(facts['phoneNumber']);
    expect(await phone.getAttribute('href')).toContain(String(facts['phoneNumber']).replace(/\D/g, ''));
  });

  test('leads to its stores and to the log-in [screen.header.findAStore] [brand.field.findAStore]', async () => {
    const stores = page.locator('header').getByRole('link', { name: 'Find a Store', exact: true });
    expect(await stores.getAttribute('href')).toBe(facts['findAStore']);
    expect(await page.locator('header').getByText('Log In', { exact: true }).count()).toBe(1);
  });

  test('has its legal text and the links that the server lists for it [screen.footer.legal] [screen.footer.links]', async () => {
    const listed = (await (await fetch(product.address + places.footerLinks.replace('{brand}', brand))).json()) as {
      readonly results: readonly { readonly title: string; readonly url: string }[];
    };
    expect(listed.results.length).toBeGreaterThan(0);
    for (const { title, url } of listed.results)
      expect(await page.locator('footer').getByRole('link', { name: title, exact: true }).getAttribute('href')).toBe(
        url,
      );
    await page.locator('footer .footer-legal').getByRole('button').first().click();
    await until('the legal text', async () => (await page.locator('dialog[open]').innerText()).length > 200);
  });
});

describe('nobody is there', () => {
  const prompt = () => page.getByRole('dialog', { name: 'Are you still there?' });
  /** As long as the flags give somebody before they are asked. */
  async function away(): Promise<void> {
    await page.clock.fastForward(780_000);
    await prompt().waitFor();
  }
  beforeAll(async () => {
    await open('/login?brand=payday');
    await logIn(nora?.email ?? '');
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.locator('h1').waitFor();
  });

  test('after a while a prompt counts the seconds down; who continues is left alone as long again [modal.sessionTimeout] [behaviour.idleTimeout.prompt] [behaviour.idleTimeout.continue]', async () => {
    await page.clock.fastForward(700_000);
    expect(await prompt().count()).toBe(0);
    await page.clock.fastForward(80_000);
    await prompt().waitFor();
    const left = async (): Promise<number> => Number(/(\d+) seconds?/.exec(await prompt().innerText())?.[1]);
    const first = await left();
    expect(first).toBeLessThanOrEqual(120);
    await page.clock.fastForward(30_000);
    await until('fewer seconds', async () => (await left()) <= first - 30);
    expect(await prompt().getByRole('button', { name: 'End session' }).count()).toBe(1);
    await prompt().getByRole('button', { name: 'Continue' }).click();
    await prompt().waitFor({ state: 'detached' });
    await page.clock.fastForward(700_000);
    expect(await prompt().count()).toBe(0);
    expect(await page.locator('header').getByText('Log Out', { exact: true }).count()).toBe(1);
  });

  test('who ends the session is signed out [behaviour.idleTimeout.end] [screen.header.loginLogout] [modal.sessionTimeout]', async () => {
    expect(await page.locator('header').getByText('Log Out', { exact: true }).count()).toBe(1);
    expect(await page.locator('header').getByText('Log In', { exact: true }).count()).toBe(0);
    await page.clock.fastForward(80_000);
    await prompt().getByRole('button', { name: 'End session' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.locator('header').getByText('Log In', { exact: true }).waitFor();
  });

  test('at zero who is not there is signed out [behaviour.idleTimeout.zeroSignOut]', async () => {
    await logIn(nora?.email ?? '');
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.locator('h1').waitFor();
    await away();
    await page.clock.fastForward(121_000);
    await page.waitForURL((url) => url.pathname === '/login');
    expect(path()).toBe('/login');
    await page.goto(`${product.address}/application/personal`);
    await page.waitForURL((url) => url.pathname === '/login');
  });
});
