/** Stores looked for by ZIP code, on their list and their map, in a real browser at a real server. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Asked {
  readonly postalCode?: string;
  readonly storeNumber?: string;
  readonly params?: { readonly limit?: number; readonly maxDistance?: number; readonly stateRestriction?: string };
}
/** A visitor at the stores, and what their page has asked of the locations. */
async function visit({ isTimed = false } = {}): Promise<{ page: Page; asked: Asked[] }> {
  const context = await browser.newContext({ locale: 'en-US' });
  if (isTimed) await context.clock.install();
  const page = await context.newPage();
  const asked: Asked[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/locations/search')) asked.push(request.postDataJSON() as Asked);
  });
  await page.goto(`${product.address}/find-a-store?brand=payday`);
  await page.locator('[data-map]').waitFor();
  return { page, asked };
}
const stores = (page: Page) => page.getByRole('button', { name: /^Choose / });

test('five digits of a ZIP code are taken, whatever is typed or pasted, and none of the rest [rule.zipSearch.digits] [const.zipLength]', async () => {
  const { page } = await visit();
  const zip = page.getByLabel('ZIP code');
  for (const typed of ['64a1-06', '641067', '78701-1234', ' 6 4 1 0 6 ']) {
    await zip.fill('');
    await zip.pressSequentially(typed);
    expect(await zip.inputValue()).toBe(typed.replace(/\D/g, '').slice(0, 5));
    await zip.fill(typed);
    expect(await zip.inputValue()).toBe(typed.replace(/\D/g, '').slice(0, 5));
  }
  // In the middle of what stands there, too, and the caret stays where it was.
  await zip.fill('6406');
  await zip.press('ArrowLeft');
  await zip.pressSequentially('x1');
  expect(await zip.inputValue()).toBe('64016');
  await page.context().close();
});

test('nothing is looked for before 400 ms have passed since the fifth digit [rule.zipSearch.debounce] [const.zipSearchDebounceMs]', async () => {
  const { page, asked } = await visit({ isTimed: true });
  const zip = page.getByLabel('ZIP code');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await zip.pressSequentially('6410');
  await page.clock.runFor(5_000);
  expect(asked).toEqual([]);
  await zip.pressSequentially('6');
  await page.clock.runFor(399);
  expect(asked).toEqual([]);
  const request = page.waitForRequest((one) => one.url().endsWith('/locations/search'));
  await page.clock.runFor(1);
  expect((await request).postDataJSON()).toMatchObject({ postalCode: '64106' });
  await page.context().close();
});

test('nine are asked for, no farther than 804,700 metres; three are shown, three more at a press [const.storeSearch.maxDistance] [const.storeSearch.revealStep]', async () => {
  const { page, asked } = await visit();
  await page.getByLabel('ZIP code').fill('64106');
  await stores(page).first().waitFor();
  expect(asked.map(({ params }) => params)).toEqual([{ limit: 9, skip: 0, maxDistance: 804_700 }]);
  expect(await stores(page).count()).toBe(3);
  const more = page.getByRole('button', { name: 'Show more' });
  for (const shown of [6, 9]) {
    await more.click();
    await stores(page)
      .nth(shown - 1)
      .waitFor();
    expect(await stores(page).count()).toBe(shown);
  }
  expect(await more.count()).toBe(0);
  await page.context().close();
});

test('the map shows the country at zoom 4, what was found at 10, a chosen store at 16 [const.map.defaultZoom] [const.map.resultsZoom] [const.map.selectedZoom]', async () => {
  const { page } = await visit();
  const map = page.locator('[data-map]');
  const zoomed = (zoom: number) => page.locator(`[data-map][data-zoom="${zoom}"]`).waitFor();
  await zoomed(4);
  expect(await map.getByRole('button').count()).toBe(0);
  await page.getByLabel('ZIP code').fill('64106');
  await stores(page).first().waitFor();
  await zoomed(10);
  expect(await map.getByRole('button').count()).toBe(9);
  await stores(page).first().click();
  await page.getByRole('button', { name: 'Choose another store' }).click();
  await zoomed(16);
  await page.context().close();
});

