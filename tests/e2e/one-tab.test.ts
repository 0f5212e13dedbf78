import { sql } from 'kysely';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPeople } from '../../server/seed/index.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { anew } from '../harness/tab.ts';
import { sitDown, type Applicant } from './applicant.ts';
import { dataCall } from './data-calls.ts';
import { signedIn } from './signed-in.ts';

const [nora, olive] = testPeople();
if (nora === undefined || olive === undefined) throw new Error('The seed has fewer than two people.');
type Somebody = typeof nora;

let product: Product;
let browser: Browser;
let tab: Applicant;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  tab = await sitDown(browser, { product, email: nora.email });
});
afterAll(async () => {
  await tab?.close();
  await browser?.close();
  await product?.stop();
});

const login = 'login/credentials';
const form = 'apply/personal';
/** What only one of the two knows. */
const known = {
  nora: { firstName: 'Norabelle', lastName: 'Newcombe', ssn: '219099999', idNumber: '87654321' },
  olive: { firstName: 'Olivette', lastName: 'Onfraye', ssn: '345678912', idNumber: '11223344' },
} as const;
const secretsOf = (who: keyof typeof known): readonly string[] => [
  ...Object.values(known[who]),
  `${known[who].ssn.slice(0, 3)}-${known[who].ssn.slice(3, 5)}-${known[who].ssn.slice(5)}`,
];

async function comesIn(seat: Applicant, { email, password }: Somebody): Promise<void> {
  await seat.at(login);
  await seat.fill(login, { email, password });
  await seat.seat.press('log-in');
}
/** Everything the page shows: words, what its boxes hold. */
const shown = async (): Promise<string> =>
  [await tab.seat.words(), ...Object.values(await tab.seat.values())].join(' | ');
async function showsNothingOf(who: keyof typeof known): Promise<void> {
  const all = await shown();
  for (const secret of secretsOf(who)) expect(all).not.toContain(secret);
}
/** Goes back to a page of somebody who is gone: it asks to sign in instead. */
async function goesBackInVain(): Promise<void> {
  await tab.seat.back();
  await until('the sign-in', async () => tab.seat.url().endsWith('/login') && /Forgot password/.test(await shown()), {
    told: shown,
  });
  await tab.seat.settled();
}
/** Ends somebody's sessions behind the page's back, as a changed password does. */
async function endSessions(): Promise<void> {
  await sql`update identity_sessions set revoked_at = now() where revoked_at is null`.execute(
    product.server().services.db,
  );
}

