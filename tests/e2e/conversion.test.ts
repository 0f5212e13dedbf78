/**
 * A loan is changed, before a browser: its owner comes to it over the API; the pages of the change are read, pressed
 * and typed into as a person does.
 */
import { cpSync, rmSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { lentTo } from '../server/support/applicant.ts';
import { graphql, signUp } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { dataCall } from './data-calls.ts';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What pages asked of the offers for a loan, and were told. */
const offered: Promise<{ readonly asked: string; readonly token: string; readonly said: string }>[] = [];
/** What pages were told of the loan that is changed, whenever they went on. */
const validated: Promise<unknown>[] = [];
const dist = temporaryFolder();
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  server = await startTestServer({ with: { dist } });
  browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-US' });
  page = await context.newPage();
  page.on('response', (answer) => {
    const request = answer.request();
    const call = dataCall(request);
    const asked = { asked: request.postData() ?? '', token: request.headers()['authorization'] ?? '' };
    if (call === 'conversionOffers') offered.push(answer.text().then((said) => ({ ...asked, said })));
    if (call === 'validateOriginalLoanDetails') validated.push(answer.json());
  });
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
async function logIn({ email }: { readonly email: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await press('Log In');
  await page.waitForURL((url) => url.pathname !== '/login');
}

const CODE = 'BO77';
test('whoever is signed out is asked to log in before any option is shown', async () => {
  const person = await signUp(server);
  await lentTo(server, person);
  // The loan systems know them by a code that is not the digits of their loan.
  await server.admin.setAttributes((await server.admin.find(person.email))?.sub ?? '', { 'custom:boCode': CODE });
  for (const path of ['', '/convert', '/refinance']) {
    await page.goto(`${server.address}/loan/conversion${path}`);
    await page.waitForURL((url) => url.pathname === '/login');
  }
  await logIn(person);
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

test('what the loan may be changed into, the service is asked, and names the customer [op.query.conversionOffers]', async () => {
  const [offers] = await Promise.all(offered);
  if (offers === undefined) throw new Error('No page asked for it.');
  const { data } = JSON.parse(offers.said) as { data: { conversionOffers: Readonly<Record<string, unknown>> } };
  expect(data.conversionOffers).toMatchObject({ conversionTypes: ['CONVERT', 'REFINANCE'] });
  expect(data.conversionOffers['customerCode']).toBe(CODE);
  const { query, variables } = JSON.parse(offers.asked) as { query: string; variables: unknown };
  expect(query).toContain('conversionOffers(customerCode: $customerCode)');
  expect(variables).toMatchObject({ customerCode: CODE });
  // The same question, of the same person, about somebody else.
  const headers = { authorization: offers.token };
  const codes = [];
  for (const customerCode of [CODE, 'BO78']) {
    const { errors } = await graphql(server, query, { variables: { customerCode }, headers });
    codes.push(errors[0]?.extensions.code);
  }
  expect(codes).toEqual([undefined, 'FORBIDDEN']);
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

test('whoever is logged in and has chosen to refinance opens that page at its address [route.loan.conversion.refinance]', async () => {
  await page.goto('about:blank');
  await page.goto(`${server.address}/loan/conversion/refinance`);
  await page.getByRole('heading', { level: 1, name: 'Refinance your Payday Loan' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/loan/conversion/refinance');
});

const option = (name: string) => main().getByRole('radio', { name });
const pay = () => main().getByRole('textbox', { name: 'How much do you pay back today?' });
const more = () => main().getByRole('textbox', { name: 'How much more do you need?' });

test('at first the amount is kept: the total is the loan and its finance charge [money.refinanceTotal.option1]', async () => {
  await says('Loan amount: $345.00', 'Finance charge: $51.75', 'Total: $396.75');
  expect(await option('Keep the amount').isChecked()).toBe(true);
});

test('three ways to refinance, the first of them chosen [screen.conversion.refinance.screen] [behaviour.conversion.refinance.default] [enum.refinanceOption]', async () => {
  const values = await main()
    .getByRole('radio')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(values).toEqual(detail('enum.refinanceOption', 'values'));
  expect(await option('Keep the amount').isChecked()).toBe(true);
  await main().getByRole('group', { name: 'Summary' }).waitFor();
  await main().getByRole('button', { name: 'Continue', exact: true }).waitFor();
});

test('another way to refinance empties what was typed [behaviour.conversion.refinance.clearOnChange]', async () => {
  await option('Pay some of it back').check();
  await pay().fill('145');
  await option('Borrow more').check();
  await more().fill('100');
  await option('Pay some of it back').check();
  expect(await pay().inputValue()).toBe('');
  await option('Borrow more').check();
  expect(await more().inputValue()).toBe('');
  for (const [way, field] of [
    ['Pay some of it back', pay],
    ['Borrow more', more],
  ] as const) {
    await option(way).check();
    await field().fill('145');
    await option('Keep the amount').check();
    await option(way).check();
    expect([way, await field().inputValue()]).toEqual([way, '']);
  }
});

test('the total of each way, where a blank amount counts as zero [money.refinanceTotal.option2] [money.refinanceTotal.option3]', async () => {
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

test('the amounts of a refinance take digits and a point alone, typed or pasted, and a blank one counts as zero [rule.refinanceAmount] [rule.input.currency]', async () => {
  for (const [way, field] of [
    ['Pay some of it back', pay],
    ['Borrow more', more],
  ] as const) {
    await option(way).check();
    await field().pressSequentially('-$1,2e5.5x0');
    expect(await field().inputValue()).toBe('125.50');
    await field().fill('USD 1,5.25');
    expect(await field().inputValue()).toBe('15.25');
    await field().fill('lots');
    expect(await field().inputValue()).toBe('');
    await says('Total: $396.75');
  }
});

/** What stands at a field, once it has been asked for by a press. */
async function toldAt(field: Locator): Promise<string> {
  await press('Continue');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const described = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(described.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText()));
  return texts.join(' ');
}

test('an amount that is blank, no number or out of range is told at its field', async () => {
  for (const [way, field, blank, tooMuch, most] of [
    [
      'Pay some of it back',
      pay,
      'Enter how much you pay back',
      '245.01',
      'This is more than you can pay back. Enter a smaller amount.',
    ],
    [
      'Borrow more',
      more,
      'Enter how much more you need',
      '630.01',
      'This is more than you can borrow. Enter a smaller amount.',
    ],
  ] as const) {
    await option(way).check();
    for (const [typed, message] of [
      ['', blank],
      // Letters are not taken at all; points are, so that cents can be typed.
      ['lots', blank],
      ['1.2.3', 'Enter an amount in dollars'],
      ['0.50', 'The smallest amount is $1.00'],
      [tooMuch, most],
    ] as const) {
      await field().fill(typed);
      expect(await toldAt(field()), typed).toContain(message);
      await at('/refinance');
    }
  }
});

test('the new loan is shown with what comes of it to the customer and when [const.refinanceDeposit]', async () => {
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

test('whoever comes back to the options sees what each costs, and may take the other one; terms for another payoff are told to be gone [enum.refinanceOption] [op.mutation.validateOriginalLoanDetails]', async () => {
  for (const [name, typed, borrowed] of [
    ['Pay some of it back', [pay, '145'], '$200.00'],
    ['Borrow more', [more, '100'], '$445.00'],
    ['Keep the amount', undefined, '$345.00'],
  ] as const) {
    await press('Back');
    await at('/refinance');
    await option(name).check();
    await typed?.[0]().fill(typed[1]);
    // As if something had been paid since the terms were made.
    if (name === 'Keep the amount')
      await sql`update applications set progress = jsonb_set(progress, '{replaces,payoff}', '34600')
        where progress ? 'replaces'`.execute(server.services.db);
    await press('Continue');
    await at('/summary');
    await main().getByText(`You borrow ${borrowed}.`).waitFor();
  }
  const told = { isNonStandardApplication: false, isEligible: true };
  const answers = await Promise.all(validated);
  expect(answers).toEqual(
    answers.map((_, index) => ({
      data: { validateOriginalLoanDetails: { ...told, hadLoanAmountDeleted: index === answers.length - 1 } },
    })),
  );
  expect(answers.length).toBeGreaterThan(3);
  await page.goto(`${server.address}/loan/conversion`);
  await main().getByText('What each would cost, for example').click();
  await says('$345.00');
  await press('Convert My Loan');
  await dialog().getByRole('button', { name: 'Continue' }).click();
  await at('/convert');
  await says('Number of payments: 39');
});

const amount = () => main().getByRole('textbox', { name: 'How much do you need?' });

test('the slider goes from the smallest to the largest amount in steps, from the middle, by keys and typed: digits and a point alone [route.loan.conversion.convert] [screen.conversion.convert.slider] [rule.input.currency]', async () => {
  await page.goto('about:blank');
  await page.goto(`${server.address}/loan/conversion/convert`);
  await page.getByRole('heading', { level: 1, name: 'Convert into Installment Loan' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/loan/conversion/convert');
  const slider = main().getByRole('slider');
  await slider.focus();
  expect(await amount().inputValue()).toBe('1,500');
  for (const [key, dollars] of [
    ['ArrowRight', '1,600'],
    ['Home', '500'],
    ['ArrowLeft', '500'],
    ['End', '2,500'],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await amount().inputValue()]).toEqual([key, dollars]);
  }
  const range = 'Choose an amount from $500.00 to $2,500.00, in steps of $100.00';
  for (const [typed, message] of [
    ['650', range],
    ['', 'Choose an amount'],
    ['2600', range],
    // Letters are not taken at all; points are, so that cents can be typed.
    ['lots', 'Choose an amount'],
    ['.', 'Enter an amount in dollars'],
    ['1.2.3', 'Enter an amount in dollars'],
  ] as const) {
    await amount().fill(typed);
    expect(await toldAt(amount()), typed).toContain(message);
  }
  await amount().fill('');
  await amount().pressSequentially('-$1,5x0e0');
  expect(await amount().inputValue()).toBe('1500');
  await amount().blur();
  expect(await amount().inputValue()).toBe('1,500');
  // The caret stays where it was, and no comma is in its way.
  await amount().press('ArrowLeft');
  await amount().pressSequentially('x');
  await amount().press('Home');
  await amount().pressSequentially('2');
  expect(await amount().inputValue()).toBe('21500');
  await amount().fill('USD 1,500');
  expect(await amount().inputValue()).toBe('1500');
  expect(await slider.inputValue()).toBe('150000');
});

test('what an amount costs: its payment, its finance charge and when it is paid back [screen.conversion.convert.summary] [money.biweeklyPayment] [money.newFinanceCharge]', async () => {
  await says('Bi-weekly payment: $112.60', 'Number of payments: 39', 'APR: 192.77%', 'New finance charge: $2,891.55');
  await main().getByRole('group', { name: 'Loan details' }).waitFor();
  await main().getByRole('group', { name: 'Sample schedule' }).getByRole('table').waitFor();
  await main().getByRole('button', { name: 'Continue' }).waitFor();
});

/** What stands in the rows of the sample schedule, of its head or of its body. */
const rowsOf = (part: 'thead' | 'tbody'): Promise<(string | null)[][]> =>
  main()
    .getByRole('table')
    .evaluate(
      (table, name) =>
        [...table.querySelectorAll(`${name} tr`)].map((row) => [...row.children].map((one) => one.textContent)),
      part,
    );

test('the sample schedule has seven rows of a due date, a payment, its interest, its principal and the balance [entity.paymentScheduleRow] [money.sampleSchedule.rows]', async () => {
  expect(await rowsOf('thead')).toEqual([['Due', 'Payment', 'Interest', 'Principal', 'Balance']]);
  expect(await rowsOf('tbody')).toEqual(schedule);
});

test('each row pays the same, and of it 5 % less interest than the row before [money.sampleSchedule.equalPayment] [money.sampleSchedule.interestShare]', async () => {
  for (const dollars of [1500, 2500]) {
    await amount().fill(String(dollars));
    const payment = (dollars * 2.9277) / 39;
    const shares = [0.35, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05];
    await expect
      .poll(async () => (await rowsOf('tbody')).map(([, paid, interest]) => [paid, interest]))
      .toEqual(shares.map((share) => [`$${payment.toFixed(2)}`, `$${(payment * share).toFixed(2)}`]));
  }
});

const schedule = [
  ['Dec 4, 2026', '$112.60', '$39.41', '$73.19', '$4,278.95'],
  ['Dec 18, 2026', '$112.60', '$33.78', '$78.82', '$4,166.34'],
  ['Jan 1, 2027', '$112.60', '$28.15', '$84.45', '$4,053.74'],
  ['Jan 15, 2027', '$112.60', '$22.52', '$90.08', '$3,941.13'],
  ['Jan 29, 2027', '$112.60', '$16.89', '$95.71', '$3,828.53'],
  ['Feb 12, 2027', '$112.60', '$11.26', '$101.34', '$3,715.93'],
  ['Feb 26, 2027', '$112.60', '$5.63', '$106.97', '$3,603.32'],
];

test('signed, the new loan takes the place of the old one in the account, and what was signed can only be read; nothing is signed before each document is agreed to [rule.agreements.all] [screen.conversion.installmentSummary]', async () => {
  await press('Continue');
  await at('/summary');
  for (const [name, line] of [
    [
      'Cash back to you',
      'You get $2,155.00 in your bank account ending in 6789, on November 24, 2026 if you sign now.',
    ],
    ['New loan details', 'You borrow $2,500.00. The finance charge is $5,210.05, the APR 192.77%.'],
    ['Your payments', '$197.69 on December 4, 2026'],
    ['Your payments', '$197.69 on December 18, 2026'],
  ] as const)
    await main().getByRole('group', { name }).getByText(line, { exact: true }).waitFor();
  await main().getByRole('checkbox').check();
  await press('Continue');
  await at('/agreements');
  const refused = async (): Promise<void> => {
    await press('Continue');
    await main()
      .getByText(
        'You must indicate you agree to each of the terms below and have read and understood the terms of associated documents.',
      )
      .first()
      .waitFor();
    await at('/agreements');
  };
  const decide = async (name: string, decision: 'Agree' | 'Disagree'): Promise<void> => {
    await main()
      .getByRole('button', { name: new RegExp(`^Read (again )?${name}$`) })
      .click();
    await dialog().getByRole('button', { name: decision, exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  for (const name of ['Agreement for your new loan', 'How disputes are settled']) {
    // With none of them, and with one of the two, the page is not left.
    await refused();
    await decide(name, 'Agree');
  }
  // Nor with the other one of the two: what was agreed to can be taken back.
  await decide('Agreement for your new loan', 'Disagree');
  await refused();
  await decide('Agreement for your new loan', 'Agree');
  await press('Continue');
  await at('/sign');
  await main().getByRole('textbox', { name: 'Your signature' }).fill('Ana Ortiz');
  await press('Sign');
  await at('/done');
  await says('$2,155.00 comes to your bank account ending in 6789.');
  await page.goBack();
  await at('/sign');
  await says('You have signed, or we have decided. Nothing of this can be changed any more.');
  expect(await main().getByRole('button', { name: 'Sign', exact: true }).count()).toBe(0);
  await main().getByText('Go to where your application stands', { exact: true }).click();
  await at('/done');
  await main().getByText('See your loan in your account').click();
  await page.waitForURL((url) => url.pathname === '/account/open-loan');
  await main()
    .getByText(/^It took the place of loan \d+-1, which was paid off with \$345\.00\.$/)
    .waitFor();
});

describe('somebody else', () => {
  let loan: string;
  /** What the system of their loan does when it is asked. */
  const system = (answers: boolean) =>
    sql`insert into loan_systems (owner, brand, source_system, answers) select owner, brand, 'STARS3X', ${answers} from applications where id = ${loan}::uuid
      on conflict (owner, brand) do update set answers = excluded.answers`.execute(server.services.db);
  beforeAll(async () => {
    await context.close();
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    const person = await signUp(server);
    ({ id: loan } = await lentTo(server, person));
    await page.goto(`${server.address}/loan/conversion`);
    await logIn(person);
  });

  test('sees that initial underwriting runs for as long as it takes [screen.conversion.underwritingSpinner] [behaviour.conversion.underwritingApproved]', async () => {
    // The server tells its parts no more of its database than that it can be asked.
    const db = server.services.db as Kysely<unknown>;
    const held = Promise.withResolvers<void>();
    await page.goto(`${server.address}/loan/conversion`);
    await press('Convert My Loan');
    await dialog().waitFor();
    const began = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (transaction) => {
      await sql`lock table loan_systems in access exclusive mode`.execute(transaction);
      began.resolve();
      await held.promise;
    });
    await began.promise;
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Initial underwriting' }).waitFor();
    await main()
      .getByRole('status')
      .filter({ has: page.locator('.spinner') })
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/loan/conversion/underwriting');
    held.resolve();
    await holding;
    await at('/convert');
  });

  test('comes from their application to the change of the loan that they have [route.application.continueConversion]', async () => {
    await page.goto(`${server.address}/application/continue-conversion`);
    await page.getByRole('heading', { level: 1, name: 'Change the loan that you have' }).waitFor();
    await main()
      .getByText(/^Loan \d+-1 would be paid off with \$345\.00\./)
      .waitFor();
    await system(false);
    await page.reload();
    await main()
      .getByText(/^We cannot reach the system that keeps your loan at the moment\./)
      .waitFor();
    await main().getByText('Back to your account').waitFor();
    await system(true);
    await page.reload();
    await main().getByText('Change this loan').click();
    await page.waitForURL((url) => url.pathname.startsWith('/loan/conversion'));
  });

  test('whose loan system does not answer is told so, and loses nothing [error.conversion.screen]', async () => {
    await system(false);
    await page.goto(`${server.address}/loan/conversion/begin`);
    await at('/sorry');
    await says("Hmmm... something's not working at the moment. Please try again later.");
    // While it is silent asking again says so again; once it answers, nobody is kept where it did not.
    const asked = page.waitForResponse(
      (response) => response.request().postData()?.includes('convertLoanDetails') === true,
    );
    await press('Try again');
    await asked;
    await at('/sorry');
    await system(true);
    await press('Try again');
    await at('/convert');
    // Nor is what was typed lost where it falls silent at a press.
    await amount().fill('1200');
    await system(false);
    await press('Continue');
    await main()
      .getByText(/^We cannot reach the system that keeps your loan at the moment\. Your loan stays as it is\./)
      .waitFor();
    expect(await amount().inputValue()).toBe('1,200');
    await system(true);
    await press('Continue');
    await at('/summary');
    await page.goto(`${server.address}/account/open-loan`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('meets what nobody expected: it leads to the page of errors, and is logged and reported [behaviour.conversion.unexpectedErrors]', async () => {
    const { db } = server.services;
    await page.goto(`${server.address}/loan/conversion`);
    await press('Refinance Now');
    await dialog().waitFor();
    const logged = server.log.length;
    await sql`alter table loans rename to loans_away`.execute(db);
    try {
      await dialog().getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL((url) => url.pathname === '/error');
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    } finally {
      await sql`alter table loans_away rename to loans`.execute(db);
    }
    expect(server.log.slice(logged).filter((line) => line.includes('"msg":"a resolver failed"'))).toHaveLength(1);
    const reported = async (): Promise<readonly (string | null)[]> => {
      const events = sql<{ name: string | null }>`select body ->> 'name' as name from events where kind = 'error'`;
      return (await events.execute(db)).rows.map(({ name }) => name);
    };
    await expect.poll(reported).toContain('call.refinanceDetails');
  });

  test('whose loan can be refinanced alone, in Alabama, is asked nothing and stands at the refinance [behaviour.conversion.singleOffer]', async () => {
    const person = await signUp(server);
    await lentTo(server, person, { state: 'AL' });
    await context.close();
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    const called: (string | undefined)[] = [];
    page.on('request', (request) => called.push(dataCall(request)));
    await page.goto(`${server.address}/loan/conversion`);
    await logIn(person);
    // No button is pressed, and no dialog stands in between.
    await at('/refinance');
    await page.getByRole('heading', { level: 1, name: 'Refinance your Payday Loan' }).waitFor();
    const own = ['conversionOffers', 'preliminaryUnderwriting', 'refinanceDetails'];
    await expect.poll(() => called.filter((name) => own.includes(name ?? ''))).toEqual(own);
  });

  test('whose option is gone while they choose is told so, and OK leads to the notice [error.conversion.optionGone]', async () => {
    const person = await signUp(server);
    const { id } = await lentTo(server, person);
    await context.close();
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    await page.goto(`${server.address}/loan/conversion`);
    await logIn(person);
    await press('Convert My Loan');
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await at('/convert');
    await amount().waitFor();
    // The lender says meanwhile how the loan stands.
    const stands = (standing: string | null) =>
      sql`update loans set standing = ${standing} where application_id = ${id}::uuid`.execute(server.services.db);
    await stands('HOLD');
    try {
      await press('Continue');
      await dialog().getByRole('heading', { name: 'This option is no longer available.' }).waitFor();
      await dialog().getByRole('button', { name: 'OK', exact: true }).click();
      await at('/adverse-action');
      await page.getByRole('heading', { level: 1, name: 'We cannot change your loan' }).waitFor();
    } finally {
      await stands(null);
    }
    // A customer of the pocket brand comes to the notice there, where their loan is.
    await server.admin.setAttributes((await server.admin.find(person.email))?.sub ?? '', { 'custom:brand': 'pocket' });
    const { db } = server.services;
    await sql`update loans set brand = 'pocket' where application_id = ${id}::uuid`.execute(db);
    await sql`update applications set brand = 'pocket' where id = ${id}::uuid`.execute(db);
    await context.close();
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    await page.goto(`${server.address}/loan/conversion?brand=pocket`);
    await logIn(person);
    await at('/convert');
    await amount().waitFor();
    await stands('HOLD');
    await press('Continue');
    await dialog().getByRole('heading', { name: 'This option is no longer available.' }).waitFor();
    await dialog().getByRole('button', { name: 'OK', exact: true }).click();
    await at('/adverse-action');
    await page.getByRole('heading', { level: 1, name: 'We cannot change your loan' }).waitFor();
    expect(await page.title()).toContain('Tuppence');
  });
});
