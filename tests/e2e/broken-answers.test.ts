/**
 * What the page asks of the reviewer of documents, of the agreements and of the check of a device is answered by a
 * fault, by nonsense, by nothing or never, is lost, or comes twice: no step is wrongly done, nothing raw is said, and
 * whoever applies comes back and goes on.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { readActs } from '../../server/journeys/acts/store.ts';
import { openBrowser } from '../harness/browser.ts';
import { startGatekeeper, type Broken, type Gatekeeper } from '../harness/gatekeeper.ts';
import { anew } from '../harness/tab.ts';
import {
  heardAt,
  openApplication,
  pagesToSubmit,
  submitPage,
  waitingForDocuments,
  type Applicant,
} from '../server/support/applicant.ts';
import { signUp, type Person } from '../server/support/person.ts';
import { startTestServer, type TestServer } from '../server/support/server.ts';
import { signedIn } from './signed-in.ts';

let server: TestServer;
let gate: Gatekeeper;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await startTestServer({ with: { dist: distDir } });
  gate = await startGatekeeper(server.address);
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await gate?.close();
  await server?.stop();
});

/** Longer than any of these operations is waited for, in milliseconds. */
const patience = 16_000;

const saysNothingRaw = async (): Promise<void> =>
  expect(await page.locator('body').innerText()).not.toMatch(/undefined|\bnull\b|NaN|Error:|nonsense|Internal Server/);
const headed = (title: string) => page.getByRole('heading', { level: 1, name: title }).waitFor();
const open = (path: string, brand = 'payday') => page.goto(`${gate.address}${path}?brand=${brand}`);
/** The page of errors: in plain words, with a way back. */
async function ledToErrors(how: Broken): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/error');
  await headed('Something went wrong');
  const back = page.getByText('Try again', { exact: true });
  expect([how, await back.isVisible()]).toEqual([how, true]);
  await saysNothingRaw();
}
/** What was done, without what was looked at and the answers that were saved on the way. */
const doneBy = async ({ id }: Pick<Applicant, 'id'>): Promise<readonly string[]> =>
  (await readActs(server.services.db, id))
    .map(({ operation }) => operation)
    .filter((one) => !['saveJourney', 'applicationState', 'loanOffer', 'documentReview'].includes(one));

async function approved(): Promise<{ readonly person: Person; readonly applicant: Applicant }> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const left of [...pagesToSubmit(), submitPage]) await applicant.leave(left);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  return { person, applicant };
}
async function before({ email }: Person): Promise<void> {
  await page?.context().close();
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await page.clock.install();
  await anew(page, gate.address);
  await signedIn(page, gate.address, { email, password: 'Marigold42' });
}

interface Asks {
  readonly operation: string;
  readonly path: string;
  readonly title: string;
  readonly brand?: string;
  /** Somebody whose page asks it, with their application where they have one. */
  readonly stands: () => Promise<{ readonly person: Person; readonly applicant?: Applicant }>;
}
const asks: readonly Asks[] = [
  {
    operation: 'documentReview',
    path: '/application/upload-docs',
    title: 'Two documents for your loan',
    async stands() {
      const person = await signUp(server);
      return { person, applicant: await waitingForDocuments(server, person) };
    },
  },
  {
    operation: 'loanOffer',
    path: '/application/approved/agreements',
    title: 'You are approved: read your loan agreement',
    stands: approved,
  },
  {
    operation: 'deviceCheck',
    path: '/authentication/mfa',
    title: 'Check your email',
    brand: 'pocket',
    async stands() {
      const person = await signUp(server);
      const { sub = '' } = (await server.admin.find(person.email)) ?? {};
      await server.admin.setAttributes(sub, { 'custom:secondFactor': 'EMAIL', 'custom:brand': 'pocket' });
      return { person };
    },
  },
];

test.each(asks)(
  '$operation fails, is nonsense or nothing: the page of errors, with a way back; it never comes: the page says so and goes on as soon as it does',
  async ({ operation, path, title, brand, stands }) => {
    const { person, applicant } = await stands();
    const done = applicant && (await doneBy(applicant));
    await before(person);
    for (const how of ['fails', 'garbage', 'nothing'] as const) {
      gate.answers(operation, how);
      await open(path, brand);
      await ledToErrors(how);
    }
    gate.answers(operation, 'hangs');
    const sent = page.waitForRequest((one) => one.postData()?.includes(` ${operation}`) === true);
    await open(path, brand);
    await sent;
    await page.clock.fastForward(patience);
    await page.getByText('The service is not answering.').waitFor();
    await saysNothingRaw();
    gate.answers(operation, 'pass');
    await headed(title);
    expect(applicant && (await doneBy(applicant))).toEqual(done);
  },
);

test('agreements and signature: what fails is not done, what lost its answer or is heard twice is done once, and there is one loan', async () => {
  const { person, applicant } = await approved();
  await before(person);
  await open('/application/approved/agreements');
  const rows = page.locator('.agreements').getByRole('listitem');
  await rows.first().waitFor();
  for (const row of await rows.all()) {
    await row.getByRole('button').click();
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('button', { name: 'Agree', exact: true }).click();
    await viewer.waitFor({ state: 'detached' });
  }
  const done = await doneBy(applicant);
  const goOn = page.locator('[data-action=continue]');
  for (const how of ['fails', 'garbage', 'nothing'] as const) {
    gate.answers('saveAgreements', how);
    await goOn.click();
    await ledToErrors(how);
    expect([how, await doneBy(applicant)]).toEqual([how, done]);
    await open('/application/approved/agreements');
  }
  gate.answers('saveAgreements', 'loses its answer');
  await goOn.click();
  await page.getByText('You are offline.').waitFor();
  await saysNothingRaw();
  gate.answers('saveAgreements', 'pass');
  await headed('Sign your loan agreement');
  gate.answers('esignApplication', 'is heard twice');
  await page.getByLabel('Your signature').fill('Ana Ortiz');
  await page.locator('[data-action=sign]').click();
  await page.waitForURL((url) => url.pathname === '/application/thank-you');
  await saysNothingRaw();
  const since = (await doneBy(applicant)).slice(done.length);
  expect(since).toEqual(['saveAgreements', 'esignApplication', 'takeInSignature', 'validate', 'originate']);
});
