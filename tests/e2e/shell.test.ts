/** What stands around every page, on every brand, and what becomes of somebody when something goes wrong. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { unauthenticatedMessage } from '../../contract/errors.ts';
import { addressPath } from '../../contract/address.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startGatekeeper, type Gatekeeper } from '../harness/gatekeeper.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { anew } from '../harness/tab.ts';
import { openApplication, pagesToSubmit, submitPage } from '../server/support/applicant.ts';
import { signIn, signUp } from '../server/support/person.ts';
import { detail } from '../content/compiled.ts';
import { dataCall } from './data-calls.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
  });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const brands = readdirSync(join(root, 'brands'));
const person = (id: string) => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no test person ${id}.`);
  return found;
};
async function open(path: string): Promise<void> {
  page.removeAllListeners('request');
  page.removeAllListeners('framenavigated');
  await anew(page, product.address);
  await page.goto(`${product.address}${path}`);
}
/** Somebody is logged in already as the page is opened. */
async function openFor(
  who: { readonly email: string; readonly password: string },
  path: string,
  address = product.address,
): Promise<void> {
  await anew(page, address);
  await signedIn(page, address, who);
  await page.goto(`${address}${path}`);
}
async function logIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}
const at = (path: string) => page.waitForURL((url) => url.pathname === path);
const factsOf = async (brand: string): Promise<Boot['facts']> =>
  ((await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot).facts;
/** The stages that the progress indicator names, and the one that is current. */
async function stages(): Promise<{ readonly all: readonly string[]; readonly current: string | undefined }> {
  const items = page.locator('.progress-stages li');
  await items.first().waitFor();
  const read = async (which: typeof items): Promise<readonly string[]> =>
    (await which.locator('.progress-words').allTextContents()).map((words) =>
      words.replace(/ (completed|current|not started)$/, ''),
    );
  return { all: await read(items), current: (await read(page.locator('.progress-stages li[aria-current]')))[0] };
}

describe.each(brands)('around the pages of %s', (brand) => {
  let facts: Boot['facts'];
  const header = () => page.locator('header');
  beforeAll(async () => {
    facts = await factsOf(brand);
    await open(`/login?brand=${brand}`);
    await page.getByLabel('Email').waitFor();
  });

  test('the header has the color of the brand and its phone number [brand.field.headerColor] [brand.field.phoneNumber]', async () => {
    const drawn = await header().evaluate((element) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
      return borderTopWidth === '0px' ? [backgroundColor] : [backgroundColor, borderTopColor];
    });
    const [red, green, blue] = [1, 3, 5].map((from) =>
      parseInt(String(facts['headerColor']).slice(from, from + 2), 16),
    );
    expect(drawn).toContain(`rgb(${red}, ${green}, ${blue})`);
    expect(await header().locator('a[href^="tel:"]:has(.icon)').innerText()).toBe(facts['phoneNumber']);
    expect(await page.locator('footer .footer-help').innerText()).toContain(`${facts['phoneNumber']}`);
  });

  test('it leads to the help of the brand [screen.header.getAnswers]', async () => {
    const strings = detail<JsonObject>('screen.header.getAnswers', 'strings');
    const isBankPartner = facts['isBankPartner'] === true;
    const link = (words: unknown) => header().getByRole('link', { name: String(words), exact: true });
    expect(await link(strings[isBankPartner ? 'bankPartner' : 'default']).getAttribute('href')).toBe(
      facts[isBankPartner ? 'howItWorksLink' : 'getAnswersLink'],
    );
    expect(await link(strings[isBankPartner ? 'default' : 'bankPartner']).count()).toBe(0);
  });

  test('behind Share my screen stands how it is done [screen.header.remoteSession]', async () => {
    const inside = page.getByText('ask to share your screen');
    expect(await inside.isVisible()).toBe(false);
    await header().getByText('Share my screen').click();
    await inside.waitFor();
    expect(await inside.innerText()).toContain(facts['phoneNumber']);
  });

  test('its legal text is its own [brand.field.legalFooter]', async () => {
    const creditor = facts['creditor'] as JsonObject;
    const footer = await page.locator('footer').innerText();
    for (const line of [creditor['name'], creditor['addressLine1'], facts['licenses'], facts['costExample']])
      expect(footer).toContain(line);
    await page.locator('footer .footer-legal').getByRole('button').first().click();
    await until('the legal text', async () =>
      (await page.locator('dialog[open]').innerText()).includes(String(facts['name'])),
    );
  });

  test('whoever applies, enrolls or wants to change a loan and is not signed in is led to the log-in, and told whom to call [screen.journeyFooter] [screen.progress.steps]', async () => {
    await page.goto(`${product.address}/application?brand=${brand}`);
    await page.getByLabel('Confirm password').waitFor();
    const [link = '', call = ''] = detail<readonly string[]>('screen.journeyFooter', 'strings');
    const footer = page.locator('footer');
    const tells = async (): Promise<void> => {
      expect(await footer.innerText()).toMatch(new RegExp(`${call}\\s+${String(facts['phoneNumber'])}`));
      expect(await footer.getByText(link, { exact: true }).count()).toBe(1);
    };
    await tells();
    const { all, current } = await stages();
    expect(all).toEqual(detail('screen.progress.steps', 'steps'));
    expect(current).toBe('Personal Information');
    // The number is the brand's own; which pages have it is the same on all of them.
    if (brand !== 'payday') return;
    for (const path of ['/enrollment', '/application/conversion-eligible-enrollment']) {
      await page.goto(`${product.address}${path}?brand=${brand}`);
      await page.locator('h1').waitFor();
      await tells();
    }
    await page.goto(`${product.address}/find-a-store?brand=${brand}`);
    await page.locator('h1').waitFor();
    expect(await footer.getByText(link, { exact: true }).count()).toBe(0);
    await page.goto(`${product.address}/application?brand=${brand}`);
    await footer.getByText(link, { exact: true }).click();
    await at('/login');
  });

  test('who is not signed in reads what stands at the foot, looks for a store, enrolls, and logs in [role.anonymous]', async () => {
    await open(`/enrollment?brand=${brand}`);
    await page.locator('main').getByRole('button', { name: 'I am a customer of a store' }).click();
    await page.getByLabel('Social Security number').waitFor();
    const footer = page.locator('footer');
    const [link] = facts['footerLinks'] as readonly Readonly<Record<string, string>>[];
    const shown = footer.getByRole('link', { name: link?.['title'] ?? '', exact: true });
    expect(await shown.getAttribute('href')).toBe(link?.['url']);
    const stores = String(facts['findAStore']);
    expect(await header().getByRole('link', { name: 'Find a Store' }).getAttribute('href')).toBe(stores);
    if (stores.startsWith('/')) {
      await page.goto(`${product.address}${stores}?brand=${brand}`);
      await page.getByLabel('ZIP code').fill('64106');
      await page
        .getByRole('button', { name: /^Choose / })
        .first()
        .waitFor();
    }
    await page.goto(`${product.address}/login?brand=${brand}`);
    await header().getByText('Log In', { exact: true }).waitFor();
    await logIn(await product.another(person('new-applicant')));
    await page.waitForURL((url) => url.pathname !== '/login');
    await header().getByText('Log In', { exact: true }).waitFor({ state: 'detached' });
  });

  test('what went wrong has a page that says what to do, and when somebody is there to be called [route.error] [brand.field.contactHours]', async () => {
    await open(`/error?brand=${brand}`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    const hours = detail<string>('brand.field.contactHours', 'value');
    expect(await page.locator('main').innerText()).toContain(`call ${String(facts['phoneNumber'])}, ${hours}.`);
    expect(await page.getByText('Try again', { exact: true }).count()).toBe(1);
  });
});

describe('where it begins', () => {
  test.each(brands)(
    'of %s: the front page is the log-in where that is so, else the account, which asks who it is [route.root]',
    async (brand) => {
      await open(`/?brand=${brand}`);
      await at('/login');
      await logIn(await product.another(person('returning-online'), brand));
      await page.waitForURL((url) => url.pathname !== '/login');
      const visited: string[] = [];
      page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
      await page.locator('header').getByText('Log Out', { exact: true }).waitFor();
      await page.locator('h1').waitFor();
      visited.length = 0;
      await page.goto(`${product.address}/`);
      await until('where it begins', () =>
        visited.some((path) => path.startsWith(brand === 'pocket' ? '/login' : '/account')),
      );
    },
  );

  test('who is logged in is told so, and taken on [route.loginSuccessful]', async () => {
    await open('/login-successful?brand=payday');
    await at('/login');
    await logIn(await product.another(person('new-applicant'), 'payday'));
    await at('/login-successful');
    await page.getByRole('heading', { name: 'You are logged in' }).waitFor();
    await page.waitForURL((url) => url.pathname.startsWith('/application/'));
  });

  test('who comes back is welcomed by a dialog, once in 60 seconds [modal.welcomeBack] [const.cookie.welcomeModalMaxAge]', async () => {
    const { services } = product.server();
    const ana = await signUp(product);
    await openApplication({ address: product.address, services }, ana);
    await open('/login?brand=payday');
    await logIn({ email: ana.email, password: 'Marigold42' });
    await at('/application/resume');
    const dialog = page.getByRole('dialog', { name: 'Good to see you again' });
    const seconds = detail<number>('const.cookie.welcomeModalMaxAge', 'value');
    const before = Date.now() / 1000;
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'welcomeModal');
    // A browser keeps the whole seconds of the moment.
    expect(cookie?.expires).toBeGreaterThan(before + seconds - 1);
    expect(cookie?.expires).toBeLessThan(Date.now() / 1000 + seconds + 1);
    await page.reload();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await page.locator('main').getByRole('button', { name: 'Continue' }).waitFor();
    expect(await dialog.count()).toBe(0);
    await context.clearCookies({ name: 'welcomeModal' });
    await page.reload();
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await at('/application/personal');
  });
});

