import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Outcome } from '../../contract/operation.ts';
import { apply } from '../../runtime/gateway/save-batch.ts';
import type { Batch } from '../../runtime/gateway/save-batch.ts';
import { createSaveQueue } from '../../runtime/gateway/save-queue.ts';
import type { SaveQueue, SaveTarget } from '../../runtime/gateway/save-queue.ts';
import { createShelf } from '../../runtime/gateway/shelf.ts';
import { manualTimers, memoryStorage, turn } from './fakes.ts';

/** A server as the API describes it: one key is applied once, a stale revision is a conflict. */
function journeyServer() {
  let revision = 0;
  let answers: JsonObject = {};
  const keys = new Map<string, { readonly revision: number; readonly body: string }>();
  const applied: { key: string; changes: Batch['changes'] }[] = [];
  return {
    applied,
    answers: () => answers,
    revision: () => revision,
    save(batch: Batch, refuse: (path: string) => boolean = () => false): Outcome {
      const before = keys.get(batch.key);
      const body = JSON.stringify(batch.changes);
      if (before !== undefined && before.body !== body)
        return { name: 'failed', detail: { code: 'IDEMPOTENCY_MISMATCH' } };
      if (before !== undefined) return { name: 'ok', value: before.revision };
      const last = batch.after === undefined ? undefined : keys.get(batch.after);
      const follows = batch.sentAt === revision || (last?.revision === revision && batch.sentAt === revision - 1);
      if (!follows) return { name: 'CONFLICT', detail: { revision } };
      const bad = Object.keys(batch.changes).find(refuse);
      if (bad !== undefined) return { name: 'REFUSED', detail: { path: bad } };
      revision += 1;
      answers = apply(answers, batch.changes);
      keys.set(batch.key, { revision, body });
      applied.push({ key: batch.key, changes: batch.changes });
      return { name: 'ok', value: revision };
    },
    /** Another browser of the same person. */
    elsewhere(path: string, value: Json): void {
      revision += 1;
      answers = apply(answers, { [path]: value });
    },
  };
}
type JourneyServer = ReturnType<typeof journeyServer>;

/** Unique over all pages of a test, as random ids are. */
let ids = 0;

function queueOn(server: JourneyServer, network: (batch: Batch) => Promise<Outcome>, storage = memoryStorage()) {
  const timers = manualTimers();
  const failures: string[] = [];
  const refusals: string[] = [];
  const queue: SaveQueue = createSaveQueue({
    send: (_target, batch) => network(batch),
    saved: () => undefined,
    failed: (code) => failures.push(code),
    refused: (detail) => refusals.push(String(detail['path'])),
    conflicted: async () => server.revision(),
    timers,
    random: () => 0.5,
    id: () => `key-${ids++}`,
    shelf: createShelf({
      storage,
      memory: new Map(),
      name: 'b.f',
      keepable: (path) => !path.startsWith('secret'),
      version: 'v',
      carried: () => true,
    }),
    owner: 'person.ana',
    lingerMs: 400,
  });
  return { queue, timers, failures, refusals, storage };
}
const target = (server: JourneyServer): SaveTarget => ({
  id: 'app-1',
  flow: 'f',
  definition: 'h',
  revision: server.revision(),
});
const change = (path: string, value: Json | null, alone = false) => ({
  changes: { [path]: value },
  journey: {},
  alone,
});

