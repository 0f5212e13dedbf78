/** Both sides of what flags switch, before a browser: a flag is changed while the server runs, and nothing is built. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get, leaves } from '../../runtime/core/paths.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople, type TestPerson } from '../../server/seed/index.ts';
import { detail } from '../content/compiled.ts';
import { readFiles } from '../../compile/disk.ts';
import { fixturesIn } from '../harness/theater.ts';
import { openBrowser } from '../harness/browser.ts';
import { startFlagService, type FlagService } from '../harness/flag-service.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { temporaryFolder } from '../server/support/server.ts';
import { sitDown } from './applicant.ts';

const content = temporaryFolder();
const brands = readdirSync(join(root, 'brands'));
let product: Product;
let service: FlagService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  for (const brand of brands) mkdirSync(join(content, 'brands', brand), { recursive: true });
  service = await startFlagService();
  product = await startProduct({ CONTENT_DIR: `+${content}`, FLAGS_URL: service.address }, { flagsMs: 100 });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await service?.close();
  rmSync(content, { recursive: true, force: true });
});

const own = Object.fromEntries(
  brands.map((brand) => {
    const { $schema: _, ...flags } = JSON.parse(
      readFileSync(join(root, 'brands', brand, 'flags.dev.json'), 'utf8'),
    ) as JsonObject;
    return [brand, flags] as const;
  }),
);
let filesAre = JSON.stringify({});
/** What tests of this file set each flag to, by its path. */
const sides = new Map<string, Set<string>>();
const note = (path: string, value: Json | undefined): void =>
  void sides.set(path, (sides.get(path) ?? new Set()).add(JSON.stringify(value ?? null)));

/**
 * Every brand has its own flags of this machine but for these. A service says so; a flag that the files have and are to
 * have no more, or the other way round, the files say: that compiles all content anew, which takes a hundred times as
 * long.
 */
