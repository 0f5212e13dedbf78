/** What becomes of a sign-up that is refused, and what analytics is told of why. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${product.address}/application/account?brand=payday`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await page.getByLabel('Confirm password', { exact: true }).fill('Marigold42');
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Ways a sign-up is refused, one of each source: the email that meets it, and the source that is told. */
const refused = [
  ['customer-check-error@example.test', 'LEGACY'],
  ['sign-up-refused@example.test', 'UserLambdaValidationException'],
  ['sign-up-silent@example.test', 'UnexpectedLambdaException'],
  ['sign-up-limited@example.test', 'LimitExceededException'],
] as const;

/** What is in the data layer of the page of why somebody could not sign up. */
const sources = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(() =>
    ((window as unknown as { readonly dataLayer?: readonly { event: string; source?: string }[] }).dataLayer ?? [])
      .filter(({ event }) => event === 'Sign-up Error')
      .map(({ source }) => source),
  );
const isTold = (page: Page, source: string): Promise<void> =>
  until(`the source ${source}`, async () => (await sources(page)).length > 0, {
    told: async () => `Told: ${JSON.stringify(await sources(page))}`,
  });

test('an email that has an account, here or at the old site, leads to the log-in with it and with no word about it, and analytics is told which of the two [error.signUp.usernameExists] [error.signUp.customerExists]', async () => {
  const page = await browser.newPage();
  for (const [row, said, email] of [
    ['error.signUp.usernameExists', 'exception', 'olive.online@example.test'],
    ['error.signUp.customerExists', 'failure', 'leo.legacy@example.test'],
  ] as const) {
    const answer = page.waitForResponse((one) => String(one.request().headers()['x-amz-target']).endsWith('.SignUp'));
    await signUp(page, email);
    const { __type, message } = (await (await answer).json()) as Readonly<Record<string, string>>;
    expect(`${__type} ${message}`).toContain(detail(row, said));
    const source = detail<string>(row, 'source');
    await page.waitForURL((url) => url.pathname === '/login');
    await isTold(page, source);
    expect(await sources(page)).toEqual([source]);
    await page.getByRole('heading', { name: 'Log in', exact: true }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  }
  await page.close();
});

test('where it cannot be found out whether the old site has this email, the page stays and says so, and analytics is told of the old site [error.signUp.customerCheckError]', async () => {
  const page = await browser.newPage();
  const row = 'error.signUp.customerCheckError';
  for (const [email, failure] of [
    ['customer-check-error@example.test', 'customerCheckError'],
    ['customer-confirmation-error@example.test', 'customerConfirmationError'],
  ] as const) {
    expect(detail<readonly string[]>(row, 'failures')).toContain(failure);
    const answer = page.waitForResponse((one) => String(one.request().headers()['x-amz-target']).endsWith('.SignUp'));
    await signUp(page, email);
    expect(await (await answer).json()).toMatchObject({ message: expect.stringContaining(failure) });
    const source = detail<string>(row, 'source');
    await isTold(page, source);
    expect([email, await sources(page)]).toEqual([email, [source]]);
    await page.getByRole('alert').filter({ hasText: failure }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/application/account');
  }
  await page.close();
});

test('analytics is told the source of each sign-up that is refused, and nothing of the person [enum.signUpErrorSource] [error.signUp.passThrough] [error.signUp.postConfirmation]', async () => {
  const page = await browser.newPage();
  for (const [email, source] of refused) {
    await signUp(page, email);
    await isTold(page, source);
    expect([email, await sources(page)]).toEqual([email, [source]]);
  }
  const email = 'post-confirmation-error.told@example.test';
  await signUp(page, email);
  await page.getByLabel('Code from the email').waitFor();
  const [message] = await product.inbox(email);
  await page.getByLabel('Code from the email').fill(message?.code ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await isTold(page, 'PARTIAL');
  expect(await sources(page)).toEqual(['PARTIAL']);
  expect(await (await fetch(`${product.address}/dev/events`)).text()).not.toMatch(/@|%40/);
  await page.close();
});
