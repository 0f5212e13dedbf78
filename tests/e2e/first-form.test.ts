import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modulePath } from '../../contract/places.ts';
import { root } from '../../scripts/lib/paths.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startGatekeeper, type Gatekeeper } from '../harness/gatekeeper.ts';
import { startProduct, type Product } from '../harness/product.ts';

/** What the first form may cost: bytes of script that a cold browser has received once it stands complete. */
const { firstForm } = JSON.parse(readFileSync(join(root, 'tests/bench/budget.json'), 'utf8')) as {
  readonly firstForm: { readonly address: string; readonly script: { readonly gzip: number; readonly brotli: number } };
};

let product: Product;
let gate: Gatekeeper;
/** The addresses of what comes after the first page. */
let late: readonly string[] = [];
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  const { flows, app } = product.server().services.definitions.brand('payday', '2026-11-20') ?? {};
  const pieces = [...(flows?.['apply']?.pieces ?? []), ...(app?.pieces ?? [])];
  late = pieces.map(({ hash }) => modulePath(hash));
  gate = await startGatekeeper(product.address, late);
  browser = await openBrowser();
});
afterAll(async () => {
  await gate?.close();
  await browser?.close();
  await product?.stop();
});

/**
 * A phone that has never been here. It marks when the style sheet of the brand is put in force, which may be before it
 * has come, when the first button could be pressed, and each time that a timer is over, with how long it was to take.
 */
async function phone(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const own = window.setTimeout;
    const marked = (does: () => void, ms = 0): number =>
      own(() => {
        performance.mark('over', { detail: { ms } });
        does();
      }, ms);
    Object.assign(window, { setTimeout: marked });
    const put = new MutationObserver(() => {
      if (document.querySelector('link[rel=stylesheet][href*="/theme"]') === null) return;
      put.disconnect();
      performance.mark('sheet');
    });
    put.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['rel'] });
    const look = new MutationObserver(() => {
      if (document.querySelector('button[type=submit]') === null) return;
      look.disconnect();
      const theme = getComputedStyle(document.documentElement).getPropertyValue('--color-header-top');
      performance.mark('form', { detail: { hasTheme: !['', 'transparent'].includes(theme) } });
    });
    look.observe(document, { childList: true, subtree: true });
  });
  return page;
}

const bytes = (url: string, encoding: 'gzip' | 'br'): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let sum = 0;
      answer.on('data', (part: Buffer) => (sum += part.length));
      answer.on('end', () => resolve(sum));
      answer.on('error', reject);
    }).on('error', reject);
  });

test('the first form stands complete on no more script than its budget, and says what is missing [error.form.level]', async () => {
  const page = await phone();
  await page.goto(`${product.address}${firstForm.address}`);
  await page.getByLabel('Email').waitFor();
  const urls = await page.evaluate(() => {
    const form = performance.getEntriesByName('form')[0]?.startTime ?? Infinity;
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => new URL(name).pathname.endsWith('.js') && startTime <= form)
      .map(({ name }) => name);
  });
  await page.locator('button[type=submit]').tap();
  const summary = page.getByRole('heading', {
    name: 'Some important information is missing or incorrect. Please fill in all required fields.',
    exact: true,
  });
  await summary.waitFor();
  await page.getByRole('link', { name: 'Email is required' }).waitFor();
  await page.context().close();
  const sum = async (encoding: 'gzip' | 'br'): Promise<number> =>
    (await Promise.all(urls.map((url) => bytes(url, encoding)))).reduce((all, one) => all + one, 0);
  const [gzip, brotli] = [await sum('gzip'), await sum('br')];
  // A budget that is met by far is lowered to what was won.
  expect({ gzip, fits: gzip <= firstForm.script.gzip, isTight: gzip > firstForm.script.gzip * 0.95 }).toEqual({
    gzip,
    fits: true,
    isTight: true,
  });
  expect({ brotli, fits: brotli <= firstForm.script.brotli }).toEqual({ brotli, fits: true });
});

test('what comes after the first page is lost on its way: the page says that it waits, keeps what was typed, and goes on by itself', async () => {
  const page = await phone();
  gate.line('late', 'hold');
  await page.goto(`${gate.address}${firstForm.address}`);
  await page.getByLabel('Email').fill('piece@example.test');
  await page.getByLabel('Password', { exact: true }).fill('correctHorse7batt');
  await page.getByLabel('Confirm password').fill('correctHorse7batt');
  await page.locator('button[type=submit]').tap();
  gate.line('late', 'lose');
  const waits = page.locator('[data-bar=offline]');
  await waits.waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('piece@example.test');
  gate.line('late', 'pass');
  await page.getByLabel('Code').waitFor();
  await waits.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the next two steps are on the device before the first can be left: no file that comes later is needed for them', async () => {
  const page = await phone();
  await page.goto(`${gate.address}${firstForm.address}`);
  await page.getByLabel('Email').waitFor();
  // Nobody has touched the page: what follows it comes by itself.
  await page.waitForFunction((paths) => {
    const there = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return paths.every((path) => there.includes(path));
  }, late);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  gate.line('late', 'lose');
  await page.getByLabel('Email').fill('next@example.test');
  await page.getByLabel('Password', { exact: true }).fill('correctHorse7batt');
  await page.getByLabel('Confirm password').fill('correctHorse7batt');
  await page.locator('button[type=submit]').tap();
  await page.getByLabel('Code').waitFor();
  await expect.poll(() => product.inbox('next@example.test')).not.toEqual([]);
  const [mail] = await product.inbox('next@example.test');
  await page.getByLabel('Code').fill(mail?.code ?? '');
  await page.locator('button[type=submit]').tap();
  await page.getByLabel('First name').waitFor();
  expect(await page.locator('[data-bar=offline]').count()).toBe(0);
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);
  gate.line('late', 'pass');
  await page.context().close();
});

