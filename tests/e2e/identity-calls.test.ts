/** What pages ask of the identity provider where a person does something, and what it answers: on the wire. */
import type { Browser, BrowserContext, Page, Response } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { headerNames } from '../../contract/headers.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { testPeople, type TestPerson } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { anew } from '../harness/tab.ts';
import { dataCall } from './data-calls.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  await context.clock.install();
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
beforeEach(async () => {
  page.removeAllListeners('request');
  await anew(page, product.address);
  await context.clock.install();
});

const at = (path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
const open = (path: string) => page.goto(`${product.address}${path}?brand=payday`);
const press = (name: string): Promise<void> => page.locator('main').getByRole('button', { name, exact: true }).click();
async function fill(answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(answers)) await page.getByLabel(label, { exact: true }).fill(value);
}
const another = (id: string): ReturnType<Product['another']> => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`people.json has no "${id}".`);
  return product.another(found);
};
const newest = async (email: string) => {
  let code: string | undefined;
  await until(
    `a code for ${email}`,
    async () => (code = (await product.inbox(email))[0]?.code ?? undefined) !== undefined,
  );
  return code ?? '';
};
/** The next request of this name: what was asked, and what was answered. */
async function call(name: string, act: () => Promise<unknown>) {
  const [answer] = await Promise.all([page.waitForResponse((one: Response) => isOf(one, name)), act()]);
  const text = await answer.text();
  return {
    status: answer.status(),
    asked: answer.request().postDataJSON() as JsonObject,
    said: (text === '' ? {} : JSON.parse(text)) as JsonObject,
  };
}
/** What one request at a path is made of, and what it is answered, where somebody does something. */
async function rest(path: string, act: () => Promise<unknown>) {
  const [answer] = await Promise.all([
    page.waitForResponse((one) => new URL(one.url()).pathname === path && one.request().method() !== 'OPTIONS'),
    act(),
  ]);
  const text = answer.status() === 204 ? '' : await answer.text();
  const body = answer.request().postData();
  return {
    method: answer.request().method(),
    asked: body === null ? null : (JSON.parse(body) as JsonObject),
    status: answer.status(),
    said: (text === '' ? {} : JSON.parse(text)) as JsonObject,
  };
}
const isOf = (one: Response, name: string): boolean =>
  String(one.request().headers()['x-amz-target']).endsWith(`.${name}`);
const tokens = { AuthenticationResult: { IdToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string } };

async function logIn({ email, password }: Pick<TestPerson, 'email' | 'password'>): Promise<void> {
  await open('/login');
  await fill({ Email: email, Password: password });
  await press('Log In');
}

test('signing up asks with the attributes of the account, and the code from the email makes it one that is signed in [op.idp.signUp]', async () => {
  const email = 'sigrid.signs-up@example.test';
  await open('/application/account');
  await fill({ Email: email, Password: 'Marigold42', 'Confirm password': 'Marigold42' });
  const asked = await call('SignUp', () => press('Continue'));
  expect([asked.status, asked.said]).toMatchObject([200, { UserConfirmed: false }]);
  expect(asked.asked).toMatchObject({ Username: email, Password: 'Marigold42' });
  const attributes = asked.asked['UserAttributes'] as readonly { readonly Name: string; readonly Value: string }[];
  expect(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))).toMatchObject({
    email,
    'custom:brand': '1',
    'custom:source': 'ONLINE',
    'custom:isPasswordless': 'false',
  });
  await at('/application/otp');
  await page.getByLabel('Code from the email').fill(await newest(email));
  expect(await call('ConfirmSignUp', () => press('Continue'))).toMatchObject({ status: 200 });
  await at('/application/personal');
  expect(await product.server().admin.find(email)).toMatchObject({ email });
});

test('logging in proves that the password is known without sending it, by the email in small letters [op.idp.signIn]', async () => {
  const nora = await another('new-applicant');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const proved = page.waitForResponse((one) => isOf(one, 'RespondToAuthChallenge'));
  const begun = await call('InitiateAuth', () => logIn({ ...nora, email: nora.email.toUpperCase() }));
  expect(begun).toMatchObject({ status: 200, asked: { AuthParameters: { USERNAME: nora.email } } });
  expect([(await proved).status(), await (await proved).json()]).toMatchObject([200, tokens]);
  await at('/application/personal');
  expect(sent.filter((body) => body.includes(nora.password))).toEqual([]);
});

