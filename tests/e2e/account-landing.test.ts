/**
 * Where the account leads, before a browser: every value that the loan systems of the documents say goes in by the
 * table that keeps what they last said, comes out over HTTP, and its owner stands at the page it leads to.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { root } from '../../scripts/lib/paths.ts';
import { addressPath } from '../../contract/address.ts';
import type { Boot } from '../../contract/boot.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { lentTo } from '../server/support/applicant.ts';
import { signUp, type Person } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { dataCall } from './data-calls.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
let person: Person;
let application: string;
const dist = temporaryFolder();
/** Flags of the brand, which a test may change while the server runs. */
const content = temporaryFolder();
const flagsFile = 'brands/payday/flags.local.json';
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  mkdirSync(join(content, 'brands/payday'), { recursive: true });
  server = await startTestServer({ with: { dist }, contentDir: `+${content}` });
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  person = await signUp(server);
  ({ id: application } = await lentTo(server, person));
  await page.goto(`${server.address}/account`);
  await logIn(page);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dist, { recursive: true, force: true });
  rmSync(content, { recursive: true, force: true });
});

const main = () => page.locator('main');
/** From the page of the log-in, to which a page of the account has led, to the account. */
async function logIn(on: Page): Promise<void> {
  await on.waitForURL((url) => url.pathname === '/login');
  await on.getByLabel('Email').fill(person.email);
  await on.getByLabel('Password', { exact: true }).fill('Marigold42');
  await on.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
  await on.waitForURL((url) => url.pathname === '/account/open-loan');
}

interface Said {
  readonly sourceSystem?: string;
  readonly status?: string | null;
  readonly landingState?: string | null;
  readonly conditionallyApproved?: JsonObject | null;
}

/** What the system says from now on of the person. */
async function systemSays({
  sourceSystem = 'STARS3X',
  status = null,
  landingState = null,
  conditionallyApproved = null,
}: Said): Promise<void> {
  const conditional = conditionallyApproved && JSON.stringify(conditionallyApproved);
  await sql`insert into loan_systems (owner, brand, source_system, status, landing_state, conditionally_approved)
    select owner, brand, ${sourceSystem}, ${status}::text, ${landingState}::text, ${conditional}::jsonb
      from applications where id = ${application}::uuid
    on conflict (owner, brand) do update set source_system = excluded.source_system, status = excluded.status,
      landing_state = excluded.landing_state, conditionally_approved = excluded.conditionally_approved`.execute(
    server.services.db,
  );
}

/** Pages of the account that a test has opened at their own address. */
const opened = new Set<string>();
beforeEach(() => opened.clear());

/**
 * Says it, asks over HTTP whether it comes out, and opens the account anew in the same tab: there is the page at the
 * path, under its own heading, and there it is, too, where its own address is opened.
 */
async function landsOn([path, heading]: readonly [path: string, heading: string], said: Said): Promise<void> {
  await systemSays(said);
  const account = (await person.ask('loanAccount')).data?.['loanAccount'];
  const { sourceSystem, status, landingState } = said;
  expect(account).toMatchObject({
    ...(sourceSystem && { sourceSystem }),
    ...(status && { status }),
    ...(landingState && { landingState }),
  });
  await page.goto(`${server.address}/account`);
  const isThere = async (): Promise<void> => {
    await page.waitForURL((url) => url.pathname === `/account/${path}`);
    await main().getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  };
  await isThere();
  if (opened.has(path)) return;
  opened.add(path);
  await page.goto('about:blank');
  await page.goto(`${server.address}/account/${path}`);
  await isThere();
}

/** The page has the phone of the brand and nothing that can be pressed. */
async function isOnlyRead(): Promise<void> {
  const phone = String(server.services.definitions.brand('payday', '2026-11-20')?.facts['phoneNumber']);
  await main().getByText(phone).first().waitFor();
  expect(await main().getByRole('button').count()).toBe(0);
}