async function flagsAre(change: JsonObject): Promise<void> {
  for (const [path, value] of leaves(change)) note(path, value);
  const want = Object.fromEntries(brands.map((brand) => [brand, { ...own[brand], ...change }] as const));
  const keys = (flags: JsonObject): string =>
    leaves(flags)
      .map(([path]) => path)
      .toSorted()
      .join();
  const isOfTheFiles = brands.some((brand) => keys(want[brand] ?? {}) !== keys(own[brand] ?? {}));
  const files = isOfTheFiles ? want : {};
  if (JSON.stringify(files) !== filesAre) {
    for (const brand of brands)
      writeFileSync(
        join(content, 'brands', brand, 'flags.local.json'),
        JSON.stringify(isOfTheFiles ? want[brand] : own[brand]),
      );
    expect(await product.server().reloadContent()).toEqual([]);
    filesAre = JSON.stringify(files);
  }
  service.say(
    isOfTheFiles
      ? {}
      : Object.fromEntries(brands.map((brand) => [brand, Object.fromEntries(leaves(want[brand] ?? {}))])),
  );
  for (const brand of brands)
    await until(`the flags of ${brand}`, async () => isDeepStrictEqual((await bootOf(brand)).flags, want[brand]));
}
const bootOf = async (brand: string): Promise<Boot> =>
  (await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot;
const timeouts = (steps: JsonObject): JsonObject => ({
  timeouts: { authentication_steps: steps, verification: { otp_email: 30 } },
});

/** Headings of all pages that the browser drew since it was opened. */
const headings: string[] = [];
async function open(path: string, cookies: Readonly<Record<string, string>> = {}): Promise<void> {
  await context?.close();
  headings.length = 0;
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
  await context.clock.install();
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.address })));
  await context.exposeFunction('drawn', (heading: string) => void headings.push(heading));
  await context.addInitScript(() => {
    const { drawn } = window as unknown as { readonly drawn: (heading: string) => void };
    new MutationObserver(() => drawn(document.querySelector('h1')?.textContent ?? '')).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  page = await context.newPage();
  await page.goto(`${product.address}${path}`);
}
const seeded = (id: string): TestPerson => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no test person ${id}.`);
  return found;
};
async function fillIn({ email, password }: Pick<TestPerson, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}
async function logIn(brand = 'payday', cookies: Readonly<Record<string, string>> = {}): Promise<void> {
  const nora = await product.another(seeded('new-applicant'), brand);
  await open(`/login?brand=${brand}`, cookies);
  await fillIn(nora);
  await page.waitForURL((url) => url.pathname === '/application/personal');
  await page.getByLabel('First name').waitFor();
}

test('sharing one’s screen, and what the footer says of Hawaii, Kentucky and Iowa: each by its own flag alone [flag.remoteSessionOption] [flag.hideHawaiiFooter] [flag.hideKyIaFooter]', async () => {
  const off = { remoteSessionOption: false, hideHawaiiFooter: false, hideKyIaFooter: false };
  const on = { remoteSessionOption: true, hideHawaiiFooter: true, hideKyIaFooter: true };
  for (const flags of [
    off,
    { ...off, remoteSessionOption: true },
    { ...off, hideHawaiiFooter: true },
    { ...off, hideKyIaFooter: true },
    on,
  ]) {
    await flagsAre(flags);
    for (const brand of brands) {
      await open(`/login?brand=${brand}`);
      await page.getByLabel('Email').waitFor();
      const footer = await page.locator('footer').innerText();
      const seen = {
        remoteSessionOption: (await page.getByText('Share my screen').count()) === 1,
        hideHawaiiFooter: !footer.includes('Hawaii'),
        hideKyIaFooter: !footer.includes('Kentucky and Iowa'),
      };
      expect([brand, seen]).toEqual([brand, flags]);
    }
  }
});

test('the notice for California, which nobody else is shown, on every brand [flag.newCaliforniaNotice] [const.specialState.california]', async () => {
  const shown: string[] = [];
  for (const isOn of [true, false]) {
    await flagsAre({ newCaliforniaNotice: isOn });
    for (const brand of brands) {
      await logIn(brand);
      const notice = page.locator('[data-disclosure="california-notice"]');
      const texas = page.locator('[data-disclosure="texas-occc-notice"]');
      const state = page.getByLabel('State', { exact: true });
      await state.selectOption('CA');
      if (isOn) await notice.waitFor();
      await state.selectOption('TX');
      await texas.waitFor();
      expect([brand, await notice.count()]).toEqual([brand, 0]);
      await state.selectOption('CA');
      await texas.waitFor({ state: 'detached' });
      expect([brand, await notice.count()]).toEqual([brand, isOn ? 1 : 0]);
      shown.push(brand);
    }
  }
  expect(shown).toEqual([...brands, ...brands]);
});

test('a store that is chosen is kept for 30 days [const.cookie.storeNumberMaxAge]', async () => {
  await open('/find-a-store?brand=payday');
  await page.getByLabel(/ZIP/).fill('64106');
  await page
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
  await until('the cookie', async () => (await context.cookies()).some(({ name }) => name === 'storeNumber'));
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'storeNumber');
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 2_592_000)).toBeLessThan(60);
});

test('how the bank is told is chosen on a page of its own, or the bank is linked at once; what is shared is told before, or not: each by its own flag alone [flag.showNewBankingScreen] [flag.enablePrivacyNoticeConsentPage]', async () => {
  for (const chooses of [true, false])
    for (const consents of [true, false]) {
      await flagsAre({ showNewBankingScreen: chooses, enablePrivacyNoticeConsentPage: consents });
      const ana = await sitDown(browser, { product, email: `ana.flags-${chooses}-${consents}@example.test` });
      await ana.signUp();
      for (const page_ of ['personal', 'amount', 'income']) await ana.pass(`apply/${page_}`);
      await ana.at(chooses ? 'apply/bank' : 'apply/plaid');
      if (chooses) await ana.seat.press('link');
      await ana.at('apply/plaid');
      await ana.seat.press('continue');
      await ana.at(consents ? 'apply/plaid-consent' : 'apply/plaid-open');
      await ana.close();
    }
});

test('another brand is the one that builds credit: it begins with the log-in and keeps its customers, Tuppence sends its own there [flag.p360BrandOverride]', async () => {
  await flagsAre({ redirectToP360: true, p360BrandOverride: 'payday' });
  await open('/?brand=payday');
  await page.getByLabel('Email').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await open('/pending?brand=pocket');
  await page.locator('h1').waitFor();
  const gone = page.waitForRequest((request) => request.url().startsWith('https://www.tuppence.example/login'));
  await page.goto(`${product.address}/login?brand=pocket`).catch(() => undefined);
  await gone;
  await flagsAre({});
  await open('/login?brand=pocket');
  await page.getByLabel('Email').waitFor();
});

describe('nobody is there', () => {
  const prompt = () => page.getByRole('dialog', { name: 'Are you still there?' });
  const asWanted = (): Promise<void> => flagsAre(timeouts({ enabled: true, timeout: 60, promptTimeout: 20 }));
  test('it is asked after as many seconds as the flag says, which counts down as many, or not at all, on every brand [flag.timeouts.authentication_steps]', async () => {
    for (const brand of brands) {
      await asWanted();
      await logIn(brand);
      await page.clock.fastForward(55_000);
      expect([brand, await prompt().count()]).toEqual([brand, 0]);
      await page.clock.fastForward(6_000);
      await prompt().waitFor();
      expect(Number(/(\d+) seconds?/.exec(await prompt().innerText())?.[1])).toBeLessThanOrEqual(20);
      await page.clock.fastForward(20_000);
      await page.waitForURL((url) => url.pathname === '/login');
      await flagsAre(timeouts({ enabled: false, timeout: 60, promptTimeout: 20 }));
      await logIn(brand);
      await page.clock.fastForward(600_000);
      await page.clock.runFor(3_000);
      expect([brand, await prompt().count()]).toEqual([brand, 0]);
      expect(new URL(page.url()).pathname).toBe('/application/personal');
    }
  });

  test('with the cookie of somebody who is away for us it is asked after 900 seconds, on every brand [behaviour.idleTimeout.extendedCookie] [const.cookie.extendedTimeout]', async () => {
    await flagsAre(timeouts({ enabled: true, timeout: 780, promptTimeout: 120 }));
    for (const brand of brands) {
      await logIn(brand, { extendedTimeout: '1' });
      await page.clock.fastForward(880_000);
      await page.clock.runFor(3_000);
      expect([brand, await prompt().count()]).toEqual([brand, 0]);
      await page.clock.fastForward(20_000);
      await prompt().waitFor();
    }
  });

  /** Is away on a page for as long as the flags say, and leaves for somewhere else. */
  async function departs(from: string): Promise<string> {
    await page.goto(`${product.address}${from}`);
    await page.locator('header').getByText('Log Out', { exact: true }).waitFor();
    const gone = new Promise<string>((resolve) => {
      page.on('framenavigated', (frame) => {
        if (new URL(frame.url()).pathname !== from && new URL(frame.url()).pathname !== '/timeout')
          resolve(frame.url());
      });
      page.on('request', (request) => {
        if (request.isNavigationRequest()) resolve(request.url());
      });
    });
    await page.clock.fastForward(781_000);
    await prompt().waitFor();
    await page.clock.fastForward(121_000);
    return gone;
  }
  test.each(brands)(
    'where it leads on %s: to the brand that builds credit while customers are sent there, else to the store’s site where somebody came from a store, else to the root from the account, else to the log-in [behaviour.idleTimeout.zeroRedirectOrder]',
    async (brand) => {
      const store = { storeNumber: '1204' };
      const { idleAlternatePage, pocketLogin } = (await bootOf(brand)).facts;
      const off = { redirectToP360: false };
      await flagsAre(off);
      await logIn(brand, store);
      await flagsAre({ redirectToP360: true });
      // Its own customers go where they would without the flag.
      const other = brand === 'pocket' ? idleAlternatePage : pocketLogin;
      expect(await departs('/account/apply-now')).toBe(other);
      await flagsAre(off);
      await logIn(brand, store);
      expect(await departs('/account/apply-now')).toBe(idleAlternatePage);
      await logIn(brand);
      expect(new URL(await departs('/account/apply-now')).pathname).toBe('/');
      await logIn(brand);
      expect(new URL(await departs('/pending')).pathname).toBe('/login');
    },
  );
});

test('a forgotten password and a log-in by code: pages of what is off are not there, and the service is told, on every brand [flag.forgotPassword] [flag.passwordless] [flag.enablePasswordlessFlow]', async () => {
  for (const [forgotPassword, passwordless] of [
    [true, true],
    [true, false],
    [false, true],
  ] as const) {
    await flagsAre({ authentication: { mfa: true, forgotPassword, passwordless } });
    for (const brand of brands) {
      const { email } = await product.another(seeded('passwordless'), brand);
      const told: unknown[] = [];
      const opened = async (path: string): Promise<string> => {
        await open(`${path}?brand=${brand}`);
        await page.waitForFunction(() => document.querySelector('h1') !== null || location.pathname === '/not-found');
        return new URL(page.url()).pathname;
      };
      const failPath = '/authentication/forgot-password/fail';
      expect(await opened(failPath)).toBe(forgotPassword ? failPath : '/not-found');
      expect(await opened('/resume')).toBe(passwordless ? '/resume' : '/not-found');
      await opened('/authentication/forgot-password');
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/auth') told.push(request.postDataJSON());
      });
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send Password' }).click();
      const next = forgotPassword && passwordless ? '/resume' : '/authentication/forgot-password/sent';
      await page.waitForURL((url) => url.pathname === next);
      expect(told).toMatchObject(forgotPassword ? [{ flags: { enablePasswordlessFlow: passwordless } }] : []);
      // Who has no password and signs up is sent on to the code, or where a password is asked for.
      await open(`/application/account?brand=${brand}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('Marigold42');
      await page.getByLabel('Confirm password', { exact: true }).fill('Marigold42');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL((url) => url.pathname === (passwordless ? '/resume' : '/login'));
      // The page of before may stand a moment longer, and has an email, too.
      await page.getByRole('heading', { name: passwordless ? 'Log in with a code' : 'Log in', exact: true }).waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
    }
  }
});

