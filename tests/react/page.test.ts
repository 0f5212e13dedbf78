import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { bringAxe, violationsOn } from '../harness/axe.ts';
import { openBrowser } from '../harness/browser.ts';
import { gallery } from './gallery/content.ts';
import { serveGallery } from './gallery/serve.ts';

let browser: Browser;
let served: Awaited<ReturnType<typeof serveGallery>>;
beforeAll(async () => {
  [browser, served] = await Promise.all([openBrowser(), serveGallery()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), served.stop()]);
});

const everything = {
  name: 'Ana Ortiz',
  email: 'ana@example.org',
  phone: '8165550142',
  born: '1990-04-27',
  number: { sealed: '9999' },
};

/** Tabs that a test is done with: the gallery keeps nothing on the device. */
const idle: Page[] = [];

async function another(): Promise<Page> {
  const context = await browser.newContext();
  await bringAxe(context);
  return context.newPage();
}

/** A page of the gallery; every error of the console or of the page fails the test that opened it. */
async function open(
  path = '/',
  size = { width: 1280, height: 900 },
): Promise<{ page: Page; wrong: string[]; close(): void }> {
  const page = idle.pop() ?? (await another());
  await page.setViewportSize(size);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) wrong.push(message.text());
  });
  await page.goto(served.address + path);
  await page.locator('h1').waitFor();
  return {
    page,
    wrong,
    close() {
      for (const told of ['pageerror', 'console']) page.removeAllListeners(told);
      idle.push(page);
    },
  };
}
const filled = (more: object = {}) =>
  `/?answers=${encodeURIComponent(JSON.stringify({ member: { ...everything, ...more } }))}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('data-focus'));

test('an empty page, its errors and every control are free of axe violations and fit a window of 320 pixels', async () => {
  const { page, wrong, close } = await open();
  const fits = async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  expect(await violationsOn(page)).toEqual([]);
  await press(page, 'Continue');
  expect(await violationsOn(page)).toEqual([]);
  await fits();
  await page.goto(served.address + filled({ kind: 'student' }));
  await page.getByLabel('Password', { exact: true }).fill('long enough 1');
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'What would you like to read?' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await fits();
  expect(wrong).toEqual([]);
  close();
});

test('a page is shown as soon as the last of its parts is there: no timer holds it back', async () => {
  const page = await browser.newPage();
  // React holds back for what is left of 300 ms whatever it has shown a sign of waiting for.
  await page.addInitScript(() => {
    const own = window.setTimeout.bind(window);
    const kept = (work: TimerHandler, ms = 0): number => (ms >= 50 && ms <= 300 ? 0 : own(work, ms));
    window.setTimeout = kept as typeof window.setTimeout;
  });
  await page.goto(served.address);
  await page.getByLabel('Full name').waitFor();
  await page.close();
});

test('Continue on an empty page shows the error summary, moves the focus to it and says Error in the title', async () => {
  const { page, close } = await open();
  expect(await page.title()).toBe('Tell us about yourself - Reading Room');
  await press(page, 'Continue');
  const summary = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: 'Some important information is missing or incorrect.' }) });
  await summary.waitFor();
  expect(await focused(page)).toBe('errors');
  expect(await page.title()).toBe('Error: Tell us about yourself - Reading Room');
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'Enter full name',
    'Enter email',
    'Enter mobile phone',
    'Enter password',
    'Enter date of birth',
    'Enter social security number',
  ]);
  await summary.getByRole('link', { name: 'Enter date of birth' }).click();
  expect(await focused(page)).toBe('field-born');
  close();
});

test('what is wrong takes the focus and is said aloud each time, not the first time alone: a press, a refusal at an answer, one of the page', async () => {
  const { page, wrong, close } = await open();
  const refuse = (refusal: { readonly path?: string; readonly text: string }) =>
    page.evaluate((one) => window.gallery.refuse(one), refusal);
  const asked = {
    errors: [
      () => press(page, 'Continue'),
      () => refuse({ path: 'member.name', text: 'This has changed.' }),
      () => refuse({ path: 'member.email', text: 'This has changed.' }),
    ],
    notice: [
      () => refuse({ text: 'This has changed.' }),
      () => refuse({ path: 'no.such.answer', text: 'So has this.' }),
    ],
  };
  for (const [place, ways] of Object.entries(asked))
    for (const [at, ask] of ways.entries())
      for (const time of ['first', 'second', 'third']) {
        await page.getByLabel('Nickname (optional)').focus();
        await ask();
        const shown = page.locator(`[data-focus="${place}"]`);
        await shown.waitFor();
        expect([place, at, time, await focused(page)]).toEqual([place, at, time, place]);
        expect(await shown.getAttribute('role')).toBe('alert');
        expect((await shown.textContent())?.trim()).not.toBe('');
      }
  expect(await violationsOn(page)).toEqual([]);
  expect(wrong).toEqual([]);
  close();
});

test('the gallery draws every control there is', () => {
  const folders = readdirSync(join(projectDir, 'runtime/react/controls'), { withFileTypes: true });
  const fields = Object.entries(gallery).flatMap(([path, doc]) =>
    path.includes('/steps/') ? Object.values((JSON.parse(doc) as { fields: Record<string, JsonObject> }).fields) : [],
  );
  const drawn = (name: string): boolean =>
    fields.some(({ control, item, items, choices, type }) =>
      [control, item && 'list', items && 'schema', choices && type === 'array' && 'checkboxes'].includes(name),
    );
  // What a file holds goes to a server, which the gallery has not: tests/constructs/files plays that control.
  const names = folders.filter((one) => one.isDirectory() && one.name !== 'file').map(({ name }) => name);
  expect(names.filter((name) => !drawn(name))).toEqual([]);
});

test('the error summary links every error of every item of a list, and says nothing of an item that was only just added', async () => {
  const { page, wrong, close } = await open(filled({ loans: [{ title: 'Emma' }] }));
  await page.getByLabel('Password', { exact: true }).fill('long enough 1');
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'What would you like to read?' }).waitFor();
  await press(page, 'Add book');
  await press(page, 'Continue');
  const ofBooks = page.getByRole('alert').getByRole('link', { name: /^(Emma|Book)/ });
  expect(await ofBooks.allTextContents()).toEqual([
    'Emma: Enter the day',
    'Book 2: Enter the title',
    'Book 2: Enter the day',
  ]);
  await ofBooks.last().click();
  expect(await focused(page)).toBe('field-loans-2-due');
  await press(page, 'Add book');
  const invalid = page.locator('[data-item] [aria-invalid=true]');
  expect(await invalid.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    'field-loans-1-due',
    'field-loans-2-title',
    'field-loans-2-due',
  ]);
  expect(await violationsOn(page)).toEqual([]);
  expect(wrong).toEqual([]);
  close();
});

test('a message is tied to its control, live after Continue, and the optional field is not asked for', async () => {
  const { page, close } = await open();
  const name = page.getByLabel('Full name');
  expect(await name.getAttribute('aria-invalid')).toBeNull();
  expect(await name.getAttribute('required')).toBeNull();
  await press(page, 'Continue');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator(`#${await name.getAttribute('aria-describedby')}`).textContent()).toBe('Enter full name');
  const nickname = page.getByLabel('Nickname (optional)');
  expect(await nickname.getAttribute('aria-invalid')).toBeNull();
  expect(await page.locator(`#${await nickname.getAttribute('aria-describedby')}`).textContent()).toBe(
    'What we call you at the desk.',
  );
  await name.fill('Ana');
  expect(await name.getAttribute('aria-invalid')).toBeNull();
  expect(await name.getAttribute('aria-describedby')).toBeNull();
  close();
});

