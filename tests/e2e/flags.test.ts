/** Both sides of what flags switch, before a browser: a flag is changed while the server runs, and nothing is built. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { headerNames } from '../../contract/headers.ts';
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
import { anew } from '../harness/tab.ts';
import { temporaryFolder } from '../server/support/server.ts';
import { heardAt, openApplication, pagesToSubmit, submitPage } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { signedIn } from './signed-in.ts';

const content = temporaryFolder();
const brands = readdirSync(join(root, 'brands'));
/** Which flags the files have. */
let filesHave = '';
let product: Product;
let service: FlagService;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  for (const brand of brands) mkdirSync(join(content, 'brands', brand), { recursive: true });
  filesOf(changed(unusual));
  service = await startFlagService();
  product = await startProduct({ CONTENT_DIR: `+${content}`, FLAGS_URL: service.address }, { flagsMs: 400 });
  browser = await openBrowser();
  context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  await context.clock.install();
  await context.exposeFunction('drawn', (heading: string) => void headings.push(heading));
  await context.addInitScript(() => {
    const { drawn } = window as unknown as { readonly drawn: (heading: string) => void };
    let last = '';
    Object.assign(window, { opened: Date.now() });
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent ?? '';
      if (heading !== last) drawn(heading);
      last = heading;
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === places.graphql || pathname === places.identity) asked.add(request);
    session = request.headers()[headerNames.session] ?? session;
  });
  context.on('requestfinished', (request) => void asked.delete(request));
  context.on('requestfailed', (request) => void asked.delete(request));
  page = await context.newPage();
}, 180_000);
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
/** What tests of this file set each flag to, by its path. */
const sides = new Map<string, Set<string>>();
const note = (path: string, value: Json | undefined): void =>
  void sides.set(path, (sides.get(path) ?? new Set()).add(JSON.stringify(value ?? null)));

type Flags = Readonly<Record<string, JsonObject>>;
const changed = (change: JsonObject): Flags =>
  Object.fromEntries(brands.map((brand) => [brand, { ...own[brand], ...change }] as const));
const pathsOf = (flags: Flags): string =>
  brands
    .map((brand) =>
      leaves(flags[brand] ?? {})
        .map(([path]) => path)
        .toSorted()
        .join(),
    )
    .join(';');
/** Where those of a developer's machine are the same flags, there are none of this one: that content is compiled. */
const filesOf = (flags: Flags): void => {
  filesHave = pathsOf(flags);
  for (const brand of brands) {
    const file = join(content, 'brands', brand, 'flags.local.json');
    if (filesHave === pathsOf(own)) rmSync(file, { force: true });
    else writeFileSync(file, JSON.stringify(flags[brand]));
  }
};

/**
 * Every brand has its own flags of this machine but for these. A service says so, of flags that the files have; which
 * flags there are the files say: that compiles all content anew, which takes a hundred times as long.
 */
async function flagsAre(change: JsonObject): Promise<void> {
  for (const [path, value] of leaves(change)) note(path, value);
  const want = changed(change);
  if (pathsOf(want) !== filesHave) {
    filesOf(want);
    expect(await product.server().reloadContent()).toEqual([]);
  }
  service.say(Object.fromEntries(brands.map((brand) => [brand, Object.fromEntries(leaves(want[brand] ?? {}))])));
  for (const brand of brands)
    await until(`the flags of ${brand}`, async () => isDeepStrictEqual((await bootOf(brand)).flags, want[brand]));
}
const bootOf = async (brand: string): Promise<Boot> =>
  (await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot;
const timeouts = (steps: JsonObject): JsonObject => ({
  timeouts: { authentication_steps: steps, verification: { otp_email: 30 } },
});

/** With a flag that the files of this machine do not have, and without one that they have: the server begins so. */
const unusual: JsonObject = {
  p360BrandOverride: 'pocket',
  timeouts: { authentication_steps: { enabled: true, timeout: 780, promptTimeout: 120 }, verification: {} },
};

/** What pages have asked of the data and of the identity service, and were not answered yet. */
const asked = new Set<Request>();

/** Which session the last call said that had one. */
let session = '';
/** Headings of all pages that the browser drew since it was opened. */
const headings: string[] = [];
/** Nobody is there, of whom only cookies are known, at the time that it is. */
async function asNobody(cookies: Readonly<Record<string, string>> = {}): Promise<void> {
  page.removeAllListeners('request');
  page.removeAllListeners('framenavigated');
  await anew(page, product.address);
  await context.clock.install();
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.address })));
  headings.length = 0;
}
async function open(path: string, cookies: Readonly<Record<string, string>> = {}): Promise<void> {
  await asNobody(cookies);
  await page.goto(`${product.address}${path}`);
}
const at = (pathname: string): Promise<void> => page.waitForURL((url) => url.pathname === pathname);
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
/** Somebody who is logged in stands at the first page of the application. */
async function standsAtFirst(brand = 'payday', cookies: Readonly<Record<string, string>> = {}): Promise<void> {
  await asNobody(cookies);
  await signedIn(page, product.address, await product.another(seeded('new-applicant'), brand));
  await page.goto(`${product.address}/application/personal?brand=${brand}`);
  await page.getByLabel('First name').waitFor();
}