describe('the way to another code', () => {
  let made = 0;
  /** Comes to a page that asks for a code from an email. */
  const pages: Readonly<Record<string, () => Promise<string>>> = {
    'of the log-in without a password': async () => {
      await open('/resume?brand=payday');
      await page.getByLabel('Email').fill(`nobody.at.all-${(made += 1)}@example.test`);
      await page.getByRole('button', { name: 'Send code' }).click();
      return '/resume/code';
    },
    'of the sign-up': async () => {
      await signUp();
      return '/application/otp';
    },
    'of the log-in of somebody whose email is not confirmed': async () => {
      const someone = await signUp();
      await open('/login?brand=payday');
      await fillIn(someone);
      return '/login/confirm';
    },
    'of the second proof': async () => {
      await open('/account/apply-now?brand=payday');
      await fillIn(await product.another(seeded('proves-by-email')));
      return '/authentication/mfa/otp-email';
    },
  };
  async function signUp(): Promise<{ readonly email: string; readonly password: string }> {
    const someone = { email: `sara.signs-up-${(made += 1)}@example.test`, password: 'Marigold42' };
    await open('/application/account?brand=payday');
    await page.getByLabel('Email').fill(someone.email);
    await page.getByLabel('Password', { exact: true }).fill(someone.password);
    await page.getByLabel('Confirm password', { exact: true }).fill(someone.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL((url) => url.pathname === '/application/otp');
    await page.locator('main input').first().waitFor();
    return someone;
  }
  const another = () => page.locator('main').getByRole('button', { name: 'Send a new code' });
  /**
   * Milliseconds of the page's clock until the link came; 0 where it is there. The clock goes on by itself, so that it
   * is set forward by what is left of the time alone.
   */
  async function awaited(seconds: number): Promise<number> {
    const since = await page.evaluate(() => {
      const shows = (): boolean =>
        [...document.querySelectorAll('main button')].some((one) => one.textContent === 'Send a new code');
      if (shows()) return undefined;
      const waiting = { since: Date.now(), came: 0 };
      Object.assign(window, { waiting });
      new MutationObserver((_, observer) => {
        if (!shows()) return;
        waiting.came = Date.now();
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true });
      return waiting.since;
    });
    if (since === undefined) return 0;
    const left = seconds * 1000 - ((await page.evaluate(() => Date.now())) - since) - 1000;
    if (left > 0) await page.clock.fastForward(left);
    await another().waitFor();
    const { came } = await page.evaluate(
      () => (window as unknown as { readonly waiting: { readonly came: number } }).waiting,
    );
    return came - since;
  }

  test.each(Object.keys(pages))(
    '%s comes after as many seconds as the flag says, else after 30, and after each press anew [behaviour.emailCode.resendDelay] [flag.timeouts.verification.otp_email] [flag.timeouts]',
    async (which) => {
      for (const seconds of [60, 15, undefined]) {
        const { timeouts: both } = timeouts({ enabled: true, timeout: 780, promptTimeout: 120 });
        await flagsAre({
          timeouts: { ...(both as JsonObject), verification: seconds === undefined ? {} : { otp_email: seconds } },
        });
        const path = await pages[which]?.();
        await page.waitForURL((url) => url.pathname === path);
        await page.locator('main input').first().waitFor();
        // On a busy machine the page may have stood for seconds already, and the link is seen late; near enough that no
        // two of these values are taken for each other.
        const near = { from: (seconds ?? 30) * 1000 - 8_000, to: (seconds ?? 30) * 1000 + 7_000 };
        for (const time of ['first', 'again', 'and again']) {
          const after = await awaited(seconds ?? 30);
          expect([seconds, time, after > near.from && after < near.to ? 'then' : after]).toEqual([
            seconds,
            time,
            'then',
          ]);
          if (time === 'and again') break;
          await another().click();
          await page.getByText('A new code has been sent.').first().waitFor();
          await another().waitFor({ state: 'detached' });
        }
      }
    },
  );
});

test('who logs in is checked first while homepages are one, else comes to the application at once [flag.unifiedHomepages] [behaviour.destination.mfa.unifiedHomepages]', async () => {
  for (const unifiedHomepages of [true, false]) {
    await flagsAre({ unifiedHomepages });
    await logIn();
    expect([unifiedHomepages, headings.includes('You are logged in')]).toEqual([unifiedHomepages, unifiedHomepages]);
  }
});

test('a second proof is asked for, and a log-in that failed is told, while that is on [flag.authentication.mfa]', async () => {
  for (const mfa of [true, false]) {
    await flagsAre({ authentication: { mfa, forgotPassword: true, passwordless: true } });
    const cora = await product.another(seeded('core-customer'));
    await open('/login?brand=payday');
    const told: unknown[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/auth') told.push(request.postDataJSON());
    });
    await fillIn({ ...cora, password: 'Nothing42' });
    await page.getByText('Incorrect username or password.').first().waitFor();
    expect(told).toMatchObject(mfa ? [{ email: cora.email, type: 'failedLogin' }] : []);
    await fillIn(cora);
    await page.waitForURL((url) => url.pathname === '/account/apply-now');
    expect([mfa, headings.includes('You are logged in')]).toEqual([mfa, mfa]);
  }
});