/** Hints and messages of the page that no control, and no group of controls, of their own field is described by. */
const untied = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const all = [...main.querySelectorAll('[id$="-hint"], [id$="-error"]')];
    const isTied = ({ id, parentElement }: Element): boolean => {
      const field = parentElement?.closest('.field, [data-item]');
      const inside = field ? [field, ...field.querySelectorAll('[aria-describedby]')] : [];
      return inside.some((one) => (one.getAttribute('aria-describedby') ?? '').split(' ').includes(id));
    };
    return { all: all.map(({ id }) => id), untied: all.filter((one) => !isTied(one)).map(({ id }) => id) };
  });

test('every hint and every message is tied to the control it is about, whichever control, group, list or widget that is', async () => {
  const { page, close } = await open();
  await press(page, 'Continue');
  const about = await untied(page);
  expect(about.untied).toEqual([]);
  expect(about.all.filter((id) => id.endsWith('-hint')).length).toBeGreaterThan(1);
  expect(about.all.filter((id) => id.endsWith('-error')).length).toBeGreaterThan(5);
  close();
  const second = await open(filled({ kind: 'adult' }));
  await second.page.getByLabel('Password', { exact: true }).fill('long enough 1');
  await press(second.page, 'Continue');
  await second.page.getByRole('heading', { name: 'What would you like to read?' }).waitFor();
  await press(second.page, 'Continue');
  const reading = await untied(second.page);
  expect(reading.untied).toEqual([]);
  expect(reading.all.length).toBeGreaterThan(2);
  second.close();
});

