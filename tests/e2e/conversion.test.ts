/**
 * A loan is changed, before a browser: its owner comes to it over the API; the pages of the change are read, pressed
 * and typed into as a person does.
 */
import { cpSync, rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { openBrowser } from '../harness/browser.ts';
import { lentTo } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const dist = temporaryFolder();
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  server = await startTestServer({ with: { dist } });
  browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-US' });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dist, { recursive: true, force: true });
});

const main = () => page.locator('main');
const at = (path: string): Promise<void> => page.waitForURL((url) => url.pathname === `/loan/conversion${path}`);
const press = (name: string): Promise<void> => main().getByRole('button', { name, exact: true }).click();
const says = async (...lines: readonly string[]): Promise<void> => {
  for (const line of lines) await main().getByText(line, { exact: true }).first().waitFor();
};
const dialog = () => page.getByRole('dialog');

test('whoever is signed out is asked to log in before any option is shown [behaviour.routes.protected]', async () => {
  const person = await signUp(server);
  await lentTo(server, person);
  for (const path of ['', '/convert', '/refinance']) {
    await page.goto(`${server.address}/loan/conversion${path}`);
    await page.waitForURL((url) => url.pathname === '/login');
  }
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await press('Log In');
  await page.waitForURL((url) => url.pathname !== '/login');
});

test('the account tells how many days are left until the payment, a day that has begun counted whole [money.daysUntilDue]', async () => {
  await page.goto(`${server.address}/account/open-loan`);
  // Half an hour before midnight of the 20th: 13 days and half an hour before the 4th begins.
  await main().getByText('in 14 days').waitFor();
  await main().getByRole('button', { name: 'Change this loan' }).waitFor();
});

test('the page of options has its title and its footnote [route.loan.conversion] [screen.conversion.options.title] [screen.conversion.options.footnote]', async () => {
  await page.goto(`${server.address}/loan/conversion`);
  await at('');
  await page.getByRole('heading', { level: 1, name: "Choose the Option That's Right for You" }).waitFor();
  await says('You may be eligible for a larger amount.');
});

test('each option is a card with what it brings, and has its button [screen.conversion.options.convertCard] [screen.conversion.options.refinanceCard]', async () => {
  const card = (name: string) => main().getByRole('group', { name });
  for (const [name, lines] of [
    ['Convert into Installment Loan', ['More borrowing power', 'More time in installments']],
    ['Refinance your Payday Loan', ['More time', 'Lower upcoming payment']],
  ] as const)
    for (const line of [...lines, 'Cash back next business day'])
      await card(name).getByText(line, { exact: true }).waitFor();
  await main().getByRole('button', { name: 'Convert My Loan', exact: true }).waitFor();
  await main().getByRole('button', { name: 'Refinance Now', exact: true }).waitFor();
});

test('nothing is looked at before the person has said so in the dialog [modal.authorization] [behaviour.conversion.authorizeDialog] [behaviour.conversion.severalOffers]', async () => {
  await press('Refinance Now');
  await dialog().getByRole('heading', { name: 'May we look at your loan?' }).waitFor();
  await dialog().getByRole('button', { name: 'Not now' }).click();
  await dialog().waitFor({ state: 'detached' });
  await at('');
  await press('Refinance Now');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  await at('/refinance');
});

const option = (name: string) => main().getByRole('radio', { name });
const pay = () => main().getByRole('textbox', { name: 'How much do you pay back today?' });
const more = () => main().getByRole('textbox', { name: 'How much more do you need?' });

test('three ways to refinance, the first of them chosen; another one empties what was typed [screen.conversion.refinance.screen] [behaviour.conversion.refinance.default] [behaviour.conversion.refinance.clearOnChange]', async () => {
  expect(await main().getByRole('radio').count()).toBe(3);
  expect(await option('Keep the amount').isChecked()).toBe(true);
  await main().getByRole('group', { name: 'Summary' }).waitFor();
  await option('Pay some of it back').check();
  await pay().fill('145');
  await option('Borrow more').check();
  await more().fill('100');
  await option('Pay some of it back').check();
  expect(await pay().inputValue()).toBe('');
  await option('Borrow more').check();
  expect(await more().inputValue()).toBe('');
});

test('the total of each way, where a blank amount counts as zero [money.refinanceTotal.option1] [money.refinanceTotal.option2] [money.refinanceTotal.option3]', async () => {
  await says('Loan amount: $345.00', 'Finance charge: $51.75', 'Total: $396.75');
  await option('Keep the amount').check();
  await says('Total: $396.75');
  await option('Pay some of it back').check();
  await says('Total: $396.75');
  await pay().fill('145');
  await says('Total: $251.75');
  await option('Borrow more').check();
  await more().fill('100');
  await says('Total: $496.75', 'Due on December 18, 2026 instead of December 4, 2026.');
});

test('an amount that is blank, no number or out of range is told at its field', async () => {
  const told = async (): Promise<string> => {
    await press('Continue');
    const described = (await more().getAttribute('aria-describedby')) ?? '';
    const texts = await Promise.all(described.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText()));
    return texts.join(' ');
  };
  for (const [typed, message] of [
    ['', 'Enter how much more you need'],
    ['lots', 'Enter an amount in dollars'],
    ['0.50', 'The smallest amount is $1.00'],
  ] as const) {
    await more().fill(typed);
    expect(await told(), typed).toContain(message);
    await at('/refinance');
  }
  await more().fill('630.01');
  await press('Continue');
  await says('You can pay back up to $245.00, or borrow up to $630.00 more');
});

test('the new loan is shown with what comes of it to the customer and when [screen.conversion.installmentSummary] [const.refinanceDeposit]', async () => {
  await more().fill('100');
  await press('Continue');
  await at('/summary');
  // The test's clock stands at 11:30 pm on a Friday: two business days.
  await says(
    'You get $100.00 in your bank account ending in 6789, on November 24, 2026 if you sign now.',
    'Completed Monday to Friday before 8:00 pm EST, a refinance is deposited the next business day, otherwise in two business days.',
    'You borrow $445.00. The finance charge is $66.75, the APR 195.54%.',
    '$511.75 on December 18, 2026',
  );
});
