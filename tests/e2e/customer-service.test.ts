/** Who looks after customers, on every brand: their own log-in, what opens for them alone, acting for a customer. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople, type TestPerson } from '../../server/seed/index.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { anew } from '../harness/tab.ts';
import {
  heardAt,
  lentTo,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
} from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const seeded = (id: string): TestPerson => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  return found;
};
const ada = seeded('customer-service-admin');
const olive = seeded('returning-online');
const nora = seeded('new-applicant');
const at = (pathname: string): Promise<void> => page.waitForURL((url) => url.pathname === pathname);
const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true });

/** Before a browser that knows nobody. */
async function fresh(path: string, brand: string): Promise<void> {
  await anew(page, product.address);
  await page.goto(`${product.address}${path}?brand=${brand}`);
}
async function logIn({ email, password }: Pick<TestPerson, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button('Log In').click();
}

describe.each(readdirSync(join(root, 'brands')))('on %s', (brand) => {
  test('who is not logged in comes from a page for administrators to their log-in, and is shown what it is for [behaviour.protected.adminUnauthenticated]', async () => {
    for (const path of ['/admin/acting', '/admin/landing']) {
      await fresh(path, brand);
      await at('/admin/login');
      expect(await page.locator('h1').innerText()).toBe('Customer service: log in');
    }
  });

  test('an administrator logs in and comes to the landing page [route.admin.landing] [role.group.csr]', async () => {
    await logIn(ada);
    await at('/admin/landing');
    await page.getByText(`You are logged in as ${ada.email}.`, { exact: false }).waitFor();
    expect(ada.groups).toEqual(['my.account.csr']);
  });

  test('they act for a customer by email, see who acts for whom, and end it [role.admin] [role.admin.impersonation]', async () => {
    await page.getByLabel('Email of the customer').fill('nobody.at.all@example.test');
    await button('Act for this customer').click();
    await page.getByText('No customer has this email').first().waitFor();
    await page.getByLabel('Email of the customer').fill(olive.email);
    await button('Act for this customer').click();
    await at('/admin/acting');
    await page.locator('main').getByText(`${ada.email} acts for ${olive.email}.`).waitFor();
    await button('Stop acting for the customer').click();
    await at('/admin/landing');
    await page.goto(`${product.address}/admin/acting?brand=${brand}`);
    await at('/admin/landing');
  });

  // What a device keeps, and whom these pages are not for, is the same on every brand.
  if (brand !== 'payday') return;

  test('whom they act for is remembered on the device, under a key of their own that tells nobody who they are, until they stop [const.storage.adminImpersonation] [entity.adminImpersonation]', async () => {
    const kept = (): Promise<Readonly<Record<string, string>>> => page.evaluate(() => ({ ...localStorage }));
    const customer = () => page.getByLabel('Email of the customer');
    expect(await kept()).toEqual({});
    await customer().fill(olive.email);
    await button('Act for this customer').click();
    await at('/admin/acting');
    const record = Object.entries(await kept());
    expect(record).toEqual([[`impersonate:${createHash('sha256').update(ada.email).digest('hex')}`, olive.email]]);
    expect(JSON.stringify(record)).not.toContain(ada.email);
    // Another tab is nobody's: the record gives no right, and saves typing once they have logged in.
    const before = page;
    page = await context.newPage();
    await page.goto(`${product.address}/admin/landing?brand=${brand}`);
    await at('/admin/login');
    await logIn(ada);
    await at('/admin/landing');
    await until('the email', async () => (await customer().inputValue()) === olive.email);
    await button('Act for this customer').click();
    await at('/admin/acting');
    await button('Stop acting for the customer').click();
    await at('/admin/landing');
    await customer().waitFor();
    expect([await kept(), await customer().inputValue()]).toEqual([{}, '']);
    await page.close();
    page = before;
  });

  test('a customer who logs in at their log-in is led to the error page [route.admin.login] [role.group.accountUser]', async () => {
    expect(nora.groups).toEqual(['my.account.user']);
    await fresh('/admin/login', brand);
    await page.getByRole('heading', { level: 1, name: 'Customer service: log in' }).waitFor();
    await logIn(await product.another(nora, brand));
    await at('/error');
  });

  test('... and so from each of their pages, logged in already [behaviour.protected.adminNonAdmin] [route.admin.login] [route.admin.landing]', async () => {
    for (const path of ['/admin/landing', '/admin/login', '/admin/acting']) {
      await page.goto(`${product.address}${path}`);
      await at('/error');
    }
    await page.goto(`${product.address}/application/personal`);
    await page.getByLabel('First name').waitFor();
  });
});