test('a widget whose words are lost on their way stands once they have come; the page around it waits for nothing', async () => {
  const page = await phone();
  gate.line('late', 'hold');
  await page.goto(`${gate.address}/find-a-store?brand=payday`);
  await page.getByLabel('ZIP code').fill('63101');
  await page.getByRole('status').getByText('Loading').first().waitFor();
  const map = page.getByRole('region', { name: 'Map of the stores' });
  expect(await map.count()).toBe(0);
  gate.line('late', 'lose');
  await page.locator('[data-bar=offline]').waitFor();
  gate.line('late', 'pass');
  await map.waitFor();
  await page.context().close();
});

const formOf = (
  page: Page,
): Promise<{ readonly waited: number; readonly timers: readonly number[]; readonly hasTheme: boolean }> =>
  page.evaluate(() => {
    const [mark] = performance.getEntriesByName('form') as PerformanceMark[];
    const [sheet] = performance.getEntriesByName('sheet');
    const between = [sheet?.startTime ?? NaN, mark?.startTime ?? NaN] as const;
    const over = performance.getEntriesByName('over') as PerformanceMark[];
    return {
      waited: between[1] - between[0],
      timers: over
        .filter(({ startTime }) => startTime >= between[0] && startTime <= between[1])
        .map(({ detail: told }) => (told as { readonly ms: number }).ms),
      hasTheme: (mark?.detail as { readonly hasTheme?: boolean } | undefined)?.hasTheme ?? false,
    };
  });

test('a form never stands without the look of its brand; a style sheet that does not come holds it up for 600 ms and no longer [const.stylesheetFallbackMs]', async () => {
  const [styled, plain] = [await phone(), await phone()];
  const slow = await startGatekeeper(product.address, ['/brands/payday/theme']);
  await styled.goto(`${slow.address}${firstForm.address}`);
  await styled.getByLabel('Email').waitFor();
  expect(await formOf(styled)).toMatchObject({ hasTheme: true });
  await styled.context().close();
  slow.line('late', 'hold');
  // A document whose style sheet is on its way is not loaded.
  await plain.goto(`${slow.address}${firstForm.address}`, { waitUntil: 'commit' });
  await plain.getByLabel('Email').waitFor();
  const form = await formOf(plain);
  expect(form.hasTheme).toBe(false);
  const fallback = detail<number>('const.stylesheetFallbackMs', 'value');
  // The wait begins as the sheet is put in force and ends with a timer of the page: how long that was to take is
  // compared, since a machine with much to do is late for it.
  expect(form.waited).toBeGreaterThan(fallback - 10);
  expect(form.timers.filter((ms) => ms > 0)).toEqual([fallback]);
  await plain.getByLabel('Email').fill('plain@example.test');
  await plain.context().close();
  await slow.close();
});

test('a page that only tells says nothing of what its call has not brought: it loads, then all of it stands', async () => {
  const page = await phone();
  const slow = await startGatekeeper(product.address, ['/graphql']);
  slow.line('late', 'hold');
  await page.goto(`${slow.address}/application/product-preference?brand=payday`);
  await page.getByLabel('State you live in').selectOption('MO');
  await page.getByRole('button', { name: 'Show the loans' }).tap();
  await page.getByRole('heading', { name: 'Loans where you live', level: 1 }).waitFor();
  const main = page.locator('main');
  await main.getByRole('status').getByText('Loading').waitFor();
  // What is not seen is none of its words.
  const words = (await main.innerText()).split('\n').map((line) => line.trim());
  expect(words.filter((line) => line !== '')).toEqual(['Back', 'Loans where you live', 'Loading']);
  slow.line('late', 'lose');
  slow.line('late', 'pass');
  await main.locator('[data-repeat]').first().waitFor();
  expect(await main.getByText('Loading').count()).toBe(0);
  await page.context().close();
  await slow.close();
});

test('who goes on to another part of the site sees at once that it is on its way, and no longer than that', async () => {
  const login = product.server().services.definitions.brand('payday', '2026-11-20')?.flows['login'];
  const slow = await startGatekeeper(product.address, [modulePath(login?.hash ?? '')]);
  slow.line('late', 'hold');
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${slow.address}${firstForm.address}`);
  await page.getByLabel('Email').waitFor();
  const sign = page.locator('.going');
  expect(await sign.count()).toBe(0);
  await page.getByRole('banner').getByText('Log In', { exact: true }).click();
  await sign.waitFor();
  expect(await page.getByLabel('Confirm password').isVisible()).toBe(true);
  slow.line('late', 'lose');
  slow.line('late', 'pass');
  await page.getByLabel('Confirm password').waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await sign.waitFor({ state: 'detached' });
  await page.close();
  await slow.close();
});