describe('save queue', () => {
  test('coalesces by path and sends one request', async () => {
    const server = journeyServer();
    const sent: Batch[] = [];
    const { queue, timers } = queueOn(server, async (batch) => (sent.push(batch), server.save(batch)));
    queue.open(target(server));
    for (const value of ['A', 'An', 'Ana']) queue.push(change('name', value));
    queue.push(change('city', 'Austin'));
    await timers.advance(400);
    expect(sent.map(({ changes }) => changes)).toEqual([{ name: 'Ana', city: 'Austin' }]);
    expect(queue.isEmpty()).toBe(true);
  });
  test('has one request in flight; what comes meanwhile goes with the next', async () => {
    const server = journeyServer();
    const release: (() => void)[] = [];
    const sent: Batch[] = [];
    const { queue, timers } = queueOn(
      server,
      (batch) =>
        new Promise((resolve) => {
          sent.push(batch);
          release.push(() => resolve(server.save(batch)));
        }),
    );
    queue.open(target(server));
    queue.push(change('a', 1));
    await timers.advance(400);
    queue.push(change('a', 2));
    queue.push(change('b', 3));
    await timers.advance(5000);
    expect(sent.length).toBe(1);
    release[0]?.();
    await turn();
    expect(sent[1]?.changes).toEqual({ a: 2, b: 3 });
  });
  test('a save that must stand alone is merged neither forwards nor backwards', async () => {
    const server = journeyServer();
    const { queue } = queueOn(server, async (batch) => server.save(batch));
    queue.open(target(server));
    queue.push(change('a', 1));
    queue.push(change('b', null, true));
    queue.push(change('c', 3));
    expect(await queue.allSaved()).toBe('saved');
    expect(server.applied.map(({ changes }) => changes)).toEqual([{ a: 1 }, { b: null }, { c: 3 }]);
  });
  test('repeats with the same key, so a lost answer is not applied twice', async () => {
    const server = journeyServer();
    let lose = true;
    const { queue, timers, failures } = queueOn(server, async (batch) => {
      const outcome = server.save(batch);
      if (!lose) return outcome;
      lose = false;
      return { name: 'unavailable' };
    });
    queue.open(target(server));
    queue.push(change('a', 1));
    expect(await queue.allSaved()).toBe('unavailable');
    expect(failures).toEqual(['offline']);
    await timers.advance(1000);
    expect(queue.isEmpty()).toBe(true);
    expect(server.applied.length).toBe(1);
  });
  test('waits longer after each failure, at most 30 s', async () => {
    const server = journeyServer();
    const { queue, timers } = queueOn(server, async () => ({ name: 'unavailable' }));
    queue.open(target(server));
    queue.push(change('a', 1));
    await queue.allSaved();
    const waits: (number | undefined)[] = [];
    for (let i = 0; i < 7; i += 1) {
      waits.push(timers.waiting()[0]);
      timers.next();
      await turn();
    }
    expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500]);
  });
  test('a conflict re-applies what waits on top of what is stored', async () => {
    const server = journeyServer();
    const { queue } = queueOn(server, async (batch) => server.save(batch));
    queue.open(target(server));
    server.elsewhere('b', 'theirs');
    queue.push(change('a', 'mine'));
    expect(await queue.allSaved()).toBe('saved');
    expect(server.answers()).toEqual({ a: 'mine', b: 'theirs' });
  });
  test('a refused path is told and dropped; whoever waits hears of it, the rest is saved', async () => {
    const server = journeyServer();
    const { queue, refusals } = queueOn(server, async (batch) => server.save(batch, (path) => path === 'bad'));
    queue.open(target(server));
    queue.push(change('good', 1));
    queue.push(change('bad', 2));
    expect(await queue.allSaved()).toBe('refused');
    expect(refusals).toEqual(['bad']);
    expect(await queue.allSaved()).toBe('saved');
    expect(server.answers()).toEqual({ good: 1 });
  });
  test('what waits survives a reload of the page, sensitive values are not on the device', async () => {
    const server = journeyServer();
    const storage = memoryStorage();
    const before = queueOn(server, async () => ({ name: 'unavailable' }), storage);
    before.queue.open(target(server));
    before.queue.push(change('name', 'Ana'));
    before.queue.push(change('secret.number', '123-45-6789'));
    expect(before.queue.safeOnDevice()).toBe(false);
    await before.queue.allSaved();
    expect([...storage.all.values()].join()).not.toContain('6789');

    const after = queueOn(server, async (batch) => server.save(batch), storage);
    expect(after.queue.waiting().changes).toEqual({ name: 'Ana' });
    after.queue.open(target(server));
    expect(await after.queue.allSaved()).toBe('saved');
    expect(server.answers()).toEqual({ name: 'Ana' });
    expect(storage.all.size).toBe(0);
  });
  test('what waits stands under one owner: handed over, nothing of it is left under the one before, and their next page finds nothing', () => {
    const server = journeyServer();
    const { queue, storage } = queueOn(server, async (batch) => server.save(batch));
    queue.push(change('name', 'Ana'));
    const keys = (): readonly string[] => [...storage.all.keys()];
    const [first = ''] = keys();
    for (const next of ['person.bo', 'visitor.v', 'person.ana', 'person.ana'] as const) {
      queue.handOver(next);
      expect(keys()).toEqual([first.replace('person.ana', next)]);
      expect(queue.waiting().changes).toEqual({ name: 'Ana' });
    }
    queue.handOver('person.bo');
    expect(queueOn(server, async (batch) => server.save(batch), storage).queue.waiting().changes).toEqual({});
  });
  test('what waits for one application never goes to another', async () => {
    const server = journeyServer();
    const storage = memoryStorage();
    const before = queueOn(server, async () => ({ name: 'unavailable' }), storage);
    before.queue.open({ ...target(server), id: 'somebody-elses' });
    before.queue.push(change('name', 'Ana'));
    const after = queueOn(server, async (batch) => server.save(batch), storage);
    after.queue.open(target(server));
    await after.queue.allSaved();
    expect(server.applied).toEqual([]);
  });
  test('an anonymous person keeps answers on the device until there is an application', async () => {
    const server = journeyServer();
    const { queue, timers } = queueOn(server, async (batch) => server.save(batch));
    queue.push(change('email', 'ana@example.test'));
    await timers.advance(60_000);
    expect(server.applied).toEqual([]);
    expect(await queue.allSaved()).toBe('saved');
    queue.open(target(server));
    await queue.allSaved();
    expect(server.answers()).toEqual({ email: 'ana@example.test' });
  });
  test('sends at once when the page is hidden', () => {
    const server = journeyServer();
    const sent: Batch[] = [];
    const { queue } = queueOn(server, async (batch) => (sent.push(batch), server.save(batch)));
    queue.open(target(server));
    queue.push(change('a', 1));
    queue.hide();
    expect(sent.length).toBe(1);
  });

  test.each([
    ['a page that is visited: each letter stands alone', true],
    ['any other page', false],
  ])('who leaves while a letter is on its way leaves nothing of what was typed behind: %s', async (_, alone) => {
    const server = journeyServer();
    const sent: Batch[] = [];
    const held: (() => void)[] = [];
    const { queue, timers } = queueOn(server, async (batch) => {
      sent.push(batch);
      const outcome = server.save(batch);
      await new Promise<void>((resolve) => held.push(resolve));
      return outcome;
    });
    queue.open(target(server));
    const typed = (value: number): void => queue.push({ changes: { a: value }, journey: {}, alone });
    typed(1);
    await timers.advance(60_000);
    expect(sent.length).toBe(1);
    for (const value of [12, 123, 1234]) typed(value);
    queue.push({ changes: {}, journey: { one: { by: 'action', action: 'continue' } }, alone: true });
    queue.hide();
    await turn();
    expect(sent.map(({ changes }) => changes)).toEqual([{ a: 1 }, { a: 1234 }]);
    expect(server.answers()).toEqual({ a: 1234 });
    for (const release of held) release();
  });

  /** What the network does with one request. `late`: it reaches the server only after the next one was answered. */
  const fate = fc.constantFrom('ok', 'ok', 'lost', 'answer lost', 'twice', 'late', 'failed', 'conflict first');
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('answer' as const),
      path: fc.constantFrom('a', 'b', 'c.d', 'c.e'),
      value: fc.oneof(fc.integer(), fc.constant(null)),
      alone: fc.boolean(),
    }),
    fc.constant({ kind: 'time' as const }),
    fc.constant({ kind: 'allSaved' as const }),
    fc.constant({ kind: 'reload' as const }),
  );
  test('under any interleaving of answers, failures, duplicates, reorderings and reloads each path ends at its last value and nothing is applied twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.array(fate, { maxLength: 40 }), async (steps, fates) => {
        const server = journeyServer();
        const storage = memoryStorage();
        const delayed: Batch[] = [];
        let foreign = 0;
        const network = async (batch: Batch): Promise<Outcome> => {
          const what = fates.shift() ?? 'ok';
          if (what === 'lost') return { name: 'unavailable' };
          if (what === 'failed') return { name: 'failed', detail: { code: 'INTERNAL' } };
          if (what === 'late') {
            delayed.push(batch);
            return { name: 'unavailable' };
          }
          if (what === 'conflict first') server.elsewhere('theirs', foreign++);
          await turn();
          const outcome = server.save(batch);
          if (what === 'twice') server.save(batch);
          for (const old of delayed.splice(0)) server.save(old);
          return what === 'answer lost' ? { name: 'unavailable' } : outcome;
        };
        let page = queueOn(server, network, storage);
        page.queue.open(target(server));
        let expected: JsonObject = {};
        let written = 0;
        for (const one of steps) {
          if (one.kind === 'answer') {
            const value = one.value === null ? null : [one.value, written++];
            page.queue.push({ changes: { [one.path]: value }, journey: {}, alone: one.alone });
            expected = apply(expected, { [one.path]: value });
          } else if (one.kind === 'allSaved') void page.queue.allSaved();
          else if (one.kind === 'reload') {
            page.queue.close();
            page = queueOn(server, network, storage);
            page.queue.open(target(server));
          } else page.timers.next();
          await turn();
        }
        for (let i = 0; i < 200 && !page.queue.isEmpty(); i += 1) {
          page.queue.resume();
          await turn();
          await turn();
        }
        const { theirs: _, ...mine } = server.answers();
        expect(page.queue.isEmpty()).toBe(true);
        expect(mine).toEqual(expected);
        const keys = server.applied.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        const values = server.applied.flatMap(({ changes }) =>
          Object.values(changes)
            .filter((value) => value !== null)
            .map((value) => JSON.stringify(value)),
        );
        expect(new Set(values).size).toBe(values.length);
      }),
      { numRuns: 300 },
    );
  });
});

test('a save that was stored whole before the tab ended, and of which the device kept a part, comes to rest: nothing is lost or stored over', async () => {
  const server = journeyServer();
  const storage = memoryStorage();
  const before = queueOn(server, async (batch) => (server.save(batch), new Promise<Outcome>(() => undefined)), storage);
  before.queue.open(target(server));
  before.queue.push({ changes: { plain: 'a', 'secret.ssn': '1' }, journey: {} });
  void before.queue.allSaved();
  await turn();
  const after = queueOn(server, async (batch) => server.save(batch), storage);
  after.queue.open(target(server));
  expect(await after.queue.allSaved()).toBe('saved');
  expect(after.queue.isEmpty()).toBe(true);
  expect(server.answers()).toEqual({ plain: 'a', secret: { ssn: '1' } });
});