test('whoever is no administrator and asks from their page to act for a customer is told "Not admin", of a customer as of nobody [role.admin.impersonation] [error.impersonation.notAdmin]', async () => {
  const { identity } = (await (await fetch(`${product.address}${places.boot}`)).json()) as Boot;
  await fresh('/login', 'payday');
  await logIn(nora);
  await page.waitForURL((url) => url.pathname.startsWith('/application/'));
  /** Asks as the page of an administrator does, by the access token that this tab has. */
  const actFor = (customer: string): Promise<unknown> =>
    page.evaluate(
      async ([endpoint, email]) => {
        const [token] = Object.entries({ ...sessionStorage }).flatMap(([key, value]) =>
          key.endsWith('.accessToken') ? [String(value)] : [],
        );
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-amz-json-1.1',
            'x-amz-target': 'AWSCognitoIdentityProviderService.ActAs',
          },
          body: JSON.stringify({ AccessToken: token, Username: email }),
        });
        return answer.json();
      },
      [identity.endpoint, customer] as const,
    );
  for (const email of [olive.email, 'nobody.at.all@example.test'])
    expect(await actFor(email)).toMatchObject({ message: detail('role.admin.impersonation', 'message') });
});

describe('who acts for a customer', () => {
  const own = 'You act for a customer. This is for the customer to do.';
  async function actFor(email: string): Promise<void> {
    await page.goto(`${product.address}/admin/landing`);
    await page.getByLabel('Email of the customer').fill(email);
    await button('Act for this customer').click();
    await at('/admin/acting');
  }
  const line = (email: string) =>
    page.getByText(`${ada.email} acts for ${email}. Only the customer agrees to documents, signs and pays.`);

  test('is told on every page for whom, and cannot sign for them', async () => {
    const customer = await signUp(product);
    const applicant = await openApplication(product.server(), customer);
    for (const one of [...pagesToSubmit(), submitPage]) await applicant.leave(one);
    await customer.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    const [agreements] = pagesToSign();
    if (agreements) await applicant.leave(agreements);
    await anew(page, product.address);
    await signedIn(page, product.address, ada);
    await actFor(customer.email);
    await line(customer.email).waitFor();
    await page.goto(`${product.address}/application/esign`);
    await line(customer.email).waitFor();
    const status = async (): Promise<unknown> =>
      (await customer.ask('applicationState', { id: applicant.id })).data?.['applicationState']?.['status'];
    const before = await status();
    await page.getByLabel('Your signature').fill('Ana Ortiz');
    await page.locator('main [data-action="sign"]').click();
    await page.getByText(own).first().waitFor();
    await at('/application/esign');
    expect([before, await status()]).toEqual(['PENDING_ESIGN', 'PENDING_ESIGN']);
    await page.goto(`${product.address}/admin/acting`);
    await button('Stop acting for the customer').click();
    await at('/admin/landing');
    expect(await line(customer.email).count()).toBe(0);
  }, 120_000);

  test('sees the loan and cannot pay on it', async () => {
    const customer = await signUp(product);
    await lentTo(product.server(), customer);
    await actFor(customer.email);
    await page.goto(`${product.address}/account/payment`);
    await line(customer.email).waitFor();
    await button('Make a payment').click();
    await page.getByText(own).first().waitFor();
    const options = await customer.ask('paymentOptions');
    expect(options.data?.['paymentOptions']).toMatchObject({ step: 'INITIAL_FORM', payoff: 34_500, underWay: null });
  }, 120_000);
});
