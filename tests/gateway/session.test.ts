import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../contract/operation.ts';
import { personOwner } from '../../runtime/gateway/owner.ts';
import type { Owner } from '../../runtime/gateway/owner.ts';
import type { Person } from '../../runtime/gateway/person.ts';
import { apply } from '../../runtime/gateway/save-batch.ts';
import type { Batch } from '../../runtime/gateway/save-batch.ts';
import { createSaveQueue } from '../../runtime/gateway/save-queue.ts';
import type { SaveQueue } from '../../runtime/gateway/save-queue.ts';
import { happen, isBeingLeft, newSession, ownerNow, standingOf } from '../../runtime/gateway/session.ts';
import type { Session, SessionEffect, SessionEvent, Standing, Wanted } from '../../runtime/gateway/session.ts';
import { createShelf } from '../../runtime/gateway/shelf.ts';
import type { Kept } from '../../runtime/gateway/shelf.ts';
import type { StoredApplication } from '../../runtime/gateway/world.ts';
import { manualTimers, memoryStorage, turn } from './fakes.ts';

type Name = 'ana' | 'ben';

/** The server: an application for each person, a session for each token, one key applied once. */
function bank() {
  const applications = new Map<
    string,
    { revision: number; answers: Record<string, string>; keys: Map<string, number> }
  >();
  const dead = new Set<string>();
  let online = true;
  let tokens = 0;
  return {
    applications,
    /** Session of one who sat at a tab unsigned -> who turned out to be there. */
    was: new Map<string, string>(),
    signIn(name: Name): Person {
      tokens += 1;
      return { token: `${name}-${tokens}`, claims: { sub: name }, expires: 9e9 };
    },
    expire: (person: Person) => void dead.add(person.token),
    setOnline(now: boolean) {
      online = now;
    },
    answers: (person: Person | undefined): Outcome | undefined =>
      !online
        ? { name: 'unavailable', detail: { why: 'offline' } }
        : person === undefined || dead.has(person.token)
          ? { name: 'unauthenticated' }
          : undefined,
    stored(name: string): StoredApplication | null {
      const found = applications.get(name);
      return found === undefined
        ? null
        : {
            id: `app-${name}`,
            flow: 'saves',
            definition: 'v1',
            revision: found.revision,
            answers: found.answers,
            journey: {},
            results: {},
            row: {},
          };
    },
    save(person: Person, id: string, batch: Batch): Outcome {
      const name = String(person.claims['sub']);
      if (id !== `app-${name}`) return { name: 'failed', detail: { code: 'FORBIDDEN' } };
      const found = applications.get(name);
      if (found === undefined) return { name: 'failed' };
      const before = found.keys.get(batch.key);
      if (before !== undefined) return { name: 'ok', value: before };
      const base = batch.after === undefined ? batch.sentAt : (found.keys.get(batch.after) ?? batch.sentAt);
      if (base !== found.revision) return { name: 'CONFLICT', detail: { revision: found.revision } };
      found.revision += 1;
      found.answers = apply(found.answers, batch.changes) as Record<string, string>;
      found.keys.set(batch.key, found.revision);
      return { name: 'ok', value: found.revision };
    },
  };
}
type Bank = ReturnType<typeof bank>;

const flows: Readonly<Record<'saves' | 'login', Wanted>> = {
  saves: { flow: 'saves', hash: 'v1', saves: true, by: 'target', route: { params: {}, query: {} } },
  login: { flow: 'login', hash: 'v2', saves: false, by: 'target', route: { params: {}, query: {} } },
};

/**
 * A tab: the machine, real queues, and a performer whose answers come in whatever order the test says. Every value
 * typed is marked with who was there; who signs in first in a session is the one who typed in it before.
 */