test('where no loan is open the articles of the brand are told by name and address, and one that is not active is not [op.query.getLearningCenterLinks]', async () => {
  const asked = page.waitForResponse((answer) => dataCall(answer.request()) === 'getLearningCenterLinks');
  await page.goto(`${server.address}/account/no-open-loan`);
  const { data } = (await (await asked).json()) as { readonly data: JsonObject };
  expect(data['getLearningCenterLinks']).toEqual([
    { title: 'What the APR tells you', link: 'apr', active: true },
    { title: 'How to pay a loan off early', link: 'pay-off-early', active: true },
    { title: 'What to do when you cannot pay', link: 'cannot-pay', active: true },
  ]);
  await main().getByText('What to do when you cannot pay').waitFor();
  expect(await main().getByText('How your payments are reported').count()).toBe(0);
});

test('every address of the account and of the change of a loan leads whoever is signed out to the log-in; who has logged in comes to the account by its entry, and to either [route.account] [behaviour.routes.protected] [role.authenticated]', async () => {
  const prefixes = detail<readonly string[]>('behaviour.routes.protected', 'protectedPrefixes');
  const brands = readdirSync(join(root, 'brands'));
  const stranger = await (await browser.newContext({ locale: 'en-US' })).newPage();
  for (const brand of brands) {
    const { flows } = (await (await fetch(`${server.address}/definitions/boot.json?brand=${brand}`)).json()) as Boot;
    const addresses = Object.values(flows).flatMap(({ base, routes }) =>
      routes.map(({ path, access }) => ({ address: addressPath(base, path), access })),
    );
    for (const prefix of prefixes) {
      const below = addresses.filter(({ address }) => address === prefix || address.startsWith(`${prefix}/`));
      expect(below.length).toBeGreaterThan(10);
      // What the page goes by is said of each of them on every brand; each is gone to on one brand, by turns.
      expect(below.filter(({ access }) => access === 'public')).toEqual([]);
      const all = [...new Set([prefix, ...below.map((one) => one.address)])];
      for (const address of all.filter((_, at) => at % brands.length === brands.indexOf(brand))) {
        await stranger.goto(`${server.address}${address}?brand=${brand}`, { waitUntil: 'commit' });
        await stranger.waitForURL((url) => url.pathname === '/login', { waitUntil: 'commit' });
      }
    }
  }
  await stranger.goto(`${server.address}/account?brand=payday`);
  await logIn(stranger);
  for (const [address, name] of [
    ['/account/personal', 'Your details'],
    ['/loan/conversion', "Choose the Option That's Right for You"],
  ] as const) {
    await stranger.goto(`${server.address}${address}`);
    await stranger.getByRole('heading', { level: 1, name }).waitFor();
    expect(new URL(stranger.url()).pathname).toBe(address);
  }
  await stranger.context().close();
}, 180_000);

/** Pages that several statuses lead to, and their headings. */
const pages = {
  open: ['open-loan', 'Your loan'],
  none: ['no-open-loan', 'You have no open loan'],
  unpaid: ['payment-loanpro-default', 'Your loan was not paid back'],
  replaced: ['refinance-pending-origination', 'Your new loan is being made'],
  elsewhere: ['payment-loanpro', 'Pay back your loan'],
  readOnly: ['read-only', 'Your loan'],
} as const;

test('every landing state leads to its page [enum.landingState] [route.account.pendingRefinance] [route.account.pendingEpp]', async () => {
  await landsOn(pages.open, { landingState: 'LANDING' });
  await landsOn(['refinance', 'Refinance your loan'], { landingState: 'REFINANCE' });
  await landsOn(['pending-refinance', 'We are looking at your refinance'], { landingState: 'PENDING_REFINANCE' });
  await landsOn(['pending-epp', 'You asked for a payment plan'], { landingState: 'PENDING_EPP' });
  await landsOn(['apply-now', 'Apply for a loan'], { landingState: 'PRODUCT_SELECTION' });
  await landsOn(['repay', 'Pay off your loan'], { landingState: 'THANKYOU' });
  await main().getByText('We have received the payment that pays off your loan.').waitFor();
}, 120_000);

