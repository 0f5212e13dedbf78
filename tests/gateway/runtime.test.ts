import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { get } from '../../runtime/core/paths.ts';
import { signUp } from '../server/support/person.ts';
import { startTestServer } from '../server/support/server.ts';
import type { TestServer } from '../server/support/server.ts';
import { memoryStorage } from './fakes.ts';
import { takeSeat } from './seat.ts';
import type { Seat } from './seat.ts';

let server: TestServer;
let seats: Seat[] = [];
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.stop());
afterEach(() => {
  for (const seat of seats) seat.close();
  seats = [];
});
async function sit(options: Parameters<typeof takeSeat>[1]): Promise<Seat> {
  const seat = await takeSeat(server, options);
  seats.push(seat);
  return seat;
}
const saved = (seat: Seat) => () => seat.runtime.journey()?.queue.isEmpty() === true;

describe('the session of a page, against the real server', { timeout: 120_000 }, () => {
  test('a stranger at the root stands at the first page; what they answered is there after a reload, from the device alone', async () => {
    const before = await sit({ path: '/' });
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

  test('sign-out forgets what the tab kept and stands at the sign-in page', async () => {
    const { idToken } = await signUp(server);
    const seat = await sit({ path: '/application/personal', token: idToken });
    seat.answer('firstName', 'Ana');
    await seat.runtime.signOut({ kind: 'to', flow: 'login', step: 'credentials' });
    await seat.until('the sign-in page', () => seat.at() === 'login/credentials');
    expect([...seat.storage.all.values()].join()).not.toContain('Ana');
    expect(seat.runtime.facts().session['isAuthenticated']).toBe(false);
  });

  test('an address nobody knows leads where the brand says', async () => {
    const seat = await sit({ path: '/no/such/page', storage: memoryStorage() });
    await seat.until('left', () => seat.left() !== undefined);
    expect(seat.left()).toContain('what=not-found');
  });
});
