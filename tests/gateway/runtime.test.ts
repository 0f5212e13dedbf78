import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { get } from '../../runtime/core/paths.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { openApplication, pagesToSubmit, submitPage } from '../server/support/applicant.ts';
import { signUp } from '../server/support/person.ts';

import { refusals, refusalWords } from '../../runtime/gateway/words.ts';
import { say } from '../harness/words.ts';
import { startTestServer, temporaryFolder } from '../server/support/server.ts';
import type { TestServer } from '../server/support/server.ts';
import { memoryStorage } from './fakes.ts';
import { takeSeat } from './seat.ts';
import type { Seat } from './seat.ts';

let server: TestServer;
let seats: Seat[] = [];
/** What is published later, over the project's own content. */
const later = temporaryFolder();
beforeAll(async () => {
  server = await startTestServer({ contentDir: `+${later}` });
}, 120_000);
afterAll(async () => {
  await server.stop();
  rmSync(later, { recursive: true, force: true });
});
afterEach(() => {
  for (const seat of seats) seat.close();
  seats = [];
});
async function sit(options: Parameters<typeof takeSeat>[1]): Promise<Seat> {
  const seat = await takeSeat(server, options);
  seats.push(seat);
  return seat;
}
/** An ordinary person in Texas. */
const personal = {
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
};
const saved = (seat: Seat) => () => seat.runtime.journey()?.queue.isEmpty() === true;