test('a customer who is not checked, goes on with nothing and comes from no other site is led where the root leads, or on with their enrollment [behaviour.destination.default]', async () => {
  await flagsAre({ authentication: { mfa: false, forgotPassword: true, passwordless: true } });
  const cora = await product.another(seeded('core-customer'));
  const landed: string[] = [];
  for (const query of ['', '&isEnrollment=true']) {
    await open(`/login?brand=payday${query}`);
    const found = page.waitForResponse((one) => String(one.request().postData()).includes('query openApplication'));
    await fillIn(cora);
    expect(await (await found).json()).toMatchObject({ data: { openApplication: null } });
    await page.waitForURL((url) => url.pathname === (query === '' ? '/account/apply-now' : '/enrollment'));
    await page.locator('h1').waitFor();
    expect(headings).not.toContain('You are logged in');
    landed.push(new URL(page.url()).pathname);
  }
  expect(landed).toEqual(['/account/apply-now', '/enrollment']);
  // The root leads to the same page.
  await page.goto(`${product.address}/`);
  await page.waitForURL((url) => url.pathname === landed[0]);
});

test('pages of a conversion are there while loans may be converted [flag.loanConversion]', async () => {
  for (const loanConversion of [true, false]) {
    await flagsAre({ loanConversion });
    await open('/loan/conversion?brand=payday');
    await page.waitForURL((url) => url.pathname === (loanConversion ? '/login' : '/not-found'));
  }
});