function tab(server: Bank, visitor: () => string) {
  const storage = memoryStorage();
  const memory = new Map<string, Kept>();
  const timers = manualTimers();
  const breaches: string[] = [];
  let session: Session = newSession(visitor());
  let signedIn: Person | undefined;
  let mounted: { readonly standing: Standing; readonly queue: SaveQueue } | undefined;
  let pending: { readonly what: string; readonly answer: () => void }[] = [];
  let keys = 0;
  let typed = 0;

  const seen = () => ({ person: signedIn, visitor: visitor() });
  const belongs = (value: unknown, owner: Owner): boolean => {
    const [by = ''] = String(value).split('/');
    return by === owner || server.was.get(by) === owner;
  };
  const look = (): void => {
    const standing = standingOf(session);
    if (standing !== undefined && standing.owner !== ownerNow(session) && session.at === 'open')
      breaches.push(`${standing.owner} stands while ${ownerNow(session)} is here`);
    if (mounted === undefined) return;
    for (const value of Object.values(mounted.queue.waiting().changes))
      if (!belongs(value, ownerNow(session))) breaches.push(`${ownerNow(session)} is shown ${String(value)}`);
    for (const value of Object.values(mounted.standing.application?.answers ?? {}))
      if (!belongs(value, ownerNow(session))) breaches.push(`${ownerNow(session)} is shown stored ${String(value)}`);
  };
  const send = (event: SessionEvent): void => {
    const [next, effects] = happen(session, event);
    session = next;
    for (const effect of effects) perform(effect);
    look();
  };
  const answer = (what: string, event: () => SessionEvent): void => {
    pending.push({ what, answer: () => send(event()) });
  };
  function expire(): void {
    signedIn = undefined;
    send({ type: 'expired', visitor: visitor() });
    send({ type: 'wanted', want: flows.login });
  }
  function queueFor(standing: Standing): SaveQueue {
    const queue: SaveQueue = createSaveQueue({
      async send(target, batch, { owner }) {
        await turn();
        const person = signedIn;
        if (person === undefined || personOwner(person) !== owner) return { name: 'unauthenticated' };
        const failure = server.answers(person);
        if (failure !== undefined) return failure;
        for (const value of Object.values(batch.changes))
          if (!belongs(value, personOwner(person)))
            breaches.push(`${String(value)} is sent for ${personOwner(person)}`);
        return server.save(person, target.id, batch);
      },
      saved: () => undefined,
      failed(code) {
        if (code === 'unauthenticated' && mounted?.queue === queue && session.person !== undefined) expire();
      },
      refused: () => undefined,
      conflicted: async () =>
        signedIn === undefined ? undefined : server.stored(String(signedIn.claims['sub']))?.revision,
      timers,
      random: () => 0.5,
      id: () => `${session.visitor}-${(keys += 1)}`,
      shelf: createShelf({
        storage,
        memory,
        name: standing.flow,
        keepable: () => true,
        version: 'v',
        carried: () => true,
      }),
      owner: standing.owner,
      ...(session.person === undefined ? {} : { heirOf: `visitor.${session.visitor}` as const }),
      ...(standing.application === undefined ? {} : { application: standing.application.id }),
      lingerMs: 400,
    });
    return queue;
  }
  const open = (queue: SaveQueue, { application }: Standing): void => {
    if (application !== undefined)
      queue.open({ id: application.id, flow: 'saves', definition: 'v1', revision: application.revision });
  };
  function perform(effect: SessionEffect): void {
    switch (effect.type) {
      case 'identify':
        return answer('identify', () => ({ type: 'identified', ticket: effect.ticket, seen: seen() }));
      case 'find':
        return answer('find', () => {
          const failure = server.answers(signedIn);
          const { ticket } = effect;
          return failure !== undefined || signedIn === undefined
            ? { type: 'failed', ticket, outcome: failure?.name ?? 'unauthenticated' }
            : { type: 'found', ticket, open: server.stored(String(signedIn.claims['sub'])) };
        });
      case 'load':
        return answer('load', () => ({ type: 'loaded', ticket: effect.ticket, refused: undefined }));
      case 'create':
        return answer('create', () => {
          const { ticket } = effect;
          const failure = server.answers(signedIn);
          if (failure !== undefined || signedIn === undefined)
            return { type: 'failed', ticket, outcome: failure?.name ?? 'unauthenticated' };
          const name = String(signedIn.claims['sub']);
          if (!server.applications.has(name))
            server.applications.set(name, { revision: 0, answers: {}, keys: new Map() });
          const application = server.stored(name);
          if (application === null) throw new Error('It was just made.');
          return { type: 'created', ticket, application };
        });
      case 'mount': {
        mounted?.queue.close();
        if (session.person !== undefined) server.was.set(`visitor.${session.visitor}`, ownerNow(session));
        mounted = { standing: effect.standing, queue: queueFor(effect.standing) };
        open(mounted.queue, effect.standing);
        return;
      }
      case 'unmount':
        if (mounted?.standing.ticket === effect.ticket) {
          mounted.queue.close();
          mounted = undefined;
        }
        return;
      case 'handOver':
        if (mounted?.standing.ticket === effect.standing.ticket) {
          server.was.set(effect.from, effect.standing.owner);
          mounted.queue.handOver(effect.standing.owner);
          mounted = { ...mounted, standing: effect.standing };
          open(mounted.queue, effect.standing);
        }
        return;
      case 'unhandled':
        if (effect.outcome === 'unauthenticated' && session.person !== undefined) expire();
        return;
      case 'joined':
      case 'goHome':
      case 'turnAway':
        return;
    }
  }
  return {
    breaches,
    timers,
    session: () => session,
    mounted: () => mounted,
    pending: () => pending,
    want: (flow: 'saves' | 'login') => send({ type: 'wanted', want: flows[flow] }),
    back: () => send({ type: 'stayed' }),
    /** What was typed; undefined when there was no page to type on. */
    type(path: string): { readonly owner: Owner; readonly value: string } | undefined {
      if (mounted === undefined || mounted.standing.flow !== 'saves') return undefined;
      // The page is busy with the identity call until what follows it is done: it takes no answer.
      if (session.at === 'opening' && session.joining) return undefined;
      const owner = ownerNow(session);
      const value = `${owner}/${(typed += 1)}`;
      mounted.queue.push({ changes: { [path]: value }, journey: {} });
      look();
      return { owner, value };
    },
    signIn(name: Name): void {
      if (mounted === undefined) return;
      if (session.person === undefined) server.was.set(`visitor.${session.visitor}`, `person.${name}`);
      signedIn = server.signIn(name);
      send({ type: 'identityEnded', standing: mounted.standing.ticket, seen: seen() });
    },
    signOut(): void {
      signedIn = undefined;
      send({ type: 'signedOut', visitor: visitor() });
      send({ type: 'wanted', want: flows.login });
    },
    serverEnds(): void {
      if (signedIn !== undefined) server.expire(signedIn);
    },
    hide: () => mounted?.queue.hide(),
    /** A new document in the same tab; what was on its way is gone. */
    reload(): void {
      pending = [];
      mounted?.queue.close();
      mounted = undefined;
      memory.clear();
      session = newSession(session.visitor);
      send({ type: 'wanted', want: flows.saves });
    },
    answerOne(index: number): void {
      const one = pending[index % Math.max(1, pending.length)];
      pending = pending.filter((other) => other !== one);
      one?.answer();
    },
    resume: () => mounted?.queue.resume(),
  };
}
type Tab = ReturnType<typeof tab>;

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('answer' as const), index: fc.nat(3) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), path: fc.constantFrom('a', 'b', 'c') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('want' as const), flow: fc.constantFrom('saves', 'login') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('signIn' as const), name: fc.constantFrom('ana', 'ben') }) },
  // Brings somebody before a page that saves, with an answer that waits: what an interruption comes upon.
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sit' as const), name: fc.constantFrom('ana', 'ben') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('signOut' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline' as const, 'online' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('reload' as const, 'hide' as const, 'back' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('time' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const moves = fc.array(fc.record({ tab: fc.nat(1), step }), { maxLength: 60, size: 'max' });

async function play(one: Tab, server: Bank, what: Step): Promise<ReturnType<Tab['type']>> {
  switch (what.do) {
    case 'answer':
      one.answerOne(what.index);
      break;
    case 'type':
      return one.type(what.path);
    case 'want':
      one.want(what.flow);
      break;
    case 'signIn':
      one.signIn(what.name);
      break;
    case 'sit':
      await sit(one, what.name);
      return one.type('a');
    case 'signOut':
      one.signOut();
      break;
    case 'expire':
      one.serverEnds();
      break;
    case 'offline':
    case 'online':
      server.setOnline(what.do === 'online');
      break;
    case 'reload':
      one.reload();
      break;
    case 'hide':
      one.hide();
      break;
    case 'back':
      one.back();
      break;
    case 'time':
      await one.timers.advance(1000);
  }
  await turn();
  return undefined;
}

/** Signs in and opens the flow that saves, as far as the server answers. */
async function sit(one: Tab, name: Name): Promise<void> {
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 8 && one.pending().length > 0; i += 1) {
      one.answerOne(0);
      await turn();
    }
  };
  one.want('login');
  await settle();
  one.signIn(name);
  await settle();
  one.want('saves');
  await settle();
}