describe('the session of a page, against the real server', { timeout: 120_000 }, () => {
  test('a stranger stands at the first page; what they answered is there after a reload, from the device alone', async () => {
    const before = await sit({ path: '/application/account' });
    await before.until('the first page', () => before.at() === 'apply/account');
    before.answer('email', 'ana@example.com');
    before.close();
    const after = await sit({ path: '/application/account', storage: before.storage });
    expect(get(after.answers(), 'userInformation.email')).toBe('ana@example.com');
  });

  test('a signed-in person has an application; a second browser goes on with the same answers', async () => {
    const { idToken } = await signUp(server);
    const first = await sit({ path: '/application/account', token: idToken });
    expect(first.at()).toBe('apply/personal');
    first.answer('firstName', 'Ana');
    await first.until('everything is saved', saved(first));
    const second = await sit({ path: '/application/personal', token: idToken });
    expect(get(second.answers(), 'personalInformation.firstName')).toBe('Ana');
  });

  test('two browsers at once: nobody loses an answer, the later one of the same field stands', async () => {
    const { idToken } = await signUp(server);
    const first = await sit({ path: '/application/personal', token: idToken });
    const second = await sit({ path: '/application/personal', token: idToken });
    first.answer('firstName', 'Ana');
    await first.until('the first is saved', saved(first));
    second.answer('lastName', 'Alvarez');
    await second.until('the second is saved', saved(second));
    expect(get(second.answers(), 'personalInformation')).toMatchObject({ firstName: 'Ana', lastName: 'Alvarez' });
    first.answer('lastName', 'Alba');
    await first.until('the first is saved again', saved(first));
    const third = await sit({ path: '/application/personal', token: idToken });
    expect(get(third.answers(), 'personalInformation')).toMatchObject({ firstName: 'Ana', lastName: 'Alba' });
  });

  test('a stranger on a customer page is sent to sign in and comes back to that page', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal' });
    await seat.until('the sign-in page', () => seat.at() === 'login/credentials');
    seat.signInGives(idToken);
    seat.answer('email', 'ana@example.com');
    seat.answer('password', 'Marigold42');
    seat.runtime.journey()?.dispatch({ type: 'pressed', action: 'log-in' });
    await seat.until('back at the page', () => seat.at() === 'apply/personal');
    expect(seat.address()).toBe('/application/personal');
  });

  test('a session the server no longer takes leads to sign-in with the time-out flag; unsaved answers come back after it', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: idToken });
    seat.network((url) => (url.endsWith('/graphql') ? new Response(null, { status: 401 }) : undefined));
    seat.answer('firstName', 'Ana');
    await seat.until('the sign-in page', () => seat.at() === 'login/credentials');
    expect(seat.runtime.facts().route.query['timeout']).toBe(true);
    seat.network(() => undefined);
    seat.signInGives(idToken);
    seat.answer('email', 'ana@example.com');
    seat.answer('password', 'Marigold42');
    seat.runtime.journey()?.dispatch({ type: 'pressed', action: 'log-in' });
    await seat.until('back at the page', () => seat.at() === 'apply/personal');
    expect(get(seat.answers(), 'personalInformation.firstName')).toBe('Ana');
    await seat.until('it is saved', saved(seat));
  });

  test('502 on the way in shows the countdown, tries again, and goes on when the server is back', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/login' });
    let refused = 0;
    seat.network((url) =>
      url.endsWith('/graphql') && refused++ < 2 ? new Response('bad gateway', { status: 502 }) : undefined,
    );
    seat.signInGives(idToken);
    seat.answer('email', 'ana@example.com');
    seat.answer('password', 'Marigold42');
    const countdown: (number | undefined)[] = [];
    seat.runtime.onWaiting(() => countdown.push(seat.runtime.waiting().outage?.seconds));
    seat.runtime.journey()?.dispatch({ type: 'pressed', action: 'log-in' });
    await seat.until('in the application', () => seat.at() === 'apply/personal');
    expect(countdown.slice(0, 3)).toEqual([15, 14, 13]);
    expect(seat.left()).toBeUndefined();
  });

  test('sign-out forgets all that the tab kept, where the person was to come back to among it, and stands at the sign-in page', async () => {
    const { idToken } = await signUp(server);
    // Sent away to sign in, and in by another page: the place to come back to is still kept.
    const storage = memoryStorage({ 'waymark.return-to': '/application/personal' });
    const seat = await sit({ path: '/application/personal', token: idToken, storage });
    seat.answer('firstName', 'Ana');
    await seat.runtime.signOut({ kind: 'to', flow: 'login', step: 'credentials' });
    await seat.until('the sign-in page', () => seat.at() === 'login/credentials');
    expect([...seat.storage.all.keys()]).toEqual(['waymark.session']);
    expect([...seat.storage.all.values()].join()).not.toContain('Ana');
    expect(seat.runtime.facts().session['isAuthenticated']).toBe(false);
  });

  test('an address nobody knows leads where the brand says', async () => {
    const seat = await sit({ path: '/no/such/page', storage: memoryStorage() });
    await seat.until('left', () => seat.left() !== undefined);
    expect(seat.left()).toContain('not-found');
  });

  test('in one tab the unsaved answer of a person whose session ended is not shown to the next one and not sent; it waits for them', async () => {
    const [ana, ben] = await Promise.all([signUp(server), signUp(server)]);
    const seat = await sit({ path: '/application/personal', token: ana.idToken });
    seat.network((url) => (url.endsWith('/graphql') ? new Response(null, { status: 401 }) : undefined));
    seat.answer('firstName', 'Ana');
    seat.answer('ssn', '219099999');
    await seat.until('the sign-in page', () => seat.at() === 'login/credentials');
    seat.network(() => undefined);
    await seat.logIn(ben.idToken);
    await seat.until('at the page', () => seat.at() === 'apply/personal');
    expect(get(seat.answers(), 'personalInformation')).toBeUndefined();
    await seat.runtime.signOut({ kind: 'to', flow: 'login', step: 'credentials' });
    await seat.until('the sign-in page again', () => seat.at() === 'login/credentials');
    await seat.logIn(ana.idToken);
    await seat.until('her application', () => seat.at() === 'resume/welcome-back');
    await seat.goTo('/application/personal');
    expect(get(seat.answers(), 'personalInformation')).toMatchObject({
      firstName: 'Ana',
      documentNumber: '219099999',
    });
    await seat.until('it is saved', saved(seat));
  });

  test('a stored answer that its field refuses is told at the field, with the words of the field', async () => {
    const { idToken } = await signUp(server);
    const before = await sit({ path: '/application/personal', token: idToken });
    for (const [field, value] of Object.entries({ ...personal, ssn: '219' })) before.answer(field, value);
    await before.until('everything is saved', saved(before));
    before.close();
    const seat = await sit({ path: '/application/personal', token: idToken });
    await seat.until('the page', () => seat.at() === 'apply/personal');
    seat.press('continue');
    await seat.until('a word at the number', () => seat.message('ssn') !== undefined);
    expect(seat.at()).toBe('apply/personal');
    expect(seat.message('ssn')).toBe('SSN must be 9 digits');
  });

  test('whatever the server refuses, the page says what to do: every reason there is, and one it does not know yet', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: idToken });
    for (const reason of [...Object.keys(refusals), 'of a newer server']) {
      let isRefused = false;
      seat.network((url, init) => {
        if (isRefused || !url.endsWith('/graphql') || !String(init?.body).includes('saveJourney')) return undefined;
        isRefused = true;
        return Response.json({ errors: [{ message: 'refused', extensions: { code: 'REFUSED', reason } }] });
      });
      seat.answer('firstName', `Ana ${reason}`);
      await seat.until(`words for ${reason}`, () => isRefused && seat.notice() === refusalWords(reason, say));
      expect(seat.notice()?.length, reason).toBeGreaterThan(20);
    }
  });

  test('no network: a press waits, the page stays, and it goes on by itself; nothing confidential is on the device', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: idToken });
    seat.connect(false);
    for (const [field, value] of Object.entries(personal)) seat.answer(field, value);
    seat.press('continue');
    await seat.until('the bar', () => seat.runtime.waiting().offline !== undefined);
    expect(seat.runtime.waiting().offline).toEqual({ onDevice: false });
    expect([...seat.storage.all.values()].join()).not.toContain(personal.ssn);
    expect(seat.left()).toBeUndefined();
    seat.connect(true);
    await seat.until('the next page', () => seat.at() === 'apply/amount');
    await seat.until('it is saved', saved(seat));
    expect(seat.runtime.waiting()).toEqual({});
  });

  test('a number typed while a save is in flight is sent when the tab is hidden, and stored though the page never comes back', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: idToken });
    seat.hold('save');
    seat.answer('firstName', 'Ana');
    await seat.until('the save is in flight', () => seat.held() === 1);
    seat.answer('ssn', '219099999');
    seat.runtime.hide();
    await seat.until('the other request', () => seat.held() === 2);
    await seat.release();
    seat.close();
    const after = await sit({ path: '/application/personal', token: idToken });
    expect(get(after.answers(), 'personalInformation.firstName')).toBe('Ana');
    expect(get(after.answers(), 'personalInformation.documentNumber')).toHaveProperty('sealed');
  });

  test('what was sent in another tab stands: an answer changed here is refused, and its field says why', async () => {
    const person = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: person.idToken });
    seat.answer('firstName', 'Ana');
    await seat.until('everything is saved', saved(seat));
    const other = await openApplication(server, person);
    for (const page of pagesToSubmit()) await other.leave(page);
    await other.leave(submitPage);
    seat.answer('firstName', 'Bob');
    await seat.until('it is told', () => seat.notice() !== undefined);
    expect(seat.notice()).toBe('You have sent your application. What you sent can no longer be changed.');
    const field = seat.runtime.journey()?.store.getState().page.fields['firstName'];
    expect([field?.value, field?.locked]).toEqual(['Ana', seat.notice()]);
    const stored = (await person.ask('application', { id: other.id })).data?.['application']?.['answers'];
    expect(get(stored as JsonObject, 'personalInformation.firstName')).toBe('Ana');
  });

  test('an answer that was asked before the news came tells nothing of the application any more: the page it led to can be answered', async () => {
    const person = await signUp(server);
    const other = await openApplication(server, person);
    for (const page of pagesToSubmit({ ssn: '219091003' })) await other.leave(page);
    await other.leave(submitPage);
    const older = { id: other.id, status: 'PENDING_UNDERWRITING', applicationState: 'PENDING' };
    const asked: (() => void)[] = [];
    const seat = await sit({ path: '/application/submit', token: person.idToken });
    seat.network((url, init) =>
      url.endsWith('/graphql') && String(init?.body).includes('applicationState(')
        ? new Promise((resolve) => {
            asked.push(() => resolve(Response.json({ data: { applicationState: older } })));
          })
        : undefined,
    );
    await seat.goTo('/application/transition');
    await seat.until('the page asks how it stands', () => asked.length > 0);
    seat.openSocket();
    seat.hear({ ...older, status: 'PENDING_PRODUCT_SELECTION' });
    await seat.until('the next page', () => seat.at() === 'apply/products');
    const amount = () => seat.runtime.journey()?.store.getState().page.fields['amount'];
    expect(amount()?.locked).toBeUndefined();
    for (const answer of asked) answer();
    await fetch(`${server.address}/healthz`); // by then the page has taken what came before
    expect(seat.runtime.journey()?.store.getState().world.application['progress']).toBe('PENDING_PRODUCT_SELECTION');
    expect(amount()?.locked).toBeUndefined();
  });

  test('what was withdrawn in another tab takes no answer, and the page says so', async () => {
    const person = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: person.idToken });
    seat.answer('firstName', 'Ana');
    await seat.until('everything is saved', saved(seat));
    const other = await openApplication(server, person);
    for (const page of pagesToSubmit()) await other.leave(page);
    expect(
      (await person.ask('withdrawApplication', { id: other.id }, { key: 'withdraw-in-the-other-tab' })).errors,
    ).toEqual([]);
    seat.answer('firstName', 'Bob');
    await seat.until('it is told', () => (seat.message('firstName') ?? seat.notice()) !== undefined);
    expect(seat.message('firstName') ?? seat.notice()).toMatch(/closed|withdrawn/);
  });

  test('an application that ended in another tab, where the next was begun, is read again by its own id: the page does not save without end', async () => {
    const person = await signUp(server);
    const other = await openApplication(server, person);
    const pages = pagesToSubmit();
    const bank = pages.findIndex(({ step }) => step === 'bank');
    for (const page of pages.slice(0, bank)) await other.leave(page);
    const seat = await sit({ path: '/application/bank', token: person.idToken });
    expect(seat.at()).toBe('apply/bank');
    await seat.until('everything is saved', saved(seat));
    const elsewhere = await openApplication(server, person);
    for (const page of pages.slice(bank)) await elsewhere.leave(page);
    const withdrawn = await person.ask('withdrawApplication', { id: other.id }, { key: 'withdraw-to-begin-anew' });
    expect(withdrawn.errors).toEqual([]);
    const next = await sit({ path: '/application/personal', token: person.idToken });
    next.answer('firstName', 'Bea');
    await next.until('the next application is there', saved(next));
    let requests = 0;
    seat.network(() => void (requests += 1));
    seat.press('continue');
    await seat.until('what waits has come to an end', saved(seat));
    expect(requests).toBeLessThan(10);
    expect(get(seat.answers(), 'personalInformation.firstName')).toBe('Ana');
    expect(
      get(
        (await sit({ path: '/application/personal', token: person.idToken })).answers(),
        'personalInformation.firstName',
      ),
    ).toBe('Bea');
  });

  test.each([
    ['locked', undefined, /can no longer be changed/],
    ['closed', undefined, /takes no more answers/],
    ['definition', undefined, /check your answers and go on/],
    ['notInOrder', undefined, /check this page and try again/],
    ['notNow', undefined, /load the page again/],
    ['notReached', undefined, /check your answers and go on/],
    ['notShown', undefined, /read the new text/],
    ['notTheArgument', undefined, /check what it shows and try again/],
    ['notFinished', 'personalInformation.lastName', /Use letters/],
    ['IDEMPOTENCY_MISMATCH', undefined, /has already reached us/],
  ] as const)('a call refused as %s is told, with what to do', async (reason, path, words) => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: idToken });
    for (const [field, value] of Object.entries(personal)) seat.answer(field, value);
    await seat.until('everything is saved', saved(seat));
    const extensions =
      reason === 'IDEMPOTENCY_MISMATCH' ? { code: reason } : { code: 'REFUSED', reason, ...(path && { path }) };
    seat.network((url, init) =>
      url.endsWith('/graphql') && String(init?.body).includes('mutation savePersonalInformation')
        ? Response.json({ data: null, errors: [{ message: 'No.', extensions }] })
        : undefined,
    );
    seat.press('continue');
    await seat.until('it is told', () => (seat.message('lastName') ?? seat.notice()) !== undefined);
    expect(path === undefined ? seat.notice() : seat.message('lastName')).toMatch(words);
    expect(seat.at()).toBe('apply/personal');
  });

  test('one press is one act: after a lost answer the call is repeated with its key, and the page says that it is not sure', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: idToken });
    for (const [field, value] of Object.entries(personal)) seat.answer(field, value);
    await seat.until('everything is saved', saved(seat));
    const sent: { readonly act: unknown; readonly data: unknown }[] = [];
    seat.network((url, init) => {
      const body = String(init?.body ?? '');
      if (!body.includes('mutation savePersonalInformation')) return undefined;
      return fetch(url, init).then(async (answer) => {
        const { extensions } = JSON.parse(body) as { readonly extensions?: { readonly act: unknown } };
        sent.push({ act: extensions?.act, data: await answer.clone().json() });
        return sent.length < 3 ? new Response('gateway time-out', { status: 504 }) : answer;
      });
    });
    const unsure = new Set<boolean | undefined>();
    seat.runtime.onWaiting(() => unsure.add(seat.runtime.waiting().outage?.unsure));
    seat.press('continue');
    await seat.until('the next page', () => seat.at() === 'apply/amount');
    expect(sent.length).toBe(3);
    expect(sent[0]?.act).toMatchObject({ step: 'personal', by: { by: 'action', action: 'continue' } });
    expect(new Set(sent.map(({ act }) => JSON.stringify(act))).size).toBe(1);
    expect(sent[1]?.data).toEqual(sent[0]?.data);
    expect(unsure.has(true)).toBe(true);
    expect(seat.storage.get('waymark.acts')).toBeUndefined();
  });
});

