/** The documents of an application before a browser: opened one by one, decided on there, and what is made of it. */
import type { Browser, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { anew } from '../harness/tab.ts';
import { openApplication, pagesToSubmit } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';
import { signedIn } from './signed-in.ts';

const message =
  'You must indicate you agree to each of the terms below and have read and understood the terms of associated documents.';
const titles = {
  'privacy-notice': 'Privacy notice',
  'credit-report-authorization': 'Permission to look at your credit',
  'electronic-payment-authorization': 'Permission to take payments from your bank account',
} as const;
type Tag = keyof typeof titles;
const tags = Object.keys(titles) as Tag[];

let product: Product;
let browser: Browser;
let page: Page;
let id: string;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  const person = await signUp(product);
  const applicant = await openApplication({ address: product.address, services: product.server().services }, person);
  for (const one of pagesToSubmit().slice(0, -1)) await applicant.leave(one);
  ({ id } = applicant);
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })).newPage();
  await anew(page, product.address);
  await signedIn(page, product.address, { email: person.email, password: 'Marigold42' });
  await page.goto(`${product.address}/application/agreements?brand=payday`);
  await page.getByRole('heading', { level: 1, name: 'Read and agree' }).waitFor();
  await page.getByLabel('From my bank account, on the due dates').check();
  await page.locator('.agreements-title', { hasText: titles['electronic-payment-authorization'] }).waitFor();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const list = () => page.locator('.agreements');
const rowOf = (tag: Tag) => list().getByRole('listitem').filter({ hasText: titles[tag] });
const read = async (tag: Tag) => {
  await rowOf(tag).getByRole('button').click();
  const viewer = page.getByRole('dialog', { name: titles[tag] });
  await viewer.waitFor();
  return viewer;
};
const decide = async (tag: Tag, word: 'Agree' | 'Disagree') => {
  const viewer = await read(tag);
  await viewer.getByRole('button', { name: word, exact: true }).click();
  await viewer.waitFor({ state: 'detached' });
};
const goOn = () => page.locator('[data-action=continue]').click();
const said = () => page.locator('#main').getByText(message, { exact: true });
const stored = async () => (await findApplication(product.server().services.db, id))?.answers['agreements'];