test('a keystroke renders no component again; the first key that clears a message renders one field', async () => {
  const { page, close } = await open();
  const commits = () => page.evaluate(() => window.gallery.commits);
  await page.getByLabel('Full name').click();
  const before = await commits();
  await page.keyboard.type('Ana Ortiz');
  expect(await commits()).toBe(before);
  expect(await page.evaluate(() => window.gallery.state().page.fields['name']?.value)).toBe('Ana Ortiz');
  await press(page, 'Continue');
  const asked = await commits();
  await page.getByLabel('Email').fill('ana@example.org');
  expect(await commits()).toBe(asked + 1);
  close();
});

test('the telephone number of the brand in the words of a page calls it, and stands on one line', async () => {
  const { page, close } = await open('/', { width: 320, height: 640 });
  const call = page.locator('main p.copy a, main p.note a').first();
  expect(await call.getAttribute('href')).toBe('tel:18005550100');
  expect(await call.innerText()).toBe('1-800-555-0100');
  expect(await call.evaluate((link) => link.getClientRects().length)).toBe(1);
  close();
});

test('the boxes of a day are as long as the mask of its field says, and take a whole day in its shape', async () => {
  const { page, close } = await open(filled());
  await page.getByLabel('Password').fill('long enough 1');
  await press(page, 'Continue');
  const since = page.getByRole('group', { name: 'Since when you read' });
  const boxes = since.locator('input');
  await boxes.first().waitFor();
  const value = () => page.evaluate(() => window.gallery.state().page.fields['since']?.value);
  expect(await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('data-size')))).toEqual(['1', '1', '4']);
  await boxes.first().fill('4/7/1990');
  expect(await value()).toBe('1990-04-07');
  // Two digits are more than this mask has for a month: what does not fit stays as it was typed.
  await boxes.first().fill('12/31/1988');
  expect(await boxes.last().inputValue()).toBe('1990');
  close();
});

test('years and months are one number of months; what is neither is kept as it was typed', async () => {
  const { page, close } = await open(filled());
  await page.getByLabel('Password').fill('long enough 1');
  await press(page, 'Continue');
  const boxes = page.getByRole('group', { name: 'How long you have been reading' }).locator('input');
  await boxes.first().waitFor();
  const type = async (years: string, months: string): Promise<unknown> => {
    await boxes.first().fill(years);
    await boxes.last().fill(months);
    return page.evaluate(() => window.gallery.state().page.fields['reads']?.value);
  };
  for (const years of [0, 1, 9, 42, 99])
    for (const months of [0, 1, 9, 10, 11]) expect(await type(String(years), String(months))).toBe(years * 12 + months);
  expect([await type('4', ''), await type('', '5'), await type(' ', '')]).toEqual([48, 5, undefined]);
  for (const [years, months] of [
    ['100', '1'],
    ['1', '12'],
  ] as const)
    expect(await type(years, months)).toBe(`${years}/${months}`);
  expect([await type('one', '2'), await type('-1', '2'), await type('1.5', '')]).toEqual([2, 14, 180]);
  close();
});

test('what is typed is kept as typed while the field has the focus and drawn in its mask afterwards', async () => {
  const { page, close } = await open();
  const value = (field: string) => page.evaluate((id) => window.gallery.state().page.fields[id]?.value, field);
  await page.getByLabel('Full name').pressSequentially('Ana  Ortiz ');
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ana  Ortiz ');
  expect(await value('name')).toBe('Ana  Ortiz');
  await page.getByLabel('Mobile phone').pressSequentially('8165550142');
  expect(await page.getByLabel('Mobile phone').inputValue()).toBe('8165550142');
  await page.keyboard.press('Tab');
  expect(await page.getByLabel('Mobile phone').inputValue()).toBe('(816) 555-0142');
  expect(await value('phone')).toBe('8165550142');
  await page.getByRole('group', { name: 'Date of birth' }).getByLabel('Month').fill('4');
  await page.getByLabel('Day').fill('7');
  await page.getByLabel('Year').fill('1990');
  expect(await value('born')).toBe('1990-04-07');
  const born = () =>
    page
      .getByRole('group', { name: 'Date of birth' })
      .locator('input')
      .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));
  await page.getByLabel('Year').press('Tab');
  expect(await born()).toEqual(['04', '07', '1990']);
  // In the mask's shape into one box, as it comes out of another app.
  await page.getByRole('group', { name: 'Date of birth' }).getByLabel('Month').fill('12/31/1988');
  expect(await value('born')).toBe('1988-12-31');
  expect(await page.getByLabel('Year').inputValue()).toBe('1988');
  await page.getByLabel('Social Security number').fill('219-09-9999');
  await page.keyboard.press('Tab');
  expect(await page.getByLabel('Social Security number').inputValue()).toBe('•••-••-9999');
  expect(await value('number')).toBe('219099999');
  close();
});