describe('progress', () => {
  test('which stage is the current one is told by the page, to the last; who comes back for a loan of the bank is asked for it in a stage of its own; on a phone they are counted [screen.progress.currentFromPath] [screen.progress.mobile] [screen.progress.loanDetailsHidden]', async () => {
    const { services } = product.server();
    const ana = await signUp(product);
    const applicant = await openApplication({ address: product.address, services }, ana);
    const pages = [...pagesToSubmit({ ssn: '219091006' }), submitPage];
    for (const left of pages.slice(0, 3)) await applicant.leave(left);
    await anew(page, product.address);
    await signedIn(page, product.address, { email: ana.email, password: 'Marigold42' });
    for (const [path, stage] of [
      ['personal', 'Personal Information'],
      ['amount', 'Loan Details'],
      ['income', 'Income'],
      ['bank', 'Final Steps'],
    ] as const) {
      await page.goto(`${product.address}/application/${path}`);
      await until(stage, async () => (await stages()).current === stage);
      if (path !== 'income') continue;
      await page.setViewportSize({ width: 375, height: 812 });
      await page.getByText(`Step 3 of ${(await stages()).all.length}`, { exact: true }).waitFor();
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    await page.goto('about:blank');
    for (const left of pages.slice(3)) await applicant.leave(left);
    await ana.hear(applicant.id, ({ status }) => status === 'SUBMIT_DENIED');
    await page.goto(`${product.address}/application/adverse-action`);
    await until('Confirmation', async () => (await stages()).current === 'Confirmation');

    // An application that is open would be gone on with: the other loan is wanted by somebody else.
    const bea = await signUp(product);
    const denied = await openApplication({ address: product.address, services }, bea);
    for (const left of pages) await denied.leave(left);
    await bea.hear(denied.id, ({ status }) => status === 'SUBMIT_DENIED');
    const { admin } = product.server();
    for (const [{ email }, code, productCode, isAsked] of [
      [bea, 'BO100902', 'ILP', false],
      [ana, 'BO100901', 'BANK_ILP', true],
    ] as const) {
      await admin.setAttributes((await admin.find(email))?.sub ?? '', { 'custom:boCode': code });
      const begun = await (await signIn(product, email)).ask('createReturningApplication', {
        applicationType: 'STANDARD',
        brandName: 'payday',
        isGPCEnabled: false,
        loanApplicationDetails: { productCode },
      });
      expect(begun.errors).toEqual([]);
      await openFor({ email, password: 'Marigold42' }, '/application/personal?brand=payday');
      await page.getByLabel('First name').waitFor();
      expect(await page.getByLabel('First name').inputValue()).toBe('Ana');
      expect([productCode, (await stages()).all.includes('Loan Details')]).toEqual([productCode, isAsked]);
    }
  });

  test.each([
    ['new-applicant', true, '/application/personal'],
    ['returning-online', false, '/application/personal'],
    ['returning-retail', false, '/application/personal'],
    // A customer of the core system comes to their account, and applies from there.
    ['omni', false, '/account/apply-now'],
  ] as const)(
    '%s: is asked for the loan in a stage of its own: %s [screen.progress.loanDetailsHidden]',
    async (id, has, comesTo) => {
      await open('/login?brand=payday');
      await logIn(await product.another(person(id)));
      await at(comesTo);
      if (comesTo !== '/application/personal') await page.goto(`${product.address}/application/personal`);
      expect((await stages()).all.includes('Loan Details')).toBe(has);
    },
  );
});

describe('what the page tells of itself', () => {
  const events = async (): Promise<string> => (await fetch(`${product.address}/dev/events`)).text();
  const layer = (of = page): Promise<readonly JsonObject[]> =>
    of.evaluate(() => (window as unknown as { readonly dataLayer?: readonly JsonObject[] }).dataLayer ?? []);

  test('every call of the data carries the campaign of the link somebody came by, and none where there was none [header.graphql.campaignId]', async () => {
    for (const [query, campaign] of [
      ['&cid=spring-mail', 'spring-mail'],
      ['', undefined],
    ] as const) {
      await open(`/login?brand=payday${query}`);
      const sent: (string | undefined)[] = [];
      page.on('request', (request) => {
        if (dataCall(request) !== undefined) sent.push(request.headers()[headerNames.campaign]);
      });
      await logIn(await product.another(person('new-applicant')));
      await at('/application/personal');
      await page.getByLabel('First name').waitFor();
      expect(sent.length).toBeGreaterThan(2);
      expect(new Set(sent)).toEqual(new Set([campaign]));
    }
  });

  test('pages and the log-in are in the data layer, and reach the analytics service [behaviour.external.analytics] [event.analytics.loginSuccessPageView]', async () => {
    expect(await layer()).toEqual(
      expect.arrayContaining([
        { event: 'pageview', page: 'login/credentials' },
        { event: 'pageview', page: 'login-success' },
        { event: 'pageview', page: 'apply/personal' },
      ]),
    );
    await until('the events', async () => (await events()).includes('login-success'));
    expect(JSON.stringify(await layer())).not.toContain('@');
  });

  test('an error nobody caught is reported: its kind and its place, not its words [behaviour.external.errorReporting]', async () => {
    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new RangeError('nora.new@example.test cannot be read');
        }, 0),
    );
    await until('the report', async () => (await events()).includes('RangeError'));
    expect(await events()).not.toContain('nora.new');
    expect(await layer()).not.toContainEqual(
      expect.objectContaining({ event: expect.stringContaining('Range') as string }),
    );
  });

  test('of who wants nobody to follow them nothing is in the data layer', async () => {
    const of = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
    await of.addInitScript(() => Object.assign(Navigator.prototype, { globalPrivacyControl: true }));
    const theirs = await of.newPage();
    await theirs.goto(`${product.address}/login?brand=payday`);
    await theirs.getByLabel('Email').waitFor();
    expect(await layer(theirs)).toEqual([]);
    await of.close();
  });
});

