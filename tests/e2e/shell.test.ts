/** What stands around every page, on every brand, and what becomes of somebody when something goes wrong. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { detail } from '../content/compiled.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const brands = readdirSync(join(root, 'brands'));
const person = (id: string) => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no test person ${id}.`);
  return found;
};
async function open(path: string, isTimed = false): Promise<void> {
  await context?.close();
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 900 } });
  if (isTimed) await context.clock.install();
  page = await context.newPage();
  await page.goto(`${product.address}${path}`);
}
async function logIn({ email, password }: { readonly email: string; readonly password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}
const at = (path: string) => page.waitForURL((url) => url.pathname === path);
const factsOf = async (brand: string): Promise<Boot['facts']> =>
  ((await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot).facts;
/** The stages that the progress indicator names, and the one that is current. */
async function stages(): Promise<{ readonly all: readonly string[]; readonly current: string | undefined }> {
  const items = page.locator('.progress-stages li');
  await items.first().waitFor();
  const read = async (which: typeof items): Promise<readonly string[]> =>
    (await which.locator('.progress-words').allTextContents()).map((words) =>
      words.replace(/ (completed|current|not started)$/, ''),
    );
  return { all: await read(items), current: (await read(page.locator('.progress-stages li[aria-current]')))[0] };
}

describe.each(brands)('around the pages of %s', (brand) => {
  let facts: Boot['facts'];
  const header = () => page.locator('header');
  beforeAll(async () => {
    facts = await factsOf(brand);
    await open(`/login?brand=${brand}`);
    await page.getByLabel('Email').waitFor();
  });

  test('the header has the color of the brand and its phone number [brand.field.headerColor] [brand.field.phoneNumber]', async () => {
    const drawn = await header().evaluate((element) => {
      const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
      return borderTopWidth === '0px' ? [backgroundColor] : [backgroundColor, borderTopColor];
    });
    const [red, green, blue] = [1, 3, 5].map((from) =>
      parseInt(String(facts['headerColor']).slice(from, from + 2), 16),
    );
    expect(drawn).toContain(`rgb(${red}, ${green}, ${blue})`);
    expect(await header().locator('a[href^="tel:"]').innerText()).toBe(facts['phoneNumber']);
    expect(await page.locator('footer .footer-help').innerText()).toContain(`${facts['phoneNumber']}`);
  });

  test('it leads to the help of the brand [screen.header.getAnswers] [brand.field.helpLinks]', async () => {
    const strings = detail<JsonObject>('screen.header.getAnswers', 'strings');
    const isBankPartner = facts['isBankPartner'] === true;
    const link = (words: unknown) => header().getByRole('link', { name: String(words), exact: true });
    expect(await link(strings[isBankPartner ? 'bankPartner' : 'default']).getAttribute('href')).toBe(
      facts[isBankPartner ? 'howItWorksLink' : 'getAnswersLink'],
    );
    expect(await link(strings[isBankPartner ? 'default' : 'bankPartner']).count()).toBe(0);
  });

  test('behind Share my screen stands how it is done [screen.header.remoteSession]', async () => {
    const inside = page.getByText('ask to share your screen');
    expect(await inside.isVisible()).toBe(false);
    await header().getByText('Share my screen').click();
    await inside.waitFor();
    expect(await inside.innerText()).toContain(facts['phoneNumber']);
  });

  test('its legal text is its own [brand.field.legalFooter]', async () => {
    const creditor = facts['creditor'] as JsonObject;
    const footer = await page.locator('footer').innerText();
    for (const line of [creditor['name'], creditor['addressLine1'], facts['licenses'], facts['costExample']])
      expect(footer).toContain(line);
    await page.locator('footer .footer-legal').getByRole('button').first().click();
    await until('the legal text', async () =>
      (await page.locator('dialog[open]').innerText()).includes(String(facts['name'])),
    );
  });

  test('whoever applies and is not signed in is led to the log-in, and told whom to call [screen.journeyFooter] [screen.progress.steps]', async () => {
    await page.goto(`${product.address}/application?brand=${brand}`);
    await page.getByLabel('Confirm password').waitFor();
    const [link = '', call = ''] = detail<readonly string[]>('screen.journeyFooter', 'strings');
    const footer = page.locator('footer');
    expect(await footer.innerText()).toMatch(new RegExp(`${call}\\s+${String(facts['phoneNumber'])}`));
    const { all, current } = await stages();
    expect(all).toEqual(detail('screen.progress.steps', 'steps'));
    expect(current).toBe('Personal Information');
    await footer.getByText(link, { exact: true }).click();
    await at('/login');
  });

  test('what went wrong has a page that says what to do [route.error]', async () => {
    await page.goto(`${product.address}/error?brand=${brand}`);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    expect(await page.locator('main').innerText()).toContain(facts['phoneNumber']);
    expect(await page.getByText('Try again', { exact: true }).count()).toBe(1);
  });
});

describe('progress', () => {
  test('which stage is the current one is told by the page [screen.progress.currentFromPath]', async () => {
    const { services } = product.server();
    const ana = await signUp(product);
    const applicant = await openApplication({ address: product.address, services }, ana);
    for (const left of pagesToSubmit().slice(0, 3)) await applicant.leave(left);
    await open('/login?brand=payday');
    await logIn({ email: ana.email, password: 'Marigold42' });
    await at('/application/resume');
    for (const [path, stage] of [
      ['personal', 'Personal Information'],
      ['amount', 'Loan Details'],
      ['income', 'Income'],
      ['bank', 'Final Steps'],
    ] as const) {
      await page.goto(`${product.address}/application/${path}`);
      await until(stage, async () => (await stages()).current === stage);
    }
  });

  test.each([
    ['new-applicant', true],
    ['returning-online', false],
    ['returning-retail', false],
    ['omni', false],
  ] as const)(
    '%s: is asked for the loan in a stage of its own: %s [screen.progress.loanDetailsHidden]',
    async (id, has) => {
      await open('/login?brand=payday');
      await logIn(await product.another(person(id)));
      await at('/application/personal');
      expect((await stages()).all.includes('Loan Details')).toBe(has);
    },
  );
});
