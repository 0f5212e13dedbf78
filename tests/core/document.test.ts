/**
 * The document of a page: random flows whose widgets load from elsewhere, and a person who goes on, back, to an address
 * and loads anew. The browser, the network and the server's store are models; the way, the decision and the addresses
 * are the product's.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { originsAt } from '../../contract/address.ts';
import type { CompiledFlow, Origins, Target } from '../../runtime/core/definition.ts';
import { createStore, initial, same, type Store } from '../../runtime/core/index.ts';
import type { State } from '../../runtime/core/state.ts';
import { createDocuments } from '../../runtime/gateway/document.ts';
import type { OpenFlow } from '../../runtime/gateway/open-flow.ts';
import { memoryStorage } from '../gateway/fakes.ts';
import { action, field, flow, next, step, to, world } from './build.ts';

const PROVIDERS: readonly (Origins | undefined)[] = [
  undefined,
  { script: ['https://maps.example'] },
  { frame: ['https://bank.example'], script: ['https://bank.example'] },
];
/** Each page may be left aside, which no server is told, and may ask for the first one again, saying why. */
const made = (kinds: readonly number[]): CompiledFlow =>
  flow(
    kinds.map((kind, index) => {
      const origins = PROVIDERS[kind];
      const aside: Target = { ...to(`s${(index + 2) % kinds.length}`), keep: 'never' } as Target;
      const again: Target = { kind: 'reopen', steps: ['s0'], message: `Again, said s${index}` };
      return step(`s${index}`, {
        fields: [field(`f${index}`)],
        actions: [
          action('continue'),
          action('aside', { validates: false, next: [next(aside)] }),
          action('again', { validates: false, next: [next(again)] }),
        ],
        ...(origins && { origins }),
      });
    }),
  );
/** What a server holds of a journey: not the steps that it was not told how they were left. */
const toldOf = ({ answers, journey }: State): Pick<State, 'answers' | 'journey'> => ({
  answers,
  journey: Object.fromEntries(Object.entries(journey).filter(([, { keep }]) => keep !== 'never')),
});
const routesOf = (one: CompiledFlow) => ({
  [one.id]: {
    base: one.base,
    routes: Object.values(one.steps).map(({ id, kind, access, path, origins }) => ({
      step: id,
      kind,
      access,
      path,
      ...(origins && { origins }),
    })),
  },
});

type Move =
  | { readonly do: 'on' | 'aside' | 'again' | 'reload' }
  | { readonly do: 'back' | 'open'; readonly at: number };
const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Move>({ do: 'on' }) },
    fc.constantFrom<Move>({ do: 'aside' }, { do: 'again' }, { do: 'reload' }),
    fc.record({ do: fc.constantFrom('back' as const, 'open' as const), at: fc.nat(5) }),
  ),
  { maxLength: 12 },
);
const flowsWithWidgets = fc.array(fc.nat(2), { minLength: 2, maxLength: 6 }).map(made);

