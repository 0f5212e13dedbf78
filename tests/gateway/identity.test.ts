import { expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import type { Given, Provider } from '../../runtime/gateway/amplify.ts';
import { createIdentity } from '../../runtime/gateway/identity.ts';
import { impersonated, keepImpersonated } from '../../runtime/gateway/impersonation.ts';
import type { Answer } from '../../runtime/gateway/outcome.ts';
import type { Person } from '../../runtime/gateway/person.ts';
import { memoryStorage, turn } from './fakes.ts';

const signOn = {
  name: 'singleSignOn',
  kind: 'identity',
  action: 'singleSignOn',
  outcomes: {},
  errors: {},
} as unknown as Operation;
const ana: Person = { token: 'ana.token', claims: { sub: 'ana' }, expires: 1000 };

/** A tab in which somebody is signed in; the provider answers when it is let. */
function tab({ seconds = 0 } = {}) {
  const storage = memoryStorage({ 'waymark.signed-in': '1' });
  let waiting: ((found: Person | undefined) => void)[] = [];
  const clock = { seconds };
  let forgotten = 0;
  const provider: Partial<Provider> = {
    session: () => new Promise((resolve) => waiting.push(resolve)),
    signOut: async () => undefined,
    forget: async () => void (forgotten += 1),
  };
  const identity = createIdentity(
    { storage, device: memoryStorage(), now: () => clock.seconds * 1000 },
    async () => provider as Provider,
    async () => ({ kind: 'none', why: 'offline' }),
  );
  return {
    identity,
    storage,
    clock,
    asked: () => waiting.length,
    /** How often what the provider keeps on the device was forgotten. */
    forgotten: () => forgotten,
    async answer(found: Person | undefined): Promise<void> {
      await turn();
      const all = waiting;
      waiting = [];
      for (const tell of all) tell(found);
      await turn();
    },
  };
}

test('after a sign-out nobody is signed in, whatever was asked before it and is answered afterwards', async () => {
  for (const underWay of ['nothing', 'who it is', 'a new token'] as const) {
    const { identity, storage, clock, answer } = tab();
    const first = identity.person();
    await answer(ana);
    expect((await first)?.token).toBe('ana.token');
    clock.seconds = 990;
    const late =
      underWay === 'who it is' ? identity.person() : underWay === 'a new token' ? identity.renew() : Promise.resolve();
    await turn();
    await identity.signOut();
    await answer({ ...ana, token: 'ana.token.2', expires: 9000 });
    expect([underWay, await late]).toEqual([underWay, undefined]);
    expect([underWay, await identity.person(), identity.lastPerson()]).toEqual([underWay, undefined, undefined]);
    expect(storage.all.size).toBe(0);
  }
});

test('a token is used until a minute before its end, then another is asked for; who has none is a stranger', async () => {
  for (const [seconds, isAsked] of [
    [0, false],
    [939, false],
    [940, true],
    [1001, true],
  ] as const) {
    const { identity, clock, answer, asked, forgotten } = tab();
    const first = identity.person();
    await answer(ana);
    await first;
    clock.seconds = seconds;
    const again = identity.person();
    await turn();
    expect([seconds, asked()]).toEqual([seconds, Number(isAsked)]);
    await answer(undefined);
    expect([seconds, (await again)?.token]).toEqual([seconds, isAsked ? undefined : 'ana.token']);
    // What is left on the device of a session that is none goes with it.
    expect([seconds, forgotten()]).toEqual([seconds, Number(isAsked)]);
  }
});

test('L85 who waited for a single sign-on in vain is not signed on by tokens that come afterwards', async () => {
  for (const isAwaited of [true, false]) {
    const storage = memoryStorage();
    let came: (answer: Answer) => void = () => undefined;
    const taken: Given[] = [];
    const provider: Partial<Provider> = {
      signOut: async () => undefined,
      take: async (given) => void taken.push(given),
      session: async () => (taken.length > 0 ? ana : undefined),
    };
    const identity = createIdentity(
      { storage, device: memoryStorage(), now: () => 0 },
      async () => provider as Provider,
      () => new Promise((resolve) => (came = resolve)),
    );
    let waits = true;
    const ended = identity.perform(signOn, { tokens: { id_token: 'i', access_token: 'a' } }, () => waits);
    await turn();
    waits = isAwaited;
    const given = { IdToken: 'i2', AccessToken: 'a2', RefreshToken: 'r2' };
    came({ kind: 'http', status: 200, body: { AuthenticationResult: given } });
    expect((await ended).name).toBe(isAwaited ? 'ok' : 'failed');
    expect(taken).toEqual(isAwaited ? [given] : []);
    expect(await identity.person()).toEqual(isAwaited ? ana : undefined);
  }
});

test('an administrator who signs out leaves on the device for whom they acted nowhere, also where their page was loaded anew and asked nothing yet', async () => {
  const ada: Person = {
    token: 'ada.token',
    claims: { sub: 'olive', email: 'olive@example.test', act: { sub: 'ada', email: 'ada@example.test' } },
    expires: 1000,
  };
  for (const isAnew of [true, false]) {
    const device = memoryStorage();
    await keepImpersonated(device, 'ada@example.test', 'olive@example.test');
    await keepImpersonated(device, 'another@example.test', 'olive@example.test');
    const provider: Partial<Provider> = { session: async () => ada, signOut: async () => undefined };
    const identity = createIdentity(
      { storage: memoryStorage({ 'waymark.signed-in': '1' }), device, now: () => 0 },
      async () => provider as Provider,
      async () => ({ kind: 'none', why: 'offline' }),
    );
    if (!isAnew) await identity.person();
    await identity.signOut();
    expect([isAnew, await impersonated(device, 'ada@example.test')]).toEqual([isAnew, undefined]);
    // What another administrator of this device does is theirs.
    expect(await impersonated(device, 'another@example.test')).toBe('olive@example.test');
  }
});

test('a library that is lost on its way is asked for anew by the next call, and the one before was told that the network is away', async () => {
  let brought = 0;
  const identity = createIdentity(
    { storage: memoryStorage({}), device: memoryStorage(), now: () => 0 },
    async () => {
      brought += 1;
      // What a browser says of a file that it did not get.
      if (brought <= 2) throw new TypeError('Failed to fetch dynamically imported module');
      return { session: async () => undefined, forget: async () => undefined } as Partial<Provider> as Provider;
    },
    async () => ({ kind: 'none', why: 'offline' }),
  );
  // Brought ahead nobody waits for it, and nobody is told.
  identity.bring?.();
  await turn();
  const { name } = await identity.perform(signOn, {});
  expect([brought, name]).toEqual([2, 'unavailable']);
  await identity.renew();
  expect(brought).toBe(3);
});
