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

test('the viewer of a document tells each decision, and that all are agreed to only when they are; closed undecided it tells nothing', async () => {
  await show('agreements', 1);
  await page.getByRole('button', { name: 'Read again About privacy notice' }).click();
  await page.getByRole('dialog', { name: 'About privacy notice' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Read again About privacy notice' }).click();
  await page.getByRole('button', { name: 'Agree', exact: true }).click();
  await page.getByRole('button', { name: 'Read again About loan agreement' }).click();
  await page.getByRole('button', { name: 'Disagree', exact: true }).click();
  const opened = (tag: string) => ({ emitted: 'opened', payload: { idTag: tag, hash: `hash-of-${tag}` } });
  expect(await events()).toEqual([
    opened('privacy-notice'),
    opened('privacy-notice'),
    { changed: { 'loan-agreement': true, 'privacy-notice': true } },
    { emitted: 'decided', payload: { idTag: 'privacy-notice', agreed: true, all: true } },
    opened('loan-agreement'),
    { changed: { 'loan-agreement': false, 'privacy-notice': true } },
    { emitted: 'decided', payload: { idTag: 'loan-agreement', agreed: false, all: false } },
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

test('the box of the slider takes digits and a point alone, and shows no comma while somebody types [rule.input.currency]', async () => {
  await show('amount-slider', 1);
  const box = page.getByRole('textbox', { name: 'The question' });
  await box.fill('lots');
  expect([await box.inputValue(), (await events()).at(-1)]).toEqual(['', { changed: null }]);
  await box.fill('$1,234.50');
  expect(await box.inputValue()).toBe('1234.50');
  await box.blur();
  expect(await box.inputValue()).toBe('1,234.50');
  await box.press('Home');
  await box.pressSequentially('x9');
  expect(await box.inputValue()).toBe('91234.50');
  await box.fill('.');
  expect((await events()).at(-1)).toEqual({ changed: '.' });
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
