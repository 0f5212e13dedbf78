/**
 * What was sent stands still, before a browser: the people come to where they stand over the API, the pages are looked
 * at by keyboard.
 */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distDir } from '../../scripts/lib/front-end.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { openBrowser } from '../harness/browser.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant as Driver,
} from '../server/support/applicant.ts';
import { copyContent, edit } from '../server/support/content.ts';
import { signUp, type Person } from '../server/support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../server/support/server.ts';
import { until } from '../harness/seat.ts';
import { sitDown, type Applicant } from './applicant.ts';

let server: TestServer;
let browser: Browser;
const content = copyContent();
const dist = temporaryFolder();
beforeAll(async () => {
  cpSync(distDir, dist, { recursive: true });
  server = await startTestServer({ contentDir: content, with: { dist } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  for (const folder of [content, dist]) rmSync(folder, { recursive: true, force: true });
});

interface Standing {
  readonly person: Person;
  readonly applicant: Driver;
}

async function filled(pages = pagesToSubmit()): Promise<Standing> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pages) await applicant.leave(page);
  return { person, applicant };
}
async function sent(more: Parameters<typeof pagesToSubmit>[0], status: string): Promise<Standing> {
  const standing = await filled(pagesToSubmit(more));
  const { person, applicant } = standing;
  await applicant.leave(submitPage);
  await person.hear(applicant.id, (body) => body['status'] === status);
  await applicant.leave(heardAt('transition', status));
  return standing;
}
async function signed(pages = pagesToSign()): Promise<Standing> {
  const standing = await sent({}, 'SUBMIT_APPROVED');
  for (const page of pages) await standing.applicant.leave(page);
  return standing;
}

/**
 * The person of an application signs in before a browser and stands where the application does; before it is sent they
 * are welcomed back first.
 */
async function before({ person, applicant }: Standing, place: string): Promise<Applicant> {
  const ana = await sitDown(browser, {
    product: { address: server.address, inbox: () => Promise.resolve([]) },
    email: person.email,
  });
  await ana.signIn();
  if ((await findApplication(server.services.db, applicant.id))?.status === 'UNSUBMITTED') {
    await ana.at('resume/welcome-back');
    await ana.seat.pressInDialog('go-on');
  }
  await ana.at(place);
  return ana;
}

/** The flow of an application and those of its pages that were left, as their records say. */
async function leftPages({
  applicant,
}: Standing): Promise<{ readonly flow: CompiledFlow; readonly left: readonly string[] }> {
  const row = await findApplication(server.services.db, applicant.id);
  const flow = row && (await server.services.definitions.flow(row.definition));
  if (!flow) throw new Error(`The application ${applicant.id} is not there.`);
  return { flow, left: Object.keys(row.journey).filter((id) => flow.steps[id]?.kind === 'form') };
}

const sentWhy = 'You have sent your application. What you sent can no longer be changed.';
const closedWhy = 'You have signed, or we have decided.';
const agreedWhy = 'You have agreed to the documents of this loan.';

interface Row {
  readonly name: string;
  readonly come: () => Promise<Standing>;
  readonly stands: string;
  /** Those that are looked at; all that were left where none are named. */
  readonly pages?: readonly string[];
  readonly why: RegExp;
}
const rows: readonly Row[] = [
  {
    name: 'after the submission',
    come: () => sent({}, 'SUBMIT_APPROVED'),
    stands: 'approved-agreements',
    why: RegExp(sentWhy),
  },
  {
    name: 'while a smaller loan is chosen',
    come: () => sent({ ssn: '219091003' }, 'PENDING_PRODUCT_SELECTION'),
    stands: 'products',
    pages: ['amount', 'submit'],
    why: RegExp(sentWhy),
  },
  {
    name: 'after the agreement',
    come: () => signed(pagesToSign().slice(0, 1)),
    stands: 'esign',
    pages: ['submit', 'approved-agreements'],
    why: RegExp(`${sentWhy}|${agreedWhy}`),
  },
  {
    name: 'after the signature',
    come: () => signed(),
    stands: 'thank-you',
    pages: ['personal', 'submit', 'approved-agreements', 'esign'],
    why: RegExp(`${sentWhy}|${closedWhy}`),
  },
  {
    name: 'after a denial',
    come: () => sent({ gross: 40_000 }, 'SUBMIT_DENIED'),
    stands: 'adverse-action-retail',
    pages: ['personal', 'submit'],
    why: RegExp(`${sentWhy}|${closedWhy}`),
  },
];

