/** Where logging in leads, by what is kept of the person and by what of theirs is open. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople, type TestPerson } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { handedOver } from '../harness/tokens.ts';
import { anew } from '../harness/tab.ts';
import { heardAt, openApplication, pagesToSubmit, submitPage } from '../server/support/applicant.ts';
import { signUp as signUpBefore } from '../server/support/person.ts';
import { detail } from '../content/compiled.ts';
import { signedIn } from './signed-in.ts';

type Account = Pick<TestPerson, 'email' | 'password'>;

let product: Product;
let browser: Browser;
let page: Page;
/** Paths that the page was at, in order. */
let paths: string[] = [];
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  page.on('framenavigated', (frame) => void paths.push(new URL(frame.url()).pathname));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
/** A browser that knows nobody. */
async function fresh(): Promise<void> {
  await anew(page, product.address);
  paths = [];
}
beforeEach(fresh);

const at = (pathname: string): Promise<void> => page.waitForURL((url) => url.pathname === pathname);
async function another(id: string): Promise<Account> {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  return await product.another(found);
}
/** What the services answer about whoever logs in, on the way to a page. */
async function logIn({ email, password }: Account, to: string) {
  const user = page.waitForResponse((one) => String(one.request().headers()['x-amz-target']).endsWith('.GetUser'));
  const asked = (field: string) =>
    page.waitForResponse((one) => String(one.request().postData()).includes(`query ${field}`));
  const [searched, found] = [asked('customerSystemSearch'), asked('openApplication')];
  await page.goto(`${product.address}/login?brand=payday`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
  await at(to);
  const { UserAttributes: kept } = (await (await user).json()) as {
    readonly UserAttributes: readonly { readonly Name: string; readonly Value: string }[];
  };
  const of = (name: string): string | undefined => kept.find((one) => one.Name === name)?.Value;
  const { data: systems } = (await (await searched).json()) as {
    readonly data: { readonly customerSystemSearch: { readonly isReturningCustomer: boolean } };
  };
  const { data: open } = (await (await found).json()) as { readonly data: { readonly openApplication: unknown } };
  return {
    email: of('email'),
    isPasswordless: of('custom:isPasswordless') === 'true',
    hasOpenApplication: open.openApplication !== null,
    isCoreCustomer: of('custom:isCoreCustomer') === 'true',
    retailBoCode: of('custom:retailBoCode'),
    isReturningCustomer: systems.customerSystemSearch.isReturningCustomer,
  };
}
/** Begins an application on the page that they came to. */
async function begin(firstName: string): Promise<void> {
  const saved = page.waitForResponse((one) => String(one.request().postData()).includes('saveJourney'));
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').focus();
  expect((await saved).ok()).toBe(true);
}

test.each([
  ['new-applicant', false, { isPasswordless: false, isCoreCustomer: false, isReturningCustomer: false }],
  ['passwordless', false, { isPasswordless: true, isCoreCustomer: false, isReturningCustomer: false }],
  ['returning-online', false, { isPasswordless: false, isCoreCustomer: false, isReturningCustomer: true }],
  ['returning-retail', true, { retailBoCode: 'RB100300', isCoreCustomer: false, isReturningCustomer: false }],
  ['core-customer', true, { isPasswordless: false, isCoreCustomer: true, isReturningCustomer: true }],
] as const)(
  '%s: what is kept of who logs in decides whether it is proved a second time who they are (%s), and then whether something is gone on with [behaviour.login.successNext] [entity.authAttributes] [role.kind.core]',
  async (id, isChecked, kept) => {
    const who = await another(id);
    expect(await logIn(who, kept.isCoreCustomer ? '/account/apply-now' : '/application/personal')).toMatchObject({
      ...kept,
      email: who.email,
      hasOpenApplication: false,
    });
    expect(paths.includes('/authentication/mfa/bypass')).toBe(isChecked);
    if (kept.isCoreCustomer) await page.goto(`${product.address}/application/personal`);
    await begin('Robin');
    await fresh();
    // With an application of theirs open, who is a customer of the core system is checked no more, who is a store’s is.
    const next = await logIn(who, '/application/resume');
    expect(next).toMatchObject({ ...kept, hasOpenApplication: true });
    expect(paths.includes('/authentication/mfa/bypass')).toBe('retailBoCode' in kept);
    await page.getByRole('dialog').waitFor();
  },
);

/** What each of the people of one kind meets, which nobody of another kind does. */
const met: Readonly<Record<string, () => Promise<void>>> = {
  async applicants() {
    expect(await logIn(await another('new-applicant'), '/application/personal')).toMatchObject({
      hasOpenApplication: false,
      isReturningCustomer: false,
    });
    await begin('Nora');
    // They are asked how much they want to borrow; of who has borrowed before it is known.
    expect(await page.locator('.progress-stages').innerText()).toContain('Loan Details');
  },
  async 'returning customers'() {
    const landings = { 'returning-online': '/application/personal', omni: '/account/apply-now' };
    for (const [id, landing] of Object.entries(landings)) {
      await fresh();
      expect(await logIn(await another(id), landing)).toMatchObject({ isReturningCustomer: true });
    }
    await page.goto(`${product.address}/application/personal`);
    await page.locator('.progress-stages li').first().waitFor();
    expect(await page.locator('.progress-stages').innerText()).not.toContain('Loan Details');
  },
  async 'legacy-account customers'() {
    const leo = await another('legacy');
    await signUp(leo.email, '/login');
    await logIn(leo, '/application/personal');
    const told = page
      .waitForResponse((one) => String(one.request().postData()).includes('query sqsLegacy'))
      .then(async (one) => (await one.json()) as { data: { sqsLegacy: { redirectUrl: string } } });
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    const opened: string[] = [];
    wire.on('Network.requestWillBeSent', ({ type, request: { url, urlFragment = '' } }) => {
      if (type === 'Document') opened.push(url + urlFragment);
    });
    await page.goto(`${product.address}/account/apply-now`);
    const { redirectUrl } = (await told).data.sqsLegacy;
    await expect.poll(() => opened).toContain(redirectUrl);
    expect(new URL(redirectUrl).hash).toMatch(/token=\S{20}/);
    await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
    await wire.detach();
    await fresh();
    const ottilie = await another('of-the-site-before');
    const elsewhere = (request: Request): boolean =>
      request.isNavigationRequest() && new URL(request.url()).origin !== new URL(product.address).origin;
    await Promise.all([page.waitForRequest(elsewhere), fillIn(ottilie)]);
    // That site does not exist on this machine: the browser says so before it goes anywhere else.
    await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  },
  async 'passwordless users'() {
    const pat = await another('passwordless');
    await signUp(pat.email, '/resume');
    await page.getByRole('button', { name: 'Send code' }).click();
    await at('/resume/code');
    await expect.poll(async () => (await product.inbox(pat.email))[0]?.code ?? '').toMatch(/^\d{6}$/);
    await page.getByLabel('Code from the email').fill((await product.inbox(pat.email))[0]?.code ?? '');
    await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
    await at('/application/personal');
  },
  async 'enrollment users'() {
    await fillIn(await another('enrollment-user'));
    await page.getByText('Incorrect username or password.').first().waitFor();
    await page.locator('header').getByText('Log In', { exact: true }).waitFor();
  },
  async 'customer-service admins'() {
    const ada = await another('customer-service-admin');
    await page.goto(`${product.address}/admin/landing?brand=payday`);
    await at('/admin/login');
    await typeIn(ada);
    await at('/admin/landing');
    await page.getByText(`You are logged in as ${ada.email}.`, { exact: false }).waitFor();
    await fresh();
    // Nobody else comes there.
    const olive = await another('returning-online');
    await page.goto(`${product.address}/admin/login?brand=payday`);
    await typeIn(olive);
    await page.waitForURL((url) => url.pathname.startsWith('/error'));
  },
};
async function typeIn({ email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
}
async function fillIn(account: Account): Promise<void> {
  await page.goto(`${product.address}/login?brand=payday`);
  await typeIn(account);
}
/** Signing up with an address that has an account already leads where that kind of account logs in. */
async function signUp(email: string, to: string): Promise<void> {
  await page.goto(`${product.address}/application/account?brand=payday`);
  await page.getByLabel('Email').fill(email);
  for (const label of ['Password', 'Confirm password'])
    await page.getByLabel(label, { exact: true }).fill('Marigold42');
  await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
  await at(to);
}

test('each kind of user is met as what they are; an account of the site before opens at the address that the service names [role.users] [behaviour.legacyRedirect.url]', async () => {
  expect(Object.keys(met)).toEqual(detail('role.users', 'users'));
  for (const meet of Object.values(met)) {
    await fresh();
    await meet();
  }
});

test('a customer of the core system comes to the root of the site, which shows their account; who was enrolling when their session ended goes on there', async () => {
  const who = await another('core-customer');
  await page.goto(`${product.address}/login?brand=payday&timeout=true&isEnrollment=true`);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
  await at('/enrollment');
  await fresh();
  await signedIn(page, product.address, who);
  await page.goto(`${product.address}/?brand=payday`);
  await at('/account/apply-now');
});

const brands = readdirSync(join(root, 'brands'));
const sourcesOf = (brand: string): readonly string[] =>
  (JSON.parse(readFileSync(join(root, 'brands', brand, 'brand.json'), 'utf8')) as { availableSources: string[] })
    .availableSources;
const sources = [...new Set(brands.flatMap(sourcesOf))];
/** Every brand with each source that it serves, and with one that it does not: each of those at one of the brands. */
const pairs = brands.flatMap((brand, index) => {
  const others = sources.filter((source) => !sourcesOf(brand).includes(source));
  return [...sourcesOf(brand), others[index % others.length] ?? ''].map(
    (source) => [brand, source, sourcesOf(brand).includes(source)] as const,
  );
});

test.each(pairs)(
  '%s, an account of the source "%s": whether it is signed in here: %s [behaviour.signIn.brandMatch] [brand.field.sources]',
  async (...[brand, source, isServed]) => {
    const olive = testPeople().find(({ id }) => id === 'returning-online');
    if (olive === undefined) throw new Error('people.json has no "returning-online".');
    const who = await product.another({ ...olive, attributes: { ...olive.attributes, 'custom:brand': source } });
    const layer = (): Promise<readonly string[]> =>
      page.evaluate(() =>
        ((window as unknown as { readonly dataLayer?: readonly { readonly page?: string }[] }).dataLayer ?? []).map(
          (entry) => entry.page ?? '',
        ),
      );
    await page.goto(`${product.address}/login?brand=${brand}`);
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    if (isServed) {
      await at('/application/personal');
      await page.getByLabel('First name').waitFor();
      expect(await layer()).toContain('login-success');
      expect(paths.filter((path) => path.startsWith('/partner-transfer'))).toEqual([]);
    } else {
      await page.getByText('another lender').first().waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/partner-transfer\/(mismatch|not-ours)$/);
      expect(await layer()).not.toContain('login-success');
      expect(paths.filter((path) => path.startsWith('/application'))).toEqual([]);
    }
  },
);

test('who has nothing of their application left to fill in proves who they are, and goes on where it stands without a welcome [behaviour.login.skipResume]', async () => {
  const ana = await signUpBefore(product);
  const applicant = await openApplication({ address: product.address, services: product.server().services }, ana);
  for (const left of [...pagesToSubmit(), submitPage]) await applicant.leave(left);
  await ana.hear(applicant.id, ({ status }) => status === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  // What goes along with each address that the page takes on.
  await page.addInitScript(() => {
    const moves: unknown[] = [];
    Object.assign(window, { moves });
    for (const how of ['pushState', 'replaceState'] as const) {
      const own = history[how].bind(history);
      history[how] = (...given: Parameters<History['pushState']>) => {
        own(...given);
        moves.push([location.pathname, JSON.stringify(given[0])]);
      };
    }
  });
  await fillIn({ email: ana.email, password: 'Marigold42' });
  await at('/application/approved/agreements');
  const moves = await page.evaluate(() => (window as unknown as { readonly moves: [string, string][] }).moves);
  const state = JSON.stringify(detail<JsonObject>('behaviour.login.skipResume', 'state'));
  for (const path of ['/authentication/mfa', '/authentication/mfa/bypass'])
    expect(moves).toContainEqual([path, expect.stringContaining(state)]);
  expect(paths).not.toContain('/application/resume');
});

test('who goes on with an application, or comes from another site, is led to the application [behaviour.destination.application]', async () => {
  const who = await another('new-applicant');
  await signedIn(page, product.address, who);
  await page.goto(`${product.address}/application/personal?brand=payday`);
  await begin('Robin');
  await fresh();
  await logIn(who, '/application/resume');
  await page.getByRole('dialog').getByRole('button').first().click();
  await at('/application/personal');
  expect(await page.getByLabel('First name').inputValue()).toBe('Robin');

  await fresh();
  const { identity } = (await (await fetch(`${product.address}${places.boot}`)).json()) as Boot;
  await page.goto(`${product.address}/sso?brand=payday${await handedOver(product.address, identity, who)}`);
  await at('/application/personal');
  expect(await page.getByLabel('First name').inputValue()).toBe('Robin');
  expect(paths).not.toContain('/application/resume');
});
