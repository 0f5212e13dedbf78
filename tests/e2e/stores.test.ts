/** Stores looked for by ZIP code, on their list and their map, in a real browser at a real server. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../runtime/core/facts.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { anew } from '../harness/tab.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  await context.clock.install();
  page = await context.newPage();
  page.on('request', (request) => {
    if (request.url().endsWith('/locations/search')) asked.push(request.postDataJSON() as Asked);
  });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Asked {
  readonly addressLine1?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  readonly storeNumber?: string;
  readonly params?: { readonly limit?: number; readonly maxDistance?: number; readonly stateRestriction?: string };
}
/** What every search of a page says of the stores it looks for. */
const ofBrand = { type: 'Store', brand: 'payday', activeOnly: true };
/** What pages have asked of the locations since somebody came. */
const asked: Asked[] = [];
/** A visitor at the stores, of whom nothing but cookies is known. */
async function visit(cookies: Readonly<Record<string, string>> = {}): Promise<void> {
  await anew(page, product.address);
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: product.address })));
  asked.length = 0;
  await page.goto(`${product.address}/find-a-store?brand=payday`);
  await page.locator('[data-map]').waitFor();
}
const stores = () => page.getByRole('button', { name: /^Choose / });
/** What an application of another make is answered. */
async function found(
  search: Asked,
): Promise<readonly { readonly storeName: string; readonly [member: string]: Json }[]> {
  const answer = await fetch(`${product.address}/locations/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-brand-key': 'payday' },
    body: JSON.stringify({ ...ofBrand, ...search }),
  });
  return ((await answer.json()) as { readonly results: Awaited<ReturnType<typeof found>> }).results;
}

test('five digits of a ZIP code are taken, whatever is typed or pasted, and none of the rest [rule.zipSearch.digits] [rule.input.caps] [rule.input.numeric]', async () => {
  await visit();
  const zip = page.getByLabel('ZIP code');
  for (const typed of ['64a1-06', '641067', '78701-1234', ' 6 4 1 0 6 ']) {
    await zip.fill('');
    await zip.pressSequentially(typed);
    expect(await zip.inputValue()).toBe(typed.replace(/\D/g, '').slice(0, 5));
    await zip.fill(typed);
    expect(await zip.inputValue()).toBe(typed.replace(/\D/g, '').slice(0, 5));
  }
});

test('a sixth digit is not taken in the middle of what stands there either, and the caret stays where it was [const.zipLength]', async () => {
  await visit();
  const zip = page.getByLabel('ZIP code');
  await zip.fill('6406');
  await zip.press('ArrowLeft');
  await zip.pressSequentially('x1');
  expect(await zip.inputValue()).toBe('64016');
  await zip.pressSequentially('7');
  expect((await zip.inputValue()).length).toBe(detail('const.zipLength', 'value'));
});

test('nothing is looked for before 400 ms have passed since the fifth digit [rule.zipSearch.debounce] [const.zipSearchDebounceMs]', async () => {
  await visit();
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
  await page.clock.resume();
});

test('beside the map nine are asked for by ZIP code, no farther than 804,700 metres; three are shown, three more at a press [const.storeSearch.revealStep] [screen.storeLocator.layout] [rest.locations.search]', async () => {
  await visit();
  expect(await page.locator('[data-map]').isVisible()).toBe(true);
  await page.getByLabel('ZIP code').fill('64106');
  await stores().first().waitFor();
  const maxDistance = detail<number>('const.storeSearch.maxDistance', 'value');
  expect(maxDistance).toBe(804_700);
  expect(asked).toEqual([{ ...ofBrand, postalCode: '64106', params: { limit: 9, skip: 0, maxDistance } }]);
  expect(await stores().count()).toBe(3);
  const more = page.getByRole('button', { name: 'Show more' });
  for (const shown of [6, 9]) {
    await more.click();
    await stores()
      .nth(shown - 1)
      .waitFor();
    expect(await stores().count()).toBe(shown);
  }
  expect(await more.count()).toBe(0);
  await page.getByRole('button', { name: 'Load more stores', exact: true }).click();
  await page.getByText('More stores have come. Show them below those you see.').first().waitFor();
  expect(asked.slice(1).map(({ params }) => params)).toEqual([{ limit: 18, skip: 0, maxDistance }]);
});

test('who looks by the same ZIP code again is shown the stores without another request, until five minutes have passed; two questions are two answers', async () => {
  await visit();
  const zip = page.getByLabel('ZIP code');
  const first = stores().first();
  await zip.fill('64106');
  await first.waitFor();
  const near = (await first.textContent()) ?? '';
  await zip.fill('78701');
  await page.waitForFunction(
    (name) => document.querySelector('main')?.textContent?.includes(name) === false,
    near?.replace(/^Choose /, ''),
  );
  await first.waitFor();
  await zip.fill('64106');
  await page.getByRole('button', { name: near ?? '' }).waitFor();
  expect(asked.map(({ postalCode }) => postalCode)).toEqual(['64106', '78701']);
  await page.clock.fastForward(300_000);
  await zip.fill('78701');
  const again = page.waitForRequest((one) => one.url().endsWith('/locations/search'));
  await page.clock.runFor(400);
  expect((await again).postDataJSON()).toMatchObject({ postalCode: '78701' });
});

test('the map shows the middle of the country at zoom 4, what was found at 10, a chosen store at 16 [const.map.defaultZoom] [const.map.resultsZoom] [const.map.selectedZoom]', async () => {
  await visit();
  const map = page.locator('[data-map]');
  const zoomed = (zoom: number) => page.locator(`[data-map][data-zoom="${zoom}"]`).waitFor();
  await zoomed(4);
  const [latitude = 0, longitude = 0] = ((await map.getAttribute('data-center')) ?? '').split(',').map(Number);
  // In Kansas: the middle of the 48 states that lie together is at 39.8 north, 98.6 west.
  expect([Math.abs(latitude - 39.8) < 2, Math.abs(longitude + 98.6) < 2]).toEqual([true, true]);
  expect(await map.getByRole('button').count()).toBe(0);
  await page.getByLabel('ZIP code').fill('64106');
  await stores().first().waitFor();
  await zoomed(10);
  await stores().first().click();
  await page.getByRole('button', { name: 'Choose another store' }).click();
  await zoomed(16);
});

/** The middles of what can be pressed on a map, and the least that is between any two of them in either direction. */
const pins = (selector: string) =>
  page.locator(selector).evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    const between = boxes.flatMap((one, index) =>
      boxes.slice(index + 1).map((other) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))),
    );
    return {
      stores: all
        .map((one) => Number(/^\d+/.exec(one.getAttribute('aria-label') ?? '')?.[0] ?? 1))
        .reduce((sum, one) => sum + one, 0),
      between: Math.min(...between, Infinity),
    };
  });

test('the pins of the map are the stores of the list, and none hides another: of several near each other one pin says how many, and leads nearer with the focus', async () => {
  await visit();
  await page.getByLabel('ZIP code').fill('64106');
  await stores().first().waitFor();
  const more = page.getByRole('button', { name: 'Show more' });
  for (const shown of [3, 6, 9]) {
    if (shown > 3) await more.click();
    await stores()
      .nth(shown - 1)
      .waitFor();
    await page.waitForFunction(
      (count) =>
        [...document.querySelectorAll('[data-map] button')]
          .map((one) => Number(/^\d+/.exec(one.getAttribute('aria-label') ?? '')?.[0] ?? 1))
          .reduce((sum, one) => sum + one, 0) === count,
      shown,
    );
    expect((await pins('[data-map] button')).between).toBeGreaterThanOrEqual(44);
  }
  const several = page.locator('[data-map]').getByRole('button', { name: /^\d+ stores near each other/ });
  await several.first().focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-map]:not([data-zoom="10"])').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Map of the stores');
  expect((await pins('[data-map] button')).between).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Show all of them on the map again' }).click();
  await page.locator('[data-map][data-zoom="10"]').waitFor();
});

test('the days of a store are told in the order from Monday to Sunday [const.businessDayList]', async () => {
  await visit();
  await page.getByLabel('ZIP code').fill('64106');
  await stores().first().click();
  const days = page.locator('[data-repeat="days"] li');
  await days.first().waitFor();
  expect((await days.allInnerTexts()).map((one) => one.trim().split(':')[0])).toEqual(
    detail('const.businessDayList', 'values'),
  );
});

test('who has the number of a store sees it with its hours; with 2997 nobody is shown one of their own, and looks by place [screen.storeLocator.yourStore] [const.storeNumber.addressSearch]', async () => {
  const numbers: unknown[] = [];
  for (const number of ['1101', '2997']) {
    await visit({ storeNumber: number });
    await page.getByLabel('ZIP code').fill('64106');
    await stores().first().waitFor();
    expect(await page.getByText('Your Store', { exact: true }).count()).toBe(number === '2997' ? 0 : 1);
    numbers.push(...asked.map(({ storeNumber }) => storeNumber).filter(Boolean));
    if (number === '1101') {
      const own = page.getByRole('group', { name: 'Your Store' });
      await own.getByRole('button', { name: 'Hours of Grand Boulevard', exact: true }).click();
      const hours = page.getByRole('dialog', { name: 'Store hours' });
      for (const line of ['Monday: 9:00 a.m. to 7:00 p.m.', 'Sunday: closed'])
        await hours.getByText(line, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await hours.waitFor({ state: 'detached' });
    }
  }
  expect(numbers).toEqual(['1101']);
});

/** An applicant of Florida whose ZIP code is one of Alabama is logged in. */
async function applicant(): Promise<void> {
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
  await anew(page, product.address);
  await signedIn(page, product.address, { email: person.email, password: 'Marigold42' });
  asked.length = 0;
}

test('the first search is for one store in the state of the applicant, though one of another state is closer; others come at a press [const.storeSearch.initialLimit] [const.storeSearch.maxDistance] [behaviour.storeLocator.initialSearch]', async () => {
  expect(await found({ postalCode: '36067', params: { limit: 1 } })).toMatchObject([
    { storeNumber: '1530', state: 'AL' },
  ]);
  await applicant();
  await page.goto(`${product.address}/application/store-select?brand=payday`);
  await stores().first().waitFor();
  expect(asked).toMatchObject([
    {
      postalCode: '36067',
      params: {
        limit: detail('const.storeSearch.initialLimit', 'value'),
        stateRestriction: 'FL',
        maxDistance: detail('const.storeSearch.maxDistance', 'value'),
      },
    },
  ]);
  expect(await stores().count()).toBe(1);
  await page.getByText(/, FL \d{5}$/).waitFor();
  expect(await page.getByText(/, AL \d{5}$/).count()).toBe(0);
  await page.getByRole('button', { name: 'Show other stores', exact: true }).click();
  await stores().nth(1).waitFor();
  expect(asked.at(-1)).toMatchObject({
    params: {
      limit: 9,
      stateRestriction: 'FL',
      maxDistance: detail('const.storeSearch.maxDistance', 'value'),
    },
  });
  expect(await stores().count()).toBe(3);
  await page.getByRole('button', { name: 'Show more' }).click();
  await stores().nth(5).waitFor();
  expect(await stores().count()).toBe(6);
});

test('with a store number that store is shown while applying, and no address is looked at; 2997 and one of no store mean the closest [behaviour.storeLocator.byStoreNumber] [behaviour.storeLocator.closest] [behaviour.storeLocator.addressMode]', async () => {
  await applicant();
  const [home] = await found({ postalCode: '36067', params: { limit: 1, stateRestriction: 'FL' } });
  const [elsewhere] = await found({ params: { limit: 1, stateRestriction: 'FL' } });
  expect(home?.storeName).not.toBe(elsewhere?.storeName);
  const isOne = /^This is the store of ours in your state that is closest to your home\./;
  for (const [number, own, numbers] of [
    ['1101', 'Choose Grand Boulevard', ['1101']],
    ['2997', undefined, [undefined]],
    ['9999', undefined, ['9999', undefined]],
  ] as const) {
    await page.context().addCookies([{ name: 'storeNumber', value: number, url: product.address }]);
    asked.length = 0;
    await page.goto(`${product.address}/application/store-select?brand=payday`);
    await stores().first().waitFor();
    expect(asked.map(({ storeNumber }) => storeNumber)).toEqual(numbers);
    expect(await stores().count()).toBe(1);
    expect(await stores().allInnerTexts()).toEqual([own ?? `Choose ${home?.storeName}`]);
    if (own !== undefined) continue;
    await page.getByText(isOne).waitFor();
    expect(asked.at(-1)).toMatchObject({
      ...ofBrand,
      addressLine1: expect.stringMatching(/\w/),
      city: 'Prattville',
      state: 'FL',
      postalCode: '36067',
    });
  }
});

test('a password without a letter or without a digit is refused at the field; with one of each it is not [rule.alphanumeric]', async () => {
  await anew(page, product.address);
  await page.goto(`${product.address}/application/account?brand=payday`);
  const password = page.getByLabel('Password', { exact: true });
  const refused = page.getByRole('link', { name: /^Password must be at least 8 characters/ });
  for (const wrong of ['abcdefgh', '12345678']) {
    await password.fill(wrong);
    await page.locator('button[type=submit]').click();
    await refused.waitFor();
    await password.fill('abcdefg1');
    await page.locator('button[type=submit]').click();
    await refused.waitFor({ state: 'detached' });
  }
});
