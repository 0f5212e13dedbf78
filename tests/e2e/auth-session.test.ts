/** The auth session of a tab, field by field, as a page of a brand is told of it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { testPeople, type TestPerson } from '../../server/seed/index.ts';
import { detail } from '../content/compiled.ts';
import { openBrowser } from '../harness/browser.ts';
import { startGatekeeper, type Gatekeeper } from '../harness/gatekeeper.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { handedOver } from '../harness/tokens.ts';
import { anew } from '../harness/tab.ts';
import { waitingForDocuments } from '../server/support/applicant.ts';
import { signIn } from '../server/support/person.ts';
import { temporaryFolder } from '../server/support/server.ts';

/** The documents' own names. */
const fields = detail<readonly string[]>('entity.authState', 'fields');
/** Those that are true or not; the others are texts. */
const yesOrNo = [
  'isAuthenticated',
  'isLegacyAuthenticated',
  'isAuthenticating',
  'isAdmin',
  'isReturningCustomer',
  'isRetailReturning',
  'isCoreCustomer',
  'transient',
  'isEnrollment',
  'hasOnlinePendingOrigination',
  'hasPendingApplication',
  'isPasswordless',
];
const content = temporaryFolder();
let product: Product;
let gate: Gatekeeper;
let browser: Browser;
let page: Page;

