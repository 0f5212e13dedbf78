/** What a page hears of an application while it waits: on the wire of a real browser, and of a back office. */
import { once } from 'node:events';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { channels, socketPath } from '../../contract/channels.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail } from '../content/compiled.ts';
import { CONNECT_MS } from '../../runtime/gateway/sockets.ts';
import { openBrowser } from '../harness/browser.ts';
import { startGatekeeper, type Gatekeeper } from '../harness/gatekeeper.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { until } from '../harness/seat.ts';
import { anew } from '../harness/tab.ts';
import { heardAt, openApplication, pagesToSign, pagesToSubmit, submitPage } from '../server/support/applicant.ts';
import { signUp, type Person } from '../server/support/person.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let browser: Browser;
let gate: Gatekeeper;
let page: Page;
/** What goes over the sockets of whoever is before the page. */
let current: Wire[] = [];
/** The codes with which those sockets were closed. */
let closings: number[] = [];
beforeAll(async () => {
  // The lender takes its time: a page that came after the decision would have nothing left to hear.
  product = await startProduct({}, { paceMs: 1000 });
  gate = await startGatekeeper(product.address);
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  await watch();
});
afterAll(async () => {
  await browser?.close();
  await gate?.close();
  await product?.stop();
});

/** What went over one socket of the page. */
interface Wire {
  readonly url: string;
  readonly sent: string[];
  readonly heard: JsonObject[];
  isOpen: boolean;
}
interface Waiting {
  readonly person: Person;
  readonly id: string;
  readonly wires: readonly Wire[];
  readonly codes: readonly number[];
}

/** What becomes of the page is noted from here on. */
async function watch(): Promise<void> {
  await page.exposeFunction('socketClosed', (code: number) => void closings.push(code));
  await page.addInitScript(() => {
    const { socketClosed } = window as unknown as { readonly socketClosed: (code: number) => void };
    const Own = window.WebSocket;
    window.WebSocket = class extends Own {
      constructor(...given: ConstructorParameters<typeof Own>) {
        super(...given);
        this.addEventListener('close', ({ code }) => socketClosed(code));
      }
    };
  });
  await page.addInitScript(() => {
    const titles: string[] = [];
    const lost: string[] = [];
    Object.assign(window, { titles, lost });
    new MutationObserver(() => {
      const title = document.querySelector('h1')?.textContent ?? '';
      if (title !== titles.at(-1)) titles.push(title);
      const says = document.querySelector('main')?.textContent?.includes('We have lost the connection.') === true;
      if (says && title !== lost.at(-1)) lost.push(title);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  page.on('websocket', (socket) => {
    const wire: Wire = { url: socket.url(), sent: [], heard: [], isOpen: true };
    current.push(wire);
    socket.on('framesent', ({ payload }) => wire.sent.push(String(payload)));
    socket.on('framereceived', ({ payload }) => {
      const { data } = JSON.parse(String(payload)) as { data?: { message: { body: JsonObject } } };
      if (data !== undefined) wire.heard.push(data.message.body);
    });
    socket.on('close', () => {
      wire.isOpen = false;
    });
  });
}

/** Somebody with an application filled in so far is logged in before the browser, and goes on. */
async function goOn(
  ssn: string,
  {
    signs = false,
    boCode,
    visits,
  }: {
    readonly signs?: boolean;
    readonly boCode?: string;
    /** Opens this address in the place of going on. */
    readonly visits?: string;
  } = {},
): Promise<Waiting> {
  const server = { address: product.address, services: product.server().services };
  const person = await signUp(product);
  const applicant = await openApplication(server, person);
  for (const left of pagesToSubmit({ ssn })) await applicant.leave(left);
  if (signs) {
    await applicant.leave(submitPage);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const agreed of pagesToSign().slice(0, 1)) await applicant.leave(agreed);
  }
  if (boCode !== undefined) {
    const { admin } = product.server();
    await admin.setAttributes((await admin.find(person.email))?.sub ?? '', { 'custom:boCode': boCode });
  }
  await anew(page, gate.address);
  const wires: Wire[] = [];
  current = wires;
  const codes: number[] = [];
  closings = codes;
  await signedIn(page, gate.address, { email: person.email, password: 'Marigold42' });
  await page.goto(`${gate.address}${visits ?? `/application/${signs ? 'esign' : 'submit'}`}?brand=payday`);
  if (signs) {
    await page.getByLabel('Your signature').fill('Ana Ortiz');
    await page.locator('[data-action="sign"]').click();
  } else if (visits === undefined) await page.locator('[data-action="submit"]').click();
  return { person, id: applicant.id, wires, codes };
}
/** The titles that stood on the page, one after another. */
const drawn = (): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { readonly titles: readonly string[] }).titles);
/** The titles of the pages that said that they had lost the connection. */
const lost = (): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { readonly lost: readonly string[] }).lost);
/** How many errors of sockets pages have reported so far. */
async function socketErrors(): Promise<number> {
  const { rows } = await sql<{ body: JsonObject }>`select body from events`.execute(product.server().services.db);
  return rows.filter(({ body }) => body['name'] === 'socket.error').length;
}
const statuses = (wires: readonly Wire[]): readonly unknown[] =>
  wires.flatMap(({ heard }) => heard.map((one) => one['status']));