describe('a document gets a new version while the page is open', { timeout: 120_000 }, () => {
  test('the new text is loaded, shown and asked again with a notice', async () => {
    const content = temporaryFolder();
    for (const room of ['flows', 'brands', 'compliance', 'schemas'])
      cpSync(room, join(content, room), { recursive: true });
    const notice = join(content, 'compliance', 'disclosures', 'texas-occc-notice');
    const first = readFileSync(join(notice, '1.md'), 'utf8');
    writeFileSync(join(notice, '1.md'), first.replace('until: null', 'until: 2026-11-30'));
    writeFileSync(
      join(notice, '2.md'),
      `${first.replace('from: 2026-01-01', 'from: 2026-12-01')}\n\nThe office has moved.\n`,
    );
    let now = '2026-12-01T04:57:00Z';
    const other = await startTestServer({ contentDir: content, with: { clock: () => new Date(now) } });
    const { idToken } = await signUp(other);
    const seat = await takeSeat(other, { path: '/application/personal', token: idToken });
    for (const [field, value] of Object.entries(personal)) seat.answer(field, value);
    await seat.until('everything is saved', saved(seat));
    const before = seat.runtime.compliance().documents['texas-occc-notice'];
    now = '2026-12-01T05:02:00Z';
    await other.services.definitions.prepare('2026-12-01'); // as a server does the day before
    seat.press('continue');
    await seat.until('a notice', () => seat.notice() !== undefined);
    expect(seat.at()).toBe('apply/personal');
    expect(seat.notice()).toMatch(/document on this page has changed/);
    const after = seat.runtime.compliance().documents['texas-occc-notice'];
    expect(after?.hash).not.toBe(before?.hash);
    seat.press('continue');
    await seat.until('the next page', () => seat.at() === 'apply/amount');
    await seat.until('it is saved', saved(seat));
    seat.close();
    await other.stop();
    rmSync(content, { recursive: true });
  });
});