test('another brand is the one that builds credit: it begins with the log-in and keeps its customers, Tuppence sends its own there [flag.p360BrandOverride] [brand.behaviourByKey]', async () => {
  await flagsAre({ ...unusual, redirectToP360: true, p360BrandOverride: 'payday' });
  await open('/?brand=payday');
  await page.getByLabel('Email').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  await open('/pending?brand=pocket');
  await page.locator('h1').waitFor();
  const gone = page.waitForRequest((request) => request.url().startsWith('https://www.tuppence.example/login'));
  await page.goto(`${product.address}/login?brand=pocket`).catch(() => undefined);
  await gone;
  await until('the browser to say so', () => page.url().startsWith('chrome-error:'));
  await flagsAre({ ...unusual, redirectToP360: true });
  await open('/login?brand=pocket');
  await page.getByLabel('Email').waitFor();
});

describe('the way to another code', () => {
  let made = 0;
  let someone = { email: '', password: '' };
  /** Comes to a page that asks for a code from an email. */
  const pages: Readonly<Record<string, () => Promise<string>>> = {
    'of the log-in without a password': async () => {
      await open('/resume?brand=payday');
      await page.getByLabel('Email').fill(`nobody.at.all-${(made += 1)}@example.test`);
      await page.getByRole('button', { name: 'Send code' }).click();
      return '/resume/code';
    },
    'of the sign-up': async () => {
      someone = { email: `sara.signs-up-${(made += 1)}@example.test`, password: 'Marigold42' };
      await open('/application/account?brand=payday');
      await page.getByLabel('Email').fill(someone.email);
      await page.getByLabel('Password', { exact: true }).fill(someone.password);
      await page.getByLabel('Confirm password', { exact: true }).fill(someone.password);
      await page.getByRole('button', { name: 'Continue' }).click();
      return '/application/otp';
    },
    // Who has just signed up.
    'of the log-in of somebody whose email is not confirmed': async () => {
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
  const another = () => page.locator('main').getByRole('button', { name: 'Send a new code' });
  /**
   * Milliseconds of the page's clock until the link came; 0 where it is there. The clock goes on by itself, so that it
   * is set forward by what is left of the time alone, the last seconds one timer after the other.
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
    const left = seconds * 1000 - ((await page.evaluate(() => Date.now())) - since) - 2000;
    if (left > 0) await page.clock.fastForward(left);
    await page.clock.runFor(2000);
    await another().waitFor();
    const { came } = await page.evaluate(
      () => (window as unknown as { readonly waiting: { readonly came: number } }).waiting,
    );
    return came - since;
  }

  /** Each page is left for the next once the link came as late as it must, so many times, on the first once more. */
  async function comes(seconds: number | undefined, atLeast: number, on = Object.entries(pages)): Promise<void> {
    for (const [index, [which, comesTo]] of on.entries()) {
      const times = index === 0 && atLeast > 1 ? atLeast + 1 : atLeast;
      const path = await comesTo();
      await at(path);
      await page.locator('main input').first().waitFor();
      // A call that is under way as the clock is set forward would be given up by the page as too late.
      await until('every call of the page to be answered', () => asked.size === 0);
      // On a busy machine the page may have stood for seconds already, and the link is seen late; near enough that no
      // two of these values are taken for each other.
      const near = { from: (seconds ?? 30) * 1000 - 8_000, to: (seconds ?? 30) * 1000 + 7_000 };
      for (let time = 1; time <= times; time += 1) {
        const after = await awaited(seconds ?? 30);
        expect([which, time, after > near.from && after < near.to ? 'then' : after]).toEqual([which, time, 'then']);
        if (time === times) break;
        await another().click();
        await page.getByText('A new code has been sent.').first().waitFor();
        await another().waitFor({ state: 'detached' });
      }
    }
  }

  test('comes after 30 seconds where the flag says nothing [behaviour.emailCode.resendDelay]', async () => {
    await flagsAre(unusual);
    await comes(undefined, 1);
  });

  test('comes after as many seconds as the flag says, and after each press anew [behaviour.emailCode.resendDelay] [flag.timeouts] [flag.timeouts.verification.otp_email]', async () => {
    // Another number, on one page: the first one is not what is waited for always.
    for (const [seconds, times, on] of [
      [15, 2, Object.entries(pages)],
      [60, 1, Object.entries(pages).slice(0, 1)],
    ] as const) {
      const { timeouts: both } = timeouts({ enabled: true, timeout: 780, promptTimeout: 120 });
      await flagsAre({ timeouts: { ...(both as JsonObject), verification: { otp_email: seconds } } });
      await comes(seconds, times, on);
    }
  });
});

describe('each by its own flag alone:', () => {
  const off = { remoteSessionOption: false, hideHawaiiFooter: false, hideKyIaFooter: false, forgotEmail: false };
  const on = { remoteSessionOption: true, hideHawaiiFooter: true, hideKyIaFooter: true, forgotEmail: true };
  const others = { authentication: { mfa: true, forgotPassword: false, passwordless: false } };
  beforeAll(async () => {
    await asNobody();
  });
  /** What the log-in of brands shows is what their flags say. */
  const isSo = async (flags: typeof off, on_: readonly string[], more: JsonObject = {}): Promise<void> => {
    await flagsAre({ ...flags, ...more });
    for (const brand of on_) {
      await page.goto(`${product.address}/login?brand=${brand}`);
      await page.getByLabel('Email').waitFor();
      const footer = await page.locator('footer').innerText();
      const seen = {
        remoteSessionOption: (await page.getByText('Share my screen').count()) === 1,
        hideHawaiiFooter: !footer.includes('Hawaii'),
        hideKyIaFooter: !footer.includes('Kentucky and Iowa'),
        forgotEmail: (await page.locator('main').getByText('Forgot email', { exact: true }).count()) === 1,
      };
      expect([brand, seen]).toEqual([brand, flags]);
    }
  };
  /** Where the page that no email was found leads. */
  const leadsTo = async (brand: string): Promise<string> => {
    await page.goto(`${product.address}${FAIL}?brand=${brand}`);
    await page.waitForFunction(() => document.querySelector('h1') !== null || location.pathname === '/not-found');
    return new URL(page.url()).pathname;
  };
  const FAIL = '/authentication/forgot-email/fail';

  test('sharing one’s screen, and what the footer says of Hawaii, Kentucky and Iowa [flag.remoteSessionOption] [flag.hideHawaiiFooter] [flag.hideKyIaFooter]', async () => {
    await isSo(off, brands);
    for (const one of ['remoteSessionOption', 'hideHawaiiFooter', 'hideKyIaFooter'])
      await isSo({ ...off, [one]: true }, ['payday']);
    await isSo(on, brands);
  });

  test('the way to a forgotten email with the page that none was found [flag.forgotEmail] [route.authentication.forgotEmail.fail]', async () => {
    await isSo({ ...off, forgotEmail: true }, ['payday'], others);
    expect(await leadsTo('payday')).toBe(FAIL);
    for (const [flags, where] of [
      [off, '/not-found'],
      [on, FAIL],
    ] as const) {
      await flagsAre(flags);
      for (const brand of brands) expect([brand, await leadsTo(brand)]).toEqual([brand, where]);
    }
  });
});

test('the notice for California, which nobody else is shown, on every brand [flag.newCaliforniaNotice] [const.specialState.california]', async () => {
  const shown: string[] = [];
  for (const isOn of [true, false]) {
    await flagsAre({ newCaliforniaNotice: isOn });
    // What withholds it is one rule, whose flag each brand has.
    for (const brand of isOn ? brands : ['payday']) {
      await standsAtFirst(brand);
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
  expect(shown).toEqual([...brands, 'payday']);
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
  const server = { address: product.address, services: product.server().services };
  for (const [chooses, consents] of [
    [true, true],
    [false, true],
    [true, false],
  ] as const) {
    await flagsAre({ showNewBankingScreen: chooses, enablePrivacyNoticeConsentPage: consents });
    const ana = await signUp(product);
    const applicant = await openApplication(server, ana);
    for (const left of pagesToSubmit().slice(0, 3)) await applicant.leave(left);
    await asNobody();
    await signedIn(page, product.address, { email: ana.email, password: 'Marigold42' });
    await page.goto(`${product.address}/application/income?brand=payday`);
    await page.locator('[data-action="continue"]').click();
    await at(chooses ? '/application/bank' : '/application/bank/plaid');
    if (chooses) await page.locator('[data-action="link"]').click();
    await at('/application/bank/plaid');
    await page.locator('[data-action="continue"]').click();
    await at(consents ? '/application/bank/plaid/consent' : '/application/bank/plaid/open');
  }
});

test('who is denied online reads the notice at once where only customers of stores are led on, else what else there is [flag.adverseActionNonRetail] [behaviour.adverseAction.skipNonRetail]', async () => {
  const server = { address: product.address, services: product.server().services };
  for (const adverseActionRetailOnly of [true, false]) {
    await flagsAre({ adverseActionRetailOnly });
    const ana = await signUp(product);
    const applicant = await openApplication(server, ana);
    for (const left of pagesToSubmit({ ssn: '219091006' })) await applicant.leave(left);
    await asNobody();
    await signedIn(page, product.address, { email: ana.email, password: 'Marigold42' });
    await page.goto(`${product.address}/application/submit?brand=payday`);
    await page.locator('[data-action="submit"]').click();
    await page.getByRole('heading', { level: 1, name: 'We cannot approve your application' }).waitFor();
    const { pathname } = new URL(page.url());
    expect([adverseActionRetailOnly, pathname === '/application/adverse-action/notice']).toEqual([
      adverseActionRetailOnly,
      adverseActionRetailOnly,
    ]);
    expect(pathname).toMatch(/^\/application\/adverse-action\/(notice|retail|thank-you|keep-in-mind)$/);
  }
});

test('who is denied in a store is led on though only customers of stores are, by way of the page that looks where to, which their own browser opens first [flag.adverseActionNonRetail] [behaviour.adverseAction.skipNonRetail] [route.application.adverseAction]', async () => {
  const server = { address: product.address, services: product.server().services };
  await flagsAre({ adverseActionRetailOnly: true });
  const ana = await signUp(product);
  const applicant = await openApplication(server, ana);
  for (const left of [...pagesToSubmit({ ssn: '219091006' }), submitPage]) await applicant.leave(left);
  await ana.hear(applicant.id, ({ status }) => status === 'SUBMIT_DENIED');
  await applicant.leave(heardAt('transition', 'SUBMIT_DENIED'));
  // No page makes an application of a store: that of a lead, which a store approved, is one.
  await sql`update applications set channel = 'RETAIL' where id = ${applicant.id}::uuid`.execute(server.services.db);
  await asNobody();
  await signedIn(page, product.address, { email: ana.email, password: 'Marigold42' });
  await page.goto(`${product.address}/application/adverse-action?brand=payday`);
  await page.waitForURL((url) => /^\/application\/adverse-action\/(retail|thank-you|keep-in-mind)$/.test(url.pathname));
  expect(headings).toContain('Identifying your State configuration.');
});

describe('nobody is there', () => {
  const prompt = () => page.getByRole('dialog', { name: 'Are you still there?' });
  const asWanted = (): Promise<void> => flagsAre(timeouts({ enabled: true, timeout: 60, promptTimeout: 20 }));
  test('it is asked after as many seconds as the flag says, which counts down as many, or not at all, on every brand [flag.timeouts.authentication_steps] [flag.timeouts]', async () => {
    await asWanted();
    for (const brand of brands) {
      await standsAtFirst(brand);
      await page.clock.fastForward(55_000);
      expect([brand, await prompt().count()]).toEqual([brand, 0]);
      await page.clock.fastForward(6_000);
      await prompt().waitFor();
      const left = Number(/(\d+) seconds?/.exec(await prompt().innerText())?.[1]);
      // Nobody is away for longer than the page is there.
      const away = await page.evaluate(
        () => (Date.now() - (window as unknown as { readonly opened: number }).opened) / 1000,
      );
      expect(left).toBeLessThanOrEqual(20);
      expect(left).toBeGreaterThanOrEqual(60 + 20 - away);
      await page.clock.fastForward(20_000);
      await page.waitForURL((url) => url.pathname === '/login');
    }
    await flagsAre(timeouts({ enabled: false, timeout: 60, promptTimeout: 20 }));
    for (const brand of brands) {
      await standsAtFirst(brand);
      await page.clock.fastForward(600_000);
      await page.clock.runFor(3_000);
      expect([brand, await prompt().count()]).toEqual([brand, 0]);
      expect(new URL(page.url()).pathname).toBe('/application/personal');
    }
  });

  test('with the cookie of somebody who is away for us it is asked after 900 seconds, on every brand [behaviour.idleTimeout.extendedCookie] [const.cookie.extendedTimeout]', async () => {
    await flagsAre(timeouts({ enabled: true, timeout: 780, promptTimeout: 120 }));
    for (const brand of brands) {
      await standsAtFirst(brand, { extendedTimeout: '1' });
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
    const to = await gone;
    await until('the page to be left', () => ![from, '/timeout'].includes(new URL(page.url()).pathname));
    return to;
  }
  // On the others as on payday, by the same rules.
  test.each(['payday', 'pocket'])(
    'where it leads on %s: to the brand that builds credit while customers are sent there, else to the store’s site where somebody came from a store, else to the root from the account, else to the log-in [behaviour.idleTimeout.zeroRedirectOrder] [flag.redirectToP360]',
    async (brand) => {
      const store = { storeNumber: '1204' };
      const { idleAlternatePage, pocketLogin } = (await bootOf(brand)).facts;
      const off = { redirectToP360: false };
      await flagsAre(off);
      await standsAtFirst(brand, store);
      await flagsAre({ redirectToP360: true });
      // Its own customers go where they would without the flag.
      const other = brand === 'pocket' ? idleAlternatePage : pocketLogin;
      expect(await departs('/account/apply-now')).toBe(other);
      await flagsAre(off);
      await standsAtFirst(brand, store);
      expect(await departs('/account/apply-now')).toBe(idleAlternatePage);
      if (brand !== 'payday') return;
      // Its own pages, which are the same on every brand.
      await standsAtFirst(brand);
      expect(new URL(await departs('/account/apply-now')).pathname).toBe('/');
      await standsAtFirst(brand);
      expect(new URL(await departs('/pending')).pathname).toBe('/login');
    },
  );
});

/** The protocol takes it as an address; no mail can go there: what stands before the @ is too long. */
const noMailGoesThere = `${'long'.repeat(20)}@example.test`;
/** What is said of a password that was forgotten, while the flag is on and while it is off. */
const noAccount = 'We couldn’t find an account matching the email address you entered. Please review and try again.';
const incorrect =
  'Either your account information entered is incorrect or you no longer have saved data. We only keep incomplete applications for 21 days.';
const checkEmail = 'Please check your email and click on the provided link to reset your password.';
const instructions = 'Instructions for resetting your password have been sent to your email';
const says = (words: string): Promise<void> => page.locator('main').getByText(words).waitFor();

test('a forgotten password and a log-in by code: pages of what is off are not there, and the service is told, on every brand [flag.forgotPassword] [flag.passwordless] [flag.enablePasswordlessFlow]', async () => {
  // The other brands with both off; what both on come to the log-in's own tests show (log-in.test.ts).
  for (const [forgotPassword, passwordless, of] of [
    [true, true, ['payday']],
    [true, false, ['payday']],
    [false, true, ['payday']],
    [false, false, brands.filter((brand) => brand !== 'payday')],
  ] as const) {
    await flagsAre({ authentication: { mfa: true, forgotPassword, passwordless } });
    for (const brand of of) {
      await asNobody();
      const { email } = await product.another(seeded('passwordless'), brand);
      const told: unknown[] = [];
      const opened = async (path: string): Promise<string> => {
        await page.goto(`${product.address}${path}?brand=${brand}`);
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
      const asksFor = async (whose: string): Promise<void> => {
        await page.getByLabel('Email').fill(whose);
        await page.getByRole('button', { name: 'Send Password' }).click();
      };
      // Once on each side of the flag, while the other one is on the other side.
      if (forgotPassword !== passwordless) {
        await asksFor(forgotPassword ? 'nobody.at.all@example.test' : noMailGoesThere);
        await says(forgotPassword ? noAccount : incorrect);
        expect(new URL(page.url()).pathname).toBe(forgotPassword ? failPath : '/authentication/forgot-password');
        if (forgotPassword) await page.getByRole('button', { name: 'Go Back' }).click();
        await at('/authentication/forgot-password');
      }
      told.length = 0;
      await asksFor(email);
      const next = forgotPassword && passwordless ? '/resume' : '/authentication/forgot-password/sent';
      await page.waitForURL((url) => url.pathname === next);
      expect(told).toMatchObject(forgotPassword ? [{ flags: { enablePasswordlessFlow: passwordless } }] : []);
      if (next.endsWith('/sent')) await says(forgotPassword ? checkEmail : instructions);
      // Who has no password and signs up is sent on to the code, or where a password is asked for.
      await page.goto(`${product.address}/application/account?brand=${brand}`);
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

test('who logs in is checked first while homepages are one, else comes to the application at once [flag.unifiedHomepages] [behaviour.destination.mfa.unifiedHomepages]', async () => {
  for (const unifiedHomepages of [true, false]) {
    await flagsAre({ unifiedHomepages });
    await open('/login?brand=payday');
    const paths: string[] = [];
    page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
    await fillIn(await product.another(seeded('new-applicant')));
    await page.waitForURL((url) => url.pathname === '/application/personal');
    expect([unifiedHomepages, paths.includes('/authentication/mfa/bypass')]).toEqual([
      unifiedHomepages,
      unifiedHomepages,
    ]);
    expect([unifiedHomepages, headings.includes('You are logged in')]).toEqual([unifiedHomepages, unifiedHomepages]);
  }
});

test('a second proof is asked for, and a log-in that failed is told, while that is on [flag.authentication.mfa] [behaviour.login.failedLoginEvent] [rest.auth.failedLogin]', async () => {
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
    expect(told).toMatchObject(
      mfa ? [{ email: cora.email, type: 'failedLogin', blackBox: expect.stringMatching(/./) }] : [],
    );
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

test('pages of a conversion are there while loans may be converted [flag.loanConversion] [route.loan.conversion.refinance] [route.loan.conversion.convert]', async () => {
  for (const loanConversion of [true, false]) {
    await flagsAre({ loanConversion });
    await asNobody();
    for (const path of ['', '/convert', '/refinance']) {
      await page.goto(`${product.address}/loan/conversion${path}?brand=payday`);
      await page.waitForURL((url) => url.pathname === (loanConversion ? '/login' : '/not-found'));
    }
  }
});

describe('customers are sent to the brand that builds credit', () => {
  const there = 'https://www.tuppence.example/login';
  /** Where a page leads that was opened at an address, with what stands behind the # of it. */
  const sentFrom = (path: string): Promise<URL> =>
    // The site of the other brand does not exist on this machine: the navigation to it ends the one to the page.
    sentBy(() => page.goto(`${product.address}${path}`).catch(() => undefined));
  // The browser says so before it goes anywhere else.
  const cameBack = () => until('the browser to say so', () => page.url().startsWith('chrome-error:'));
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
    const left = await gone;
    await cameBack();
    await wire.detach();
    return new URL(left);
  }

  test('by pages for who is not signed in, of every other brand; the page says so meanwhile [screen.partnerTransfer.message] [brand.userRedirectToPartner] [behaviour.partnerTransfer.condition]', async () => {
    await flagsAre({ redirectToP360: true });
    for (const brand of brands.filter((one) => one !== 'pocket'))
      for (const path of detail<readonly string[]>('behaviour.partnerTransfer.condition', 'routes')) {
        await asNobody();
        const left = await sentFrom(`${path}?brand=${brand}`);
        expect(new URLSearchParams(left.hash.slice(1)).get('session_id')).toMatch(/^[\w-]{8,}$/);
        expect(headings).toContain('Transferring to partner site');
      }
  });

  test('and by none of that brand, nor by any while the flag is off [behaviour.partnerTransfer.condition]', async () => {
    const all = ['/login', '/authentication/forgot-password', '/authentication/forgot-email', '/enrollment', '/resume'];
    await asNobody();
    for (const path of all) {
      await page.goto(`${product.address}${path}?brand=pocket`);
      await page.locator('main').locator('input, button').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await flagsAre({ redirectToP360: false });
    for (const path of all) {
      await page.goto(`${product.address}${path}?brand=payday`);
      await page.locator('main').locator('input, button').first().waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test('whose page of a forgotten password that nobody has offers no enrolling meanwhile, and does again once the flag is off [screen.forgotPassword.enrollWhenAllowed]', async () => {
    const words = detail<string>('error.forgotPassword.noAccount.flagOn', 'message');
    const enroll = page.locator('main').getByText('Enroll Now', { exact: true });
    for (const sends of [true, false]) {
      await flagsAre({ redirectToP360: sends });
      await asNobody();
      for (const brand of brands) {
        await page.goto(`${product.address}/authentication/forgot-password/fail?brand=${brand}`);
        await page.locator('main').getByText(words).first().waitFor();
        expect([brand, sends, await enroll.count()]).toEqual([brand, sends, sends && brand !== 'pocket' ? 0 : 1]);
      }
    }
  });

  test('but not while the site is closed: then nobody is sent there, of any brand, from any page [behaviour.maintenance.redirect]', async () => {
    await flagsAre({ maintenance: true, redirectToP360: true });
    await asNobody();
    const gone: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) gone.push(new URL(request.url()).origin);
    });
    const all = ['/login', '/authentication/forgot-password', '/enrollment', '/resume', '/'];
    for (const brand of brands) {
      // The document itself says that the site is closed, whichever page was asked for.
      for (const path of all) {
        const document = await fetch(`${product.address}${path}?brand=${brand}`, { redirect: 'manual' });
        expect([brand, path, document.status]).toEqual([brand, path, 503]);
      }
      for (const path of brand === 'payday' ? all : ['/login']) {
        gone.length = 0;
        const answer = await page.goto(`${product.address}${path}?brand=${brand}`);
        await page.locator('h1').waitFor();
        expect([brand, path, answer?.status(), gone]).toEqual([brand, path, 503, [product.address]]);
        expect(headings).not.toContain('Transferring to partner site');
      }
    }
    // Nor is it closed any more, as soon as the flag is off.
    await flagsAre({ maintenance: false });
    for (const brand of brands) {
      const answer = await page.goto(`${product.address}/login?brand=${brand}`);
      await page.getByLabel('Email').waitFor();
      expect([brand, answer?.status()]).toEqual([brand, 200]);
    }
  });

  test('with the tokens, the session and the brand of who is signed in, behind the # of the address [behaviour.partnerTransfer.urlPayload] [flag.redirectToP360]', async () => {
    await flagsAre({ redirectToP360: false });
    await standsAtFirst();
    const ofThePage = session;
    expect(ofThePage).toMatch(/^[\w-]{8,}$/);
    await flagsAre({ redirectToP360: true });
    const { hash, search } = await sentFrom('/login');
    const sent = Object.fromEntries(new URLSearchParams(hash.slice(1)));
    expect(search).toBe('');
    expect(sent).toMatchObject({ brand: '1', session_id: ofThePage });
    for (const use of ['id', 'access']) {
      const [, claims = ''] = (sent[`${use}_token`] ?? '').split('.');
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ token_use: use });
    }
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
    await standsAtFirst();
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
    await page.goto(`${product.address}/enrollment`);
    await page.getByRole('heading', { level: 1, name: 'You came back from our other site' }).waitFor();
    const again = await sentBy(() => page.getByRole('button', { name: 'Go there again' }).click());
    const keys = ({ hash }: URL) => [...new URLSearchParams(hash.slice(1)).keys()].toSorted();
    expect(keys(again)).toEqual(keys(first));
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
    // They are signed out: a page for customers leads to the log-in.
    await page.goto(`${product.address}/application/personal?brand=payday`);
    await at('/login');
    await asNobody();
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
