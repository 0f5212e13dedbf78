import { expect, test } from 'vitest';
import { admit } from '../../runtime/core/index.ts';
import { normalise, refusal } from '../../runtime/core/validate.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { action, field, flow, is, person, step, world } from './build.ts';

const values = ['a', 'b', 'c', 'none'] as const;
const several = field('several', {
  type: 'array',
  validate: (value) =>
    Array.isArray(value) && new Set(value as readonly Json[]).size === value.length
      ? undefined
      : { keyword: 'uniqueItems' },
  choices: {
    items: values.map((value) => ({
      value,
      label: value,
      ...(value === 'c' && { when: is('flags.more', true) }),
      ...(value === 'none' && { exclusive: true as const }),
    })),
  },
});
const facts = (more: boolean) => ({ ...world, flags: { more }, answers: {}, typed: {} });
const subsets = Array.from({ length: 2 ** values.length }, (_, set) => values.filter((__, i) => (set >> i) % 2 === 1));

test('L89 every combination of choices is taken or refused by what its choices say, and by nothing else', () => {
  for (const more of [true, false])
    for (const some of subsets) {
      const value = normalise(several, [...some]);
      const offered = more || !some.includes('c');
      const alone = !some.includes('none') || some.length === 1;
      expect(refusal(several, value, facts(more)), `${more} ${some.join()}`).toBe(
        some.length === 0 ? 'required' : !offered ? 'enum' : alone ? undefined : 'exclusive',
      );
    }
  expect(refusal(several, ['a', 'a'], facts(true))).toBe('uniqueItems');
});
test('L89 the server admits no step left with choices that do not go together', () => {
  const made = flow([step('home', { fields: [several], actions: [action('continue')] }), step('end')], {
    saves: 'application',
  });
  const left = { home: { by: 'action', action: 'continue' } } as const;
  const stored = { answers: {}, journey: {} };
  const over = (value: Json) =>
    admit(made, stored, { proposed: { changes: { 'data.several': value }, journey: left }, world, trail: [] }).ok;
  expect(over(['a', 'b'])).toBe(true);
  expect(over(['a', 'none'])).toBe(false);
  const who = person(made);
  who.fill({ several: ['a', 'none'] });
  who.press();
  expect(who.at).toBe('home');
  who.fill({ several: ['none'] });
  who.press();
  expect(who.at).toBe('end');
});
test('L130 a telephone number is its digits, however it is written; a 1 before ten of them is the country code', () => {
  const number = field('number', { normalise: ['national'] });
  const typed = ['+1 314 444 2653', '1 (314) 444-2653', '314.444.2653', '314/444_2653', '3144442653'];
  expect(new Set(typed.map((text) => normalise(number, text)))).toEqual(new Set(['3144442653']));
  expect(['131444426', '13144442653 1', '+44 20 7946 0958', '+'].map((text) => normalise(number, text))).toEqual([
    '131444426',
    '131444426531',
    '442079460958',
    undefined,
  ]);
});
test('L90 lines typed on any machine are the same answer, and one of two characters that make a letter counts once', () => {
  const words = field('words', { normalise: ['lines', 'trim'] });
  const typed = ['one\ntwo', 'one\r\ntwo', 'one\rtwo', ' one\r\ntwo\r\n'];
  expect(new Set(typed.map((text) => normalise(words, text)))).toEqual(new Set(['one\ntwo']));
  expect(normalise(words, 'e\u0301')).toBe('\u00e9');
  expect(normalise(words, '\r\n\r\n')).toBeUndefined();
});