test('every status of the retail loan systems leads to its page, one that nobody knows to the page that is only read, with the phone [enum.loanStatus] [route.account.openLoanPastDue] [route.account.originationOnHold]', async () => {
  for (const [status, there] of [
    ['CURRENT', pages.open],
    ['DELINQUENT', ['open-loan-past-due', 'A payment is past due']],
    ['PAID', pages.none],
    ['PAID_IN_FULL', pages.none],
    ['DEFAULT', pages.unpaid],
    ['HOLD', ['origination-on-hold', 'Your loan is on hold']],
    ['REFINANCE', pages.replaced],
    ['SOLD', pages.readOnly],
    ['VOID', pages.none],
    ['WRITTEN_OFF', pages.unpaid],
    ['NEVER_HEARD_OF', pages.readOnly],
  ] as const)
    await landsOn(there, { status });
  await isOnlyRead();
}, 120_000);

test('every status of the loan-servicing system leads to its page, one that nobody knows to the page that is only read, with the phone [enum.loanProStatus] [route.account.loanInRescission] [route.account.refinancePendingOrigination]', async () => {
  for (const [status, there] of [
    ['REPAYING', pages.elsewhere],
    ['CONTRACT_PENDING_SIGNATURE', pages.replaced],
    ['PENDING_PAYOFF', pages.elsewhere],
    ['BANKRUPTCY', pages.readOnly],
    ['CHARGED_OFF', pages.unpaid],
    ['RECISSION', ['loan-in-rescission', 'You may still cancel your loan']],
    ['VOIDED', pages.none],
    ['NEVER_HEARD_OF', pages.readOnly],
  ] as const)
    await landsOn(there, { sourceSystem: 'LOANPRO', status });
  await isOnlyRead();
}, 120_000);