/** Everything answers again, everybody goes where they want, and the person signs in. */
async function heal(one: Tab, server: Bank, name: Name): Promise<void> {
  server.setOnline(true);
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 40; i += 1) {
      one.answerOne(0);
      one.resume();
      await one.timers.advance(60_000);
      await turn();
    }
  };
  one.want('login');
  await settle();
  one.signIn(name);
  await settle();
  one.want('saves');
  await settle();
}

describe('two people, two tabs, one machine', () => {
  test('nothing of another person is shown or sent, what its own typist typed last is not lost, and it comes to rest', async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(moves, async (all) => {
        const server = bank();
        let visitors = 0;
        const tabs = [0, 1].map(() => tab(server, () => `v${(visitors += 1)}`));
        const last = new Map<string, string>();
        for (const { tab: index, step: what } of all) {
          const one = tabs[index] as Tab;
          const during = [
            ...(one.session().at === 'opening' ? ['while opening'] : []),
            ...(one.mounted()?.queue.isEmpty() === false ? ['while answers wait'] : []),
            '',
          ];
          const typed = await play(one, server, what);
          for (const when of during) seen.set(`${what.do} ${when}`, (seen.get(`${what.do} ${when}`) ?? 0) + 1);
          const path = 'path' in what ? what.path : 'a';
          if (typed?.owner.startsWith('person.')) last.set(`${index}/${typed.owner}/${path}`, typed.value);
        }
        const values = new Set<unknown>();
        for (const [index, one] of tabs.entries()) {
          for (const name of ['ana', 'ben'] as const) {
            await heal(one, server, name);
            expect(one.session().at).toBe('open');
            expect(one.pending()).toEqual([]);
            expect(one.mounted()?.queue.isEmpty()).toBe(true);
            expect(one.timers.waiting()).toEqual([]);
            for (const value of Object.values(server.stored(name)?.answers ?? {})) values.add(value);
          }
          expect(one.breaches, `tab ${index}`).toEqual([]);
        }
        // The later save of the same answer stands; of the last ones typed in the two tabs at least one is there.
        for (const name of ['ana', 'ben'])
          for (const path of ['a', 'b', 'c']) {
            const typed = [0, 1].flatMap((index) => last.get(`${index}/person.${name}/${path}`) ?? []);
            if (typed.length > 0) expect(typed.some((value) => values.has(value))).toBe(true);
          }
      }),
      { numRuns: 150, seed: 10 },
    );
    const interruptions = ['signOut', 'expire', 'offline', 'reload', 'hide', 'back'];
    for (const what of ['type', 'signIn', ...interruptions])
      expect(seen.get(`${what} `) ?? 0, what).toBeGreaterThan(50);
    for (const what of interruptions)
      for (const when of ['while opening', 'while answers wait'])
        expect(seen.get(`${what} ${when}`) ?? 0, `${what} ${when}`).toBeGreaterThan(10);
  });

  test('an answer to an opening that was given up changes nothing', () => {
    const [first] = happen(newSession('v1'), { type: 'wanted', want: flows.saves });
    const [second, asked] = happen(first, { type: 'wanted', want: flows.login });
    expect(asked).toEqual([{ type: 'identify', ticket: 2 }]);
    const person = { token: 't', claims: { sub: 'ana' }, expires: 9e9 };
    const late = { type: 'identified', ticket: 1, seen: { person, visitor: 'v2' } } as const;
    expect(happen(second, late)).toEqual([second, []]);
  });

  test('what stands is being left from when another page is wanted until somebody comes back to it, not by a sign-in on it', () => {
    const nobody = { person: undefined, visitor: 'v1' };
    const ana = { person: { token: 't', claims: { sub: 'ana' }, expires: 9e9 }, visitor: 'v1' };
    const events: readonly (readonly [SessionEvent, ReturnType<typeof isBeingLeft>])[] = [
      [{ type: 'wanted', want: flows.login }, true],
      [{ type: 'identified', ticket: 1, seen: nobody }, true],
      [{ type: 'loaded', ticket: 1, refused: undefined }, false],
      [{ type: 'identityEnded', standing: 1, seen: ana }, false],
      [{ type: 'found', ticket: 2, open: null }, false],
      [{ type: 'wanted', want: flows.saves }, true],
      [{ type: 'stayed' }, false],
    ];
    let session = newSession('v1');
    for (const [event, isLeft] of events) {
      [session] = happen(session, event);
      expect([event.type, isBeingLeft(session)]).toEqual([event.type, isLeft]);
    }
    expect(standingOf(session)).toMatchObject({ flow: 'login', owner: ownerNow(session) });
  });
});