test('whoever stays longer than a token counts is given another, by which the next answers are kept [op.idp.tokenRefresh]', async () => {
  await signedIn(page, product.address, await another('new-applicant'));
  await open('/application/personal');
  await page.getByLabel('First name').waitFor();
  const used: string[] = [];
  page.on('request', (request) => {
    if (dataCall(request) !== undefined) used.push(request.headers()[headerNames.idToken] ?? '');
  });
  const saved = () => page.waitForResponse((one) => String(one.request().postData()).includes('saveJourney'));
  const first = saved();
  await fill({ 'First name': 'Nora' });
  await page.getByLabel('Last name', { exact: true }).focus();
  expect((await first).status()).toBe(200);
  const before = used.at(-1);
  // Somebody is there all the time.
  for (const minutes of [10, 6]) {
    await page.clock.fastForward(minutes * 60_000);
    await page.keyboard.press('Shift');
  }
  const next = saved();
  const refreshed = await call('GetTokensFromRefreshToken', async () => {
    await fill({ 'Last name': 'Newcomb' });
    await page.getByLabel('First name', { exact: true }).focus();
    await page.clock.runFor(2_000);
  });
  expect(refreshed).toMatchObject({ status: 200, said: tokens });
  expect((await next).status()).toBe(200);
  const { IdToken: given } = refreshed.said['AuthenticationResult'] as JsonObject;
  expect(used.at(-1)).toBe(given);
  expect(given).not.toBe(before);
  expect(new URL(page.url()).pathname).toBe('/application/personal');
});