test('a loan that is paid back elsewhere, and one that was not paid back, show what was paid and what was signed, and give it [route.account.paymentLoanproDefault]', async () => {
  for (const [status, there] of [
    ['REPAYING', pages.elsewhere],
    ['CHARGED_OFF', pages.unpaid],
  ] as const) {
    await landsOn(there, { sourceSystem: 'LOANPRO', status });
    await main().getByText('You have not paid anything yet.', { exact: true }).waitFor();
    await main().getByText('Your loan agreement is of November 20, 2026.', { exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await main().getByRole('button', { name: 'Download Loan agreement' }).press('Enter');
    const file = await download;
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
}, 120_000);

test('whichever system keeps the loan, the account leads to its page; a system that nobody knows is not listened to [enum.sourceSystem]', async () => {
  const systems = detail<readonly string[]>('enum.sourceSystem', 'values');
  for (const sourceSystem of systems)
    await landsOn(sourceSystem === 'LOANPRO' ? pages.elsewhere : pages.open, {
      sourceSystem,
      status: sourceSystem === 'LOANPRO' ? 'REPAYING' : 'CURRENT',
    });
  await expect(systemSays({ sourceSystem: 'STARS5X' })).rejects.toThrow('loan_systems_source_system');
  await systemSays({});
}, 120_000);

test('an application that a store approved on a condition is told whole to its owner alone [entity.conditionallyApprovedApplication] [op.query.conditionallyApprovedApplication] [route.account.conditionallyApprovedLoan]', async () => {
  const approved = {
    storeInformation: { storeNumber: '1101' },
    retailStatus: 'APPROVED_PENDING_DOCUMENTS',
    approvedAt: '2026-11-17',
    daysLeft: 27,
    daysElapsed: 3,
    preferredProductCode: 'RETAIL_ILP',
    channel: 'RETAIL',
  };
  await landsOn(['conditionally-approved-loan', 'Your loan is approved on a condition'], {
    status: 'NONE',
    conditionallyApproved: approved,
  });
  await main().getByText('Store 1101 approved it on November 17, 2026. It stands for 27 more days.').waitFor();
  const ask = async (one: Person) => (await one.ask('conditionallyApprovedApplication')).data;
  expect(await ask(person)).toEqual({ conditionallyApprovedApplication: { id: expect.any(String), ...approved } });
  expect(await ask(await signUp(server))).toEqual({ conditionallyApprovedApplication: null });
}, 60_000);

test('an application online is begun from what the store approved, by its owner alone [op.mutation.cloneApprovedLeadApplication]', async () => {
  const lead = (await person.ask('conditionallyApprovedApplication')).data?.['conditionallyApprovedApplication'];
  const stranger = await signUp(server);
  for (const id of [String(lead?.['id']), 'nobody-approved-this'])
    expect((await stranger.ask('cloneApprovedLeadApplication', { id })).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
  await main().getByRole('button', { name: 'Apply online instead', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/application/personal');
  // What was told in the last application stands there.
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main input')?.value === 'Ana');
}, 60_000);

describe('what the person may have, by how their loans stand', () => {
  const ask = async (more: JsonObject = {}): Promise<JsonObject> => {
    const { data, errors } = await person.ask('getCustomerProductAvailability', {
      applicationId: application,
      ...more,
    });
    expect(errors).toEqual([]);
    return data?.['getCustomerProductAvailability'] as JsonObject;
  };
  /** Comes to the loans; once the person's own answer is there, what the page offers them. */
  const offers = async (): Promise<() => Promise<string[]>> => {
    await page.goto(`${server.address}/application/product-preference`);
    await page.getByLabel('State you live in').selectOption('TX');
    const told = page.waitForResponse(
      (one) => one.request().postData()?.includes('getCustomerProductAvailability') === true,
    );
    await main().getByRole('button', { name: 'Show the loans' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/loans'));
    await (await told).finished();
    const group = main().getByRole('group', { name: 'You are pre-approved for' });
    return async () =>
      (await group.count()) === 0 ? [] : (await group.innerText()).split('\n').filter((line) => line.includes('$'));
  };

  test('an open loan, its store and its state are told whole, to its owner alone [op.query.getCustomerProductAvailability] [entity.availability]', async () => {
    await systemSays({ status: 'CURRENT' });
    await expect.poll(await offers()).toEqual([]);
    const loan = (await person.ask('loanAccount')).data?.['loanAccount']?.['loan'] as JsonObject;
    expect(await ask()).toEqual({
      stateCode: 'TX',
      retailChoiceEnabled: true,
      partnerHasOnline: true,
      partnerHasRetail: true,
      customerEligibleForBank: false,
      customerStoreNumber: null,
      nonCheetahRetailAvailable: true,
      preApprovedProducts: [],
      applicationConversionEligibility: {
        hasOpenRetailLoan: true,
        conversionDetails: {
          brandName: 'payday',
          isEligible: true,
          loanNumber: loan['loanId'],
          payoffAmount: loan['payoff'],
          productCode: 'PDL',
          sourceSystem: 'STARS3X',
        },
      },
    });
    expect(await ask({ partnerBrand: 'bankpartner' })).toMatchObject({
      customerEligibleForBank: true,
      partnerHasRetail: false,
    });
    // The code by which the loan systems know the person, that is the digits of their first loan.
    expect(await ask({ boCode: String(loan['loanId']).split('-')[0] ?? '' })).toEqual(await ask());
    const stranger = await signUp(server);
    const refused = await stranger.ask('getCustomerProductAvailability', { applicationId: application });
    expect(refused.errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
    const code = await person.ask('getCustomerProductAvailability', { applicationId: application, boCode: 'BO1' });
    expect(code.errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  }, 120_000);

  test('who has paid a loan back is pre-approved: payday and installment online are one offer, unless a flag disallows it [catalogue.preApproval.products] [catalogue.preApproval.dual] [flag.dualMergeDisallow]', async () => {
    await systemSays({ status: 'PAID_IN_FULL' });
    await expect
      .poll(await offers())
      .toEqual(['Payday loan, $100.00 to $1,500.00', 'Online installment loan, $500.00 to $2,500.00']);
    const flags = JSON.parse(readFileSync(join(root, 'brands/payday/flags.dev.json'), 'utf8')) as JsonObject;
    writeFileSync(join(content, flagsFile), JSON.stringify({ ...flags, disallowDual: false }));
    expect(await server.reloadContent()).toEqual([]);
    await expect.poll(await offers()).toEqual(['Payday loan or Online installment loan, $100.00 to $2,500.00']);
    expect((await ask())['preApprovedProducts']).toEqual([
      {
        name: 'Payday loan or Online installment loan',
        productCode: 'DUAL',
        productCodes: ['PDL', 'ILP'],
        minLoan: 10_000,
        maxLoan: 250_000,
      },
    ]);
  }, 120_000);
});
