import { expect, test } from 'vitest';
import type { Provider } from '../../runtime/gateway/amplify.ts';
import { createIdentity } from '../../runtime/gateway/identity.ts';
import type { Person } from '../../runtime/gateway/person.ts';
import { memoryStorage, turn } from './fakes.ts';

const ana: Person = { token: 'ana.token', claims: { sub: 'ana' }, expires: 1000 };

/** A tab in which somebody is signed in; the provider answers when it is let. */
function tab({ seconds = 0 } = {}) {
  const storage = memoryStorage({ 'waymark.signed-in': '1' });
  let waiting: ((found: Person | undefined) => void)[] = [];
  const clock = { seconds };
  const provider: Partial<Provider> = {
    session: () => new Promise((resolve) => waiting.push(resolve)),
    signOut: async () => undefined,
  };
  const identity = createIdentity(
    { storage, now: () => clock.seconds * 1000 },
    async () => provider as Provider,
    async () => ({ kind: 'none', why: 'offline' }),
  );
  return {
    identity,
    storage,
    clock,
    asked: () => waiting.length,
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
    const { identity, clock, answer, asked } = tab();
    const first = identity.person();
    await answer(ana);
    await first;
    clock.seconds = seconds;
    const again = identity.person();
    await turn();
    expect([seconds, asked()]).toEqual([seconds, Number(isAsked)]);
    await answer(undefined);
    expect([seconds, (await again)?.token]).toEqual([seconds, isAsked ? undefined : 'ana.token']);
  }
});