test('who has the store number 2997 is shown no store of their own, and looks by place [const.storeNumber.addressSearch]', async () => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const asked: Asked[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/locations/search')) asked.push(request.postDataJSON() as Asked);
  });
  for (const number of ['1101', '2997']) {
    await context.addCookies([{ name: 'storeNumber', value: number, url: product.address }]);
    await page.goto(`${product.address}/find-a-store?brand=payday`);
    await page.getByLabel('ZIP code').fill('64106');
    await stores(page).first().waitFor();
    expect(await page.getByText('Your Store', { exact: true }).count()).toBe(number === '2997' ? 0 : 1);
  }
  expect(asked.map(({ storeNumber }) => storeNumber).filter(Boolean)).toEqual(['1101']);
  await context.close();
});

/** An applicant of Florida whose ZIP code is one of Alabama; their page, and what it asks of the locations. */
async function applicant(): Promise<{ page: Page; asked: Asked[] }> {
  const person = await signUp(product);
  const owner = await openApplication({ address: product.address, services: product.server().services }, person);
  for (const one of pagesToSubmit().slice(0, 1))
    await owner.leave({
      ...one,
      answers: {
        ...one.answers,
        'contactInformation.address.stateCode': 'FL',
        'contactInformation.address.cityName': 'Prattville',
        'contactInformation.address.zipCode': '36067',
      },
      shown: [],
    });
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await page.goto(`${product.address}/login?brand=payday`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/application/resume');
  await page.getByRole('dialog').waitFor();
  const asked: Asked[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/locations/search')) asked.push(request.postDataJSON() as Asked);
  });
  return { page, asked };
}

test('the first search is for one store in the state of the applicant, though one of another state is closer; others come at a press [const.storeSearch.initialLimit] [behaviour.storeLocator.initialSearch]', async () => {
  const nearest = await fetch(`${product.address}/locations/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-brand-key': 'payday' },
    body: JSON.stringify({
      postalCode: '36067',
      type: 'Store',
      brand: 'payday',
      activeOnly: true,
      params: { limit: 1 },
    }),
  });
  expect(await nearest.json()).toMatchObject({ results: [{ storeNumber: '1530', state: 'AL' }] });
  const { page, asked } = await applicant();
  await page.goto(`${product.address}/application/store-select`);
  await stores(page).first().waitFor();
  expect(asked).toMatchObject([
    {
      postalCode: '36067',
      params: { limit: detail('const.storeSearch.initialLimit', 'value'), stateRestriction: 'FL' },
    },
  ]);
  expect(await stores(page).count()).toBe(1);
  await page.getByText(/, FL \d{5}$/).waitFor();
  expect(await page.getByText(/, AL \d{5}$/).count()).toBe(0);
  await page.getByRole('button', { name: 'Show other stores', exact: true }).click();
  await stores(page).nth(1).waitFor();
  expect(asked.at(-1)).toMatchObject({ params: { limit: 9, stateRestriction: 'FL' } });
  await page.context().close();
});

test('with a store number that store is shown while applying, and no address is looked at; 2997 and one of no store mean the closest [behaviour.storeLocator.byStoreNumber] [behaviour.storeLocator.closest] [behaviour.storeLocator.addressMode]', async () => {
  const { page, asked } = await applicant();
  const isOne = /^This is the store of ours in your state that is closest to your home\./;
  for (const [number, own, numbers] of [
    ['1101', 'Choose Grand Boulevard', ['1101']],
    ['2997', undefined, [undefined]],
    ['9999', undefined, ['9999', undefined]],
  ] as const) {
    await page.context().addCookies([{ name: 'storeNumber', value: number, url: product.address }]);
    asked.length = 0;
    await page.goto(`${product.address}/application/store-select`);
    await stores(page).first().waitFor();
    expect(asked.map(({ storeNumber }) => storeNumber)).toEqual(numbers);
    expect(await stores(page).count()).toBe(1);
    if (own === undefined) await page.getByText(isOne).waitFor();
    else expect(await stores(page).allInnerTexts()).toEqual([own]);
  }
  await page.context().close();
});

test('a password without a letter or without a digit is refused at the field; with one of each it is not [rule.alphanumeric]', async () => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${product.address}/application/account?brand=payday`);
  const password = page.getByLabel('Password', { exact: true });
  const refused = page.getByRole('link', { name: /^Password must be at least 8 characters/ });
  for (const wrong of ['abcdefgh', '12345678']) {
    await password.fill(wrong);
    await page.locator('button[type=submit]').click();
    await refused.waitFor();
  }
  await password.fill('abcdefg1');
  await page.locator('button[type=submit]').click();
  await refused.waitFor({ state: 'detached' });
  await context.close();
});