describe('customers are sent to the brand that builds credit', () => {
  const there = 'https://www.tuppence.example/login';
  /** Where a page leads that was opened at an address, with what stands behind the # of it. */
  const sentFrom = (path: string): Promise<URL> =>
    // The site of the other brand does not exist on this machine: the navigation to it ends the one to the page.
    sentBy(() => page.goto(`${product.address}${path}`).catch(() => undefined));
  /** Where it leads what somebody does. */
  async function sentBy(act: () => Promise<unknown>): Promise<URL> {
    const wire = await context.newCDPSession(page);
    await wire.send('Network.enable');
    const gone = new Promise<string>((resolve) =>
      wire.on('Network.requestWillBeSent', ({ request: { url, urlFragment = '' } }) => {
        if (url.startsWith(there)) resolve(url + urlFragment);
      }),
    );
    await act();
    return new URL(await gone);
  }

  test('by pages for who is not signed in, of every other brand; the page says so meanwhile [screen.partnerTransfer.message] [brand.userRedirectToPartner] [brand.behaviourByKey]', async () => {
    await flagsAre({ redirectToP360: true });
    for (const brand of brands.filter((one) => one !== 'pocket'))
      for (const path of [
        '/login',
        '/authentication/forgot-password',
        '/authentication/forgot-email',
        '/enrollment',
        '/resume',
      ]) {
        await open('/dev');
        const left = await sentFrom(`${path}?brand=${brand}`);
        expect(new URLSearchParams(left.hash.slice(1)).get('session_id')).toMatch(/^[\w-]{8,}$/);
        expect(headings).toContain('Transferring to partner site');
      }
  });

  test('and by none of that brand, nor by any while the flag is off [behaviour.partnerTransfer.condition]', async () => {
    await open('/login?brand=pocket');
    await page.getByLabel('Email').waitFor();
    await flagsAre({ redirectToP360: false });
    for (const path of ['/login', '/authentication/forgot-email']) {
      await open(`${path}?brand=payday`);
      await page.locator('main input').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test('but not while the site is closed: then nobody is sent there, of any brand, from any page [behaviour.maintenance.redirect]', async () => {
    await flagsAre({ maintenance: true, redirectToP360: true });
    for (const brand of brands)
      for (const path of ['/login', '/authentication/forgot-password', '/enrollment', '/resume', '/']) {
        await open('/dev');
        const gone: string[] = [];
        page.on('request', (request) => {
          if (request.isNavigationRequest()) gone.push(new URL(request.url()).origin);
        });
        const answer = await page.goto(`${product.address}${path}?brand=${brand}`);
        await page.locator('h1').waitFor();
        expect([brand, path, answer?.status(), gone]).toEqual([brand, path, 503, [product.address]]);
        expect(headings).not.toContain('Transferring to partner site');
      }
    // Nor is it closed any more, as soon as the flag is off.
    await flagsAre({ maintenance: false });
    for (const brand of brands) {
      const answer = await page.goto(`${product.address}/login?brand=${brand}`);
      await page.getByLabel('Email').waitFor();
      expect([brand, answer?.status()]).toEqual([brand, 200]);
    }
  });

  test('with the tokens, the session and the brand of who is signed in, behind the # of the address [behaviour.partnerTransfer.urlPayload]', async () => {
    await flagsAre({ redirectToP360: false });
    await logIn();
    await flagsAre({ redirectToP360: true });
    const { hash, search } = await sentFrom('/login');
    const sent = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    expect(search).toBe('');
    expect(sent).toMatchObject({ brand: '1' });
    for (const token of ['id_token', 'access_token']) expect(sent[token]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(Object.keys(sent).sort()).toEqual(['access_token', 'brand', 'id_token', 'session_id']);
    await until(
      'the server’s log to know no token',
      () =>
        !product
          .log()
          .join('')
          .includes(sent['id_token'] ?? ''),
    );
  });

  test('who comes back within 60 seconds of that is not sent away again by themselves, but by a button; after that they are [const.cookie.tokenHandoffMaxAge]', async () => {
    await flagsAre({ redirectToP360: false });
    await logIn();
    await flagsAre({ redirectToP360: true });
    const handOff = async () => (await context.cookies(product.address)).find(({ name }) => name === 'tokenHandoff');
    expect(await handOff()).toBe(undefined);
    const before = Date.now() / 1000;
    const first = await sentFrom('/login');
    const [cookie, after] = [await handOff(), Date.now() / 1000];
    const seconds = detail<number>('const.cookie.tokenHandoffMaxAge', 'value');
    expect(cookie?.expires).toBeGreaterThanOrEqual(Math.floor(before) + seconds);
    expect(cookie?.expires).toBeLessThanOrEqual(after + seconds);
    // Nothing of the person stands in it.
    expect(cookie?.value).toBe('taken');
    // The site of the other brand does not exist on this machine: the browser says so before it goes anywhere else.
    const cameBack = () => until('the browser to say so', () => page.url().startsWith('chrome-error:'));
    await cameBack();
    await page.goto(`${product.address}/enrollment`);
    await page.getByRole('heading', { level: 1, name: 'You came back from our other site' }).waitFor();
    const again = await sentBy(() => page.getByRole('button', { name: 'Go there again' }).click());
    const keys = ({ hash }: URL) => [...new URLSearchParams(hash.slice(1)).keys()].toSorted();
    expect(keys(again)).toEqual(keys(first));
    await cameBack();
    await context.clearCookies({ name: 'tokenHandoff' });
    expect(keys(await sentFrom('/login'))).toEqual(keys(first));
  });

  test('an account of the site of before goes on with what was begun while the flag is on; else at the partner’s site, with the tokens, which are good there and nowhere here [behaviour.login.legacyCode.flagOn] [behaviour.login.legacyCode.flagOff] [flag.redirectToP360]', async () => {
    await flagsAre({ redirectToP360: true });
    const atTheOther = await product.another(seeded('of-the-site-before'), 'pocket');
    await open('/login?brand=pocket');
    await fillIn(atTheOther);
    await page.waitForURL((url) => url.pathname === '/application/resume');
    await page.getByRole('dialog').waitFor();

    await flagsAre({ redirectToP360: false });
    const somebody = await product.another(seeded('of-the-site-before'));
    await open('/login?brand=payday');
    const left = await sentBy(() => fillIn(somebody));
    const sent = Object.fromEntries(new URLSearchParams(left.hash.slice(1)));
    expect(Object.keys(sent).sort()).toEqual(['access_token', 'brand', 'id_token', 'session_id']);
    await open('/dev');
    await page.goto(`${product.address}/login?brand=payday`);
    await page.locator('header').getByText('Log In', { exact: true }).waitFor();
    await page.goto(`${product.address}/sso?brand=payday${left.hash}`);
    await page.getByRole('heading', { name: 'You were authenticated' }).waitFor();
  });
});

/** The paths of the flags that are declared. */
const declared = (of: JsonObject, above = ''): readonly string[] =>
  Object.entries(of['properties'] as JsonObject).flatMap(([name, one]) =>
    'properties' in (one as JsonObject) ? declared(one as JsonObject, `${above}${name}.`) : [`${above}${name}`],
  );
/** Flags whose other side a file of its own shows, which makes a server of its own for it. */
const elsewhere: Readonly<Record<string, readonly [file: string, written: RegExp]>> = {
  disallowDual: ['account-landing', /flagsFile\), JSON\.stringify\(\{ \.\.\.flags, disallowDual: false/],
};
// The last one: of what the tests before it set, and of the fixtures.
test('each flag that is declared is met on both of its sides, here or in a fixture', () => {
  const facts = JSON.parse(readFileSync(join(root, 'schemas', 'facts.json'), 'utf8')) as {
    readonly properties?: { readonly flags: JsonObject };
    readonly flags?: JsonObject;
  };
  const paths = declared(facts.flags ?? facts.properties?.flags ?? {});
  expect(paths.length).toBeGreaterThan(15);
  for (const { brand, given } of fixturesIn(readFiles([root])))
    for (const [path, value] of leaves(given.facts['flags'] ?? {})) {
      note(path, value);
      note(path, get(own[brand] ?? {}, path));
    }
  for (const [path, [file, written]] of Object.entries(elsewhere)) {
    expect(readFileSync(join(root, 'tests', 'e2e', `${file}.test.ts`), 'utf8')).toMatch(written);
    note(path, false);
    note(path, get(own['payday'] ?? {}, path));
  }
  expect([...sides.keys()].filter((path) => !paths.includes(path) && path !== 'timeouts.verification')).toEqual([]);
  expect(paths.filter((path) => (sides.get(path)?.size ?? 0) < 2)).toEqual([]);
});