test('who comes back to a line that is drawn in a mask and types replaces what stands there; who puts the caret within it changes it there', async () => {
  const { page, wrong, close } = await open();
  const value = (field: string) => page.evaluate((id) => window.gallery.state().page.fields[id]?.value, field);
  for (const [label, field, first, second] of [
    ['Mobile phone', 'phone', '8165550142', '5125550142'],
    ['Social Security number', 'number', '219099998', '219099999'],
  ] as const) {
    const box = page.getByLabel(label, { exact: true });
    await box.focus();
    await page.keyboard.type(first);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type(second);
    expect([field, await value(field)]).toEqual([field, second]);
    await page.keyboard.press('Tab');
    await box.click();
    await page.keyboard.press('Home');
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('7');
    expect([field, await value(field)]).toEqual([field, `${second.slice(0, 2)}7${second.slice(3)}`]);
  }
  // As it stands in an address book.
  const phone = page.getByLabel('Mobile phone', { exact: true });
  for (const pasted of ['(512) 555-0142', '512.555.0142', '512 555 0142', '+1 512 555 0142', '1-512-555-0142']) {
    await phone.fill(pasted);
    expect([pasted, await value('phone')]).toEqual([pasted, '5125550142']);
  }
  // A 0 that is typed first is not taken; one that comes first because another digit was taken away stands.
  const typed = async (text: string) => {
    await phone.fill('');
    await phone.pressSequentially(text);
    return await phone.inputValue();
  };
  expect([await typed('0'), await typed('00512'), await typed('(0512) 550')]).toEqual(['', '512', '512550']);
  await phone.fill('2055550142');
  await page.keyboard.press('Tab');
  await phone.click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  expect(await phone.inputValue()).toBe('055550142');
  await page.keyboard.type('4');
  expect(await value('phone')).toBe('4055550142');
  expect(wrong).toEqual([]);
  close();
});

test('a sealed answer shows its last four digits and can be replaced', async () => {
  const { page, close } = await open(filled());
  expect(await page.locator('.sealed').textContent()).toContain('•••-••-9999');
  await press(page, 'Change Social Security number');
  expect(await focused(page)).toBe('field-number');
  await page.keyboard.type('219099998');
  expect(await page.evaluate(() => window.gallery.state().page.fields['number']?.value)).toBe('219099998');
  close();
});

