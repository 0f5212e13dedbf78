import { expect, test } from 'vitest';
import { walk } from '../../runtime/core/index.ts';
import { action, call, constant, effect, field, flow, is, next, person, step, to, world } from './build.ts';

const always = { reads: [], of: () => true };
const kind = field('kind');
const account = flow([step('home', { fields: [kind] }), step('summary')], {
  saves: 'session',
  off: [
    step('payments', { entry: always, actions: [action('pay', { next: [next(to('card'))] })] }),
    step('card', { actions: [action('back', { validates: false, next: [next(to('payments'))] })] }),
    step('rewards', { entry: is('customer.hasRewards', true) }),
    step('hidden'),
  ],
});
const at = (path: string, more: Parameters<typeof person>[1] = {}) =>
  person(account, { path: `/journey/${path}`, ...more });

test('L57 the way begins at an entry whose address is opened, and goes on from there', () => {
  const who = at('payments');
  expect(who.at).toBe('payments');
  expect(who.state.start).toBe('payments');
  who.press('pay');
  expect(who.at).toBe('card');
  expect(walk(account, who.state, who.state.world).path).toEqual(['payments', 'card']);
});
test('L57 a step that is no entry, or whose condition does not hold or is unknown, is reached by the first step of the line', () => {
  for (const [path, customer] of [
    ['hidden', {}],
    ['card', {}],
    ['rewards', {}],
    ['rewards', { hasRewards: false }],
  ] as const)
    expect(at(path, { world: { ...world, customer } }).at).toBe('home');
  expect(at('rewards', { world: { ...world, customer: { hasRewards: true } } }).at).toBe('rewards');
});
test('L57 an address that is on the way leaves the way as it is; one that is on the way of the line leads back to it', () => {
  const who = at('payments');
  who.press('pay');
  who.send({ type: 'visited', step: 'payments' });
  expect([who.at, who.state.start, who.state.visiting]).toEqual(['payments', 'payments', 'payments']);
  who.send({ type: 'visited', step: 'home' });
  expect([who.at, who.state.start]).toEqual(['home', undefined]);
  who.fill({ kind: 'a' });
  who.press();
  expect(who.at).toBe('summary');
  who.send({ type: 'visited', step: 'payments' });
  expect([who.at, who.state.start]).toEqual(['payments', 'payments']);
});
test('L57 what is remembered with its beginning comes out at the same page', () => {
  const who = at('payments');
  who.press('pay');
  const { answers, journey, start } = who.state;
  const again = at('card', { answers, journey, ...(start !== undefined && { start }) });
  expect([again.at, again.state.start]).toEqual(['card', 'payments']);
  expect(at('card', { answers, journey }).at).toBe('home');
});
test('L58 a result of the session comes back with what it was asked with, and is asked again only with other input', () => {
  const made = flow([
    step('home', { load: [call('loan', { as: 'loan', keeps: 'session', with: { id: constant('a') } })] }),
  ]);
  const session = { loan: { value: { balance: 1 }, input: { id: 'a' } } };
  const known = person(made, { session });
  expect(effect(known.effects, 'call')).toEqual([]);
  expect(known.state.world.results).toEqual({ loan: { balance: 1 } });
  expect(known.state.keeps).toEqual({ loan: 'session' });
  const other = person(made, { session: { loan: { value: { balance: 1 }, input: { id: 'b' } } } });
  expect(effect(other.effects, 'call').map(({ input }) => input)).toEqual([{ id: 'a' }]);
});
test('L59 only a flow whose answers the server keeps asks for saves', () => {
  for (const [saves, count] of [
    ['none', 0],
    ['session', 0],
    ['application', 2],
  ] as const) {
    const who = person(flow([step('home', { fields: [kind] }), step('end')], { saves }));
    who.fill({ kind: 'a' });
    who.press();
    expect(who.saves()).toHaveLength(count);
    expect(who.state.saved.status).toBe(saves === 'application' ? 'saving' : 'saved');
  }
});
