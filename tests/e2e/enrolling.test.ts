/** Who is not let in, on every brand, because they have not finished enrolling. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import type { Person } from '../harness/people.ts';
import { startProduct, type Product } from '../harness/product.ts';

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
    await page.context().close();
    const { db } = product.server().services;
    await sql`insert into identity_groups (sub, name) select sub, 'enrollment.user' from identity_users where email = ${someone.email}`.execute(
      db,
    );
    await open(`/login?brand=${brand}`);
    await logIn(someone);
    await page.getByText('Incorrect username or password.', { exact: true }).waitFor();
    await page.locator('header').getByText('Log In', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });
});
