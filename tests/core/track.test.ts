/** What a target tells analytics, and the back end. */
import { describe, expect, test } from 'vitest';
import { action, call, constant, effect, flow, person, read, step } from './build.ts';

const end = step('end', { outcome: 'done', actions: [] });
const tells = (event: string) => ({ event, with: { way: constant('button'), name: read('brand.name') } });
const made = flow([
  step('one', {
    actions: [
      action('send', {
        validates: false,
        calls: [call('send', { on: { REFUSED: { kind: 'stay', message: 'No.', track: tells('refused') } } })],
        next: [{ target: { kind: 'to', flow: 'journey', step: 'end', track: tells('sent') } }],
      }),
    ],
    timers: [{ afterMs: 1000, do: { kind: 'leave', address: 'home', track: tells('timedOut') } }],
  }),
  end,
]);

describe('what analytics is told', () => {
  test('L84 a target that is taken tells it once, from the page it is taken on, before anything else of it', () => {
    const who = person(made);
    who.press('send');
    const refused = who.tell('REFUSED');
    expect(effect(refused, 'track')).toEqual([
      { type: 'track', name: 'refused', step: 'one', with: { way: 'button' } },
    ]);
    who.press('send');
    const sent = who.tell('ok');
    expect(effect(sent, 'track').filter((one) => one.with !== undefined)).toEqual([
      { type: 'track', name: 'sent', step: 'one', with: { way: 'button' } },
    ]);
    expect(who.at).toBe('end');
  });
  test('a call that a target tells is made once when the target is taken, where its rule holds, and nothing waits for it', () => {
    for (const isOn of [true, false]) {
      const told = { ...call('note', { with: { why: constant('wrong') } }), when: { reads: [], of: () => isOn } };
      const who = person(
        flow([
          step('one', {
            actions: [
              action('send', {
                validates: false,
                calls: [call('send', { on: { REFUSED: { kind: 'stay', message: 'No.', tells: told } } })],
              }),
            ],
          }),
          end,
        ]),
      );
      who.press('send');
      const refused = who.tell('REFUSED');
      expect(effect(refused, 'tell')).toEqual(
        isOn ? [{ type: 'tell', operation: 'note', input: { why: 'wrong' } }] : [],
      );
      expect([who.at, who.state.page.busy]).toEqual(['one', undefined]);
      who.press('send');
      expect(effect(who.tell('ok'), 'tell')).toEqual([]);
    }
  });
  test('L84 a target that is not taken tells nothing, and one of a timer tells it when the time is up', () => {
    const who = person(made);
    who.press('send');
    expect(effect(who.tell('failed'), 'track')).toEqual([]);
    expect(effect(who.send({ type: 'elapsed', timer: 0 }), 'track')).toEqual([
      { type: 'track', name: 'timedOut', step: 'one', with: { way: 'button' } },
    ]);
  });
});