test('the whole journey goes by keyboard alone, the heading takes the focus on each step, and a dialog keeps it inside', async () => {
  const { page, wrong, close } = await open();
  const tab = async (times = 1) => {
    for (let n = 0; n < times; n++) await page.keyboard.press('Tab');
  };
  await page.getByLabel('Full name').focus();
  await page.keyboard.type('Ana Ortiz');
  await tab(2);
  await page.keyboard.type('ana@example.org');
  await tab();
  await page.keyboard.type('8165550142');
  await tab();
  await page.keyboard.type('long enough 1');
  await tab(2);
  for (const part of ['4', '27', '1990']) {
    await page.keyboard.type(part);
    await tab();
  }
  await page.keyboard.type('219099999');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'What would you like to read?' }).waitFor();
  expect(await focused(page)).toBe('heading');
  await tab();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Name of your school').waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await page.getByLabel('Name of your school').count()).toBe(0);
  await tab();
  await page.keyboard.type('So');
  await tab();
  await page.keyboard.type('1,500');
  await tab();
  await page.keyboard.type('3');
  await tab();
  await page.keyboard.type('123 456');
  await page.getByLabel('I have read the house rules').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Books a month').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Is everything right?' });
  await dialog.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await tab(3);
  expect(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    ),
  ).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('field-books');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Yes, continue' }).press('Enter');
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  const answer = (label: string) =>
    page
      .locator('dl > div', { has: page.locator('dt', { hasText: label }) })
      .locator('dd')
      .textContent();
  expect(await answer('Date of birth')).toBe('April 27, 1990');
  expect(await answer('Social Security number')).toBe('•••-••-9999');
  expect(await answer('Yearly gift')).toBe('$1,500');
  expect(await answer('Branch')).toBe('South');
  expect(await page.locator('dt', { hasText: 'Password' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Change What would you like to read?' }).press('Enter');
  await page.getByRole('heading', { name: 'What would you like to read?' }).waitFor();
  expect(wrong).toEqual([]);
  close();
});

test('progress names the stages on a wide screen and counts them on a phone', async () => {
  const wide = await open();
  expect(await wide.page.getByRole('navigation', { name: 'Progress' }).getByRole('listitem').allTextContents()).toEqual(
    ['About you current', 'Your reading not started', 'Check not started', 'Welcome not started'],
  );
  expect(await wide.page.locator('.progress-short').isVisible()).toBe(false);
  wide.close();
  const phone = await open('/', { width: 375, height: 800 });
  expect(await phone.page.locator('.progress-short').textContent()).toBe('Step 1 of 4');
  expect(await phone.page.locator('.progress-short').isVisible()).toBe(true);
  // The names are said, the bars are drawn; the current name stands beside the count.
  expect(await phone.page.locator('.progress-now strong').textContent()).toBe('About you');
  expect((await phone.page.locator('.progress-words').first().boundingBox())?.width).toBe(1);
  phone.close();
});

test('every control that can be pressed is at least 24 pixels high and wide', async () => {
  const { page, close } = await open(filled({ kind: 'student' }), { width: 375, height: 800 });
  await page.getByLabel('Password', { exact: true }).fill('long enough 1');
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'What would you like to read?' }).waitFor();
  await press(page, 'Menu');
  const small = await page
    .locator('button, input, select, nav a, footer li a, footer button')
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().height < 24 || one.getBoundingClientRect().width < 24)
        .map((one) => one.outerHTML),
    );
  expect(small).toEqual([]);
  close();
});

