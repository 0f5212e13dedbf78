/**
 * A payment before a browser: its owner comes to a loan over the API, and pays as a person does, in the provider's own
 * frame, which the page can neither read nor reach.
 */
import { cpSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { freePort } from '../../server/http/free-port.ts';
import { authorizeNetEventsPath } from '../../server/providers/authorize-net-api.ts';
import { openBrowser } from '../harness/browser.ts';
import { enter as pressEnter } from '../harness/keys.ts';
import { lentTo } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { dataCall } from './data-calls.ts';

let server: TestServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** What the browser asked of anybody, whole: addresses, headers, bodies. */
const sent: string[] = [];
const dist = temporaryFolder();
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  const port = await freePort('127.0.0.1');
  // By the machine's other name, as when the product runs: another origin.
  const providers = { standIns: `http://127.0.0.1:${port}`, keys: {} };
  server = await startTestServer({ config: { port, providers }, with: { dist } });
  browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-US' });
  page = await context.newPage();
  context.on('request', (request) => {
    sent.push(JSON.stringify([request.url(), request.headers(), request.postData()]));
  });
  page.on('websocket', (socket) => {
    sent.push(socket.url());
    socket.on('framesent', ({ payload }) => sent.push(payload.toString()));
  });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dist, { recursive: true, force: true });
});

