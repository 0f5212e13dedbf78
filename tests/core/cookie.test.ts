import { expect, test } from 'vitest';
import type { Compute } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { action, constant, effect, field, flow, is, person, read, step, world } from './build.ts';

const page = (value: Compute) =>
  flow([
    step('home', {
      fields: [field('extra', { required: false, when: is('cookies.note', 'seen') })],
      actions: [
        action('write', {
          set: [{ path: 'kind', value: constant('a') }],
          cookies: [{ name: 'note', value, maxAgeSeconds: 60 }],
          next: [{ target: { kind: 'stay' } }],
        }),
      ],
    }),
  ]);
/** What pressing writes with this expression, in a world that has the cookie already. */
function pressed(value: Compute) {
  const who = person(page(value), { world: { ...world, cookies: { note: 'old', other: 'x' } } });
  const effects = who.press('write');
  return { who, cookies: effect(effects, 'cookie') };
}

test('L60 a cookie that an act writes is a fact at once, as text, and is asked of the browser with its age', () => {
  for (const [value, text] of [
    ['seen', 'seen'],
    [12, '12'],
    [true, 'true'],
    [['a'], '["a"]'],
  ] as readonly (readonly [Json, string])[]) {
    const { who, cookies } = pressed(constant(value));
    expect(cookies).toEqual([{ type: 'cookie', name: 'note', value: text, maxAgeSeconds: 60 }]);
    expect(who.state.world.cookies).toEqual({ note: text, other: 'x' });
    expect(who.state.page.fields['extra']?.visible).toBe(text === 'seen');
  }
});
test('L60 a cookie without a value is taken away', () => {
  for (const value of [constant(null), read('answers.nowhere')] as const) {
    const { who, cookies } = pressed(value);
    expect(cookies).toEqual([{ type: 'cookie', name: 'note', maxAgeSeconds: 60 }]);
    expect(who.state.world.cookies).toEqual({ other: 'x' });
  }
});
