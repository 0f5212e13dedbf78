import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { serveGallery } from './gallery/serve.ts';

let browser: Browser;
let served: Awaited<ReturnType<typeof serveGallery>>;
let page: Page;
beforeAll(async () => {
  [browser, served] = await Promise.all([openBrowser(), serveGallery()]);
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
});
afterAll(async () => {
  await Promise.all([browser.close(), served.stop()]);
});

async function show(widget: string, example = 0): Promise<void> {
  await page.goto(`${served.address}/?widget=${widget}&example=${example}`);
  await page.locator('h1').waitFor();
  await page.getByText('Loading', { exact: true }).waitFor({ state: 'detached' });
}
const events = () =>
  page.evaluate(() =>
    window.gallery.events.filter((event) => typeof event === 'object' && event !== null && !('type' in event)),
  );

test('each document is opened and agreed to in the viewer; agree writes true, disagree false [behaviour.agreements.openEach] [behaviour.agreements.agreeValue]', async () => {
  await show('agreements');
  expect(await page.getByRole('button', { name: 'Agree', exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Read About loan agreement' }).click();
  await page.getByRole('dialog', { name: 'About loan agreement' }).waitFor();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Read again About loan agreement');
  await page.getByRole('button', { name: 'Read About privacy notice' }).click();
  await page.getByRole('button', { name: 'Disagree', exact: true }).click();
  expect(await events()).toEqual([
    { emitted: 'opened', payload: { idTag: 'loan-agreement', hash: 'hash-of-loan-agreement' } },
    { changed: { 'loan-agreement': true } },
    { emitted: 'decided', payload: { idTag: 'loan-agreement', agreed: true, all: false } },
    { emitted: 'opened', payload: { idTag: 'privacy-notice', hash: 'hash-of-privacy-notice' } },
    { changed: { 'loan-agreement': true, 'privacy-notice': false } },
    { emitted: 'decided', payload: { idTag: 'privacy-notice', agreed: false, all: false } },
  ]);
});

test('the overall decision is true only when every document is agreed to [behaviour.agreements.overall]', async () => {
  await show('agreements', 1);
  await page.getByRole('button', { name: 'Read again About privacy notice' }).click();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  expect((await events()).at(-1)).toEqual({
    emitted: 'decided',
    payload: { idTag: 'privacy-notice', agreed: true, all: true },
  });
});

test('the viewer leaves 200 pixels of the window and says what to do when the text is cut off [screen.agreements.viewableNote]', async () => {
  await show('agreements');
  await page.getByRole('button', { name: 'Read About loan agreement' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('region').evaluate((box) => box.getBoundingClientRect().height)).toBe(700);
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect.poll(() => dialog.getByRole('region').evaluate((box) => box.getBoundingClientRect().height)).toBe(500);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(
    await dialog.getByText('If the entire loan agreement is not viewable, please close and reopen it.').isVisible(),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await events()).toEqual([
    { emitted: 'opened', payload: { idTag: 'loan-agreement', hash: 'hash-of-loan-agreement' } },
  ]);
});

test('the slider goes by arrow keys in steps of its interval and the box says the same in dollars', async () => {
  await show('amount-slider', 1);
  const slider = page.getByRole('slider', { name: 'Slide to choose' });
  expect(await slider.getAttribute('aria-valuetext')).toBe('$300');
  await slider.press('ArrowRight');
  expect(await page.getByRole('textbox', { name: 'The question' }).inputValue()).toBe('325');
  await slider.press('End');
  expect(await page.getByRole('textbox', { name: 'The question' }).inputValue()).toBe('500');
  await page.getByRole('textbox', { name: 'The question' }).fill('$1,234.50');
  expect((await events()).at(-1)).toEqual({ changed: 123450 });
});

test('the cost of a loan is one box: four figures in order, then the schedule, and nothing else', async () => {
  await show('tila-box', 1);
  const box = page.getByRole('region', { name: 'Federal Truth in Lending disclosures' });
  expect(await box.locator('dt').allTextContents()).toEqual([
    'Annual Percentage Rate',
    'Finance Charge',
    'Amount Financed',
    'Total of Payments',
  ]);
  expect(await box.locator('.tila-figure').allTextContents()).toEqual(['192.77%', '$150.00', '$600.00', '$750.00']);
  expect(await box.locator('tbody tr').allTextContents()).toEqual([
    '1 of 3December 15, 2026$250.00',
    '2 of 3January 15, 2027$250.00',
    '3 of 3February 15, 2027$250.00',
  ]);
  expect(await box.evaluate((element) => [...element.children].map((child) => child.tagName))).toEqual(['DL', 'TABLE']);
});

test('a code is sent again only after the delay', async () => {
  await show('one-time-code');
  await page.getByRole('button', { name: 'Send a new code' }).press('Enter');
  expect(await events()).toEqual([]);
  await show('one-time-code', 1);
  await page.getByRole('button', { name: 'Send a new code' }).click();
  expect(await events()).toEqual([{ emitted: 'resend' }]);
});

test('a signature says when it matches the name on the agreement, whatever the capitals', async () => {
  await show('signature');
  const line = page.getByLabel('The question');
  await line.fill('Ana');
  expect(await page.getByText('Matches the name on your agreement').count()).toBe(0);
  await line.fill('ana  ORTIZ');
  expect(await page.getByText('Matches the name on your agreement').isVisible()).toBe(true);
});