/** A tab of a browser at one flow. `saves` says how each sending of what waits comes out. */
function tab(one: CompiledFlow, saves: readonly string[] = [], published = one) {
  const storage = memoryStorage();
  const kept = { answers: {}, journey: {} };
  const outcomes = saves.slice();
  let stored: Pick<State, 'answers' | 'journey'> = kept;
  let waiting = false;
  let path = one.base;
  let serial = 0;
  const log = { loads: 0, lost: 0, down: 0, unhandled: 0, reports: 0, without: 0 };
  let here: { readonly document: Origins | undefined; readonly store: Store; settle(): Promise<void> };

  function load(at: string): void {
    const mine = ++serial;
    path = at;
    log.loads += 1;
    // What had not come to the server is lost with the page.
    if (waiting) log.lost += 1;
    waiting = false;
    const document = originsAt(routesOf(published), at);
    const store = createStore(one, initial(one, world), (effects) => {
      for (const effect of effects) {
        if (effect.type === 'save') waiting = true;
        if (effect.type === 'navigate') path = effect.path;
      }
    });
    const journey = { flow: one, store } as OpenFlow;
    const documents = createDocuments(
      {
        boot: { ...(document && { origins: document }) },
        ports: { storage },
        page: { address: () => ({ pathname: path }), reload: (address: string) => load(address) },
        reporter: { report: () => void (log.reports += 1) },
      } as unknown as Parameters<typeof createDocuments>[0],
      {
        session: { isOn: () => mine === serial, owner: () => 'person.ana' },
        connection: { up: async () => undefined },
        saved: async () => {
          const name = outcomes.shift() ?? 'ok';
          await Promise.resolve();
          if (name === 'unavailable') log.down += 1;
          if (name !== 'ok') return { name };
          stored = toldOf(store.getState());
          waiting = false;
          return { name };
        },
        unhandled: () => void (log.unhandled += 1),
      },
    );
    const settle = async (): Promise<void> => {
      // Only a page that fits shows its widgets and loads.
      const wanted = one.steps[store.getState().page.step]?.origins;
      if (!documents.differs(journey) && !same(wanted ?? {}, document ?? {})) log.without += 1;
      await documents.exchange(journey);
    };
    here = { document, store, settle };
    const handed = documents.handed(one);
    const way = { ...stored.journey, ...handed?.journey };
    store.dispatch({ type: 'entered', revision: 0, world, answers: stored.answers, journey: way, path: at });
    if (handed?.notice) store.dispatch({ type: 'told', notice: handed.notice });
  }
  load(path);

  return {
    log,
    step: () => here.store.getState().page.step,
    says: () => here.store.getState().page.notice?.text,
    document: () => here.document,
    wanted: () => one.steps[here.store.getState().page.step]?.origins,
    /** Until the document is the one of the page: each new document looks again. */
    async settle(): Promise<void> {
      for (let before = 0; before !== log.loads; ) {
        before = log.loads;
        await here.settle();
      }
    },
    async go(move: Move): Promise<void> {
      const id = 'at' in move ? `s${move.at % one.line.length}` : '';
      if (move.do === 'on') {
        const { step: at } = here.store.getState().page;
        here.store.dispatch({ type: 'answered', field: `f${at.slice(1)}`, value: 'a' });
        here.store.dispatch({ type: 'pressed', action: 'continue' });
      } else if (move.do === 'aside' || move.do === 'again') here.store.dispatch({ type: 'pressed', action: move.do });
      else if (move.do === 'back') here.store.dispatch({ type: 'visited', step: id });
      else {
        // The person's own doing: what they leave like that is sent by the queue as the page goes away.
        stored = toldOf(here.store.getState());
        waiting = false;
        load(move.do === 'reload' ? path : `${one.base}/${id}`);
      }
    },
  };
}

test('L111 every page is shown in a document that may load from where its widgets do and from nowhere else, however the person came to it', () =>
  fc.assert(
    fc.asyncProperty(flowsWithWidgets, moves, async (one, all) => {
      const at = tab(one);
      await at.settle();
      for (const move of all) {
        await at.go(move);
        await at.settle();
        expect(at.document()).toEqual(at.wanted());
      }
    }),
    { numRuns: 150 },
  ));

test('L111 a page in a document of another page shows no widget and loads nothing; without such widgets no document is ever exchanged', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 6 }), moves, async (length, all) => {
      const at = tab(made(Array.from({ length }, () => 0)));
      const own = all.filter((move) => move.do === 'open' || move.do === 'reload').length;
      await at.settle();
      for (const move of all) {
        await at.go(move);
        await at.settle();
      }
      expect(at.log.loads).toBe(1 + own);
    }),
  ));

test('L112 a document is left for another only once all that waits is stored; where that does not come out, the page stays and says so', () =>
  fc.assert(
    fc.asyncProperty(
      flowsWithWidgets,
      moves,
      fc.array(fc.constantFrom('ok', 'unavailable', 'unauthenticated'), { maxLength: 12 }),
      async (one, all, saves) => {
        const at = tab(one, saves);
        await at.settle();
        for (const move of all) {
          await at.go(move);
          await at.settle();
          // Where it stayed, nothing was shown that this document may not load.
          expect([at.log.lost, at.log.unhandled, at.log.without]).toEqual([0, at.log.down, 0]);
        }
        // With the network there again the next look brings the right document.
        saves.length = 0;
        for (let rest = 0; rest < 13; rest += 1) await at.settle();
        expect(at.document()).toEqual(at.wanted());
      },
    ),
    { numRuns: 150 },
  ));

test('L113 in its new document the way comes out at the page it was left for, on a way that no server is told of too, and what the page said is said there', () =>
  fc.assert(
    fc.asyncProperty(flowsWithWidgets, moves, async (one, all) => {
      const at = tab(one);
      await at.settle();
      for (const move of all) {
        await at.go(move);
        const left = [at.step(), at.says()];
        await at.settle();
        expect([at.step(), at.says()]).toEqual(left);
      }
    }),
    { numRuns: 150 },
  ));

test('L113 a page whose address has another document than its version asks for is shown once without its provider, told of, and not loaded for ever', async () => {
  // The application stays on the version with the map; the addresses are those of a version without it.
  const [pinned, published] = [made([0, 1, 0]), made([0, 0, 0])];
  const at = tab(pinned, [], published);
  await at.settle();
  await at.go({ do: 'on' });
  await at.settle();
  expect([at.step(), at.log.loads, at.log.reports, at.log.without]).toEqual(['s1', 2, 1, 1]);
  await at.go({ do: 'on' });
  await at.settle();
  expect([at.step(), at.log.loads]).toEqual(['s2', 2]);
});
