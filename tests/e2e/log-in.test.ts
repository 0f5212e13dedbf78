/** Logging in and what stands beside it, as a person meets it: with its features on, and off. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { sealLink } from '../../server/messages/links.ts';
import { testPeople, type TestPerson } from '../../server/seed/index.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startFlagService, type FlagService } from '../harness/flag-service.ts';
import { messagesOn } from '../harness/inspector.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { handedOver } from '../harness/tokens.ts';
import { passwords } from '../harness/passwords.ts';
import { anew } from '../harness/tab.ts';
import { dataCall } from './data-calls.ts';

const brands = readdirSync(join(root, 'brands'));
/**
 * The brand on which all of it is met. The flows and texts of the log-in are the same on the others (`brands/`): what
 * is asked there, too, goes by their own facts, customers or flags.
 */
const mainBrand = 'payday';
let service: FlagService;
let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  service = await startFlagService();
  product = await startProduct({ FLAGS_URL: service.address }, { flagsMs: 1000 });
  browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-US' });
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await service?.close();
});
const open = async (path: string, brand: string): Promise<void> => {
  await page.goto(`${product.address}${path}${path.includes('?') ? '&' : '?'}brand=${brand}`);
  await page.locator('h1').waitFor();
};
const title = (): Promise<string> => page.locator('h1').innerText();
const path = (): string => new URL(page.url()).pathname;
const at = (pathname: string): Promise<void> => page.waitForURL((url) => url.pathname === pathname);
const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true });
const says = (words: string): Promise<void> => page.locator('main').getByText(words, { exact: true }).waitFor();
const seeded = (id: string): TestPerson => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  return found;
};
async function logIn({ email, password }: Pick<TestPerson, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button('Log In').click();
}

const noEmail = "We couldn't find an email address matching the information you entered. Please review and try again.";
const noAccount = 'We couldn’t find an account matching the email address you entered. Please review and try again.';
/** The protocol takes it as an address; no mail can go there: what stands before the @ is too long. */
const noMailGoesThere = `${'long'.repeat(20)}@example.test`;

