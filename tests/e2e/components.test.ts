/** The pages of `/dev/components`: what controls, blocks and widgets look like, in every state and for every brand. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { componentPages } from '../components/pages.ts';
import { bringAxe, violationsOn } from '../harness/axe.ts';
import { markupFaultsOn } from '../harness/markup.ts';
import { openBrowser } from '../harness/browser.ts';
import { startTestServer, type TestServer } from '../server/support/server.ts';

let server: TestServer;
let browser: Browser;
let page: Page;
const wrong: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ with: { dist: distDir } });
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await bringAxe(context);
  page = await context.newPage();
  page.on('pageerror', ({ message }) => wrong.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const states = Object.entries(componentPages).flatMap(([name, all]) => all.map((state) => `${name}/${state}`));

async function open(brand: string, state: string): Promise<void> {
  await page.goto(`${server.address}/dev/components/${brand}/${state}`);
  await page.locator('h1').waitFor();
  await page.locator('[data-loading], .loading').first().waitFor({ state: 'detached' });
}

async function expectSound(): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await violationsOn(page)).toEqual([]);
  expect(await markupFaultsOn(page)).toEqual([]);
  // A label names a box, or it names nothing: whoever presses it comes nowhere.
  expect(
    await page
      .locator('label[for]')
      .evaluateAll((all) =>
        all.filter((one) => one instanceof HTMLLabelElement && one.control === null).map((one) => one.outerHTML),
      ),
  ).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(wrong.splice(0)).toEqual([]);
}

test.each(states)('%s has no axe violation, is valid HTML and fits a window of 320 pixels', async (state) => {
  await open('payday', state);
  await expectSound();
});

test.each(['bankpartner', 'installment', 'pocket'])('so it is in the look of %s', async (brand) => {
  for (const state of ['controls/wrong', 'blocks/wrong', 'widgets/first']) {
    await open(brand, state);
    await expectSound();
  }
});

test('a line for a number takes its figures alone, a minus where it may be less than nothing, and nothing above its cap [rule.input.numeric] [rule.input.negativeCurrency] [rule.input.caps]', async () => {
  await open('payday', 'controls/filled');
  const typed = async (label: string, text: string): Promise<string> => {
    const box = page.getByLabel(label).first();
    await box.fill('');
    await box.pressSequentially(text);
    const stands = await box.inputValue();
    // Pasted, or filled in by the browser, it is no other.
    await box.fill(text);
    expect([label, text, await box.inputValue()]).toEqual([label, text, stands]);
    return stands;
  };
  expect(await typed('Books a month', 'a1-2b.')).toBe('12');
  expect(await typed('Degrees outside', '-1x4')).toBe('-14');
  expect(await typed('Degrees outside', '4-19')).toBe('4');
  expect(await typed('Change of your balance', '-$1,2a50.5')).toBe('-1250.5');
  expect(await typed('Change of your balance', '5000.01')).toBe('5000.0');
});

test('a line for an amount takes digits and a point alone, typed or pasted [rule.input.currency]', async () => {
  await open('payday', 'controls/filled');
  const box = page.getByLabel('Yearly gift').first();
  await box.fill('');
  await box.pressSequentially('-$1,2e50.5x0');
  expect(await box.inputValue()).toBe('1250.50');
  await box.fill('USD 1,500.25');
  expect(await box.inputValue()).toBe('1500.25');
});

test.each(['controls/filled', 'controls/wrong', 'controls/locked', 'blocks/empty', 'blocks/dialog', 'widgets/first'])(
  'in forced colours %s keeps the edge of everything that can be pressed or filled in, and shows where the focus is',
  async (state) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open('payday', state);
    const lost = await page
      .locator('main :is(button:not([aria-disabled=true]), input, select, textarea):visible')
      .evaluateAll((all) => {
        const edged = (one: Element, part?: string): boolean => {
          const style = getComputedStyle(one, part);
          return style.borderTopStyle !== 'none' && Number.parseFloat(style.borderTopWidth) >= 1;
        };
        // Text that can be pressed is told by its line, a list of files by its button; what the browser draws itself,
        // and what has colours of its own for this, keeps its shape.
        const isSeen = (one: Element): boolean => {
          const style = getComputedStyle(one);
          return (
            edged(one) ||
            (one.parentElement !== null && edged(one.parentElement)) ||
            style.textDecorationLine.includes('underline') ||
            (one.matches('[type=file]') && edged(one, '::file-selector-button')) ||
            (one.matches('[type=radio], [type=checkbox]') && style.appearance !== 'none') ||
            (one.matches('[type=range]') && (style.appearance !== 'none' || style.forcedColorAdjust === 'none'))
          );
        };
        return all
          .filter((one) => one.getBoundingClientRect().width > 1 && !isSeen(one))
          .map((one) => one.outerHTML.slice(0, 120));
      });
    const unfocused = await page
      .locator('main :is(button, input, select, textarea):visible:not(:disabled)')
      .evaluateAll((all) =>
        all
          .filter((one) => {
            (one as HTMLElement).focus();
            if (document.activeElement !== one) return false;
            const rings = [one, one.parentElement, one.parentElement?.parentElement].map((of) =>
              of ? getComputedStyle(of).outlineStyle : 'none',
            );
            return rings.every((ring) => ring === 'none');
          })
          .map((one) => one.outerHTML.slice(0, 120)),
      );
    await page.emulateMedia({ forcedColors: null });
    expect({ lost, unfocused }).toEqual({ lost: [], unfocused: [] });
  },
);

test('a number of an ID shows its end alone once it was left', async () => {
  await open('payday', 'controls/empty');
  const box = page.getByLabel('Social Security number').first();
  await box.fill('219099999');
  await box.blur();
  expect(await box.inputValue()).toBe('•••-••-9999');
});
