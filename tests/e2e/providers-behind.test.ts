/**
 * Whoever the server asks while somebody waits fails, sends nonsense, is silent, is away or is heard twice: no step is
 * wrongly done, nothing raw is said, and the applicant goes on.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Browser, Page } from 'playwright';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readEvidence } from '../../server/journeys/evidence.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { begun } from '../server/support/linked.ts';
import { backBefore } from './applicant.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** What no page says, whatever a provider does. */
const saysNothingRaw = async (page: Page): Promise<void> =>
  expect(await page.locator('body').innerText()).not.toMatch(
    /undefined|\bnull\b|NaN|Error:|nonsense|ESOCKET|ETIMEDOUT|EPROTOCOL|\b5\d\d\b [A-Z]|Internal Server/,
  );

// Both wait more than they compute: beside each other.
describe.concurrent('the server of mail', () => {
  type How = 'works' | 'fails' | 'garbage' | 'hangs' | 'away' | 'loses its answer';
  let product: Product;
  /** Takes mail; `front` stands before it and breaks as it is told. */
  let mail: SMTPServer;
  let front: Server;
  let how: How = 'works';
  /** How often it was turned to while it was broken. */
  let broken = 0;
  const taken: { readonly to: string; readonly code: string; readonly id: string }[] = [];
  const lines = new Set<Socket>();
  beforeAll(async () => {
    mail = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData: (stream, { envelope }, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => void parts.push(part));
        stream.on('end', () => {
          const written = Buffer.concat(parts).toString();
          const code = /\b(\d{6})\b/.exec(written.split('\r\n\r\n').slice(1).join('\n'))?.[1] ?? '';
          const id = /^Message-ID: (.*)$/im.exec(written)?.[1] ?? '';
          for (const { address } of envelope.rcptTo) taken.push({ to: address, code, id });
          if (how !== 'loses its answer') return done();
          // It has the mail, and the line is cut before it says so.
          how = 'works';
          broken += 1;
          for (const line of lines) line.destroy();
        });
      },
    });
    // Lines that are cut are what this is about.
    mail.on('error', () => undefined);
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
    const { port } = mail.server.address() as AddressInfo;
    front = createServer((line) => {
      lines.add(line);
      line.on('error', () => undefined).on('close', () => lines.delete(line));
      if (how === 'works' || how === 'loses its answer') {
        const behind = connect(port, '127.0.0.1');
        behind.on('error', () => line.destroy());
        line.on('close', () => behind.destroy());
        line.pipe(behind).pipe(line);
        return;
      }
      broken += 1;
      if (how === 'fails') line.end('554 no\r\n');
      if (how === 'garbage') line.end('<html>}{ nonsense\r\n');
      if (how === 'away') line.destroy();
    }).listen(0, '127.0.0.1');
    await once(front, 'listening');
    product = await startProduct({
      SMTP_URL: `smtp://127.0.0.1:${(front.address() as AddressInfo).port}`,
      MAIL_FROM: 'no-reply@{brand}.example',
    });
  }, 180_000);
  afterAll(async () => {
    await product?.stop();
    for (const line of lines) line.destroy();
    front?.close();
    await new Promise<void>((resolve) => mail.close(() => resolve()));
  });

  // All of them first, then it works again: what is tried again later is waited for once. The one that gets through
  // before its line is cut is the first, while no other mail is on its way; the one that nobody answers is the last.
  test('loses its answer, fails, sends nonsense, is away or hangs while somebody signs up: they wait on the page that asks for the code, and go on with it once the mail is there', {
    timeout: 180_000,
  }, async () => {
    const waiting: { readonly state: How; readonly email: string; readonly page: Page }[] = [];
    for (const state of ['loses its answer', 'fails', 'garbage', 'away', 'hangs'] as const) {
      [how, broken] = [state, 0];
      const email = `ana.${state.replaceAll(' ', '-')}@example.test`;
      const page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
      await page.goto(`${product.address}/application/account?brand=payday`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('Marigold42');
      await page.getByLabel('Confirm password').fill('Marigold42');
      await page.locator('[data-action="continue"]').click();
      await page.waitForURL((url) => url.pathname === '/application/otp');
      await until(`the server of mail to be turned to, which ${state}`, () => broken > 0);
      await saysNothingRaw(page);
      // What nobody has been sent is not guessed past.
      await page.getByLabel('Code from the email').fill('000000');
      await page.locator('[data-action="continue"]').click();
      await page.locator('#field-code-error').waitFor();
      expect([state, new URL(page.url()).pathname]).toEqual([state, '/application/otp']);
      waiting.push({ state, email, page });
    }
    how = 'works';
    for (const { state, email, page } of waiting) {
      const mine = () => taken.filter(({ to }) => to === email);
      await until(`the mail that it ${state}`, () => mine().length > (state === 'loses its answer' ? 1 : 0), {
        waits: 120_000,
      });
      // What comes twice is one mail, by its id, with one code.
      expect(new Set(mine().map(({ id, code }) => `${id} ${code}`)).size).toBe(1);
      await page.getByLabel('Code from the email').fill(mine()[0]?.code ?? '');
      await page.locator('[data-action="continue"]').click();
      await page.waitForURL((url) => url.pathname === '/application/personal');
      await saysNothingRaw(page);
      await page.context().close();
    }
  });
});

describe.concurrent('the provider of bank reports', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  }, 180_000);
  afterAll(async () => {
    await product?.stop();
  });

  test.each(['fails', 'garbage', 'hangs'] as const)(
    '%s once an application with a linked bank is sent: the page waits, says nothing raw, and goes on with the decision',
    { timeout: 180_000 },
    async (state) => {
      const services = product.server().services;
      const { person, applicant } = await begun(
        { address: product.address, services },
        '219099999',
        `public-report-${state}`,
      );
      const page = await backBefore(browser, product.address, person.email);
      await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
      await page.locator('[data-action="submit"]').click();
      await page.getByRole('heading', { level: 1, name: 'We are deciding on your application' }).waitFor();
      await saysNothingRaw(page);
      await page.waitForURL((url) => url.pathname === '/application/approved/agreements', { timeout: 120_000 });
      await saysNothingRaw(page);
      const passed = (await readEvidence(services, applicant.id))?.statuses.map(({ to }) => to);
      expect(passed).toEqual([
        'SUBMITTING',
        'PENDING_ASSET_REPORT_DOWNLOAD',
        'PENDING_SAS_CALL_1',
        'PENDING_UNDERWRITING',
        'SUBMIT_APPROVED',
      ]);
      await page.context().close();
    },
  );
});