describe('documents to agree to', { timeout: 60_000 }, () => {
  test('none can be agreed to before it is opened, each is decided on in the viewer, and without them the page is not left [behaviour.agreements.openEach] [error.agreements.notAllAgreed]', async () => {
    expect(await list().getByRole('listitem').count()).toBe(tags.length);
    expect(await page.getByRole('button', { name: 'Agree', exact: true }).count()).toBe(0);
    await goOn();
    await said().first().waitFor();
    for (const tag of tags) {
      expect(await rowOf(tag).getByText('Not read yet').isVisible()).toBe(true);
      const viewer = await read(tag);
      expect(await viewer.getByRole('button', { name: 'Agree', exact: true }).count()).toBe(1);
      await viewer.getByRole('button', { name: 'Close', exact: true }).click();
      await viewer.waitFor({ state: 'detached' });
      expect(await rowOf(tag).getByText('Not read yet').isVisible()).toBe(true);
    }
    await goOn();
    await said().first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/application/agreements');
  });

  test('the viewer takes the height of the window less 200 pixels, and says what to do when not all is seen [const.agreementViewer.height] [screen.agreements.viewableNote]', async () => {
    const viewer = await read('privacy-notice');
    const height = () => viewer.getByRole('region').evaluate((box) => box.getBoundingClientRect().height);
    for (const window of [900, 700, 1024]) {
      await page.setViewportSize({ width: 1280, height: window });
      await expect.poll(height).toBe(window - 200);
    }
    const note = 'If the entire loan agreement is not viewable, please close and reopen it.';
    expect(await viewer.getByText(note, { exact: true }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Read Privacy notice');
  });

  test('printed is the document, all of it, and nothing else of the page', async () => {
    const viewer = await read('privacy-notice');
    await page.emulateMedia({ media: 'print' });
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .flatMap((one) => [...one.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim() ?? '')
        .filter((words) => words !== ''),
    );
    expect([seen[0], seen.includes('Reasons we share'), seen.at(-1)]).toEqual([
      titles['privacy-notice'],
      true,
      expect.stringMatching(/^Questions\? Call /),
    ]);
    expect(seen.filter((words) => /^(Read|Agree|Print|Continue|Final Steps)/.test(words))).toEqual([]);
    const cut = () => viewer.getByRole('region').evaluate((box) => box.scrollHeight > box.clientHeight);
    expect(await cut()).toBe(false);
    await page.emulateMedia({ media: null });
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  test('the pages of the PDF are drawn in the viewer by a worker of this site, wide enough to read on a phone, with words that can be marked; the text comes back, and the file is kept [modal.pdfViewer]', async () => {
    const from: string[] = [];
    const note = (request: Request) => void from.push(request.url());
    page.context().on('request', note);
    const viewer = await read('privacy-notice');
    expect(await viewer.getByRole('heading', { name: 'Reasons we share' }).isVisible()).toBe(true);
    expect(from.some((url) => /pdf/i.test(url))).toBe(false);
    await viewer.getByRole('button', { name: 'Show as PDF' }).click();
    const canvas = viewer.locator('canvas').first();
    await viewer.locator('.textLayer').getByText('Privacy notice').first().waitFor();
    expect(await viewer.locator('.agreements-words').isVisible()).toBe(false);
    const inked = () =>
      canvas.evaluate((element) => {
        if (!(element instanceof HTMLCanvasElement)) return 0;
        const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? [];
        return pixels.filter((value, at) => at % 4 === 0 && value < 128).length;
      });
    await expect.poll(inked).toBeGreaterThan(300);
    await page.setViewportSize({ width: 375, height: 812 });
    await expect.poll(async () => Math.round((await canvas.boundingBox())?.width ?? 0)).toBe(640);
    expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await page.setViewportSize({ width: 1280, height: 1024 });
    expect(
      from.filter((url) => new URL(url, product.address).protocol !== 'blob:').map((url) => new URL(url).origin),
    ).toEqual(from.map(() => new URL(product.address).origin));
    expect(from.some((url) => /\/assets\/pdf\.worker\.min-[\w-]+\.mjs$/.test(url))).toBe(true);
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      viewer.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(kept.suggestedFilename()).toBe('privacy-notice-1.pdf');
    await viewer.getByRole('button', { name: 'Show as PDF', pressed: true }).click();
    expect(await viewer.locator('.agreements-words').isVisible()).toBe(true);
    expect(await canvas.count()).toBe(0);
    page.context().off('request', note);
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'detached' });
  });

  test('agreed to, all but one that was not opened are not enough [behaviour.agreements.openEach] [error.agreements.notAllAgreed]', async () => {
    const [unread, ...others] = tags as [Tag, ...Tag[]];
    for (const tag of others) await decide(tag, 'Agree');
    await expect.poll(stored).toEqual({ application: Object.fromEntries(others.map((tag) => [tag, true])) });
    await goOn();
    // The message may stand from before: the press was judged once the focus has left its button.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-action=continue]'))).toBe(false);
    await said().first().waitFor();
    expect(await rowOf(unread).getByText('Not read yet').isVisible()).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/application/agreements');
  });

  test('agree stores true, disagree stores false; whichever is refused, the whole is not agreed to, and all agreed is [behaviour.agreements.agreeValue] [behaviour.agreements.overall] [rule.agreements.all]', async () => {
    for (const tag of tags) await decide(tag, 'Agree');
    for (const refused of tags) {
      await decide(refused, 'Disagree');
      await rowOf(refused).getByText('Not agreed', { exact: true }).waitFor();
      await goOn();
      await said().first().waitFor();
      const decisions = Object.fromEntries(tags.map((tag) => [tag, tag !== refused]));
      await expect.poll(stored).toEqual({ application: decisions });
      await decide(refused, 'Agree');
      await rowOf(refused).getByText('Agreed', { exact: true }).waitFor();
    }
    await goOn();
    await page.getByRole('heading', { level: 1, name: 'Check your answers' }).waitFor();
    expect(await stored()).toEqual({ application: Object.fromEntries(tags.map((tag) => [tag, true])) });
  });
});