test('an application that was moved to a later version in another tab: this one goes on with that version', async () => {
  const person = await signUp(server);
  const { leave } = await openApplication(server, person);
  for (const page of pagesToSubmit()) await leave(page);
  const seat = await sit({ path: '/application/submit', token: person.idToken });
  expect(seat.at()).toBe('apply/submit');
  const steps = join(later, 'flows/apply/steps');
  mkdirSync(steps, { recursive: true });
  const consent = readFileSync(join(projectDir, 'flows/apply/steps/consent.json'), 'utf8');
  writeFileSync(join(steps, 'consent.json'), consent.replace('I agree to get', 'I want to get'));
  writeFileSync(
    join(later, 'flows/apply/migrations.json'),
    '{ "migrations": [{ "why": "The consent has other words.", "moves": [] }] }',
  );
  expect(await server.reloadContent()).toEqual([]);
  const other = await sit({ path: '/application/submit', token: person.idToken });
  expect(other.at()).toBe('apply/consent');
  seat.press('submit');
  await seat.until('it is told where the application stands', () => seat.notice() !== undefined);
  expect(seat.at()).toBe('apply/consent');
  expect(seat.runtime.journey()?.flow.hash).toBe(other.runtime.journey()?.flow.hash);
  expect(seat.notice()).toMatch(/please look at this again: Documents on screen/);
}, 60_000);
