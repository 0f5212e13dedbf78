/** An applicant before a browser, page by page; the answers are those of an ordinary approved application. */
import type { Browser, Page } from 'playwright';
import type { Json } from '../../runtime/core/facts.ts';
import { Inspector } from '../harness/inspector.ts';
import { keyboardSeat, type Screen } from '../harness/keyboard.ts';
import { anew, Tabs } from '../harness/tab.ts';
import { openLibrary, type Library } from '../harness/library.ts';
import type { Message, Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { signedIn } from './signed-in.ts';

const password = 'Marigold42';

/** Page -> field -> answer. */
export const answers: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  'apply/personal': {
    firstName: 'Ana',
    lastName: 'Ortiz',
    dateOfBirth: '1988-04-12',
    ssn: '219099999',
    phone: '5125550142',
    addressLine1: '500 Congress Avenue',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    idType: 'DRIVER_LICENSE',
    idState: 'TX',
    idNumber: '12345678',
  },
  'apply/amount': { product: 'PDL', amount: 30000 },
  'apply/income': {
    type: 'E',
    employer: 'Acme Freight',
    frequency: 'BI',
    nextPayDate: '2026-12-04',
    gross: 180000,
    net: 150000,
  },
};

export interface Applicant {
  readonly email: string;
  readonly seat: Screen;
  /** What went wrong on the pages besides: breaches of policy, errors in the console, findings of axe. */
  readonly faults: readonly string[];
  /** Waits for a page. */
  at(place: string): Promise<void>;
  /** Answers the fields of a page. */
  fill(place: string, given: Readonly<Record<string, Json>>): Promise<void>;
  /** Answers a page and goes on. */
  pass(place: string, given?: Readonly<Record<string, Json>>): Promise<void>;
  /** Signs up and stands at the first page after it. */
  signUp(): Promise<void>;
  /** Signs in with the account of this applicant. */
  signIn(): Promise<void>;
  close(): Promise<void>;
}

const clock = '2026-11-20T15:00:00Z';

export interface Seating {
  readonly product: Pick<Product, 'address' | 'inbox'>;
  readonly email: string;
  /** Where the browser goes; the product's own address unless something stands before it. */
  readonly address?: string;
  /** Whether time is let pass (`seat.elapse`), so that the page's clock is the test's. */
  readonly timed?: boolean;
}

/**
 * Somebody is logged in before a browser of their own who has an application that can be gone on with: they are asked
 * there whether to.
 */
export async function backBefore(browser: Browser, address: string, email: string): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await anew(page, address);
  await signedIn(page, address, { email, password });
  await page.goto(`${address}/application/resume?brand=payday`);
  return page;
}

/** Who looks at the pages that nobody has looked at yet. */
const inspector = new Inspector(process.env['INSPECTED_DIR']);
const tabsOf = new WeakMap<Browser, Tabs>();

/** Opens a browser of its own for one applicant. */
export async function sitDown(
  browser: Browser,
  { product, email, address = product.address, timed = false }: Seating,
): Promise<Applicant> {
  const cookies = [
    ['brand', 'payday'],
    ['waymark-clock', clock],
  ] as const;
  const header = cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
  const library: Library = await openLibrary(product.address, 'payday', header);
  const faults: string[] = [];
  const tabs = tabsOf.get(browser) ?? new Tabs(browser, inspector);
  tabsOf.set(browser, tabs);
  const seat = await keyboardSeat(tabs, { address, library, cookies, inspector, faults, timed });
  const field = (place: string, id: string) => {
    const [flow = '', step = ''] = place.split('/');
    const found = library.flows[flow]?.steps[step]?.fields[id];
    if (found === undefined) throw new Error(`${place} has no field ${id}.`);
    return found;
  };
  const applicant: Applicant = {
    email,
    seat,
    faults,
    async at(place) {
      await until(place, async () => (await seat.current()) === place, {
        told: async () => `The page is ${await seat.current()}; seen: ${seat.seen().join(', ')}`,
      });
      await seat.settled();
    },
    async fill(place, given) {
      for (const [id, value] of Object.entries(given)) await seat.answer(place, field(place, id), value);
    },
    async pass(place, given = answers[place] ?? {}) {
      await applicant.at(place);
      await applicant.fill(place, given);
      await seat.press('continue');
    },
    async signUp() {
      await seat.open(library.address('apply/account'));
      await applicant.pass('apply/account', { email, password, confirmPassword: password });
      await applicant.at('apply/confirm-email');
      let sent: Message | undefined;
      await until(
        `a code for ${email}`,
        async () => (sent = (await product.inbox(email)).find(({ code }) => typeof code === 'string')) !== undefined,
      );
      await applicant.pass('apply/confirm-email', { code: sent?.code ?? '' });
      await applicant.at('apply/personal');
    },
    async signIn() {
      const place = 'login/credentials';
      if ((await seat.current()) !== place) await seat.open(library.address(place));
      await applicant.at(place);
      await applicant.fill(place, { email, password });
      await seat.press('log-in');
    },
    close: () => seat.close(),
  };
  return applicant;
}
