/** The catalogue, as it is read by people with and without a loan before, in a real browser at a real server. */
import { cpSync, rmSync } from 'node:fs';
import type { Browser, Page, Request, Response } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { distDir } from '../../scripts/lib/front-end.ts';
import { testPeople } from '../../server/seed/index.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { anew } from '../harness/tab.ts';
import { lentTo, openApplication } from '../server/support/applicant.ts';
import { graphql, signUp, type Person } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { dataCall } from './data-calls.ts';
import { signedIn } from './signed-in.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
const dist = temporaryFolder();
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  server = await startTestServer({ with: { dist, seeded: true } });
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(dist, { recursive: true, force: true });
});

interface Account {
  readonly email: string;
  readonly password: string;
}
const seeded = (id: string): Account => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  return found;
};

/** Somebody who is logged in looks at what there is in Missouri. */
async function loansOf(account: Account): Promise<void> {
  await anew(page, server.address);
  await signedIn(page, server.address, account);
  await page.goto(`${server.address}/application/product-preference?brand=payday`);
  await page.getByLabel('State you live in').selectOption('MO');
  await page.getByRole('button', { name: 'Show the loans', exact: true }).click();
  // The example that everybody is shown.
  await page.getByText('18 months: 37 biweekly payments of $119.42.', { exact: true }).waitFor();
}

/** What a page asked by this name, with all that it sent. */
type Sent = readonly [operation: string, variables: JsonObject];
/** What the page asks of these names before the first of them is answered. */
async function askedTogether(names: readonly string[], does: () => Promise<unknown>): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  let isAnswered = false;
  const isOne = (request: Request): boolean => names.includes(dataCall(request) ?? '');
  const asks = (request: Request): void => {
    const { variables = {} } = (request.postDataJSON() ?? {}) as { readonly variables?: JsonObject };
    if (isOne(request) && !isAnswered) sent.push([dataCall(request) ?? '', variables]);
  };
  const answers = (response: Response): void => void (isAnswered ||= isOne(response.request()));
  page.on('request', asks).on('response', answers);
  await does();
  page.off('request', asks).off('response', answers);
  return sent;
}

test('what there is in a state and what is shown there are asked together, of the application of whoever has one; of somebody else’s nothing is told [op.query.documentsPerState]', async () => {
  const person = await signUp(server);
  const { id } = await openApplication(server, person);
  const names = ['getProductAvailability', 'documentsPerState'];
  const sent = await askedTogether(names, () => loansOf({ email: person.email, password: 'Marigold42' }));
  const variables = {
    stateCode: 'MO',
    brandName: 'payday',
    channel: 'ONLINE',
    section: 'agreements',
    applicationId: id,
  };
  expect(sent.map(([operation]) => operation)).toEqual(names);
  expect(sent.find(([operation]) => operation === 'documentsPerState')?.[1]).toEqual(variables);
  const asks = async (one: Person, applicationId: string): Promise<unknown> => {
    const { data, errors } = await one.ask('documentsPerState', { ...variables, applicationId });
    return errors[0]?.extensions.code ?? data?.['documentsPerState']?.['id'];
  };
  const stranger = await signUp(server);
  const unknown = '7f4d8e3a-0000-4000-8000-000000000001';
  expect([await asks(person, id), await asks(stranger, id), await asks(person, unknown)]).toEqual([
    'MO',
    'FORBIDDEN',
    'FORBIDDEN',
  ]);
});

