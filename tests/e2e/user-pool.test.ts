/**
 * Accounts in a user pool at another origin, as Amazon Cognito keeps them: what a person does in a browser, and what
 * goes between page, pool and server. The pool is a stand-in of the tests (tests/harness/user-pool.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople, type TestPerson } from '../../server/seed/index.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { Inspector } from '../harness/inspector.ts';
import { openTheater, type Theater } from '../harness/theater.ts';
import { startUserPool, startWithPool, type UserPool } from '../harness/user-pool.ts';

const seeded = (id: string): TestPerson => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  return found;
};

describe('a person in a browser', () => {
  let pool: UserPool;
  let product: Product;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    pool = await startUserPool();
    product = await startProduct(pool.env, { sent: pool.inbox });
    browser = await openBrowser();
    page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await pool?.stop();
  });

  test('logs in by a password that no server sees: the page asks the pool, and the server believes the token of the pool', async () => {
    const { email, password } = seeded('returning-online');
    const asked: string[] = [];
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(`${new URL(request.url()).origin} ${request.postData() ?? ''}`);
    });
    await page.goto(`${product.address}/login?brand=payday`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const known = page.waitForResponse(
      (answer) =>
        answer.url().endsWith(places.graphql) && answer.request().headers()[headerNames.idToken] !== undefined,
    );
    await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
    const { data, errors } = (await (await known).json()) as { readonly data?: unknown; readonly errors?: unknown };
    expect([typeof data, errors]).toEqual(['object', undefined]);
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(violations).toEqual([]);
    const toPool = asked.filter((one) => one.startsWith(pool.address));
    expect(toPool.some((one) => one.includes('USER_SRP_AUTH'))).toBe(true);
    expect(asked.some((one) => one.includes(password))).toBe(false);
    expect(asked.filter((one) => one.includes('/idp/'))).toEqual([]);
  });

  test('has forgotten the password: the pool mails a link in the words of this site, its page sets another one at the pool, which logs in, and the one of before no more', async () => {
    const { email, password } = seeded('returning-retail');
    const another = 'Another8word';
    const asked: string[] = [];
    await page.context().clearCookies();
    await page.goto(`${product.address}/authentication/forgot-password?brand=payday`);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${product.address}/authentication/forgot-password?brand=payday`);
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    const press = (name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
    await page.getByLabel('Email').fill(email);
    await press('Send Password');
    await page.waitForURL((url) => url.pathname === '/authentication/forgot-password/sent');
    const [mail] = await pool.inbox(email);
    const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    expect(mail?.text).toContain(mail?.code ?? 'no code');
    await page.goto(`${product.address}${link.pathname}?brand=payday`);
    await page.getByLabel('New password', { exact: true }).fill(another);
    await page.getByLabel('Confirm password', { exact: true }).fill(another);
    await press('Change Password');
    await page.waitForURL((url) => url.pathname === '/login');
    // The pool alone is told the new password.
    const told = asked.filter((one) => one.includes(another));
    expect(told.map((one) => one.split(' ')[0])).toEqual([`${pool.address}/`]);
    const logIn = async (typed: string): Promise<void> => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(typed);
      await press('Log In');
    };
    await logIn(password);
    await page.getByText('Incorrect username or password.').first().waitFor();
    await logIn(another);
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.locator('header').getByText('Log Out', { exact: true }).waitFor();
  });
});

/** What a person can do about an account, each as a fixture of the product that knows nothing of pools. */
const fixtures = [
  // A pool knows no sign-on by tokens of another site: the password is asked for.
  'sso/wrong-tokens-then-password',
  'login/wrong-password',
  'login/reset-password',
  'passwordless/another-code',
  'mfa/by-text-message-and-remembered',
  'enrollment-begins/enrolls-by-text',
  'apply/mistyped-code',
];
/** The pages are those of the product, which are looked at where it plays its fixtures without a pool. */
class Busy extends Inspector {
  override async prepare(): Promise<void> {}
  override first(): boolean {
    return false;
  }
  override types(): boolean {
    return false;
  }
}

describe('the journeys of the product', () => {
  let theater: Theater;
  beforeAll(async () => {
    theater = await openTheater('browser', {}, { eyes: new Busy(), start: startWithPool });
  });
  afterAll(() => theater?.close());

  test.each(fixtures)('%s', async (name) => {
    const file = `flows/${name.replace('/', '/fixtures/')}.json`;
    expect(await theater.play(readFixture(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
