import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pinnedNode, root } from '../../scripts/lib/paths.ts';
import { testPeople } from '../../server/seed/index.ts';
import { freePort } from '../../server/http/free-port.ts';
import { openBrowser } from '../harness/browser.ts';
import { until } from '../harness/seat.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-live-'));
const step = (name: string): string => join(folder, 'content/flows/apply/steps', `${name}.json`);
let dev: ChildProcess;
let browser: Browser;
let page: Page;
let address = '';
let said = '';
let documents = 0;

/** Replaces words in a file of the content, as an editor saves it. */
function edit(file: string, ...changes: readonly (readonly [from: string, to: string])[]): void {
  let text = readFileSync(file, 'utf8');
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(file, text);
}

/** Waits for a heading; a failure tells what the page says instead, and what the terminal said. */
const headed = (name: string): Promise<void> =>
  until(`the heading ${name}`, () => page.getByRole('heading', { name }).isVisible(), {
    told: async () => `${said}\n${await page.locator('body').innerText()}`,
    waits: 60_000,
  });

beforeAll(async () => {
  cpSync(join(root, 'flows'), join(folder, 'content/flows'), { recursive: true });
  // As `npm run dev` starts it, on a port and with data of its own.
  const task = join(root, 'scripts/tasks/dev.ts');
  dev = spawn(pinnedNode, [task], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(await freePort('127.0.0.1')),
      DATA_DIR: join(folder, 'data'),
      CONTENT_DIR: `+${join(folder, 'content')}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const told = (chunk: Buffer): void => {
    said += String(chunk);
  };
  dev.stdout?.on('data', told);
  dev.stderr?.on('data', told);
  await new Promise<void>((resolve, reject) => {
    dev.once('exit', () => reject(new Error(`npm run dev ended: ${said}`)));
    dev.stdout?.on('data', () => {
      if (/ready http/.test(said)) resolve();
    });
  });
  address = /ready (http:\S+)/.exec(said)?.[1] ?? '';
  browser = await openBrowser();
  page = await browser.newPage();
  page.on('domcontentloaded', () => {
    documents += 1;
  });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  dev?.kill('SIGTERM');
  if (dev?.exitCode === null) await new Promise((resolve) => dev.once('exit', resolve));
  rmSync(folder, { recursive: true, force: true });
});

describe('npm run dev: whoever writes content sees it on the page that stands', { timeout: 240_000 }, () => {
  test('an edit of a text and a field that is added are there at once, and what was typed stays, cursor included', async () => {
    await page.goto(`${address}/application/account?brand=payday`);
    const email = page.locator('#field-email');
    await email.waitFor({ timeout: 120_000 });
    await email.pressSequentially('half-typed');
    const before = documents;
    const title = JSON.parse(readFileSync(step('account'), 'utf8')).title as string;
    edit(step('account'), [`"title": "${title}"`, '"title": "A title that was just written"']);
    await headed('A title that was just written');
    expect(await email.inputValue()).toBe('half-typed');
    expect(await email.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('-on');
    expect(await email.inputValue()).toBe('half-typed-on');

    edit(
      step('account'),
      [
        '"fields": {',
        '"fields": { "nick": { "bind": "personalInformation.firstName", "$ref": "/values/first-name", "label": "What we may call you", "required": false },',
      ],
      ['"layout": [', '"layout": ["nick", '],
    );
    await page.getByLabel('What we may call you').waitFor({ timeout: 60_000 });
    expect(await email.inputValue()).toBe('half-typed-on');
    expect(documents).toBe(before);
  });

  test('what is wrong with an edit stands on the page and in the terminal; the page goes on as it was, and is told nothing once it is mended', async () => {
    const before = documents;
    edit(step('account'), ['"title": "A title that was just written"', '"titel": "A title that was just written"']);
    const alert = page.locator('[data-live-edit]');
    await alert.waitFor({ timeout: 60_000 });
    expect(await alert.innerText()).toMatch(/flows\/apply\/steps\/account\.json:\d+:\d+: .*titel/);
    await until('the terminal to tell it', async () => /account\.json:\d+:\d+: .*titel/.test(said));
    await page.locator('#field-email').pressSequentially('!');
    expect(await page.locator('#field-email').inputValue()).toBe('half-typed-on!');
    edit(step('account'), ['"titel": "A title that was just written"', '"title": "Mended"']);
    await headed('Mended');
    expect(await alert.count()).toBe(0);
    expect(documents).toBe(before);
  });

  test('an open application is begun anew under the new content, with its answers, and the page says so', async () => {
    const someone = testPeople().find(({ id }) => id === 'new-applicant');
    await page.goto(`${address}/login?brand=payday`);
    await page.getByLabel('Email').fill(someone?.email ?? '');
    await page.getByLabel('Password', { exact: true }).fill(someone?.password ?? '');
    await page.locator('[data-action][type="submit"]').click();
    await page.waitForURL((url) => url.pathname.startsWith('/application'), { timeout: 60_000 });
    await page.goto(`${address}/application/personal`);
    const firstName = page.locator('#field-firstName');
    await firstName.waitFor({ timeout: 60_000 });
    await firstName.fill('Nora');
    const before = documents;
    const title = JSON.parse(readFileSync(step('personal'), 'utf8')).title as string;
    edit(step('personal'), [`"title": "${title}"`, '"title": "Who are you, written anew?"']);
    await headed('Who are you, written anew?');
    expect(await firstName.inputValue()).toBe('Nora');
    await page.getByText('your application was begun anew').waitFor({ timeout: 60_000 });
    expect(documents).toBe(before);
    // It is the new application that holds the answer: a reload reads it from the server.
    await page.reload();
    await firstName.waitFor({ timeout: 60_000 });
    expect(await firstName.inputValue()).toBe('Nora');
  });
});
