import { expect, test } from 'vitest';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { createStore, initial } from '../../runtime/core/index.ts';
import { createPlaces } from '../../runtime/gateway/places.ts';
import { call, constant, field, flow, step, world, type FlowPart } from '../core/build.ts';
import { manualTimers, memoryStorage } from './fakes.ts';

const always = { reads: [], of: () => true };
const made = (more: Pick<FlowPart, 'saves' | 'hash'> = {}): CompiledFlow =>
  flow(
    [
      step('home', {
        fields: [
          field('nickname', { bind: 'nickname', required: false }),
          field('ssn', { bind: 'ssn', sensitive: true, required: false }),
          field('code', { bind: 'code', keep: 'never', required: false }),
        ],
        load: [
          call('loan', { as: 'loan', keeps: 'session', with: { id: constant('a') } }),
          call('glance', { as: 'glance', keeps: 'screen' }),
        ],
      }),
      step('end'),
    ],
    { off: [step('payments', { entry: always })], saves: 'session', hash: 'v1', ...more },
  );

/** A tab with one open flow, whose journey `owner` goes. */
function tab(
  definition = made(),
  owner: `person.${string}` | `visitor.${string}` = 'person.ana',
  storage = memoryStorage(),
) {
  const timers = manualTimers();
  const places = createPlaces({ storage, timers }, 'payday');
  const calls: { readonly id: string; readonly operation: string }[] = [];
  const store = createStore(definition, initial(definition, world), (effects) => {
    for (const effect of effects)
      if (effect.type === 'call') calls.push({ id: effect.id, operation: effect.call.operation });
  });
  const following = places.follow(owner, definition, store);
  const { results, ...stored } = places.read(owner, definition);
  store.dispatch({ type: 'entered', revision: 0, world, session: results, ...stored });
  return {
    storage,
    timers,
    places,
    following,
    calls,
    state: () => store.getState(),
    answer: (id: string, value: string) => store.dispatch({ type: 'answered', field: id, value }),
    press: () => store.dispatch({ type: 'pressed', action: 'continue' }),
    visit: (id: string) => store.dispatch({ type: 'visited', step: id }),
    tell: (operation: string, name: string, ssn: string | null = null) => {
      const found = calls.find((one) => one.operation === operation);
      store.dispatch({ type: 'called', id: found?.id ?? '', outcome: 'ok', value: { ssn, name } });
    },
    device: () => [...storage.all.values()].join('\n'),
  };
}