const closed = (wires: readonly Wire[]) => until('the socket to close', () => wires.every(({ isOpen }) => !isOpen));
/** Every socket is closed, each as one that has done its work: with code 1000 (RFC 6455, section 7.4.1). */
async function closedNormally({ wires, codes }: Waiting): Promise<void> {
  await closed(wires);
  await expect.poll(() => codes).toEqual(wires.map(() => 1000));
}

/** The lender does nothing about an application that is under way, until it is let go on. */
async function held(id: string): Promise<() => Promise<void>> {
  const { db } = product.server().services;
  const leased = async (until_: string | null): Promise<number> =>
    (
      await sql`update applications set lease_by = 'nobody', lease_until = ${until_}::timestamptz
        where id = ${id}::uuid and due_at is not null returning id`.execute(db)
    ).rows.length;
  await until('the application to be under way', async () => (await leased('infinity')) === 1);
  return async () => void (await leased(null));
}
/** Opens an address anew, where the page of this title stands. */
async function opened(path: string, title: string): Promise<void> {
  await page.goto(`${gate.address}${path}?brand=payday`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(path);
}

/** Those of whom more than one test speaks, by what stands in their application. */
const known = new Map<string, Promise<Waiting>>();
const stood = (ssn: string): Promise<Waiting> => {
  const waiting = known.get(ssn) ?? goOn(ssn, { boCode: 'BO100900' });
  known.set(ssn, waiting);
  return waiting;
};

describe('the channel of an application', () => {
  test.each([
    [
      '219099999',
      'SUBMIT_APPROVED',
      '/application/approved/agreements',
      [],
      '[ws.application.closeOnResult]',
      'APPROVED',
    ],
    [
      '219091006',
      'SUBMIT_DENIED',
      '/application/adverse-action/',
      ['Identifying your State configuration.', 'We cannot approve your application'],
      '[screen.adverseAction.loading] [ws.application.closeOnTerminal]',
      'DENIED',
    ],
    ['219091001', 'SUBMIT_ERROR', '/error', [], '[ws.application.errorStates] [ws.application.closeOnResult]', 'ERROR'],
    [
      '219091002',
      'CANEBAY_DUPLICATE',
      '/error',
      [],
      '[ws.application.errorStates] [ws.application.closeOnResult]',
      'ERROR',
    ],
    [
      '219091003',
      'PENDING_PRODUCT_SELECTION',
      '/application/products',
      [],
      '[enum.applicationProgressStatus]',
      'SUBMITTED',
    ],
  ])(
    '%s: %s leads on to %s by way of %j, and nothing is listened to any more [ws.application.statusUpdates] %s',
    async (...[ssn, result, path, titles, , state]) => {
      const waiting = await stood(ssn);
      const { wires } = waiting;
      await page.waitForURL((url) => url.pathname.startsWith(path));
      await closedNormally(waiting);
      expect(wires.flatMap(({ heard }) => heard)).toContainEqual(
        expect.objectContaining({ status: result, applicationState: state }),
      );
      for (const last of titles.slice(-1)) await page.getByRole('heading', { level: 1, name: last }).waitFor();
      expect(await drawn()).toEqual(expect.arrayContaining(titles));
    },
  );

  test('it is asked for by the token in its address and by the application, and its words stand at data.message.body [ws.application] [ws.messagePath]', async () => {
    const { id, wires } = await stood('219091006');
    await until('the news', () => statuses(wires).includes('SUBMIT_DENIED'));
    const [wire] = wires;
    expect(new URL(wire?.url ?? '').pathname).toBe('/ws/application');
    expect(new URL(wire?.url ?? '').searchParams.get('idToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(wire?.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
      { action: 'registerApplicationListener', applicationId: id },
    ]);
    expect(wire?.heard.at(-1)).toEqual({
      status: 'SUBMIT_DENIED',
      applicationState: 'DENIED',
      externalSystemInformation: { customerCode: 'BO100900' },
    });
  });

  test.each([
    ['219099999', { applicationState: 'ORIGINATED' }, '/application/thank-you', ''],
    [
      '219091005',
      { action: 'ESIGN_RECALCULATED', status: 'SUBMIT_APPROVED', applicationState: 'APPROVED' },
      '/application/approved/agreements',
      ' [entity.realtime.applicationMessage]',
    ],
    ['219091009', { applicationState: 'ERROR' }, '/error', ''],
  ])(
    'after the signature %s: %j ends it, and %s says so [ws.application.closeOnTerminal]%s',
    async (...[ssn, message, path]) => {
      const waiting = await goOn(ssn, { signs: true, boCode: 'BO100900' });
      await page.waitForURL((url) => url.pathname === path);
      await closedNormally(waiting);
      expect(waiting.wires.flatMap(({ heard }) => heard)).toContainEqual(
        expect.objectContaining({ ...message, externalSystemInformation: { customerCode: 'BO100900' } }),
      );
    },
  );

  test('between the signature and the loan an application is in flight, in one of the statuses of the documents after another [enum.applicationInFlight]', async () => {
    const person = await signUp(product);
    const applicant = await openApplication({ address: product.address, services: product.server().services }, person);
    for (const left of [...pagesToSubmit({ ssn: '219091004' }), submitPage]) await applicant.leave(left);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    const [agree, sign] = pagesToSign();
    if (!agree || !sign) throw new Error('Two pages lead to the signature.');
    await applicant.leave(agree);
    const told: unknown[] = [];
    const lent = person.hear(applicant.id, ({ status }) => told.push(status) > 0 && status === 'ORIGINATED');
    await until('the listener to be told where it stands', () => told.length > 0);
    await applicant.leave(sign);
    await until('the application to wait for documents', () => product.acceptDocuments(person.email));
    await lent;
    expect([told[0], told.at(-1)]).toEqual(['PENDING_ESIGN', 'ORIGINATED']);
    const flight = new Set(told.slice(1, -1));
    expect([...flight].toSorted()).toEqual(detail<readonly string[]>('enum.applicationInFlight', 'values').toSorted());
  });

  test('a connection that was lost is told on the page and reported; it is made anew, and the news comes by it [ws.reconnect] [ws.error]', async () => {
    const { person, wires } = await goOn('219091004', { signs: true });
    await page.waitForURL((url) => url.pathname === '/application/upload-docs');
    await until('the socket', () => wires.some(({ isOpen, heard }) => isOpen && heard.length > 0));
    const errors = await socketErrors();
    gate.set(502);
    gate.cut();
    await page.getByText('We have lost the connection.').waitFor();
    expect(wires.every(({ isOpen }) => !isOpen)).toBe(true);
    await until('the report', async () => (await socketErrors()) > errors);
    const before = wires.length;
    gate.set('pass');
    await until('another socket', () => wires.slice(before).some(({ heard }) => heard.length > 0));
    await until('the application to wait for documents', () => product.acceptDocuments(person.email));
    await page.waitForURL((url) => url.pathname === '/application/thank-you');
  });

  test.each([
    [
      'We are deciding on your application',
      ' [route.application.transition]',
      { ssn: '219099999' },
      { own: '/application/transition', path: '/application/approved/agreements' },
    ],
    [
      'We are preparing your money',
      ' [route.application.holdEsign]',
      { ssn: '219099999', signs: true },
      { own: '/application/hold-esign', path: '/application/thank-you' },
    ],
    ['Two documents for your loan', '', { ssn: '219091004', signs: true }, undefined],
    [
      'Your documents are not ready yet',
      '',
      { ssn: '219099999', visits: '/application/agreements/not-ready' },
      undefined,
    ],
  ] as const)(
    '“%s”%s: a connection that is refused from the start is told and reported; the page goes on by asking, or by the connection once it is let through [ws.error]',
    async (...[title, , { ssn, ...how }, led]) => {
      const errors = await socketErrors();
      gate.sockets('refuse');
      try {
        const { id, wires } = await goOn(ssn, how);
        const letGo = led && (await held(id));
        await until('the words', async () => (await lost()).includes(title), {
          told: async () => `Titles: ${(await drawn()).join(', ')}`,
        });
        await until('the report', async () => (await socketErrors()) > errors);
        expect(wires.flatMap(({ heard }) => heard)).toEqual([]);
        if (led) {
          await opened(led.own, title);
          await letGo?.();
          await page.waitForURL((url) => url.pathname === led.path);
        } else {
          gate.sockets('pass');
          await until('a connection', () => wires.some(({ isOpen, sent }) => isOpen && sent.length > 0));
          await page.getByText('We have lost the connection.').waitFor({ state: 'detached' });
        }
      } finally {
        gate.sockets('pass');
      }
    },
  );

  test.each([
    ['We are deciding on your application', { ssn: '219099999' }, '/application/approved/agreements'],
    ['We are preparing your money', { ssn: '219099999', signs: true }, '/application/thank-you'],
  ] as const)(
    '“%s”: a connection whose beginning is never answered is told, reported and given up; the page goes on by asking',
    async (title, { ssn, ...how }, path) => {
      const errors = await socketErrors();
      gate.sockets('swallow');
      await page.clock.install();
      try {
        const { wires } = await goOn(ssn, how);
        await until('the page that listens', async () => wires.length > 0 && (await drawn()).includes(title));
        // What it waits for the connection to begin goes by at once.
        await page.clock.fastForward(CONNECT_MS);
        await page.waitForURL((url) => url.pathname === path);
        expect(await lost()).toContain(title);
        await until('the report', async () => (await socketErrors()) > errors);
        expect(wires.flatMap(({ heard }) => heard)).toEqual([]);
      } finally {
        gate.sockets('pass');
      }
    },
  );
});

test('the back office listens to a loan by its number, and is told where it stands [ws.backOffice]', async () => {
  const { person, id, wires } = await stood('219099999');
  await until('the news', () => statuses(wires).includes('SUBMIT_APPROVED'));
  const channel = channels['back-office'];
  if (channel === undefined) throw new Error('The contract has no channel of the back office.');
  const socket = new WebSocket(`${product.address.replace('http', 'ws')}${socketPath(channel, person.idToken)}`, {
    origin: product.address,
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ action: 'registerListener', loanId: id }));
  const [text] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(String(text))).toEqual({
    data: { message: { body: { status: 'SUBMIT_APPROVED', applicationState: 'APPROVED' } } },
  });
  socket.close();
});