test('on a phone the links of the site stand behind one button, and go with Escape or a press elsewhere', async () => {
  const { page, close } = await open('/', { width: 375, height: 800 });
  const link = page.getByRole('link', { name: 'Opening hours' });
  expect(await link.isVisible()).toBe(false);
  await press(page, 'Menu');
  await link.waitFor();
  expect(await page.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  await link.waitFor({ state: 'hidden' });
  await press(page, 'Menu');
  await link.waitFor();
  await page.locator('footer').click({ position: { x: 4, y: 4 } });
  await link.waitFor({ state: 'hidden' });
  close();
});

test('the password is shown on request and hidden again', async () => {
  const { page, close } = await open();
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('long enough 1');
  expect(await password.getAttribute('type')).toBe('password');
  await press(page, 'Show password');
  expect(await password.getAttribute('type')).toBe('text');
  expect(await password.inputValue()).toBe('long enough 1');
  await press(page, 'Hide password');
  expect(await password.getAttribute('type')).toBe('password');
  close();
});

test('a page that was sent is read: every control says its answer and why it stands, and it leads on', async () => {
  const { page, wrong, close } = await open(`${filled({ kind: 'adult', branch: 'north' })}&left=about`, {
    width: 360,
    height: 800,
  });
  await page.evaluate(() => window.gallery.change({ application: { status: 'SENT' } }));
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('heading', { name: 'Tell us about yourself' }).waitFor();
  const why = 'Your card is being printed. What it says can no longer be changed.';
  expect(await page.getByText(why).count()).toBe(1);
  const stands = page.locator('[data-locked]');
  expect(await stands.count()).toBeGreaterThan(4);
  for (const field of await stands.all()) {
    expect(await field.getAttribute('aria-labelledby')).toMatch(/-label$/);
    const said = await field.getAttribute('aria-describedby');
    expect(await page.locator(`#${said ?? ''}`).textContent()).toContain(why);
  }
  expect(await page.getByRole('group', { name: 'Full name' }).textContent()).toContain('Ana Ortiz');
  expect(await page.locator('.fields :is(input, select, textarea):not([type=password])').count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Go to where your application stands' }).click();
  await page.getByRole('heading', { name: 'What would you like to read?' }).waitFor();
  expect(wrong).toEqual([]);
  close();
});

test('a list is drawn from its JSON Schema by rjsf: entries are added, filled, removed and judged by the engine, by keyboard and without axe findings', async () => {
  const { page, wrong, close } = await open(filled({ kind: 'adult' }));
  await page.getByLabel('Password', { exact: true }).fill('long enough 1');
  await press(page, 'Continue');
  const list = page.getByRole('group', { name: 'Who else reads with your card (optional)' }).last();
  const add = page.getByRole('button', { name: 'Add a reader', exact: true });
  await add.press('Enter');
  const first = page.getByRole('group', { name: 'Reader 1', exact: true });
  expect(await first.getByLabel('Name of the reader').evaluate((box) => box === document.activeElement)).toBe(true);
  await page.keyboard.type('Bo Ortiz');
  await add.press('Enter');
  const second = page.getByRole('group', { name: 'Reader 2', exact: true });
  await second.getByLabel('Name of the reader').fill('Cy Ortiz');
  await second.getByLabel('Age', { exact: true }).fill('7');
  await second.getByLabel('Shelf (optional)').selectOption({ label: 'children' });
  await second.getByLabel('May return books for me').check();
  expect(await second.getByLabel('Age', { exact: true }).getAttribute('inputmode')).toBe('decimal');

  await press(page, 'Continue');
  await page.getByRole('alert').getByRole('link', { name: 'Give each reader a name and an age' }).press('Enter');
  expect(await list.evaluate((frame) => frame.contains(document.activeElement))).toBe(true);
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Remove Reader 1' }).press('Enter');
  expect(await add.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await first.getByLabel('Name of the reader').inputValue()).toBe('Cy Ortiz');
  expect(await page.evaluate(() => (window.gallery.state().answers['member'] as { family: unknown }).family)).toEqual([
    { name: 'Cy Ortiz', age: 7, shelf: 'children', returns: true },
  ]);
  expect(await page.locator('#field-family-error').count()).toBe(0);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(wrong).toEqual([]);
  close();
});

test('a page that is busy with a call takes nothing, and shows nothing that it did not take: each of its controls', async () => {
  for (const path of [filled({ number: undefined }), `${filled({ kind: 'student', family: [{}] })}&left=about`]) {
    const { page, wrong, close } = await open(path);
    const controls = page.locator('form').locator('input, select');
    // A part that is still being loaded moves what stands below it, and the press would meet something else.
    await page.waitForFunction(() => document.querySelector('[data-loading]') === null);
    await press(page, 'Ask at the desk');
    await page.waitForFunction(() => window.gallery.state().page.busy !== undefined);
    const shown = () =>
      controls.evaluateAll((all) =>
        (all as HTMLInputElement[]).map(({ name, value, checked }) => `${name} ${value} ${checked}`),
      );
    const before = await shown();
    expect(before.length).toBeGreaterThan(5);
    for (const control of await controls.all()) {
      const kind = await control.evaluate((one) => (one instanceof HTMLInputElement ? one.type : 'select'));
      if (!(await control.isEnabled())) continue;
      if (kind === 'select') await control.press('ArrowDown');
      else if (kind === 'radio' || kind === 'checkbox') await control.click();
      else await control.pressSequentially('7');
    }
    expect(await shown()).toEqual(before);
    expect(wrong).toEqual([]);
    close();
  }
});

test('a widget that throws takes its own place down: the page keeps its answers and goes on, and the widget is drawn again when asked', async () => {
  const { page, wrong, close } = await open('/?broken');
  await page.getByText('Drawn well').waitFor();
  await page.getByLabel('Full name').fill('Ana Ortiz');
  await page.getByLabel('Nickname').fill('An');
  const failed = page.getByRole('alert').filter({ hasText: 'What you have told us so far is kept' });
  await failed.waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ana Ortiz');
  expect(await page.getByRole('button', { name: 'Continue', exact: true }).isVisible()).toBe(true);
  const thrown = await page.evaluate(() => window.gallery.events.filter((event) => Object(event).thrown !== undefined));
  expect(thrown).toEqual([{ thrown: 'Error', widget: 'broken', step: 'join/about' }]);
  const at = () => page.evaluate(() => document.activeElement?.textContent);
  await press(page, 'Show this part again');
  await failed.waitFor();
  expect(await at()).toBe('Show this part again');
  await page.evaluate(() => (window.gallery.mended = true));
  await press(page, 'Show this part again');
  await page.getByText('Drawn well').waitFor();
  expect(await at()).toBe('Drawn well');
  await press(page, 'Continue');
  expect(await page.getByLabel('Nickname').inputValue()).toBe('An');
  // What React itself writes to the console of the developer is the one thing that may stand there.
  expect(wrong.filter((text) => !text.includes('Nothing can be drawn for'))).toEqual([]);
  close();
});
