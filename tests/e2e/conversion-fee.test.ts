/**
 * What a change costs, before a browser: in Texas nothing of its own, in Missouri a fee that is kept from the new loan.
 * Their owners come to the loans over the API; the pages are read, pressed and typed into as a person does.
 */
import { cpSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { openBrowser } from '../harness/browser.ts';
import { lentTo, type Applicant } from '../server/support/applicant.ts';
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

/** Somebody of a state with a loan of 300 dollars, logged in at the page on which the new amount is chosen. */
async function chooses(state: 'TX' | 'MO'): Promise<Applicant> {
  await context?.close();
  context = await browser.newContext({ locale: 'en-US' });
  page = await context.newPage();
  const person = await signUp(server);
  const applicant = await lentTo(server, person, { state });
  await page.goto(`${server.address}/loan/conversion`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await press('Log In');
  if (state === 'TX') {
    await press('Convert My Loan');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  }
  await at('/convert');
  return applicant;
}

const amount = () => main().getByRole('textbox', { name: 'How much do you need?' });
let missouri: Applicant;
test('the cash is the amount less the payoff where changing a loan costs nothing, and less the loan fee amount, payoff and fee, where it does [money.cashToCustomer]', async () => {
  await chooses('TX');
  await says('Cash to you: $1,155.00');
  await amount().fill('500');
  await says('Cash to you: $155.00');
  expect(await main().getByText('Fee for changing your loan').count()).toBe(0);
  missouri = await chooses('MO');
  await says('Fee for changing your loan: $25.00', 'Cash to you: $1,130.00');
  await amount().fill('500');
  await says('Fee for changing your loan: $25.00', 'Cash to you: $130.00');
});

test('the fee is in the terms, in the box, in the itemization of the amount financed and in the ledger, and the old loan is paid off to the cent', async () => {
  await press('Continue');
  await at('/summary');
  await says(
    'You get $130.00 in your bank account ending in 6789, on November 24, 2026 if you sign now.',
    'Our fee for changing your loan is $25.00. It is kept from the new loan; you pay nothing now.',
  );
  await main()
    .getByText(/^Loan \d+-1 is paid off with \$345\.00\.$/)
    .waitFor();
  await main()
    .getByText(/^You borrow \$500\.00\. The finance charge is \$1,066\.68, the APR 204\.97%\.$/)
    .waitFor();
  await main().getByRole('checkbox').check();
  await press('Continue');
  await at('/agreements');
  const box = main().getByRole('region', { name: 'Federal Truth in Lending disclosures' });
  const figures = await box.locator('.tila-figure').allInnerTexts();
  expect(figures).toEqual(['204.97%', '$1,066.68', '$475.00', '$1,541.68']);
  await main().getByText('Amount Financed, the amount of credit provided to you or on your behalf: $475.00').waitFor();
  for (const name of ['Agreement for your new loan', 'How disputes are settled']) {
    await main()
      .getByRole('button', { name: new RegExp(`^Read (again )?${name}$`) })
      .click();
    const dialog = page.getByRole('dialog');
    if (name === 'Agreement for your new loan')
      for (const line of [
        /^Amount given to you directly: \$130\.00$/,
        /^Amount paid on your account with us, loan \d+-1: \$345\.00$/,
        /^Amount financed: \$475\.00$/,
        /^Prepaid finance charge, our fee for changing your loan, kept from what we lend: \$25\.00$/,
      ])
        await dialog.getByText(line).first().waitFor();
    await dialog.getByRole('button', { name: 'Agree', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await press('Continue');
  await at('/sign');
  await main().getByRole('textbox', { name: 'Your signature' }).fill('Ana Ortiz');
  await press('Sign');
  await at('/done');
  await says('$130.00 comes to your bank account ending in 6789.');
  const { rows } = await sql<{ loan: number; account: string; cents: number }>`
    select loan, account, sum(cents)::int as cents from loan_ledger
    where application_id = ${missouri.id}::uuid group by loan, account order by loan, account`.execute(
    server.services.db,
  );
  // The bank has lent 300 dollars, and 130 more; the lender has earned the charge of the old loan, and the fee.
  expect(rows.map(({ loan, account, cents }) => [loan, account, cents])).toEqual([
    [1, 'bank', 4_500],
    [1, 'charges', 0],
    [1, 'income', -4_500],
    [1, 'principal', 0],
    [2, 'bank', -47_500],
    [2, 'income', -2_500],
    [2, 'principal', 50_000],
  ]);
  const made = await sql<{ day: string }>`select distinct at::text as day from loan_ledger
    where application_id = ${missouri.id}::uuid and (kind in ('payoff', 'fee') or (loan = 2 and kind = 'disbursement'))`.execute(
    server.services.db,
  );
  expect(made.rows).toHaveLength(1);
});