test.each([
  {
    says: 'whoever is led to a flow whose draft ended at a status with `again` begins another',
    by: 'target',
    status: 'ASKED',
    does: 'create',
  },
  { says: 'the page after that end is there still by its own address', by: 'address', status: 'ASKED', does: 'mount' },
  { says: 'a draft that has not ended goes on', by: 'target', status: 'OPEN', does: 'mount' },
] as const)('$says', ({ by, status, does }) => {
  const want = { ...flows.saves, draft: 'visit', again: ['ASKED'], by };
  const person: Person = { token: 't', accessToken: 'a', claims: { sub: 'ana' }, expires: 0 };
  const draft = {
    id: 'd-1',
    flow: 'saves',
    definition: 'v1',
    revision: 1,
    answers: {},
    journey: {},
    results: {},
    row: { draft: 'visit', status },
  };
  let session = newSession('v1');
  const asked: string[] = [];
  const send = (event: SessionEvent): void => {
    const [next, effects] = happen(session, event);
    session = next;
    asked.push(...effects.map(({ type }) => type));
  };
  send({ type: 'wanted', want });
  send({ type: 'identified', ticket: 1, seen: { person, visitor: 'v2' } });
  send({ type: 'found', ticket: 1, open: null, draft });
  send({ type: 'loaded', ticket: 1, refused: undefined });
  expect(asked.at(-1)).toBe(does);
});
