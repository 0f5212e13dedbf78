import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { sitDown, type Applicant } from './applicant.ts';

let product: Product;
let browser: Browser;
let ana: Applicant;
let link: string;
let code: string;
const email = testPeople()[0]?.email ?? '';
const page = 'new-password/change';
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  ana = await sitDown(browser, { product, email });
  await ana.seat.open('/authentication/forgot-password');
  await ana.at('forgot-password/request');
  await ana.fill('forgot-password/request', { email });
  await ana.seat.press('send');
  await ana.at('forgot-password/sent');
  const [mail] = await product.inbox(email);
  link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').pathname;
  code = mail?.code ?? '';
});
afterAll(async () => {
  await ana?.close();
  await browser?.close();
  await product?.stop();
});

const choose = async (word: string): Promise<void> => {
  await ana.fill(page, { newPassword: word, confirmPassword: word });
  await ana.seat.press('change');
};
const says = (words: RegExp): Promise<void> =>
  until(String(words), async () => words.test(await ana.seat.words()), { told: () => ana.seat.words() });

describe('a link that holds a code and an email', () => {
  test('shows neither in the address once its page is there', async () => {
    expect(link).toContain(code);
    expect(link).toContain(encodeURIComponent(email));
    await ana.seat.open(link);
    await ana.at(page);
    expect(new URL(ana.seat.url()).href).toBe(`${product.address}/authentication/change-password`);
  });

  test('one of the thousand commonest passwords is refused at its field, in words of its own', async () => {
    await choose('Password1');
    await until('the message', async () => 'newPassword' in (await ana.seat.errors()), {
      told: () => ana.seat.words(),
    });
    expect((await ana.seat.errors())['newPassword']).toMatch(/one of the most used/);
    expect(new URL(ana.seat.url()).pathname).toBe('/authentication/change-password');
  });

  test('is no longer good after a reload, which the page says; opened again it is', async () => {
    await ana.seat.reload();
    await ana.at(page);
    expect(await ana.seat.words()).toMatch(/open the link in the email again/);
    await choose('Another8word');
    await says(/This link is no longer valid/);
    await ana.seat.open(link);
    await ana.at(page);
    await choose('Another8word');
    await ana.at('login/credentials');
    expect(await ana.seat.words()).toMatch(/Your password is changed/);
    expect(ana.seat.url()).not.toContain(code);
    expect(product.log().join('')).not.toContain(code);
    expect(ana.faults).toEqual([]);
  });
});

test('whoever signs up with one of them is told at the field, too', async () => {
  await ana.seat.open('/application/account');
  await ana.fill('apply/account', {
    email: 'new.common@example.test',
    password: 'Trustno1',
    confirmPassword: 'Trustno1',
  });
  await ana.seat.press('continue');
  await until('the message', async () => 'password' in (await ana.seat.errors()), { told: () => ana.seat.words() });
  expect((await ana.seat.errors())['password']).toMatch(/one of the most used/);
  expect(await ana.seat.current()).toBe('apply/account');
});

test('whoever chose another password before the email was confirmed is told that none counts and how to choose a new one', async () => {
  const again = 'two.passwords@example.test';
  for (const word of ['Marigold42', 'Another8word']) {
    await ana.seat.open('/application/account');
    await ana.at('apply/account');
    await ana.fill('apply/account', { email: again, password: word, confirmPassword: word });
    await ana.seat.press('continue');
    await ana.at('apply/confirm-email');
  }
  const [mail] = await product.inbox(again);
  await ana.fill('apply/confirm-email', { code: mail?.code ?? '' });
  await ana.seat.press('continue');
  await ana.at('forgot-password/request');
  expect(await ana.seat.words()).toMatch(/Your email is confirmed\..*choose a new password/s);
  await ana.seat.press('send');
  await ana.at('forgot-password/sent');
  const [reset] = await product.inbox(again);
  await ana.seat.open(new URL(/https?:\/\/\S+/.exec(reset?.text ?? '')?.[0] ?? '').pathname);
  await choose('Third9words');
  await ana.at('login/credentials');
});

test('an enrollment session at the log-in, and who is unknown there, stays signed out and is told that user name or password are wrong [error.login.incorrectCredentials] [behaviour.login.enrollmentSession]', async () => {
  const enrolling = testPeople().filter(({ groups }) => groups.includes('enrollment.user'));
  expect(enrolling).not.toEqual([]);
  const unknown = { email: 'nobody.at.all@example.test', password: 'Marigold42' };
  for (const { email: name, password } of [...enrolling, unknown]) {
    await ana.seat.open('/login');
    await ana.at('login/credentials');
    await ana.fill('login/credentials', { email: name, password });
    await ana.seat.press('log-in');
    await says(/Incorrect username or password\./);
    expect(await ana.seat.current()).toBe('login/credentials');
  }
});

test('Log In, Send Password and Change Password are disabled while their page does not hold, the last one also while an error stands on it [behaviour.login.submitDisabled] [behaviour.setPassword.buttonDisabled] [behaviour.forgotPassword.submitDisabled]', async () => {
  const bea = await sitDown(browser, { product, email: 'bea@example.org' });
  const pages = [
    {
      path: '/login',
      at: 'login/credentials',
      button: 'log-in',
      why: 'Enter your email and your password to log in.',
      wrong: [{ email: 'bea' }, { email: 'bea@example.org' }, { email: 'bea', password: 'Marigold42' }],
      right: { email: 'bea@example.org', password: 'Marigold42' },
    },
    {
      path: '/authentication/forgot-password',
      at: 'forgot-password/request',
      button: 'send',
      why: 'Enter your email first.',
      wrong: [{ email: 'bea' }],
      right: { email: 'bea@example.org' },
    },
    {
      path: '/authentication/change-password/123456/bea%40example.org',
      at: 'new-password/change',
      button: 'change',
      why: 'Enter a password that follows the rule, twice the same.',
      wrong: [
        { newPassword: 'Marigold42' },
        { newPassword: 'short', confirmPassword: 'short' },
        { confirmPassword: 'Marigold4' },
      ],
      right: { newPassword: 'Marigold42', confirmPassword: 'Marigold42' },
    },
  ];
  for (const { path, at, button, why, wrong, right } of pages) {
    await bea.seat.open(path);
    await bea.at(at);
    for (const answers of wrong) {
      await bea.fill(at, answers);
      expect([answers, await bea.seat.whyNot(button)]).toEqual([answers, why]);
      await bea.seat.press(button);
      await bea.at(at);
      expect(await bea.seat.words()).not.toMatch(/(?<!missing or )incorrect|no longer valid|find an account/i);
    }
    await bea.fill(at, right);
    expect(await bea.seat.whyNot(button)).toBeUndefined();
  }
  await bea.seat.press('change');
  await until('the error', async () => /no longer valid/.test(await bea.seat.words()), {
    told: () => bea.seat.words(),
  });
  expect(await bea.seat.whyNot('change')).toBe('Enter a password that follows the rule, twice the same.');
  await bea.fill('new-password/change', { newPassword: 'Marigold43', confirmPassword: 'Marigold43' });
  expect(await bea.seat.whyNot('change')).toBeUndefined();
  expect(bea.faults).toEqual([]);
  await bea.close();
});