describe('a page that was sent shows its answers, why they stand, and nothing that could be sent again', () => {
  test.each(rows)('$name', async ({ come, stands, pages, why }) => {
    const standing = await come();
    const ana = await before(standing, `apply/${stands}`);
    const { flow, left } = await leftPages(standing);
    expect(left).toEqual(expect.arrayContaining([...(pages ?? ['personal', 'submit'])]));
    /** What of the page can be pressed and sends something, and what can be written in. */
    const open = async (page: string): Promise<object> => {
      const offered = await ana.seat.offered();
      const sends = flow.steps[page]?.actions.filter(
        ({ id, calls, set, confirm }) =>
          offered.includes(id) && (calls.length + set.length > 0 || confirm !== undefined),
      );
      return { page, sends: sends?.map(({ id }) => id), boxes: await ana.seat.values() };
    };
    for (const page of pages ?? left) {
      await ana.seat.open(`${flow.base}/${flow.steps[page]?.path ?? ''}`);
      await ana.at(`apply/${page}`);
      expect(await open(page)).toEqual({ page, sends: [], boxes: {} });
      expect(await ana.seat.words()).toMatch(why);
    }
    await ana.seat.follow('Go to where your application stands');
    await ana.at(`apply/${stands}`);
    await ana.seat.back();
    let page = '';
    await until(
      'a page that was left',
      async () => left.includes((page = ((await ana.seat.current()) ?? '').split('/')[1] ?? '')),
      { told: async () => `The page is ${String(await ana.seat.current())}` },
    );
    expect(await open(page)).toEqual({ page, sends: [], boxes: {} });
    expect(ana.faults).toEqual([]);
    await ana.close();
  });
});

test('more than is offered instead is refused at its field, and the page goes on with less', async () => {
  const standing = await sent({ ssn: '219091003' }, 'PENDING_PRODUCT_SELECTION');
  const ana = await before(standing, 'apply/products');
  expect(await ana.seat.words()).toContain('We can go on with a loan of up to $250.00.');
  await ana.fill('apply/products', { amount: 30_000 });
  await ana.seat.press('continue');
  await expect
    .poll(() => ana.seat.errors())
    .toMatchObject({ amount: expect.stringContaining('more than we offer you') });
  await ana.at('apply/products');
  await ana.fill('apply/products', { amount: 25_000 });
  await ana.seat.press('continue');
  await ana.at('apply/approved-agreements');
  expect((await findApplication(server.services.db, standing.applicant.id))?.progress.offer?.principal).toBe(25_000);
  expect(ana.faults).toEqual([]);
  await ana.close();
});

test('a document that changes while its page is open is shown anew, with a notice, and asked again before the person goes on', async () => {
  const standing = await filled(pagesToSubmit().slice(0, -1));
  const ana = await before(standing, 'apply/agreements');
  const folder = join(content, 'compliance/disclosures/military-lending-statement');
  edit(content, 'compliance/disclosures/military-lending-statement/1.md', {
    from: 'until: null',
    to: 'until: 2026-11-19',
  });
  writeFileSync(
    join(folder, '2.md'),
    '---\nidTag: military-lending-statement\ntitle: Statement for members of the Armed Forces\ntype: notice\nfrom: 2026-11-20\nuntil: null\n---\nThis is the new statement for members of the Armed Forces.\n',
  );
  expect(await server.reloadContent()).toEqual([]);
  expect(await ana.seat.words()).toContain('may not exceed an annual percentage rate of 36 percent');
  await ana.fill('apply/agreements', {
    repaymentMethod: 'EFT',
    agreements: {
      'privacy-notice': true,
      'credit-report-authorization': true,
      'electronic-payment-authorization': true,
    },
  });
  await ana.seat.press('continue');
  await expect.poll(() => ana.seat.words()).toContain('A document on this page has changed since you opened it.');
  await ana.at('apply/agreements');
  const words = await ana.seat.words();
  expect(words).toContain('This is the new statement for members of the Armed Forces.');
  expect(words).not.toContain('may not exceed an annual percentage rate of 36 percent');
  const row = () => findApplication(server.services.db, standing.applicant.id);
  expect((await row())?.journey).not.toHaveProperty('agreements');
  await ana.seat.press('continue');
  await ana.at('apply/submit');
  const { documents } = await server.services.definitions.compliance('payday', '2026-11-20');
  const hash = documents['military-lending-statement']?.hash;
  expect(hash).toMatch(/./);
  await expect
    .poll(async () => (await row())?.journey['agreements']?.shown)
    .toMatchObject({ 'military-lending-statement': hash });
  expect(ana.faults).toEqual([]);
  await ana.close();
});
