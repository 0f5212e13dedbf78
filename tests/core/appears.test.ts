/** What of a page appears only after a time. */
import { describe, expect, test } from 'vitest';
import { linkCalled, noButton } from '../../verifier/fixture/fits.ts';
import { linesOf } from '../../verifier/fixture/page-lines.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { action, call, constant, effect, flow, person, read, step, world } from './build.ts';

const end = step('end', { outcome: 'done', actions: [] });
const one = step('one', {
  actions: [
    action('go'),
    action('again', {
      validates: false,
      appears: 1,
      calls: [call('send', { on: { ok: { kind: 'stay', message: 'Sent.' }, REFUSED: { kind: 'stay' } } })],
    }),
  ],
  layout: [
    {
      kind: 'group',
      title: 'Still here?',
      appears: 0,
      items: [{ kind: 'link', text: 'Skip it', target: { kind: 'to', flow: 'journey', step: 'end' } }],
    },
  ],
  appears: [constant(500), read('flags.again')],
  timers: [{ afterMs: 90_000, do: { kind: 'leave', address: 'home' } }],
});
const made = flow([one, end]);
const seated = (flags: JsonObject) => person(made, { world: { ...world, flags } });
const timers = (effects: Parameters<typeof effect>[0]) =>
  effect(effects, 'timer').map(({ index, afterMs }) => [index, afterMs]);

describe('what appears after a time', () => {
  test('L104 it is not there before, can be neither pressed nor followed, and comes by its own timer', () => {
    const who = seated({ again: 30_000 });
    expect(timers(who.effects)).toEqual([
      [0, 90_000],
      [1, 500],
      [2, 30_000],
    ]);
    const before = who.state;
    expect(linesOf(made, before, { words: {} })).not.toContain('Still here?');
    expect(linkCalled({ flow: made, state: before }, 'Skip it')).toBeUndefined();
    expect(noButton({ flow: made, state: before }, 'again')).toBe('journey/one has no button again; it has go');
    who.press('again');
    who.send({ type: 'followed', link: 0 });
    expect(who.state).toBe(before);

    who.send({ type: 'elapsed', timer: 1 });
    expect(linesOf(made, who.state, { words: {} })).toContain('Still here?');
    expect(noButton({ flow: made, state: who.state }, 'again')).toBeDefined();
    expect(who.state.page.appeared).toEqual([0]);
    who.send({ type: 'followed', link: 0 });
    expect(who.at).toBe('end');
    expect(who.state.page.awaits).toBeUndefined();
  });

  test('L104 a button is waited for again after each press, however it came out, and no timer of it ends twice', () => {
    const who = seated({ again: 30_000 });
    who.send({ type: 'elapsed', timer: 2 });
    who.press('again');
    expect(noButton({ flow: made, state: who.state }, 'again')).toBeUndefined();
    expect(timers(who.tell('ok'))).toEqual([[2, 30_000]]);
    expect(noButton({ flow: made, state: who.state }, 'again')).toBeDefined();
    expect(who.state.page.appeared).toEqual([]);
    const waiting = who.state;
    who.press('again');
    expect(who.state).toBe(waiting);
    who.send({ type: 'elapsed', timer: 2 });
    who.press('again');
    expect(timers(who.tell('REFUSED'))).toEqual([[2, 30_000]]);
    const late = who.send({ type: 'elapsed', timer: 1 });
    expect(late.filter(({ type }) => type === 'focus')).toEqual([]);
  });

  test('L104 where nobody says how long, or the time is none, it is there at once', () => {
    for (const again of [undefined, 0, -5, 'soon']) {
      const who = seated(again === undefined ? {} : { again });
      expect(noButton({ flow: made, state: who.state }, 'again')).toBeUndefined();
    }
  });

  test('L104 the timers of a page that is left end with it', () => {
    const who = person(flow([step('one', { appears: [constant(500)] }), end]));
    expect(effect(who.press(), 'clearTimers')).toHaveLength(1);
  });
});
