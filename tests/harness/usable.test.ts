/** The questions about how a page can be used find what is planted for each, and nothing on a page that is well. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { greetingFaults, usabilityFaults } from './usable.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});
afterAll(() => browser?.close());

const style = `<style>* { box-sizing: border-box; margin: 0; font: 16px/1.3 sans-serif }
  button, .alone { display: inline-flex; align-items: center; min-width: 44px; min-height: 44px; padding: 0 8px } input { height: 44px; width: 100% }
  @media (min-width: 600px) { button { min-height: 30px } }
  .far { height: 3000px } .hit { position: relative; min-width: 0; width: 20px; min-height: 0; height: 20px } .hit::after { content: ""; position: absolute; inset: -14px }</style>`;
const well = {
  title: 'Your income - Larkfield',
  h1: '<h1 tabindex="-1" data-focus="heading">Your income</h1>',
  more: '<p>Read <a href="#a">how we count</a> it.</p><label for="field-a">Pay</label><p id="field-a-hint">A month</p><input id="field-a" aria-describedby="field-a-hint"><p style="padding: 20px"><button class="hit">x</button></p><button>Go on</button>',
};
async function show(changed: Partial<typeof well> = {}): Promise<void> {
  const { title, h1, more } = { ...well, ...changed };
  await page.setContent(
    `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>${title}</title>${style}</head><body><main>${h1}${more}</main></body></html>`,
  );
}
const errors = (link: string): string => `<div data-focus="errors"><a class="alone" href="${link}">Enter pay</a></div>`;

test('a page that is well has no fault, and the window is as wide afterwards as before', async () => {
  await show();
  expect(await usabilityFaults(page)).toEqual([]);
  expect(page.viewportSize()).toEqual({ width: 1280, height: 900 });
  expect(await greetingFaults(page)).toEqual([]);
  await show({ title: `Error: ${well.title}`, more: `${errors('#field-a')}${well.more}` });
  expect(await usabilityFaults(page)).toEqual([]);
});

test.each([
  ['a title that says another page', { title: 'Your bank' }, /does not say "Your income"/],
  ['a title that says no error', { more: `${errors('#field-a')}${well.more}` }, /while answers are wrong/],
  ['a title that says an error', { title: `Error: ${well.title}` }, /though no answers are wrong/],
  ['a link to nothing', { title: 'Error: Your income', more: `${errors('#b')}${well.more}` }, /"Enter pay" leads to/],
  ['a hint of nothing', { more: `${well.more}<p id="b-hint">Odd</p>` }, /describes nothing by #b-hint/],
  ['a description by nothing', { more: '<button aria-describedby="gone">Go</button>' }, /has no #gone that describes/],
  ['what is too wide', { more: '<div style="width: 400px">wide</div>' }, /on a phone is 400 px wide/],
  ['what covers the window', { more: '<p style="position: fixed; height: 100px; top: 0">x</p>' }, /100 px are covered/],
  ['words that come slowly', { more: '<p style="transition-duration: 1ms">x</p>' }, /takes 0.001s to change/],
  [
    'a box that is scrolled sideways',
    { more: '<div style="overflow: auto"><div style="width: 500px">wide</div></div>' },
    /is scrolled in two directions within <div/,
  ],
  ['a small button', { more: '<button style="min-height: 30px">Go on</button>' }, /x 30 px are small for a finger/],
  ['a small link', { more: '<p><a href="#b">Read it</a></p>' }, /are small for a finger: <a/],
  [
    'words in a box of one height',
    { more: `<p style="height: 42px; overflow: hidden; width: 200px">${'word '.repeat(12)}</p>` },
    /words are cut/,
  ],
  ['a figure that never came', { more: '<p>It costs <strong></strong></p>' }, /says nothing in <strong>/],
  [
    'a word broken in a narrow column',
    { more: '<p style="width: 40px; overflow-wrap: anywhere">Payment</p>' },
    /"Payment" is broken over/,
  ],
  [
    'a line of one width',
    // As wide as a phone in whichever font: a zero is one ch.
    {
      more: `<p style="white-space: nowrap; width: fit-content; padding-left: calc(310px - 30ch)">${'0'.repeat(30)}</p>`,
    },
    /with text set wide is \d+ px wide/,
  ],
])('%s is found', async (_, changed, told) => {
  await show(changed);
  expect((await usabilityFaults(page)).join('\n')).toMatch(told);
});

test('who comes by a move finds the focus at the heading and the page at its top', async () => {
  await show({ more: '<p class="far">far</p>' });
  await page.evaluate(() => {
    Object.assign(window, { movedWithin: true });
    scrollTo(0, 90);
  });
  expect(await greetingFaults(page)).toEqual([
    expect.stringMatching(/^leaves the focus at <body/),
    'begins 90 px below its top',
  ]);
  await page.evaluate(() => {
    document.querySelector('h1')?.focus();
    scrollTo(0, 0);
  });
  expect(await greetingFaults(page)).toEqual([]);
  await show({ h1: '' });
  expect(await greetingFaults(page)).toContain('has 0 headings of the first order');
});