describe('two people, one after the other, in one tab', () => {
  test('the session ends under an answer that is not saved: the next person does not see it, and saves nothing of it', async () => {
    await tab.seat.open('/application/personal');
    await comesIn(tab, nora);
    await until('the form', async () => (await tab.seat.current()) === form, { told: shown });
    await tab.seat.settled();
    await tab.seat.connect(false);
    await tab.fill(form, known.nora);
    await endSessions();
    await tab.seat.connect(true);
    await comesIn(tab, olive);
    await tab.at(form);
    await showsNothingOf('nora');
    await tab.fill(form, { firstName: known.olive.firstName });
    await tab.seat.stored();
    await showsNothingOf('nora');
  });

  test('offline, hidden and loaded again the tab is still hers alone', async () => {
    await tab.seat.connect(false);
    await tab.fill(form, { lastName: known.olive.lastName });
    await tab.seat.hide();
    await tab.seat.connect(true);
    await tab.seat.stored();
    await tab.seat.reload();
    await tab.at(form);
    expect(await tab.seat.values()).toMatchObject({
      firstName: known.olive.firstName,
      lastName: known.olive.lastName,
    });
    await showsNothingOf('nora');
  });

  test('after signing out neither Back nor a deep link shows what stood there', async () => {
    await tab.seat.follow('Save and exit');
    await tab.at(login);
    await showsNothingOf('olive');
    await goesBackInVain();
    await showsNothingOf('olive');
    await tab.seat.open('/application/personal');
    await tab.at(login);
    await showsNothingOf('olive');
  });

  test('the first person comes back and finds what was kept of hers, and nothing of the other', async () => {
    await comesIn(tab, nora);
    await tab.at(form);
    // What is sensitive was in memory only, and the page was loaded again since.
    expect(await tab.seat.values()).toMatchObject({ firstName: known.nora.firstName, lastName: known.nora.lastName });
    await showsNothingOf('olive');
    await tab.seat.stored();
  });

  test('Back while the next page is being opened stays with whoever is there', async () => {
    await tab.seat.open('/application/personal');
    await tab.at(form);
    await tab.seat.follow('Save and exit');
    await goesBackInVain();
    await showsNothingOf('nora');
    await comesIn(tab, olive);
    await tab.seat.back();
    await tab.seat.settled();
    await showsNothingOf('nora');
  });

  test('two tabs of one person type at once: both are stored, and each shows both, as whoever comes second asks anew for the application of that id [op.query.application]', async () => {
    await tab.seat.open('/application/personal');
    await tab.at(form);
    const second = await sitDown(browser, { product, email: olive.email });
    await second.seat.open('/application/personal');
    await comesIn(second, olive);
    await until('the form', async () => (await second.seat.current()) === form);
    const told: Promise<readonly [asked: unknown, answered: unknown]>[] = [];
    for (const context of browser.contexts())
      context.on('response', (answer) => {
        const request = answer.request();
        if (dataCall(request) === 'application')
          told.push(answer.json().then((said) => [request.postDataJSON(), said] as const));
      });
    await Promise.all([
      tab.fill(form, { city: 'Austin' }).then(() => tab.seat.stored()),
      second.fill(form, { addressLine1: '500 Congress Avenue' }).then(() => second.seat.stored()),
    ]);
    expect(told.length).toBeGreaterThan(0);
    for (const [asked, answered] of await Promise.all(told)) {
      const { id } = (asked as { readonly variables: { readonly id: string } }).variables;
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(answered).toMatchObject({ data: { application: { id, status: 'UNSUBMITTED' } } });
    }
    for (const one of [tab, second]) {
      await one.seat.open('/application/personal');
      await one.at(form);
      expect(await one.seat.values()).toMatchObject({ city: 'Austin', addressLine1: '500 Congress Avenue' });
    }
    expect(second.faults).toEqual([]);
    await second.close();
  });

  test.each([
    ['after her session ended', true],
    ['over her session', false],
  ])(
    'what the tab keeps of the pages that somebody went is gone from it when another person logs in %s',
    async (_, ends) => {
      const page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
      await anew(page, product.address);
      await signedIn(page, product.address, nora);
      await page.goto(`${product.address}/find-a-store?brand=payday`);
      await page.getByLabel('ZIP code').fill('78701');
      await page.getByText('Austin, TX').first().waitFor();
      const kept = (): Promise<readonly (readonly [string, string])[]> =>
        page.evaluate(() => Object.entries({ ...sessionStorage }).filter(([key]) => key.startsWith('waymark.places.')));
      await page.reload();
      expect(await page.getByLabel('ZIP code').inputValue()).toBe('78701');
      const hers = await kept();
      expect(hers).toEqual([
        [expect.stringMatching(/^waymark\.places\.payday\.person\./), expect.stringContaining('78701')],
      ]);
      if (ends) await endSessions();
      await page.goto(`${product.address}/login?brand=payday`);
      await page.getByLabel('Email').fill(olive.email);
      await page.getByLabel('Password', { exact: true }).fill(olive.password);
      await page.locator('main').getByRole('button', { name: 'Log In', exact: true }).click();
      await page.waitForURL((url) => !url.pathname.endsWith('/login'));
      expect((await kept()).filter(([key]) => key === hers[0]?.[0])).toEqual([]);
      expect(JSON.stringify(await kept())).not.toContain('78701');
      await page.goto(`${product.address}/find-a-store?brand=payday`);
      expect(await page.getByLabel('ZIP code').inputValue()).toBe('');
      await page.context().close();
    },
  );

  test('no page broke its policy or wrote an error to the console', () => {
    expect(tab.faults).toEqual([]);
  });
});