test('who begins with empty pages sends the campaign that led them here, which the application keeps [op.mutation.createApplication]', async () => {
  const person = await signUp(server);
  await anew(page, server.address);
  await page.context().addCookies([{ name: 'cms', value: 'autumn', url: server.address }]);
  await signedIn(page, server.address, { email: person.email, password: 'Marigold42' });
  const sent = await askedTogether(['createApplication'], async () => {
    await page.goto(`${server.address}/application/again?brand=payday`);
    await page.getByRole('button', { name: 'Begin with empty pages', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/application/personal');
  });
  expect(sent.map(([, variables]) => variables)).toMatchObject([
    { application: { flow: 'apply' }, cmsData: { campaignId: 'autumn' } },
  ]);
  const { id } = (await person.ask('openApplication')).data?.['openApplication'] ?? {};
  expect((await person.ask('application', { id: String(id) })).data?.['application']).toMatchObject({
    campaignId: 'autumn',
  });
});

test('the example of 24 months is for who has had a loan, be it from before, of a store or made here, and for nobody else [const.termExample.24]', async () => {
  const borrower = await signUp(server);
  await lentTo(server, borrower);
  const signedUp = await signUp(server);
  const own = 'Marigold42';
  for (const [who, account, shown] of [
    ['new-applicant', seeded('new-applicant'), 0],
    ['signed up alone', { email: signedUp.email, password: own }, 0],
    ['returning-online', seeded('returning-online'), 1],
    ['returning-retail', seeded('returning-retail'), 1],
    ['omni', seeded('omni'), 1],
    ['lent to here', { email: borrower.email, password: own }, 1],
  ] as const) {
    await loansOf(account);
    const said = async (text: RegExp): Promise<number> => page.locator('main').getByText(text).count();
    expect([
      who,
      await said(/^24 months: 52 biweekly payments\.$/),
      await said(/^These 24 months are for returning customers and for refinancing only\.$/),
    ]).toEqual([who, shown, shown]);
  }
});

test('loans stand in one order: payday online, choice, store installment, those of Ohio and of a registration, installment in a store, then online; the documents of a state bring the patterns of their numbers [catalogue.order] [op.query.stateDocumentList] [modal.productComparison]', async () => {
  await anew(page, server.address);
  const { states } = await server.services.definitions.compliance('payday', '2026-11-20');
  expect([states['MO']?.['idPattern'], states['OH']?.['idPattern']]).toEqual([
    expect.stringMatching(/^\^/),
    expect.stringMatching(/^\^/),
  ]);
  for (const [state, loans] of [
    [
      'MO',
      [
        'Payday loan',
        'Choice loan',
        'Store installment loan',
        'Registration loan',
        'Installment loan',
        'Online installment loan',
      ],
    ],
    ['OH', ['Ohio choice loan', 'Select Loan', 'Registration loan', 'Online installment loan']],
  ] as const) {
    await page.goto(`${server.address}/application/product-preference?brand=payday`);
    await page.getByLabel('State you live in').selectOption(state);
    const documents = page.waitForResponse((answer) => dataCall(answer.request()) === 'stateDocumentList');
    await page.getByRole('button', { name: 'Show the loans', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Loans where you live' }).waitFor();
    await page.getByRole('group', { name: loans[0], exact: true }).waitFor();
    const told = await documents;
    expect(told.request().postDataJSON()).toMatchObject({ variables: { stateCode: state, brandName: 'payday' } });
    expect(await told.json()).toMatchObject({
      data: {
        stateDocumentList: [
          {
            documentType: 'DRIVER_LICENSE',
            title: 'Driver license',
            patterns: [{ rule: states[state]?.['idPattern'] }],
          },
          { documentType: 'STATE_ID', title: 'State ID card', patterns: [{ rule: states[state]?.['idPattern'] }] },
        ],
      },
    });
    const shown = await page.locator('[data-repeat="loan"] .row-title').allInnerTexts();
    expect([state, ...shown]).toEqual([state, ...loans]);
    await page.getByText('Compare these loans', { exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare our loans' });
    const compared = await dialog.innerText();
    for (const loan of loans) expect(compared).toContain(loan);
    if (state === 'MO') expect(compared).toMatch(/Amount: \$100\.00 to \$500\.00[^]*APR: 390% to 460%/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});

test('the Select Loan has a card in Ohio and in no other state that is served [catalogue.card.select]', async () => {
  await anew(page, server.address);
  const { states } = await server.services.definitions.compliance('payday', '2026-11-20');
  const served = Object.keys(states).filter((state) => states[state]?.['served'] !== false);
  expect(served.length).toBeGreaterThan(7);
  await page.goto(`${server.address}/application/product-preference?brand=payday`);
  const withCard: string[] = [];
  for (const state of served) {
    await page.getByLabel('State you live in').selectOption(state);
    await page.getByRole('button', { name: 'Show the loans', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Loans where you live' }).waitFor();
    await page.locator('[data-repeat="loan"] .row-title').first().waitFor();
    if ((await page.getByRole('group', { name: 'Select Loan', exact: true }).count()) > 0) withCard.push(state);
    await page.getByRole('button', { name: 'Choose another state', exact: true }).click();
  }
  expect(withCard).toEqual(['OH']);
});

test('whoever names no state is shown the loans of the home state, whichever brand they ask; who names one, those of theirs [const.homeStateCode] [op.query.getProductAvailability]', async () => {
  await anew(page, server.address);
  const asked: unknown[] = [];
  let document = '';
  page.on('request', (request) => {
    const { operationName, query, variables } = (request.postDataJSON() ?? {}) as {
      readonly operationName?: string;
      readonly query?: string;
      readonly variables?: unknown;
    };
    if (operationName !== 'getProductAvailability') return;
    document = query ?? '';
    asked.push(variables);
  });
  const home = detail<string>('const.homeStateCode', 'value');
  for (const brand of ['payday', 'installment', 'bankpartner', 'pocket']) {
    await page.goto(`${server.address}/application/product-preference?brand=${brand}`);
    const state = page.getByLabel('State you live in');
    await state.waitFor();
    expect([brand, await state.inputValue()]).toEqual([brand, home]);
    await page.getByRole('button', { name: 'Show the loans', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Loans where you live' }).waitFor();
    await page.getByRole('button', { name: 'Choose another state', exact: true }).click();
    await state.selectOption('TX');
    await page.getByRole('button', { name: 'Show the loans', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Loans where you live' }).waitFor();
    // The partner whose loans these are is the brand itself.
    const of = (stateCode: string) => ({ stateCode, brandName: brand, partnerBrand: brand });
    await expect.poll(() => asked.splice(0)).toEqual([of(home), of('TX')]);
  }
  // The same question about others: of another brand of ours its loans, of nobody's none.
  const online = async (partnerBrand: string | null): Promise<unknown> => {
    const variables = { stateCode: 'TX', brandName: 'payday', partnerBrand };
    const { data } = await graphql(server, document, { variables });
    const products = data?.['getProductAvailability']?.['products'] as readonly JsonObject[];
    return products.filter(({ channel }) => channel === 'ONLINE').map(({ name }) => name);
  };
  const own = ['Payday loan', 'Online installment loan'];
  expect(await Promise.all([null, 'payday', 'pocket', 'nobody'].map(online))).toEqual([
    own,
    own,
    ['Credit-building loan'],
    [],
  ]);
});