describe('with every feature on', () => {
  describe.each(brands)('%s', (brand) => {
    test('the log-in is at its address, for everybody, and asks for an email and a password and nothing else [route.login] [entity.loginForm]', async () => {
      await open('/login', brand);
      expect([path(), await title()]).toEqual(['/login', 'Log in']);
      expect(await page.locator('main input').count()).toBe(2);
      await page.getByLabel('Email').waitFor();
      await page.getByLabel('Password', { exact: true }).waitFor();
    });

    test('the link of a mail opens with the email that the mail went to, and stands in the address no more; of another brand or made up it opens without [rest.decrypt]', async () => {
      const { services } = product.server();
      const of = { email: 'mia.mailed@example.test', now: services.clock() };
      const other = brands.find((one) => one !== brand) ?? '';
      for (const [link, email] of [
        [await sealLink(services.sealer, { ...of, brand }), of.email],
        [await sealLink(services.sealer, { ...of, brand: other }), ''],
        ['made-up', ''],
      ] as const) {
        await page.goto(`${product.address}/login/by-mail?link=${link}&brand=${brand}`);
        await at('/login');
        await button('Log In').waitFor();
        expect([link, await page.getByLabel('Email').inputValue()]).toEqual([link, email]);
        expect(page.url()).not.toContain(link);
        expect(page.url()).not.toContain('mailed');
      }
    });

    test('the email is texted to the phone of the account, and told nowhere else; of what nobody has the fail page tells, with a way to enroll [error.emailNotFound] [route.authentication.forgotEmail.fail] [flag.forgotEmail]', async () => {
      const phone = `81655501${20 + brands.indexOf(brand)}`;
      const mara = { email: `mara.${brand}@example.test`, password: 'Marigold42', groups: ['my.account.user'] };
      const attributes = { family_name: 'Mendoza', phone_number: `+1${phone}` };
      await product.server().admin.createUser({ ...mara, attributes });
      const ask = async (lastName: string): Promise<void> => {
        await page.getByLabel('Last name').fill(lastName);
        await page.getByLabel('Cell phone').fill(phone);
        await button('Text me my email').click();
      };
      await open('/authentication/forgot-email', brand);
      await ask('Mendez');
      await at('/authentication/forgot-email/fail');
      await page.locator('main').getByText(noEmail).waitFor();
      await page.locator('main').getByRole('heading', { name: "Don't have an account?" }).waitFor();
      await page.locator('main').getByText('Enroll Now', { exact: true }).waitFor();
      await button('Go Back').click();
      await at('/authentication/forgot-email');
      await ask('mendoza');
      await at('/authentication/forgot-email/sent');
      expect(await page.locator('body').innerText()).not.toContain('mara');
      const [text, ...others] = await product.inbox(`+1${phone}`);
      expect([text?.channel, text?.text, others]).toEqual(['sms', expect.stringContaining(mara.email), []]);
    });

    test('an address for people whose account is not ready says so [route.pending]', async () => {
      await open('/pending', brand);
      expect(await title()).toBe('We are setting up your account');
    });

    if (brand !== mainBrand) return;

    test('what is on the page is seen 750 ms after somebody set out for it, and can be typed into before [screen.login.contentDelay] [const.loginContentDelayMs]', async () => {
      const content = page.locator('main form');
      // Counted from the navigation: what the document took is not waited for again.
      await page.goto(`${product.address}/login?brand=${brand}`);
      await content.waitFor();
      await content.evaluate((form) => Promise.all(form.getAnimations().map(({ finished }) => finished)));
      expect(await page.evaluate(() => performance.now())).toBeGreaterThanOrEqual(750);
      await open('/authentication/forgot-password', brand);
      await page.evaluate(() => addEventListener('click', () => performance.mark('out'), true));
      await button('Go Back').click();
      await page.getByLabel('Password', { exact: true }).fill('typed');
      const seen = await content.evaluate(async (form) => {
        const [waits] = form.getAnimations();
        const opacity = getComputedStyle(form).opacity;
        await waits?.finished;
        const out = performance.getEntriesByName('out').at(-1)?.startTime ?? NaN;
        const delay = waits?.effect?.getComputedTiming().delay;
        return { opacity, delay, afterMs: performance.now() - out, then: getComputedStyle(form).opacity };
      });
      expect(seen).toMatchObject({ opacity: '0', then: '1' });
      expect(seen.afterMs).toBeGreaterThanOrEqual(750);
      // What is left of the 750 ms, and a frame.
      expect(seen.delay).toBeGreaterThan(0);
      expect(seen.delay).toBeLessThanOrEqual(767);
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('typed');
    });

    test('an email that came with the address or from another page stands there in small letters, and in the address no more [screen.login.emailPrefill]', async () => {
      await open('/login?email=Ana.Ortiz%40Example.test', brand);
      expect(await page.getByLabel('Email').inputValue()).toBe('ana.ortiz@example.test');
      expect(page.url()).not.toContain('Ortiz');
      await open('/application/account', brand);
      await page.getByLabel('Email').fill(seeded('returning-online').email.toUpperCase());
      await page.getByLabel('Password', { exact: true }).fill('Marigold42');
      await page.getByLabel('Confirm password', { exact: true }).fill('Marigold42');
      await button('Continue').click();
      await at('/login');
      expect(await page.getByLabel('Email').inputValue()).toBe(seeded('returning-online').email);
    });

    test('who signs up with an email that has an account comes to the log-in without a word about it [error.signUp.alreadyExists]', async () => {
      expect(path()).toBe('/login');
      expect(await page.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toMatch(/exist|already|in use/i);
      await open('/login', brand);
    });

    test('who has no account is led to enroll [screen.login.enrollBox]', async () => {
      await page.locator('main').getByRole('heading', { name: "Don't have an account?" }).waitFor();
      await page.locator('main').getByText('Enroll Now', { exact: true }).click();
      await at('/enrollment');
    });

    test('Forgot email goes on with the email that was typed, and comes back with it [screen.login.forgotEmailLink] [route.authentication.forgotEmail]', async () => {
      await open('/login', brand);
      await page.getByLabel('Email').fill('ana.ortiz@example.test');
      await page.locator('main').getByText('Forgot email', { exact: true }).click();
      await at('/authentication/forgot-email');
      await page.getByRole('heading', { name: 'Forgot your email?' }).waitFor();
      expect(await page.locator('main input').count()).toBe(2);
      await button('Go Back').click();
      await at('/login');
      expect(await page.getByLabel('Email').inputValue()).toBe('ana.ortiz@example.test');
    });

    test('the page of a forgotten password has an email, two buttons and a way to enroll [route.authentication.forgotPassword] [screen.forgotPassword.elements]', async () => {
      await open('/authentication/forgot-password', brand);
      expect(await title()).toBe('Forgot your password?');
      expect(await page.locator('main input').count()).toBe(1);
      await page.getByLabel('Email').waitFor();
      await button('Send Password').waitFor();
      await page.locator('main').getByText('Enroll Now', { exact: true }).click();
      await at('/enrollment');
      await open('/authentication/forgot-password', brand);
      await button('Go Back').click();
      await at('/login');
    });

    test('of an email that nobody has the fail page tells, with a way to enroll [behaviour.forgotPassword.denied] [screen.forgotPassword.enrollWhenAllowed] [error.forgotPassword.noAccount.flagOn]', async () => {
      await open('/authentication/forgot-password', brand);
      await page.getByLabel('Email').fill('nobody.at.all@example.test');
      await button('Send Password').click();
      await at('/authentication/forgot-password/fail');
      await page.locator('main').getByText(noAccount).waitFor();
      await page.locator('main').getByText('Enroll Now', { exact: true }).click();
      await at('/enrollment');
    });

    test('the fail page has an address of its own [route.authentication.forgotPassword.fail]', async () => {
      await open('/authentication/forgot-password/fail', brand);
      expect(path()).toBe('/authentication/forgot-password/fail');
      await button('Go Back').click();
      await at('/authentication/forgot-password');
    });

    test('who signs in without a password is led to do so, with the email; a code goes, and it signs in [behaviour.forgotPassword.passwordless] [route.resume] [role.kind.passwordless]', async () => {
      const pat = await product.another(seeded('passwordless'), brand);
      await open('/authentication/forgot-password', brand);
      await page.getByLabel('Email').fill(pat.email);
      await button('Send Password').click();
      await at('/resume');
      expect(await page.getByLabel('Email').inputValue()).toBe(pat.email);
      await button('Send code').click();
      await at('/resume/code');
      const [mail] = await product.inbox(pat.email);
      await page.getByLabel('Code from the email').fill(mail?.code ?? '');
      await button('Continue').click();
      await page.waitForURL((url) => url.pathname.startsWith('/application'));
      await context.clearCookies();
      await page.evaluate(() => sessionStorage.clear());
    });

    /** What the page asked of a change of a password, in its order, and how that was answered. */
    let changes: string[] = [];
    const noteChanges = (): void => {
      page.on('response', (one) => {
        const isChange = String(one.request().headers()['x-amz-target']).endsWith('.ConfirmForgotPassword');
        if (isChange) changes.push(`changed: ${one.status()}`);
      });
      page.on('request', (one) => {
        if (new URL(one.url()).pathname === '/auth/password-changed') changes.push(`told: ${one.method()}`);
      });
    };
    /** Whoever chooses a new password, and what the link in their email holds. */
    let forgetful: Awaited<ReturnType<Product['another']>>;
    let confirmed: JsonObject;
    let held: { readonly code: string; readonly path: string };
    test('a link goes to whoever has an account; it opens a page for a new password, which changes it and leads to the log-in [behaviour.forgotPassword.ok] [error.forgotPassword.success.flagOn] [enum.forgotPasswordResult]', async () => {
      // A plus sign in the address is one in the link, too, and no space.
      const nora = await product.another({ ...seeded('new-applicant'), email: 'nora+loans@example.test' }, brand);
      const told: unknown[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/auth') told.push(request.postDataJSON());
      });
      await open('/authentication/forgot-password', brand);
      await page.getByLabel('Email').fill(nora.email);
      await button('Send Password').click();
      await says('Please check your email and click on the provided link to reset your password.');
      const [mail] = await product.inbox(nora.email);
      const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
      forgetful = nora;
      held = { code: mail?.code ?? '', path: link.pathname };
      await open(link.pathname, brand);
      expect(told).toMatchObject([
        { type: 'forgotPassword', email: nora.email, flags: { enablePasswordlessFlow: true } },
      ]);
    });

    test('the page for a new password has two fields and two buttons [screen.setPassword.fields]', async () => {
      expect(await title()).toBe('Choose a new password');
      expect(await page.locator('main input[type="password"]').count()).toBe(2);
      await page.getByLabel('New password', { exact: true }).waitFor();
      await page.getByLabel('Confirm password', { exact: true }).waitFor();
      await button('Change Password').waitFor();
      await button('Go to login').waitFor();
    });

    test('it says that it works, tells the service that the password is another one, and leads to the log-in [screen.setPassword.processing] [rest.passwordChanged] [behaviour.setPassword.success]', async () => {
      await page.evaluate(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        new MutationObserver(() =>
          seen.push(document.querySelector('[data-action="change"]')?.textContent ?? ''),
        ).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await page.getByLabel('New password', { exact: true }).fill('Another8word');
      await page.getByLabel('Confirm password', { exact: true }).fill('Another8word');
      noteChanges();
      const told = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/password-changed');
      const asked = page.waitForRequest((request) =>
        String(request.headers()['x-amz-target']).endsWith('.ConfirmForgotPassword'),
      );
      await button('Change Password').click();
      confirmed = (await asked).postDataJSON() as JsonObject;
      expect((await told).postDataJSON()).toEqual({ email: forgetful.email });
      expect((await (await told).response())?.status()).toBe(204);
      await at('/login');
      expect(changes).toEqual(['changed: 200', 'told: POST']);
      await says('Your password is changed. Log in with your new password.');
      const seen = await page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen);
      expect(seen).toContain('Processing');
    });

    test('code and email are those of the link; the new password logs in, and the one of before no more [route.authentication.changePassword]', async () => {
      expect(held.code).toMatch(/^\d+$/);
      expect(held.path).toBe(`/authentication/change-password/${held.code}/${encodeURIComponent(forgetful.email)}`);
      expect(confirmed).toMatchObject({
        Username: forgetful.email,
        ConfirmationCode: held.code,
        Password: 'Another8word',
      });
      await open('/login', brand);
      await logIn(forgetful);
      await says('Incorrect username or password.');
      await logIn({ ...forgetful, password: 'Another8word' });
      await page.waitForURL((url) => url.pathname !== '/login');
      await page.locator('header').getByText('Log Out', { exact: true }).waitFor();
      await context.clearCookies();
      await page.evaluate(() => sessionStorage.clear());
    });

    test('a link that was used is no longer valid, and a change that is refused is told to nobody [error.changePassword.expiredLink] [rest.passwordChanged]', async () => {
      changes = [];
      await open('/authentication/change-password/000000/nobody.at.all%40example.test', brand);
      await page.getByLabel('New password', { exact: true }).fill('Another8word');
      await page.getByLabel('Confirm password', { exact: true }).fill('Another8word');
      await button('Change Password').click();
      await says('This link is no longer valid.');
      await button('Go to login').click();
      await at('/login');
      expect(changes).toEqual(['changed: 400']);
    });

    test('what the service says of a refused sign-in stands there as it says it, as an alert; where it says nothing, that it failed [error.signIn.other]', async () => {
      const shut = await product.another(seeded('new-applicant'));
      const { admin } = product.server();
      await admin.setEnabled((await admin.find(shut.email))?.sub ?? '', false);
      const silent = { ...seeded('new-applicant'), email: 'pre-authentication-silent@example.test' };
      for (const [refused, words] of [
        [shut, 'User is disabled.'],
        [await product.another(silent), detail<string>('error.signIn.other', 'message')],
      ] as const) {
        await open('/login', brand);
        await logIn(refused);
        await says(words);
        const alert = page.getByRole('alert').filter({ hasText: /\w/ });
        expect(await alert.allInnerTexts()).toEqual([words]);
        // The look of what went wrong, and not that of news.
        expect(await alert.getAttribute('class')).toContain('notice-error');
      }
    });

    test('a code from the email is at most ten characters; the page says how long it may take [const.verificationCode.max] [const.emailCode.deliveryMinutes]', async () => {
      await open('/resume', brand);
      await page.getByLabel('Email').fill('nobody.at.all@example.test');
      await button('Send code').click();
      await at('/resume/code');
      await until('the words', async () => /may take up to 2 minutes/.test(await page.locator('main').innerText()));
      // From the first press on a message stands as soon as there is one to give.
      await button('Continue').click();
      await expect.poll(() => messagesOn(page)).toEqual([['code', 'Required.']]);
      await page.getByLabel('Code from the email').fill('1234567890');
      await page.getByLabel('Code from the email').press('Tab');
      await expect.poll(() => messagesOn(page)).toEqual([]);
      await page.getByLabel('Code from the email').fill('12345678901');
      await button('Continue').click();
      await page.locator('main').getByText('Max characters exceeded.', { exact: true }).first().waitFor();
    });
  });

  describe('what stands at a field, from the first press of its page on', () => {
    const line = (label: string) => page.getByLabel(label, { exact: true });
    /** The only messages of the page, by field. */
    const told = (messages: Readonly<Record<string, string>>): Promise<void> =>
      expect.poll(async () => Object.fromEntries(await messagesOn(page))).toEqual(messages);
    async function type(label: string, text: string): Promise<void> {
      await line(label).fill(text);
      await line(label).press('Tab');
    }
    /** Types each, and between them what is told of in the other way, so that none is taken for the one before. */
    async function judged(label: string, field: string, typed: readonly (readonly [text: string, words?: string])[]) {
      for (const [text, words] of typed) {
        await type(label, words === undefined ? 'ana' : 'ana@example.com');
        await told(words === undefined ? { [field]: 'Invalid email address' } : {});
        await type(label, text);
        await expect
          .poll(async () => [text, ...(await messagesOn(page))])
          .toEqual([text, ...(words === undefined ? [] : [[field, words]])]);
      }
    }
    const addresses: readonly (readonly [string, string?])[] = [
      ['ana', 'Invalid email address'],
      ['ana@', 'Invalid email address'],
      ['@example.com', 'Invalid email address'],
      ["o'neil@example.com", 'Invalid email value'],
      ['', 'Email is required'],
      ['ana.ortiz@example.com'],
    ];

    test('an email and a password are required to log in [rule.loginEmail.required] [rule.loginPassword.required]', async () => {
      await open('/login', 'payday');
      await line('Password').press('Enter');
      await told({ email: 'Email is required', password: 'Password is required' });
      await type('Password', 'x');
      await told({ email: 'Email is required' });
      await type('Email', 'ana@example.com');
      await told({});
    });

    test('an email to log in with is an address, and one of the form that is taken [rule.loginEmail.valid] [rule.loginEmail.pattern]', async () => {
      await judged('Email', 'email', addresses);
    });

    test('that form is letters, digits and ._%+- before the @, labels after it, and two letters or more at the end [rule.email.format]', async () => {
      const wrong = /^Invalid email (address|value)$/;
      for (const good of ['Az09', ...'._%+-'].map((one) => (one.length > 1 ? one : `a${one}b`)))
        await judged('Email', 'email', [[`${good}@example.com`]]);
      await judged('Email', 'email', [['ana.ortiz+loans@example.com'], ['ana@mail.old-example.co'], ['1@x.museum']]);
      for (const bad of [
        ...[...'!#$&*/=?^`{|}~,;:"() '].map((one) => `a${one}b@example.com`),
        'ana@example',
        'ana@example.c',
        'ana@example.c1',
        'ana@example..com',
        'ana@exam_ple.com',
        'ana@ortiz@example.com',
        'añа@example.com',
      ]) {
        await type('Email', 'ana@example.com');
        await told({});
        await type('Email', bad);
        await expect
          .poll(async () => [bad, Object.fromEntries(await messagesOn(page))])
          .toEqual([bad, { email: expect.stringMatching(wrong) }]);
      }
    });

    test('an email whose password was forgotten follows the same three rules [rule.forgotPasswordEmail]', async () => {
      await open('/authentication/forgot-password', 'payday');
      await line('Email').press('Enter');
      await told({ email: 'Email is required' });
      await judged('Email', 'email', addresses);
      expect(new Set(addresses.flatMap(([, words]) => words ?? []))).toEqual(
        new Set(detail<readonly string[]>('rule.forgotPasswordEmail', 'messages')),
      );
    });

    test('a new password is required, and once more the same [rule.newPassword.required] [rule.confirmPassword.required] [rule.confirmPassword.match]', async () => {
      await open('/authentication/change-password/123456/nobody.at.all%40example.test', 'payday');
      await line('New password').press('Enter');
      await told({
        newPassword: 'A password is required',
        confirmPassword: 'Password Confirmation is required',
      });
      await type('New password', 'Marigold42');
      await told({ confirmPassword: 'Password Confirmation is required' });
      for (const other of ['Marigold43', 'marigold42', 'Marigold4']) {
        await type('Confirm password', other);
        await told({ confirmPassword: 'Passwords must match' });
        await type('Confirm password', 'Marigold42');
        await told({});
      }
      await type('New password', 'Another8word');
      await told({ confirmPassword: 'Passwords must match' });
    });

    test.each([
      { when: 'signing up', address: '/application/account', label: 'Password', member: 'password' },
      {
        when: 'changing it',
        address: '/authentication/change-password/123456/nobody.at.all%40example.test',
        label: 'New password',
        member: 'newPassword',
      },
    ])(
      '$when, a password has 8 to 64 characters, a letter and a number, and none but those that are allowed [rule.password.signup] [rule.password.allowedCharacters]',
      async ({ address, label, member }) => {
        await open(address, 'payday');
        await line(label).press('Enter');
        const saidOf = async (): Promise<string | undefined> => Object.fromEntries(await messagesOn(page))[member];
        await expect.poll(saidOf).toMatch(/required/);
        const [good, bad] = passwords();
        // In turns, so that no message is taken for that of the one before.
        for (const [index, refused] of bad.entries()) {
          const taken = good[index % good.length] ?? '';
          await type(label, taken);
          await expect.poll(async () => [taken, await saidOf()]).toEqual([taken, undefined]);
          await type(label, refused);
          await expect
            .poll(async () => [refused, await saidOf()])
            .toEqual([refused, detail('rule.password.signup', 'message')]);
        }
      },
    );

    test('a code from the email is required, of ten characters at most, and of digits, which its line asks for [rule.emailCode.required] [rule.emailCode.max] [rule.emailCode.numeric]', async () => {
      const label = 'Code from the email';
      await open('/resume', 'payday');
      await line('Email').fill('nobody.at.all@example.test');
      await button('Send code').click();
      await at('/resume/code');
      expect(await line(label).getAttribute('placeholder')).toBe('Enter code');
      expect(await line(label).getAttribute('inputmode')).toBe('numeric');
      await button('Continue').click();
      await told({ code: 'Required.' });
      await type(label, '1234567890');
      await told({});
      await type(label, '12345678901');
      await told({ code: 'Max characters exceeded.' });
      await type(label, '1');
      await told({});
      await type(label, '12a4');
      expect(await line(label).inputValue()).toBe('124');
      await told({});
    });

    test('a phone is drawn in its mask, whose first digit is one from 1 to 9: a 0 is not taken there, typed or pasted [rule.mask.phone]', async () => {
      await open('/authentication/forgot-email', 'payday');
      for (const first of '123456789') {
        await line('Cell phone').fill('');
        await line('Cell phone').pressSequentially(`${first}145550142`);
        await line('Cell phone').press('Tab');
        expect(await line('Cell phone').inputValue()).toBe(`(${first}14) 555-0142`);
      }
      for (const [written, stands] of [
        ['0', ''],
        ['0145550142', '145550142'],
        ['(081) 455-50142', '(814) 555-0142'],
        ['08145550142', '(814) 555-0142'],
        ['+1 512 555 0142', '(512) 555-0142'],
        ['1-512-555-0142', '(512) 555-0142'],
      ] as const) {
        for (const how of ['typed', 'pasted']) {
          await line('Cell phone').fill('');
          await (how === 'typed' ? line('Cell phone').pressSequentially(written) : line('Cell phone').fill(written));
          await line('Cell phone').press('Tab');
          expect([written, how, await line('Cell phone').inputValue()]).toEqual([written, how, stands]);
        }
      }
      await line('Last name').fill('Ortiz');
      await type('Cell phone', '0145550142');
      await button('Text me my email').click();
      await told({ phone: 'Invalid phone number' });
      await type('Cell phone', '(814) 555-0142');
      await told({});
    });

    test('a date is a month, a day and a year in the order and the digits of MM/DD/YYYY, typed one by one or as a whole; in another order it is none [rule.mask.date]', async () => {
      await open('/enrollment', 'payday');
      await button('I am a customer of a store').click();
      const boxes = page.getByRole('group', { name: 'Date of birth' }).getByRole('textbox');
      await boxes.first().waitFor();
      expect(await page.getByRole('group', { name: 'Date of birth' }).locator('label').allInnerTexts()).toEqual([
        'Month',
        'Day',
        'Year',
      ]);
      const stands = () => boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
      const atDate = async () => Object.fromEntries(await messagesOn(page))['dateOfBirth'];
      await button('Continue').click();
      await expect.poll(atDate).toBe('Date of birth is required');
      for (const [index, digits] of ['04', '12', '1990'].entries()) await boxes.nth(index).fill(digits);
      await boxes.last().press('Tab');
      await expect.poll(atDate).toBe(undefined);
      for (const [whole, month, day, year] of [
        ['12/31/1988', '12', '31', '1988'],
        ['02/29/1988', '02', '29', '1988'],
      ] as const) {
        await boxes.first().fill(whole);
        expect(await stands()).toEqual([month, day, year]);
        await boxes.last().press('Tab');
        await expect.poll(atDate).toBe(undefined);
      }
      await boxes.first().fill('');
      await boxes.first().pressSequentially('04/02/1988');
      expect(await stands()).toEqual(['04', '02', '1988']);
      // A 1 that becomes a 12 is let be, though the page has something else to say in between.
      await boxes.first().fill('');
      await expect.poll(atDate).toBe('Enter a date as MM/DD/YYYY');
      await boxes.first().press('1');
      await expect.poll(atDate).toBe(undefined);
      await boxes.first().press('2');
      expect(await stands()).toEqual(['12', '02', '1988']);
      for (const [index, digit] of ['4', '2'].entries()) await boxes.nth(index).fill(digit);
      await boxes.last().press('Tab');
      expect(await stands()).toEqual(['04', '02', '1988']);
      for (const wrong of ['31/12/1988', '02/29/1989', '1988/12/31', '12/31/88', '4a', 'Apr', '123', '4.']) {
        await boxes.first().fill('12/31/1988');
        await boxes.last().press('Tab');
        await expect.poll(atDate).toBe(undefined);
        await boxes.first().fill(wrong);
        await boxes.last().press('Tab');
        await expect.poll(async () => [wrong, await atDate()]).toEqual([wrong, 'Enter a date as MM/DD/YYYY']);
      }
    });
  });

  test('without the tokens of another site, or with some that nobody gave, the page of the single sign-on says so [screen.ssoLanding.noTokens] [error.sso.noTokens] [error.sso]', async () => {
    await open('/sso', mainBrand);
    await page.locator('main').getByText(detail<string>('error.sso.noTokens', 'message')).waitFor();
    await page.goto('about:blank');
    await open(`/sso?brand=${mainBrand}#id_token=a.b.c&access_token=a.b.c`, mainBrand);
    await page.locator('main').getByText(detail<string>('error.sso', 'message')).waitFor();
    await button('Go to login').click();
    await at('/login');
  });

  describe('with the tokens of another site', () => {
    let titles: string[] = [];
    beforeAll(async () => {
      await context.close();
      context = await browser.newContext({ locale: 'en-US' });
      await context.exposeFunction('drawn', (heading: string) => void titles.push(heading));
      await context.addInitScript(() => {
        const { drawn } = window as unknown as { readonly drawn: (heading: string) => void };
        let last = '';
        new MutationObserver(() => {
          const heading = document.querySelector('h1')?.textContent ?? '';
          if (heading !== last && heading !== '') drawn(heading);
          last = heading;
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      page = await context.newPage();
    });
    /** Comes to an address with the tokens of somebody who is signed in elsewhere; the headings are noted. */
    async function broughtTo(address: string, { brand, hash }: { readonly brand: string; readonly hash: string }) {
      await anew(page, product.address);
      titles = [];
      await page.goto(`${product.address}${address}?brand=${brand}${hash}`);
    }
    const handed = async (id: string, brand: string): Promise<string> => {
      const { identity } = (await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot;
      return handedOver(product.address, identity, await product.another(seeded(id), brand));
    };

    test.each(brands)(
      '%s: with tokens it says that it logs in, and leads where the account goes on [screen.ssoLanding.progress] [op.idp.singleSignOn]',
      async (brand) => {
        await broughtTo('/sso', { brand, hash: await handed('new-applicant', brand) });
        await at('/application/personal');
        expect(titles).toContain('Logging in via SSO');
        expect(page.url()).not.toContain('token');
      },
    );

    test('a log-in that was brought tokens says that it takes them, then that it did, and asks for no password; taken once, they lead nobody in a circle [screen.login.ssoHash]', async () => {
      await broughtTo('/login', { brand: mainBrand, hash: await handed('new-applicant', mainBrand) });
      await page.waitForURL((url) => url.pathname.startsWith('/application'));
      const [first, second] = detail<readonly [string, string]>('screen.login.ssoHash', 'strings');
      expect(titles.slice(0, 2)).toEqual([first, second]);
      expect(titles).not.toContain('Log in');
      expect(page.url()).not.toContain('token');
      await broughtTo('/login', { brand: mainBrand, hash: '#id_token=a.b.c&access_token=a.b.c' });
      await button('Go to login').click();
      await page.getByLabel('Password', { exact: true }).waitFor();
      expect([path(), titles[0]]).toEqual(['/login', first]);
    });
  });

  describe('proving who it is', () => {
    beforeAll(async () => {
      await context.close();
      context = await browser.newContext({ locale: 'en-US' });
      await context.clock.install();
      page = await context.newPage();
    });
    const mistyped = 'Verification failed. Please make sure the code was entered correctly and try again.';
    const code = () => page.getByLabel('Code from the email');
    const newest = async (email: string): Promise<string> => (await product.inbox(email))[0]?.code ?? '';
    const filled: unknown = expect.stringMatching(/./);
    interface Told {
      readonly variables: JsonObject;
      readonly said: Readonly<Record<string, JsonObject>>;
    }
    /** What the page sends with the next call of this name, and what it is answered. */
    const answerOf = async (call: string): Promise<Told> => {
      const answer = await page.waitForResponse((one) => dataCall(one.request()) === call);
      const { variables } = answer.request().postDataJSON() as Pick<Told, 'variables'>;
      return { variables, said: ((await answer.json()) as { readonly data: Told['said'] }).data };
    };
    let searched: Promise<Told> | undefined;
    let validated: Promise<Told> | undefined;
    let typed = '';

    test('by a code from the email: the page has the code, a box for the device and, after as long as the flag says, another code; a wrong one is said to be, and the form is as nobody had filled it in [screen.emailVerification] [behaviour.emailCode.pending] [behaviour.emailCode.approved]', async () => {
      const emil = await product.another(seeded('proves-by-email'), 'pocket');
      await open('/login', 'pocket');
      searched = answerOf('searchEmailVerification');
      await logIn(emil);
      await at('/authentication/mfa/otp-email');
      expect(await code().getAttribute('placeholder')).toBe('Enter code');
      const box = page.getByLabel('Remember my device');
      expect(await box.isChecked()).toBe(false);
      await box.check();
      await code().fill('000000');
      await button('Continue').click();
      await page.locator('main').getByText(mistyped).first().waitFor();
      expect([await code().inputValue(), await box.isChecked(), path()]).toEqual([
        '',
        false,
        '/authentication/mfa/otp-email',
      ]);
      await page.clock.fastForward(31_000);
      await button('Send a new code').waitFor();
      typed = await newest(emil.email);
      await code().fill(typed);
      const asked: (string | undefined)[] = [];
      page.on('request', (request) => asked.push(dataCall(request)));
      validated = answerOf('validateEmailVerificationCode');
      await button('Continue').click();
      await at('/authentication/mfa/remember-device');
      // The box is not ticked any more: nothing is remembered before somebody says so.
      await page.getByRole('dialog', { name: 'Remember my device' }).waitFor();
      expect(asked).toContain('validateEmailVerificationCode');
      expect(asked).not.toContain('rememberDevice');
    });

    test('for that the page asks which verification the check of this log-in has, and sends the code with it; the answer tells that it was taken [op.query.searchEmailVerification] [op.mutation.validateEmailVerificationCode]', async () => {
      const [search, validate] = [await searched, await validated];
      expect(search).toEqual({
        variables: { mfaId: filled },
        said: { searchEmailVerification: { emailVerificationId: filled, sessionId: filled } },
      });
      expect(validate).toEqual({
        variables: { verificationCode: typed, ...search?.variables, ...search?.said['searchEmailVerification'] },
        said: { validateEmailVerificationCode: { success: true, status: 'approved' } },
      });
    });

    test('the device is remembered or not, as is chosen; that it is them is said before the account [modal.rememberDevice] [route.authentication.mfa.rememberDevice] [op.mutation.rememberDevice]', async () => {
      const modal = page.getByRole('dialog', { name: 'Remember my device' });
      await modal.getByRole('button', { name: 'Not on this device' }).click();
      await at('/authentication/mfa/remember-device/decline');
      await page.getByRole('heading', { name: 'We do not remember this device' }).waitFor();
      await page.clock.runFor(900);
      await at('/authentication/mfa/approved');
      await open('/authentication/mfa/remember-device', 'pocket');
      const remembered = page.waitForResponse((one) => dataCall(one.request()) === 'rememberDevice');
      await modal.getByRole('button', { name: 'Remember my device' }).click();
      const answer = await remembered;
      const { variables } = answer.request().postDataJSON() as { readonly variables: JsonObject };
      expect(variables).toEqual({ mfaId: expect.stringMatching(/./), blackBox: expect.stringMatching(/./) });
      expect(await answer.json()).toEqual({ data: { rememberDevice: { success: true } } });
      await at('/authentication/mfa/remember-device/accept');
      await page.getByRole('heading', { name: 'We remember this device' }).waitFor();
    });

    test('pages of the check have addresses of their own [route.authentication.mfa.rememberDevice.decline] [route.authentication.mfa.approved] [route.authentication.mfa.fail]', async () => {
      for (const [end_, heading] of [
        ['remember-device/decline', 'We do not remember this device'],
        ['approved', 'Thank you, it is you'],
        ['fail', 'We cannot check that it is you right now'],
      ] as const) {
        await open(`/authentication/mfa/${end_}`, 'pocket');
        expect([path(), await title()]).toEqual([`/authentication/mfa/${end_}`, heading]);
      }
    });

    test('that the code was wrong too often has one, too, with a way to try again, and so have those that go on by themselves [route.authentication.mfa.verificationFailed] [route.authentication.mfa.bypass] [route.authentication.mfa.rememberDevice.accept]', async () => {
      await open('/authentication/mfa/verification-failed', 'pocket');
      expect(await title()).toBe('We could not check your code');
      await button('Try again').waitFor();
      for (const [end_, heading] of [
        ['remember-device/accept', 'We remember this device'],
        ['bypass', 'You are logged in'],
      ] as const) {
        await page.goto(`${product.address}/authentication/mfa/${end_}?brand=pocket`);
        // Heading and address in one look: the page goes on after 800 ms.
        await page.waitForFunction(
          ([its, address]) => document.querySelector('h1')?.textContent === its && location.pathname === address,
          [heading, `/authentication/mfa/${end_}`],
        );
      }
    });

    test('who is a customer of the core system alone, or of a store, is checked after logging in; who is new comes to the application at once, who is a customer of the core system to their account [role.kind.core] [role.kind.retail] [behaviour.destination.mfa.nonCoreRetail]', async () => {
      for (const [kind, isChecked, leadsTo] of [
        ['core-customer', true, '/account/apply-now'],
        ['returning-retail', true, '/application/personal'],
        ['new-applicant', false, '/application/personal'],
      ] as const) {
        await anew(page, product.address);
        const addresses: string[] = [];
        page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
        await open('/login', 'payday');
        await logIn(await product.another(seeded(kind)));
        await at(leadsTo);
        expect([kind, addresses.includes('/authentication/mfa/bypass')]).toEqual([kind, isChecked]);
      }
    });

    test('whoever types more than ten wrong codes is denied, and so is who types one that is too old or of another log-in, or comes with a device that is [behaviour.emailCode.otherDenied] [error.verification.denied]', async () => {
      const denied = async (): Promise<void> => {
        await at('/authentication/mfa/denied');
        await page.getByRole('heading', { name: 'We could not verify your identity' }).waitFor();
      };
      const comes = async (id: string) => {
        await anew(page, product.address);
        await open('/account/apply-now', mainBrand);
        const person = await product.another(seeded(id), mainBrand);
        await logIn(person);
        return person;
      };
      const { admin, services } = product.server();
      const statusOf = async (answer: { readonly json: () => Promise<unknown> }) =>
        ((await answer.json()) as { readonly data: Told['said'] }).data['validateEmailVerificationCode']?.['status'];
      /** The code that came is typed once what is told here happened to it behind the page's back. */
      const typedAfter = async (what: (sub: string) => Promise<unknown>) => {
        const { email } = await comes('proves-by-email');
        await at('/authentication/mfa/otp-email');
        await until('the code', async () => (await newest(email)) !== '');
        await what((await admin.find(email))?.sub ?? '');
        await code().fill(await newest(email));
        const judged = page.waitForResponse((one) => dataCall(one.request()) === 'validateEmailVerificationCode');
        await button('Continue').click();
        await denied();
        return await judged;
      };
      await comes('denied-device');
      await denied();
      const ofAnother = answerOf('searchEmailVerification');
      await comes('proves-by-email');
      // Typed at once, perhaps before the page has what a code is checked against: the press waits for that (L71).
      await at('/authentication/mfa/otp-email');
      for (let tries = 1; tries <= 11; tries += 1) {
        await code().fill('000000');
        const judged = page.waitForResponse((one) => one.request().postData()?.includes('000000') === true);
        await button('Continue').click();
        await judged;
      }
      await denied();
      const tooOld = await typedAfter((sub) =>
        sql`update identity_codes set expires_at = '2020-01-01T00:00:00.000Z' where subject = ${sub}`.execute(
          services.db,
        ),
      );
      expect(await statusOf(tooOld)).toBe('expired');
      // No page of one log-in is given the verification of another: the page's own call, with that one.
      const { 'content-length': _, ...headers } = tooOld.request().headers();
      const { variables, ...call } = tooOld.request().postDataJSON() as { readonly variables: JsonObject };
      const { searchEmailVerification } = (await ofAnother).said;
      const data = { ...call, variables: { ...variables, ...searchEmailVerification } };
      const canceled = await page.request.post(tooOld.url(), { headers, data });
      expect(await statusOf(canceled)).toBe('canceled');
    });
  });
});

describe('with the features for what was forgotten switched off', () => {
  beforeAll(async () => {
    const off = { forgotEmail: false, 'authentication.forgotPassword': false, 'authentication.passwordless': false };
    service.say(Object.fromEntries(brands.map((brand) => [brand, off])));
    for (const brand of brands)
      await until(`the flags of ${brand}`, async () => {
        const boot = (await (await fetch(`${product.address}${places.boot}?brand=${brand}`)).json()) as Boot;
        return boot.flags['forgotEmail'] === false;
      });
    await anew(page, product.address);
  });

  test.each(brands)(
    '%s tells whoever forgot their email to call, by its own number [screen.login.forgotEmailCallText] [flag.forgotEmail]',
    async (brand) => {
      await open('/login', brand);
      const phone = (await page.locator('header a[href^="tel:"]:has(.icon)').innerText()).trim();
      await until('the words', async () =>
        (await page.locator('main').innerText()).includes(`Forgot email? Call us at ${phone}.`),
      );
      expect(await page.locator('main').getByText('Forgot email', { exact: true }).count()).toBe(0);
    },
  );

  test('the page of a forgotten password asks the identity provider alone; of an address that no mail can go to it says what may be wrong [behaviour.forgotPassword.flagOff] [error.forgotPassword.noAccount.flagOff] [error.forgotPassword.success.flagOff]', async () => {
    const told: string[] = [];
    page.on('request', (request) => told.push(new URL(request.url()).pathname));
    await open('/authentication/forgot-password', mainBrand);
    await page.getByLabel('Email').fill(noMailGoesThere);
    await button('Send Password').click();
    await says(
      'Either your account information entered is incorrect or you no longer have saved data. We only keep incomplete applications for 21 days.',
    );
    await page.getByLabel('Email').fill(seeded('new-applicant').email);
    await button('Send Password').click();
    await says('Instructions for resetting your password have been sent to your email');
    expect(told).not.toContain('/auth');
  });

  // Of the other brands flags.test.ts shows it.
  test('there is no page of what is switched off [route.authentication.forgotPassword.fail] [route.authentication.forgotEmail.fail] [route.resume]', async () => {
    for (const off of [
      '/authentication/forgot-password/fail',
      '/authentication/forgot-email/fail',
      '/resume',
      '/resume/code',
    ]) {
      await page.goto(`${product.address}${off}?brand=payday`);
      await at('/not-found');
    }
  });
});