describe('while it is looked who is there', () => {
  const words = detail<string>('screen.protected.authenticating', 'string');
  /** An address of some flows that have pages for customers, and of some with pages that anybody may see. */
  async function addresses(
    brand: string,
  ): Promise<{ readonly own: readonly string[]; readonly open: readonly string[] }> {
    const { flows } = (await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot;
    const first = (isOpen: boolean) =>
      Object.values(flows).flatMap(({ base, routes }) =>
        routes
          .filter(({ path, access }) => (access === 'public') === isOpen && !path.includes('{'))
          .slice(0, 1)
          .map(({ path }) => addressPath(base, path)),
      );
    return { own: first(false), open: first(true) };
  }
  /** Of whom a page said it since it was asked for, until it had a heading. */
  let said: (readonly [who: string, from: string])[] = [];
  beforeAll(async () => {
    await context.close();
    context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
    await context.exposeFunction('saidSo', (who: string, from: string) => void said.push([who, from]));
    await context.addInitScript((looked) => {
      const { saidSo } = window as unknown as { readonly saidSo: (who: string, from: string) => void };
      // The document of before may still say something: what counts is of the one that was asked for.
      const from = location.pathname;
      new MutationObserver(() => {
        // What is drawn is asked only where the words are there at all: it makes the browser lay the page out.
        const { body } = document;
        if (!body?.textContent.includes(looked) || !body.innerText.includes(looked)) return;
        saidSo(JSON.stringify({ ...sessionStorage }).includes('eyJ') ? 'somebody' : 'a stranger', from);
      }).observe(document, { subtree: true, childList: true });
    }, words);
    page = await context.newPage();
  });
  async function saysSo(path: string): Promise<readonly string[]> {
    said = [];
    // Some lead to another site, which does not exist on this machine.
    const left = page.waitForEvent('framenavigated', {
      predicate: (frame) => frame.url().startsWith('chrome-error:'),
      timeout: 0,
    });
    left.catch(() => undefined);
    await page.goto(`${product.address}${path}`).catch(() => undefined);
    await Promise.race([page.locator('h1').first().waitFor(), left]);
    return [...new Set(said.flatMap(([who, from]) => (from === path ? [who] : [])))];
  }

  test.each(brands)(
    'a page for customers of %s says so, to a stranger [screen.protected.authenticating]',
    async (brand) => {
      const { own, open: anybodys } = await addresses(brand);
      expect(own.length).toBeGreaterThan(15);
      await open(`/login?brand=${brand}`);
      for (const path of brand === 'payday' ? own.filter((_, index) => index % 3 === 0) : own.slice(0, 2))
        expect([path, await saysSo(path)]).toEqual([path, ['a stranger']]);
      for (const path of brand === 'payday' ? ['/login', ...anybodys.slice(0, 3)] : ['/login'])
        expect([path, await saysSo(path)]).toEqual([path, []]);
    },
  );

  test.each(brands)(
    'a page for customers of %s says so, to who is logged in [screen.protected.authenticating]',
    async (brand) => {
      const { own } = await addresses(brand);
      await openFor(await product.another(person('returning-online'), brand), `/account/apply-now?brand=${brand}`);
      await page.locator('h1').first().waitFor();
      for (const path of own.slice(0, brand === 'payday' ? 4 : 1))
        expect([path, await saysSo(path)]).toEqual([path, ['somebody']]);
    },
  );
});

describe('a session that ends elsewhere', () => {
  const uhOh = detail<string>('error.timeout', 'message');
  let gate: Gatekeeper;
  afterAll(() => gate?.close());
  beforeAll(async () => {
    gate = await startGatekeeper(product.address);
    await context.close();
    context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
    await context.clock.install();
    page = await context.newPage();
  });
  /** Somebody is logged in at a page of the application. */
  async function loggedIn(address = product.address): Promise<{ readonly sub: string }> {
    const someone = await product.another(person('new-applicant'));
    await context.clock.install();
    await openFor(someone, '/application/personal?brand=payday', address);
    await page.getByLabel('First name').waitFor();
    return { sub: (await product.server().admin.find(someone.email))?.sub ?? '' };
  }

  test('a call that is refused leads to the log-in, with the reason where somebody was logged in, and without it where nobody was [error.network.403]', async () => {
    const { sub } = await loggedIn();
    await product.server().admin.signOut(sub);
    const refused = page.waitForResponse(
      (response) => new URL(response.url()).pathname === places.graphql && response.status() >= 400,
    );
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Last name').fill('Ortiz');
    expect(await (await refused).text()).toContain(unauthenticatedMessage);
    await at('/login');
    await page.getByText(uhOh).waitFor();
    await open('/application/personal?brand=payday');
    await at('/login');
    await page.getByLabel('Email').waitFor();
    expect(await page.getByText(uhOh).count()).toBe(0);
  });

  /** Every call is refused by this status until the log-in stands. */
  async function forbidden(act: () => Promise<unknown>): Promise<void> {
    gate.set(403);
    const [refused] = await Promise.all([page.waitForResponse((response) => response.status() >= 400), act()]);
    expect(refused.status()).toBe(detail<readonly number[]>('error.network.403', 'status')[0]);
    await at('/login');
    gate.set('pass');
    await page.getByLabel('Email').waitFor();
  }
  test('... and so does one that is answered by status 403 [error.network.403]', async () => {
    await loggedIn(gate.address);
    await forbidden(async () => {
      await page.getByLabel('First name').fill('Ana');
      await page.getByLabel('Last name').fill('Ortiz');
    });
    await page.getByText(uhOh).waitFor();
    await anew(page, gate.address);
    await page.goto(`${gate.address}/find-a-store?brand=payday`);
    await forbidden(() => page.getByLabel('ZIP code').fill('64106'));
    expect(await page.getByText(uhOh).count()).toBe(0);
  });

  test('a token that cannot be had anew leads to the log-in, with the reason; the call that would have carried it is not sent, and ends like one that is refused [error.refreshToken] [behaviour.graphql.noToken]', async () => {
    const { sub } = await loggedIn();
    await product.server().admin.signOut(sub);
    const refreshed = page.waitForResponse((response) =>
      String(response.request().headers()['x-amz-target']).endsWith('.GetTokensFromRefreshToken'),
    );
    // Somebody is there all the time, for longer than a token counts.
    for (const minutes of [10, 6]) {
      await page.clock.fastForward(minutes * 60_000);
      await page.keyboard.press('Shift');
    }
    const sent: string[] = [];
    page.on('request', (request) => sent.push(dataCall(request) ?? ''));
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Last name').fill('Ortiz');
    await page.clock.runFor(5_000);
    expect((await refreshed).status()).toBe(400);
    await at('/login');
    await page.getByText(uhOh).waitFor();
    page.removeAllListeners('request');
    expect(sent).not.toEqual([]);
    expect(sent.filter((name) => name !== '')).toEqual([]);
  });

  /** Changes what the device keeps of the session, of each kept text that is a token of this use. */
  const spoil = (use: 'id' | 'access', how: 'is none' | 'cannot be read'): Promise<number> =>
    page.evaluate(
      ([ofUse, spoiling]) => {
        let spoiled = 0;
        for (const store of [sessionStorage, localStorage])
          for (const [key, value] of Object.entries(store)) {
            const [, payload] = String(value).split('.');
            if (!/^eyJ[\w-]*\.eyJ/.test(value) || payload === undefined) continue;
            const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
              readonly token_use?: string;
            };
            if (claims.token_use !== ofUse) continue;
            store.setItem(key, spoiling === 'is none' ? 'nothing' : value.replace(payload, payload.slice(5)));
            spoiled += 1;
          }
        return spoiled;
      },
      [use, how] as const,
    );
  test.each<readonly [string, (sub: string) => Promise<unknown>]>([
    ['the session has ended elsewhere', (sub) => product.server().admin.signOut(sub)],
    ['the account is shut', (sub) => product.server().admin.setEnabled(sub, false)],
    ['the id token is none', () => spoil('id', 'is none')],
    ['the id token cannot be read', () => spoil('id', 'cannot be read')],
    ['the access token is none', () => spoil('access', 'is none')],
    ['the access token cannot be read', () => spoil('access', 'cannot be read')],
  ])(
    'a page that begins while %s signs out, and no token is left on the device [behaviour.session.initFailureSignsOut]',
    async (_, fails) => {
      const { sub } = await loggedIn();
      expect(await fails(sub)).not.toBe(0);
      await page.reload();
      await page.locator('header').getByText('Log In', { exact: true }).waitFor();
      await page.locator('h1').first().waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/(login|error)$/);
      const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
      expect(kept).not.toMatch(/eyJ/);
      await page.goto(`${product.address}/application/personal`);
      await at('/login');
    },
  );
});