test('logging out takes the session back: its token asks for nothing any more [op.idp.signOut]', async () => {
  const cora = await another('core-customer');
  let token = '';
  page.on('request', (request) => {
    if (dataCall(request) !== undefined) token = request.headers()[headerNames.idToken] ?? token;
  });
  await logIn(cora);
  await at('/account/apply-now');
  const asks = () =>
    fetch(`${product.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [headerNames.idToken]: token, [headerNames.brand]: 'payday' },
      body: JSON.stringify({ query: 'query openApplication { openApplication { id } }' }),
    }).then(async (answer) => (await answer.text()).includes('unauthenticated'));
  expect(await asks()).toBe(false);
  const out = page.locator('header').getByText('Log Out', { exact: true });
  expect(await call('RevokeToken', () => out.click())).toMatchObject({ status: 200 });
  await at('/login');
  expect(await asks()).toBe(true);
});

test('a forgotten password: a code goes to the email, and with it the account has another one [op.idp.forgotPassword] [op.idp.changePassword]', async () => {
  const { email } = await another('new-applicant');
  await open('/authentication/forgot-password');
  await fill({ Email: email });
  expect(await call('ForgotPassword', () => press('Send Password'))).toMatchObject({
    status: 200,
    asked: { Username: email },
  });
  await at('/authentication/forgot-password/sent');
  const code = await newest(email);
  await open(`/authentication/change-password/${code}/${encodeURIComponent(email)}`);
  await fill({ 'New password': 'Another8word', 'Confirm password': 'Another8word' });
  expect(await call('ConfirmForgotPassword', () => press('Change Password'))).toMatchObject({
    status: 200,
    asked: { Username: email, ConfirmationCode: code, Password: 'Another8word' },
  });
  await at('/login');
  await logIn({ email, password: 'Another8word' });
  await at('/application/personal');
});

test.each([
  ['an account with a password', 'ok', '/authentication/forgot-password/sent', 'ok'],
  ['an account without one', 'FAILED_P', '/resume', 'passwordless'],
  ['nobody', 'DENIED', '/authentication/forgot-password/fail', 'denied'],
] as const)(
  'before that the service is told the email and what this device is known by, and asked whether the account may have another: of %s the answer is %s, and %s is next [rest.auth.forgotPassword] [behaviour.forgotPassword.%s] [enum.forgotPasswordResult]',
  async (...[kind, results, next]) => {
    const email =
      kind === 'nobody'
        ? 'nobody.at.all@example.test'
        : (await another(results === 'ok' ? 'new-applicant' : 'passwordless')).email;
    await open('/authentication/forgot-password');
    await fill({ Email: email });
    const sent: string[] = [];
    page.on('request', (one) => {
      if (String(one.headers()['x-amz-target']).endsWith('.ForgotPassword')) sent.push(one.postDataJSON().Username);
    });
    const asked = await rest('/auth', () => press('Send Password'));
    expect(asked).toMatchObject({
      method: 'POST',
      status: 200,
      asked: { email, type: 'forgotPassword', flags: { enablePasswordlessFlow: true } },
      said: { results },
    });
    expect(asked.asked?.['blackBox']).toMatch(/./);
    await at(next);
    expect(sent).toEqual(results === 'ok' ? [email] : []);
    if (next === '/resume') await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email);
  },
);

test('a page asks for the links at its foot, and tells what happened on it [rest.footerLinks] [rest.analytics]', async () => {
  const links = await rest('/footer-links/payday', () => open('/login'));
  expect(links).toMatchObject({ method: 'GET', asked: null, status: 200 });
  for (const { title, url } of links.said['results'] as readonly Readonly<Record<string, string>>[])
    expect(
      await page
        .locator('footer')
        .getByRole('link', { name: title ?? '', exact: true })
        .getAttribute('href'),
    ).toBe(url);
  const told = await rest('/analytics', () => open('/authentication/forgot-email'));
  expect(told).toMatchObject({ method: 'POST', asked: { name: expect.stringMatching(/./) as string } });
  expect(told.status).toBeLessThan(300);
});

test('logging in without a password: a challenge is begun, a wrong code asks again, the right one signs in [op.idp.passwordlessInitiate] [op.idp.passwordlessRespond]', async () => {
  const { email } = await another('passwordless');
  await open('/resume');
  await fill({ Email: email });
  expect(await call('InitiateAuth', () => press('Send code'))).toMatchObject({
    status: 200,
    asked: { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: email } },
    said: { ChallengeName: 'CUSTOM_CHALLENGE' },
  });
  await at('/resume/code');
  const code = await newest(email);
  await fill({ 'Code from the email': code === '111111' ? '222222' : '111111' });
  expect(await call('RespondToAuthChallenge', () => press('Continue'))).toMatchObject({
    status: 200,
    said: { ChallengeName: 'CUSTOM_CHALLENGE' },
  });
  await page.locator('main').getByText('Verification failed.').first().waitFor();
  await fill({ 'Code from the email': code });
  expect(await call('RespondToAuthChallenge', () => press('Continue'))).toMatchObject({ status: 200, said: tokens });
  await at('/application/personal');
});

test('whether a customer returns is kept in the tab when they log in, and read there by the page before an application: nobody is asked or told, and it goes with the session [op.query.authentication] [op.query.updateAuthentication]', async () => {
  for (const [id, returns] of [
    ['returning-online', true],
    ['new-applicant', false],
  ] as const) {
    page.removeAllListeners('request');
    await logIn(await another(id));
    await at('/application/personal');
    const kept = () => page.evaluate(() => sessionStorage.getItem('waymark.authentication'));
    expect(JSON.parse((await kept()) ?? '{}')).toMatchObject({ isReturningCustomer: returns });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
    await open('/application/welcome');
    await page.getByRole('heading', { level: 1, name: 'Welcome to' }).waitFor();
    const link = page.getByText('You have had a loan with us? Begin with what you told us then', { exact: true });
    if (returns) {
      await link.click();
      await at('/application/again');
    } else {
      await page.getByText('Which loan suits you?', { exact: true }).waitFor();
      expect(await link.count()).toBe(0);
    }
    expect(asked.length).toBeGreaterThan(3);
    expect(
      asked.filter((one) => /authentication\W|isReturningCustomer/i.test(one.split(' ').slice(1).join(' '))),
    ).toEqual([]);
    await page.locator('header').getByText('Log Out', { exact: true }).click();
    await at('/login');
    expect(await kept()).toBe(null);
  }
});