/** Steps, by what they are beside their name; each says the whole session in words, asked for as its page is opened. */
function writeFlow(steps: Readonly<Record<string, JsonObject>>): void {
  const write = (path: string, value: JsonObject): void => {
    const file = join(content, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  const brand = JSON.parse(readFileSync(join(root, 'brands/payday/brand.json'), 'utf8')) as JsonObject;
  write('brands/payday/brand.json', {
    ...brand,
    flows: [...(brand['flows'] as string[]), 'auth-session'],
    offersEnrollment: false,
  });
  const [start = ''] = Object.keys(steps);
  const flow = { id: 'auth-session', title: 'Auth session', base: '/auth-session', access: 'public', saves: 'none' };
  write('flows/auth-session/flow.json', { ...flow, start, line: [start], stages: [], outcomes: [] });
  const says = fields.flatMap((name) => {
    const value = `results.state.${name}`;
    const line = (words: string, when: Json) => ({ copy: `${name} = ${words}`, when });
    if (yesOrNo.includes(name))
      return [true, false].map((is) => line(is ? 'yes' : 'no', { '==': [{ var: value }, is] }));
    const isKnown = { answered: value };
    const isNone = { and: [{ answered: 'results.state.isAdmin' }, { '!': [isKnown] }] };
    return [line(`{{${value}}}`, isKnown), line('none', isNone)];
  });
  const out = { id: 'out', label: 'Out', style: 'secondary', validates: false, next: [{ to: 'welcome/welcome' }] };
  for (const [id, step] of Object.entries(steps))
    write(`flows/auth-session/steps/${id}.json`, {
      id,
      kind: 'form',
      path: id === start ? '' : id,
      title: id,
      ...step,
      layout: [...says, ...((step['layout'] ?? []) as JsonObject[])],
      actions: [...(step['actions'] as JsonObject[]), out],
    });
}

const told = { call: 'authentication', as: 'state', keeps: 'screen' };
/** Answers after the log-in has set out. */
const served = { call: 'version', as: 'served', keeps: 'screen', on: { unavailable: { stay: true } } };
const stays = (...outcomes: readonly string[]) => Object.fromEntries(outcomes.map((one) => [one, { stay: true }]));
const credentials = { email: { var: 'answers.userInformation.email' }, password: { var: 'typed.password' } };

beforeAll(async () => {
  writeFlow({
    session: {
      load: [told],
      fields: {
        email: { bind: 'userInformation.email', $ref: '/values/email', label: 'Email' },
        password: {
          bind: 'credentials.password',
          type: 'string',
          minLength: 1,
          control: 'password',
          keep: 'never',
          label: 'Password',
          examples: ['Marigold42'],
          messages: { required: 'Needed' },
        },
      },
      layout: ['email', 'password'],
      actions: [
        {
          id: 'join',
          label: 'Join',
          style: 'primary',
          calls: [
            {
              call: 'signUp',
              with: credentials,
              on: stays(
                'USER_EXISTS',
                'CUSTOMER_EXISTS',
                'IS_PASSWORDLESS',
                'NOT_CHECKED',
                'INVALID',
                'COMMON',
                'OTHER',
              ),
            },
            told,
          ],
          next: [{ stay: true }],
        },
        {
          id: 'enter',
          label: 'Enter',
          style: 'secondary',
          calls: [
            {
              call: 'signIn',
              with: credentials,
              on: stays('NOT_AUTHORIZED', 'NOT_CONFIRMED', 'RESET_REQUIRED', 'TOO_MANY', 'OTHER'),
            },
            told,
          ],
          next: [{ stay: true }],
        },
        { id: 'look', label: 'Look', style: 'secondary', validates: false, calls: [told], next: [{ stay: true }] },
      ],
    },
    signing: {
      entry: true,
      load: [
        { call: 'singleSignOn', on: stays('NO_TOKENS', 'REFUSED', 'unavailable') },
        served,
        { ...told, when: { answered: 'results.served.version' } },
      ],
      actions: [{ id: 'look', label: 'Look', style: 'primary', calls: [told], next: [{ stay: true }] }],
    },
  });
  product = await startProduct({ CONTENT_DIR: `+${content}` });
  gate = await startGatekeeper(product.address);
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await gate?.close();
  await product?.stop();
  rmSync(content, { recursive: true, force: true });
});

const button = (name: string) => page.locator('main').getByRole('button', { name, exact: true });
const at = (pathname: string): Promise<void> => page.waitForURL((url) => url.pathname === pathname);
const open = (path: string) => page.goto(`${product.address}${path}${path.includes('?') ? '&' : '?'}brand=payday`);
const seeded = (id: string): TestPerson => {
  const found = testPeople().find((one) => one.id === id);
  if (found === undefined) throw new Error(`Nobody of people.json is "${id}".`);
  return found;
};
async function fresh(path: string): Promise<void> {
  await anew(page, product.address);
  await open(path);
}
async function logIn({ email, password }: Pick<TestPerson, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button('Log In').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}
/** What the page says now, by the names of the documents. */
async function said(): Promise<Readonly<Record<string, string>>> {
  await page
    .locator('main')
    .getByText(/^isAdmin = /)
    .waitFor();
  const lines = (await page.locator('main').innerText()).split('\n').flatMap((line) => {
    const [, name, value] = /^(\w+) = (.+)$/.exec(line.trim()) ?? [];
    return name !== undefined && value !== undefined ? [[name, value] as const] : [];
  });
  return Object.fromEntries(lines);
}
/** Every value that a field was seen with. */
const seen = new Map<string, Set<string>>();
async function expectSession(expected: Readonly<Record<string, string>>): Promise<void> {
  const whole = { ...nobody, ...expected };
  await expect.poll(said).toEqual(whole);
  for (const [name, value] of Object.entries(whole)) seen.set(name, (seen.get(name) ?? new Set()).add(value));
}
/** Of somebody of whom nothing is known. */
const nobody: Readonly<Record<string, string>> = {
  ...Object.fromEntries(fields.map((name) => [name, yesOrNo.includes(name) ? 'no' : 'none'])),
  customerType: 'NEW',
};
const nora = {
  isAuthenticated: 'yes',
  email: seeded('new-applicant').email,
  firstName: 'Nora',
  lastName: 'Newcomb',
  customBrand: '1',
  customSource: 'ONLINE',
};

test('of nobody, of a customer new, returning online, in stores or both, of the core system, of the site before and without a password: each is told by its own field [entity.authState] [entity.identityCustomAttributes]', async () => {
  await fresh('/auth-session');
  await expectSession({});
  const of = (id: string) => {
    const { email, attributes } = seeded(id);
    return {
      isAuthenticated: 'yes',
      email,
      firstName: attributes['given_name'] ?? '',
      lastName: attributes['family_name'] ?? '',
      customBrand: '1',
      customSource: attributes['custom:source'] ?? '',
    };
  };
  for (const [id, more] of [
    ['new-applicant', {}],
    [
      'returning-online',
      { isReturningCustomer: 'yes', boCode: 'BO100200', loanProCustomerId: '400200', customerType: 'ONLINE_RETURNING' },
    ],
    [
      'returning-retail',
      {
        isRetailReturning: 'yes',
        retailBoCode: 'RB100300',
        qFundCustomerId: '500300',
        customerType: 'RETAIL_RETURNING',
      },
    ],
    [
      'omni',
      {
        isCoreCustomer: 'yes',
        isReturningCustomer: 'yes',
        isRetailReturning: 'yes',
        boCode: 'BO100400',
        retailBoCode: 'RB100400',
        loanProCustomerId: '400400',
        qFundCustomerId: '500400',
        customerType: 'OMNI_RETURNING',
      },
    ],
    [
      'legacy',
      {
        isLegacyAuthenticated: 'yes',
        isReturningCustomer: 'yes',
        boCode: 'BO100600',
        customerType: 'ONLINE_RETURNING',
      },
    ],
  ] as const) {
    await fresh('/login');
    await logIn(seeded(id));
    await open('/auth-session');
    await expectSession({ ...of(id), ...more });
  }
  const pat = seeded('passwordless');
  await fresh('/auth-session');
  await page.getByLabel('Email').fill(pat.email);
  await page.getByLabel('Password', { exact: true }).fill(pat.password);
  await button('Enter').click();
  await expectSession({ ...of('passwordless'), isPasswordless: 'yes' });
});

test('of an application under way, by which page somebody came, and of who acts for a customer [entity.authState]', async () => {
  const someone = await product.another(seeded('new-applicant'));
  const server = { address: product.address, services: product.server().services };
  await waitingForDocuments(server, await signIn(product, someone.email, someone.password));
  await fresh('/login');
  await logIn(someone);
  await open('/auth-session');
  const pending = {
    hasOnlinePendingOrigination: 'yes',
    hasPendingApplication: 'yes',
    pendingApplicationBrand: 'payday',
    stateCode: 'TX',
    channel: 'ONLINE',
  };
  await expectSession({ ...nora, email: someone.email, ...pending });

  await fresh('/login');
  await logIn(seeded('new-applicant'));
  await open('/login-successful?isEnrollment=true');
  await page.waitForURL((url) => url.pathname !== '/login-successful');
  await open('/auth-session');
  await expectSession({ ...nora, isEnrollment: 'yes' });

  const ada = seeded('customer-service-admin');
  await fresh('/admin/login');
  await logIn(ada);
  await at('/admin/landing');
  await open('/auth-session');
  await expectSession({
    isAuthenticated: 'yes',
    isAdmin: 'yes',
    email: ada.email,
    firstName: 'Ada',
    lastName: 'Adeyemi',
  });
  await open('/admin/landing');
  await page.getByLabel('Email of the customer').fill(nora.email);
  await button('Act for this customer').click();
  await at('/admin/acting');
  await open('/auth-session');
  await expectSession({ ...nora, adminEmail: ada.email });
});

test('where nobody may enroll, neither page about an account that is not there offers it [screen.forgotPassword.enrollWhenAllowed] [error.forgotPassword.noAccount.flagOn] [error.emailNotFound]', async () => {
  const enroll = page.getByText('Enroll Now', { exact: true });
  await fresh('/authentication/forgot-password');
  await page.getByLabel('Email').fill('nobody.at.all@example.test');
  await button('Send Password').click();
  await at('/authentication/forgot-password/fail');
  const words = detail<string>('error.forgotPassword.noAccount.flagOn', 'message');
  await page.locator('main').getByText(words).first().waitFor();
  expect(await enroll.count()).toBe(0);
  await open('/authentication/forgot-email/fail');
  await page.locator('h1').waitFor();
  expect([await enroll.count(), await page.getByText("Don't have an account?").count()]).toEqual([0, 0]);
});

test('how far a tab is with logging in: by what it was refused, that it is under way, and that a new customer has a password and no confirmed email yet; then each field was seen with more values than one [entity.authState]', async () => {
  const someone = seeded('new-applicant');
  await fresh('/auth-session');
  await page.getByLabel('Email').fill(someone.email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong4Sure');
  await button('Enter').click();
  await button('Look').click();
  await expectSession({ error: 'NotAuthorizedException' });
  await page.getByLabel('Password', { exact: true }).fill(someone.password);
  await button('Enter').click();
  await expectSession(nora);

  await fresh('/auth-session');
  await page.getByLabel('Email').fill('newly.joined@example.test');
  await page.getByLabel('Password', { exact: true }).fill('Marigold42');
  await button('Join').click();
  await expectSession({ transient: 'yes' });
  expect(await page.locator('main').innerText()).not.toContain('Marigold42');

  // The identity service is asked, and has not answered.
  gate.line('singleSignOn', 'hold');
  const { identity } = (await (await fetch(`${product.address}${places.boot}`)).json()) as Boot;
  await fresh('/login');
  const sent = page.waitForRequest((request) => String(request.headers()['x-amz-target']).endsWith('.SingleSignOn'));
  await page.goto(
    `${gate.address}/auth-session/signing?brand=payday${await handedOver(product.address, identity, someone)}`,
  );
  await sent;
  await expectSession({ isAuthenticating: 'yes' });

  for (const name of fields) expect([name, (seen.get(name)?.size ?? 0) > 1]).toEqual([name, true]);
});
