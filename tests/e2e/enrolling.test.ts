/** Who is not let in because they have not finished enrolling, and who shows by their phone who they are. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { testCustomers, testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import type { Person } from '../harness/people.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { anew } from '../harness/tab.ts';
import { answers, sitDown } from './applicant.ts';
import { dataCall } from './data-calls.ts';

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
afterEach(async () => {
  await page?.context().close();
});

const brands = readdirSync(join(root, 'brands'));
const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true });
async function open(path: string): Promise<void> {
  page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(`${product.address}${path}`);
}
async function logIn({ email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button('Log In').click();
}

describe.each(brands)('of %s', (brand) => {
  test('whoever is in the group of enrolling people is one of them: the log-in that let them in before refuses them [role.group.enrollmentUser] [role.kind.enrollmentSession]', async () => {
    const like = testPeople().find(({ id }) => id === 'new-applicant');
    if (like === undefined) throw new Error('Nobody of people.json is new-applicant.');
    const someone = await product.another(like, brand);
    await open(`/login?brand=${brand}`);
    await logIn(someone);
    await page.locator('header').getByText('Log In', { exact: true }).waitFor({ state: 'detached' });
    const { db } = product.server().services;
    await sql`insert into identity_groups (sub, name) select sub, 'enrollment.user' from identity_users where email = ${someone.email}`.execute(
      db,
    );
    await anew(page, product.address);
    await page.goto(`${product.address}/login?brand=${brand}`);
    await logIn(someone);
    await page.getByText('Incorrect username or password.', { exact: true }).waitFor();
    await page.locator('header').getByText('Log In', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});

test('whoever holds the phone that a store knows is asked for no code: the network of the phone says whose it is; over another network they are texted one [op.query.generateBokuEVURL]', async () => {
  const stella = testCustomers().find(({ id }) => id === 'by-text');
  if (stella === undefined) throw new Error('Nobody of customers.json is by-text.');
  const { firstName, lastName, dateOfBirth, phone = '' } = stella.details;
  const applicant = await sitDown(browser, { product, email: 'stella.by-network@example.test' });
  await applicant.signUp();
  const personal = { ...answers['apply/personal'], firstName, lastName, dateOfBirth, ssn: stella.ssn };
  await applicant.pass('apply/personal', personal);
  await applicant.at('apply/amount');
  const [found] = browser.contexts().flatMap((context) => context.pages());
  if (found === undefined) throw new Error('The browser has no page.');
  page = found;
  const confirms = async (number: string): Promise<void> => {
    await button('Are you on this phone now? Confirm it without a code').click();
    await page.getByLabel('Number of this phone').fill(number);
    await button('Confirm this phone').click();
  };
  await page.goto(`${product.address}/application/force-enrollment`);
  await page.getByLabel('Social Security number').fill(stella.ssn);
  await button('Continue').click();

  await confirms('8162340002');
  await page.getByText('The network of this phone cannot be asked.').waitFor();
  await button('Text me a code instead').click();
  // The store has another number: the phone that opens the address is on the line of this one.
  for (const number of ['8162340001', '8165550142']) {
    await confirms(number);
    await page.waitForURL((url) => url.pathname.endsWith('/send-code'));
    await button('Send code').waitFor();
  }
  // The word of the page counts for nothing: the number of the store, and nobody opened the address.
  await page.goto(`${product.address}/application/force-enrollment/phone-checked`);
  await button('Send code').waitFor();

  await confirms(phone.replace('+1', ''));
  await page.getByRole('heading', { level: 1, name: 'Thank you, it is you' }).waitFor();
  await button('Go on with my application').click();
  await applicant.at('apply/amount');
  expect(page.url()).not.toMatch(/phone-checks|back/);
  expect(applicant.faults).toEqual([]);
  await applicant.close();
});

test('whose text message does not come asks for another, and the one before counts no more; whoever enters codes wrong too often has enrolled nothing, is told so and begins again [route.enrollment.otpFailed]', async () => {
  const stella = testCustomers().find(({ id }) => id === 'by-text');
  if (stella === undefined) throw new Error('Nobody of customers.json is by-text.');
  const { firstName, lastName, dateOfBirth, phone = '' } = stella.details;
  page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.clock.install();
  await page.goto(`${product.address}/enrollment?brand=payday`);
  await button('I am a customer of a store').click();
  const [year = '', month = '', day = ''] = dateOfBirth.split('-');
  for (const [label, value] of [
    ['First name', firstName],
    ['Last name', lastName],
    ['Month', month],
    ['Day', day],
    ['Year', year],
    ['Social Security number', stella.ssn],
    ['Email', 'stella.by-code@example.test'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await button('Continue').click();
  await button('Send code').click();
  const box = page.getByLabel('Code from the text message');
  const codes = async () => (await product.inbox(phone)).flatMap(({ code }) => code ?? []);
  await box.waitFor();
  const [lost = ''] = await codes();
  await page.clock.runFor(31_000);
  await button('Send a new code').click();
  await page.getByText('A new code has been sent.').first().waitFor();
  expect(await codes()).toHaveLength(2);
  /** Enters a code; whether another may be entered after it. */
  const enters = async (code: string): Promise<boolean> => {
    const told = page
      .waitForResponse((one) => dataCall(one.request()) === 'verifyEnrollmentOtp')
      .then((one) => one.json() as Promise<{ readonly errors?: readonly unknown[] }>);
    await box.fill(code);
    await button('Continue').click();
    return (await told).errors !== undefined;
  };
  expect(await enters(lost)).toBe(true);
  await page
    .locator('#field-code-error', { hasText: 'Verification failed. Please make sure the code was entered correctly' })
    .waitFor();
  let tries = 1;
  while (await enters('000000')) tries += 1;
  expect(tries).toBeGreaterThan(2);
  await page.getByRole('heading', { level: 1, name: 'We could not check your code' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/enrollment/otp-failed');
  await page.getByText('Nothing was set up.', { exact: false }).first().waitFor();
  await button('Begin again').click();
  await page.waitForURL((url) => url.pathname === '/enrollment');
}, 60_000);