test('a reload of the tab finds answers, how pages were left, where the way began and results of the session', async () => {
  const before = tab();
  before.tell('loan', 'open');
  before.tell('glance', 'once');
  before.answer('nickname', 'Ana');
  before.press();
  before.visit('payments');
  await before.timers.advance(400);
  const after = tab(made(), 'person.ana', before.storage);
  expect(after.state().answers).toEqual({ nickname: 'Ana' });
  expect(after.state().start).toBe('payments');
  expect(after.state().journey).toEqual(before.state().journey);
  expect(after.state().world.results).toEqual({ loan: { ssn: null, name: 'open' } });
});
test('what changed within the last moment is written when the page goes away or the flow is left', () => {
  for (const end of ['flush', 'stop'] as const) {
    const before = tab();
    before.answer('nickname', 'Ana');
    expect(before.device()).toBe('');
    before.following[end]();
    expect(tab(made(), 'person.ana', before.storage).state().answers).toEqual({ nickname: 'Ana' });
  }
});
test('the device holds no sensitive answer, none that is never kept, and no result with either; another flow of the same document does', () => {
  const before = tab();
  before.answer('ssn', '219099999');
  before.answer('code', '123456');
  before.answer('nickname', 'Ana');
  before.press();
  before.following.stop();
  expect(before.device()).not.toMatch(/219099999|123456/);
  expect(before.places.read('person.ana', made()).answers).toEqual({ nickname: 'Ana', ssn: '219099999' });
});
test('a result that holds something under the name of a sensitive answer stays in memory and off the device', () => {
  const before = tab();
  before.tell('loan', 'open', '219099999');
  before.following.stop();
  expect(before.device()).not.toMatch(/219099999|open/);
  expect(before.places.read('person.ana', made()).results['loan']?.value).toEqual({ ssn: '219099999', name: 'open' });
  expect(tab(made(), 'person.ana', before.storage).state().world.results).toEqual({});
});
test('a result that was asked with something under the name of a sensitive answer stays off the device, whatever it says', () => {
  for (const bind of ['ssn', 'code', 'id']) {
    const asking = flow(
      [
        step('home', {
          fields: [
            field('ssn', { bind: 'ssn', sensitive: true, required: false }),
            field('code', { keep: 'never', required: false }),
          ],
          load: [call('loan', { as: 'loan', keeps: 'session', with: { [bind]: constant('219099999') } })],
        }),
        step('end'),
      ],
      { saves: 'session', hash: 'v1' },
    );
    const before = tab(asking);
    before.tell('loan', 'open');
    before.following.stop();
    expect([bind, before.device().includes('219099999')]).toEqual([bind, bind === 'id']);
    expect(before.places.read('person.ana', asking).results['loan']?.input).toEqual({ [bind]: '219099999' });
  }
});
test('another person, another version of the flow and another brand find nothing', () => {
  const before = tab();
  before.answer('nickname', 'Ana');
  before.following.stop();
  for (const [definition, owner] of [
    [made(), 'person.bo'],
    [made(), 'visitor.v'],
    [made({ hash: 'v2' }), 'person.ana'],
  ] as const)
    expect(tab(definition, owner, before.storage).state().answers).toEqual({});
  expect(
    createPlaces({ storage: before.storage, timers: before.timers }, 'bank').read('person.ana', made()).answers,
  ).toEqual({});
});
test('a new version takes the place of the old one on the device', () => {
  const before = tab();
  before.answer('nickname', 'Ana');
  before.following.stop();
  const after = tab(made({ hash: 'v2' }), 'person.ana', before.storage);
  after.answer('nickname', 'Bo');
  after.following.stop();
  expect(before.device()).not.toContain('Ana');
  expect(before.device()).toContain('Bo');
});
test('who signs in takes along what they did before; who signs out leaves nothing, whatever happens on the page afterwards', () => {
  const before = tab(made(), 'visitor.v');
  before.answer('nickname', 'Ana');
  before.following.handOver('person.ana');
  expect(before.places.read('visitor.v', made()).answers).toEqual({});
  expect(before.places.read('person.ana', made()).answers).toEqual({ nickname: 'Ana' });
  before.following.handOver('visitor.w');
  before.answer('nickname', 'Bo');
  before.following.stop();
  expect(before.device()).toBe('');
  const forgotten = tab();
  forgotten.answer('nickname', 'Ana');
  forgotten.following.stop();
  forgotten.places.forget();
  expect([forgotten.device(), forgotten.places.read('person.ana', made()).answers]).toEqual(['', {}]);
});
test('whoever comes after a session that ended, or logs in over one, leaves nothing of the person before on the device, on no brand; a stranger who comes leaves it', () => {
  const other = (storage: ReturnType<typeof memoryStorage>): void =>
    void storage.set('waymark.places.bank.person.ana', '{"home@v1":{"answers":{},"journey":{},"results":{}}}');
  const keys = (storage: ReturnType<typeof memoryStorage>): readonly string[] => [...storage.keys()].sort();
  const left = tab();
  left.answer('nickname', 'Ana');
  left.following.stop();
  other(left.storage);
  const all = ['waymark.places.bank.person.ana', 'waymark.places.payday.person.ana'];
  tab(made(), 'visitor.v', left.storage);
  tab(made(), 'person.ana', left.storage);
  expect(keys(left.storage)).toEqual(all);
  tab(made(), 'person.bo', left.storage);
  expect(keys(left.storage)).toEqual([]);

  const over = tab();
  over.answer('nickname', 'Ana');
  other(over.storage);
  over.following.handOver('person.bo');
  expect(keys(over.storage)).toEqual([]);
  expect(over.places.read('person.ana', made()).answers).toEqual({});

  const out = tab();
  other(out.storage);
  out.following.stop();
  out.places.forget();
  expect(keys(out.storage)).toEqual([]);
});
test('of a flow that keeps nothing only the results of the session are kept', () => {
  const before = tab(made({ saves: 'none' }));
  before.tell('loan', 'open');
  before.answer('nickname', 'Ana');
  before.press();
  before.following.stop();
  const { answers, journey, results } = before.places.read('person.ana', made({ saves: 'none' }));
  expect([answers, journey, Object.keys(results)]).toEqual([{}, {}, ['loan']]);
});
test('what is typed in a flow that the tab does not keep writes nothing to the device', () => {
  for (const saves of ['none', 'application'] as const) {
    const before = tab(made({ saves }));
    before.answer('nickname', 'Ana');
    expect(before.timers.waiting()).toEqual([]);
    before.following.stop();
    expect(before.device()).toBe('');
  }
});
test('a tab whose storage holds something else, or is forbidden, begins anew', () => {
  for (const text of ['null', '[]', '"x"', '{', '{"journey@v1":null}', '{"journey@v1":{"answers":1}}'])
    expect(
      tab(made(), 'person.ana', memoryStorage({ 'waymark.places.payday.person.ana': text })).state().answers,
    ).toEqual({});
});