const main = () => page.locator('main');
const at = (path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
const press = (name: string): Promise<void> => main().getByRole('button', { name, exact: true }).click();
const says = async (...lines: readonly string[]): Promise<void> => {
  for (const line of lines) await main().getByText(line, { exact: true }).first().waitFor();
};
const accountNumber = '987654321';
const frame = (): FrameLocator => page.frameLocator('iframe');
const pressInFrame = (name: string): Promise<void> => pressEnter(page, frame().getByRole('button', { name }));

/** Fills the first page of a payment. */
async function amount(dollars: string): Promise<void> {
  await at('/payment/amount');
  await main().getByRole('radio', { name: 'Other amount' }).check();
  await main().getByLabel('How much?').fill(dollars);
}

/** From the beginning of a payment to the page of the card, with an amount of one's own in dollars. */
async function choose(dollars: string): Promise<void> {
  await amount(dollars);
  await press('Continue');
  await at('/payment/description');
  await press('Continue');
  await at('/payment/card');
}

/** Types a card into the provider's frame. */
async function enter(button: string, number: string): Promise<void> {
  await press(button);
  await frame().getByLabel('Card number').fill(number);
  await frame().getByLabel('Expires (MM/YY)').fill('12/29');
  await frame().getByLabel('Security code').fill('987');
  await pressInFrame('Use this');
}

test('a customer makes a payment from the account, in a frame of the provider, and the account shows what is still to be done and what is left [enum.paymentFlowStep]', async () => {
  const person = await signUp(server);
  await lentTo(server, person);
  await page.goto(`${server.address}/account/open-loan`);
  await at('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await press('Log In');
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(`${server.address}/account/open-loan`);
  await press('Make a payment');

  await at('/payment/amount');
  await main().getByRole('radio', { name: 'Other amount' }).check();
  // What is wrong is said at the box, whatever it is.
  const box = main().getByLabel('How much?');
  for (const [typed, message] of [
    ['', 'Enter how much you want to pay'],
    // The box takes no letters.
    ['ten', 'Enter how much you want to pay'],
    ['0', 'Enter an amount in dollars'],
    ['0.99', 'You can pay from $1.00 to $345.00 today'],
    ['345.01', 'You can pay from $1.00 to $345.00 today'],
    ['500', 'You can pay from $1.00 to $345.00 today'],
  ] as const) {
    await box.fill(typed);
    await press('Continue');
    await main().locator('[id$="amount-error"]', { hasText: message }).waitFor();
    expect(await box.getAttribute('aria-invalid'), typed).toBe('true');
  }
  await main().getByLabel('How much?').fill('100');
  await press('Continue');
  await at('/payment/description');
  await says('After it $245.00 would pay off the loan today.');
  await press('Continue');

  await at('/payment/card');
  await enter('Enter your card or bank account', '4000 0000 0000 0002');
  await at('/payment/confirm');
  await says('You pay $100.00 today with the card or account ending in 0002.');
  await press('Pay now');
  await at('/payment/not-taken');
  await says('The payment was declined. Nothing was paid.');
  await press('Try again');
  await at('/account/payment');
  // On a slow line what may be paid comes after the press: the page says that it takes a moment, and goes on by itself.
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const slow = { offline: false, latency: 2000, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send('Network.emulateNetworkConditions', slow);
  await press('Make a payment');
  await amount('100');
  await press('Continue');
  await main().getByText('One moment', { exact: true }).waitFor();
  expect(await page.locator('form[data-loading]').count()).toBe(1);
  await at('/payment/description');
  await line.detach();
  await press('Continue');
  await main().getByRole('button', { name: 'Enter your card or bank account' }).waitFor();
  await page.goto(`${server.address}/account/payment`);
  await says(
    'You began to pay $100.00 today, and have not entered a card or bank account yet. Make a payment goes on there.',
  );
  await press('Make a payment');
  await at('/payment/card');
  await enter('Enter your card or bank account', '4111 1111 1111 1111');
  await at('/payment/confirm');
  // Whoever looks at their account in between is told that nothing is paid yet, and goes on where they were.
  await page.goto(`${server.address}/account/payment`);
  await says('You began to pay $100.00 today. Nothing is paid until you press Pay now. Make a payment goes on there.');
  await press('Make a payment');
  await at('/payment/confirm');
  await press('Pay now');
  await says('Please enter your card or bank account again. Nothing was paid.');
  await enter('Enter your card or bank account', '4111 1111 1111 1111');
  await at('/payment/confirm');
  await press('Pay now');
  await at('/payment/receipt');
  await says('We have taken $100.00 (Visa 1111).');
  await press('See your loan in your account');
  await at('/account/open-loan');
  await main().getByText('$245.00').first().waitFor();
  await says('$100.00 on November 20, 2026');
}, 120_000);

test('while the loan system is silent nothing is paid and nothing that was entered is lost: the page says so at each press, and goes on once the system answers', async () => {
  const { db } = server.services;
  const system = (answers: boolean) =>
    sql`insert into loan_systems (owner, brand, source_system, answers)
      select distinct owner, brand, 'STARS3X', ${answers}::boolean from loans
      on conflict (owner, brand) do update set answers = excluded.answers`.execute(db);
  const asked = async () => (await sql`select 1 from loan_payments`.execute(db)).rows.length;
  const silent = 'We cannot reach the system that keeps your loan at the moment. Nothing was paid.';
  const isSilent = () => main().getByText(silent, { exact: false }).first().waitFor();
  const before = await asked();
  await page.goto(`${server.address}/account/payment`);
  await press('Make a payment');
  await at('/payment/amount');
  await main().getByRole('radio', { name: 'Other amount' }).check();
  await main().getByLabel('How much?').fill('45');
  await system(false);
  await press('Continue');
  await isSilent();
  expect(await main().getByLabel('How much?').inputValue()).toMatch(/^45(\.00)?$/);
  await system(true);
  await press('Continue');
  await at('/payment/description');
  await press('Continue');
  await enter('Enter your card or bank account', '4111 1111 1111 1111');
  await at('/payment/confirm');
  await system(false);
  await press('Pay now');
  await isSilent();
  await at('/payment/confirm');
  expect(await asked()).toBe(before);
  await system(true);
  await press('Pay now');
  await at('/payment/receipt');
  await says('We have taken $45.00 (Visa 1111).');
}, 120_000);

test('a payment beside another on its way waits; one on what is owed no more is begun again; one whose answer is lost is looked up; one from a bank account is on its way until the bank has settled, however often that is told', async () => {
  const begin = async (dollars: string): Promise<void> => {
    await page.goto(`${server.address}/account/payment`);
    await press('Make a payment');
    await choose(dollars);
  };
  await page.goto(`${server.address}/account/payment`);
  await press('Make a payment');
  await at('/payment/amount');
  const owed = Number(
    /[\d.]+/.exec(
      await main()
        .getByText(/^\$[\d.]+ today$/)
        .innerText(),
    )?.[0],
  );
  await choose('20');
  await enter('Enter your card or bank account', '4111 1111 1111 1111');
  await at('/payment/confirm');
  // Another payment of the loan is on its way: the page that says so needs another document than the one with the frame
  // of the provider, and the server is not told of this way. Whoever comes again is at the page of the payment.
  const { db } = server.services;
  await sql`insert into loan_payments (application_id, loan, id, reference, cents, state, day, asked_at, act)
    select application_id, loan, gen_random_uuid(), 'elsewhere', 2000, 'asked', max(day), max(at), 1
      from loan_ledger group by application_id, loan`.execute(db);
  await press('Pay now');
  await says(
    'It counts on the day on which you made it. Your account shows it as soon as it is there; until then no other payment can be made online.',
  );
  await at('/payment/on-its-way');
  await sql`delete from loan_payments where reference = 'elsewhere'`.execute(db);
  await page.goto(`${server.address}/payment/begin`);
  await at('/payment/confirm');
  await enter('Use another card or bank account', '4111 1111 1111 1111');
  // Five dollars are paid elsewhere meanwhile: what is owed is not what the person agreed to pay on.
  await sql`insert into loan_ledger (application_id, loan, entry, account, cents, kind, day, at)
    select application_id, loan, max(entry) + 1, line.account, line.cents, 'payment', max(day), max(at)
      from loan_ledger, (values ('bank', 500), ('principal', -500)) as line (account, cents)
      group by application_id, loan, line.account, line.cents`.execute(db);
  await press('Pay now');
  await at('/payment/changed');
  await press('Choose again');
  // What may be paid is asked for again: the page offers what is owed now.
  await at('/payment/amount');
  await says(`$${(owed - 5).toFixed(2)} today`);
  await choose('20');
  await enter('Enter your card or bank account', '4000 0000 0000 0119');
  await at('/payment/confirm');
  await press('Pay now');
  await at('/payment/processing');
  await says('Your payment was taken.');

  await begin('50');
  await press('Enter your card or bank account');
  // The frame has no origin of its own: the page can read nothing of it, wherever it is served from.
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('allow-scripts allow-forms');
  expect(
    await frame()
      .locator('body')
      .evaluate(() => self.origin),
  ).toBe('null');
  await frame().getByLabel('Pay with').selectOption('Bank account');
  await frame().getByLabel('Routing number').fill('021000021');
  await frame().getByLabel('Account number').fill(accountNumber);
  await pressInFrame('Use this');
  await at('/payment/confirm');
  await says('You pay $50.00 today with the card or account ending in 4321.');
  await press('Pay now');
  await at('/payment/on-its-way');
  await main().getByText('Back to your account').click();
  await at('/account/open-loan');
  await main()
    .getByText(/^A payment of \$50\.00 of November 20, 2026 is on its way\./)
    .waitFor();
  await main().getByText('$175.00').first().waitFor();
  await press('Make a payment');
  await says(
    'A payment on this loan is on its way. A bank takes up to three business days, and some payments are looked at first.',
  );

  const { rows } = await sql<{
    id: string;
  }>`select max(transaction)::text as id from payment_stand_in`.execute(db);
  for (const status of ['settledSuccessfully', 'settledSuccessfully']) {
    const told = await fetch(`${server.address}${authorizeNetEventsPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transId: rows[0]?.id, status }),
    });
    expect(await told.json()).toEqual({ heard: 200 });
  }
  await page.goto(`${server.address}/account/open-loan`);
  await main().getByText('$125.00').first().waitFor();
  expect(await main().getByText('$50.00 on November 20, 2026', { exact: true }).count()).toBe(1);
}, 120_000);

test('cards that the provider cannot use are counted; after three no other is taken for the payment [op.mutation.updateDebitCardAttempts]', async () => {
  await page.goto(`${server.address}/account/payment`);
  await press('Make a payment');
  await choose('50');
  const counted = () =>
    sent.flatMap((one) => {
      const body = (JSON.parse(one) as readonly (string | null)[]).at(-1) ?? '';
      return body.includes('updateDebitCardAttempts') ? [...body.matchAll(/"attempts":(\d+)/g)].map(([, n]) => n) : [];
    });
  const fails = async (button: string): Promise<void> => {
    await press(button);
    // What is saved of the journey names the operation, too.
    const told = page
      .waitForResponse((one) => dataCall(one.request()) === 'updateDebitCardAttempts')
      .then((one) => one.json() as Promise<unknown>);
    await pressInFrame('The provider cannot read what was typed');
    expect(await told).toMatchObject({ data: { updateDebitCardAttempts: { success: true } } });
  };
  await fails('Enter your card or bank account');
  await says('The card could not be used. Please try again, or use another one.');
  await fails('Enter your card or bank account');
  expect(counted()).toEqual(['1', '2']);
  // What was counted stands when the page is loaded anew.
  await page.reload();
  await fails('Enter your card or bank account');
  await at('/payment/too-many');
  await says('Three cards could not be used. Nothing was paid.');
  expect(counted()).toEqual(['1', '2', '3']);
  // Nor is one taken that could be used, by whoever goes back to the page.
  await page.goto(`${server.address}/payment/card`);
  await enter('Enter your card or bank account', '4111 1111 1111 1111');
  await at('/payment/too-many');
}, 120_000);

test('no request and no log holds the number of a card or of a bank account, or a security code', async () => {
  const everything = sent.join('\n');
  expect(sent.length).toBeGreaterThan(20);
  expect(everything).toContain('makePayment');
  for (const secret of ['4111111111111111', '4111 1111 1111 1111', '4000000000000002', accountNumber])
    expect(everything.includes(secret)).toBe(false);
  // Three digits stand in many a number; by themselves they are the code.
  expect(everything).not.toMatch(/(?<![\w.])987(?![\w.])/);
  expect(server.log.join('\n')).not.toMatch(new RegExp(`4111|${accountNumber}|dataValue`));
});
