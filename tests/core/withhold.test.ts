import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { admit, holding, isSealed, mask, moved, walk, withhold } from '../../runtime/core/index.ts';
import type { Journey } from '../../runtime/core/state.ts';
import { atLeast, field, flow, is, step, world } from './build.ts';

const colors = { items: ['red', 'blue'].map((value) => ({ value, label: value })) };
const fields = [
  field('name', { bind: 'who.name' }),
  field('age', { bind: 'who.age', type: 'integer' }),
  field('color', { bind: 'color', choices: colors }),
  field('secret', { bind: 'secret', choices: colors, sensitive: true }),
  field('agreed', { bind: 'agreed', type: 'boolean' }),
  field('many', { bind: 'many', type: 'array', choices: colors, validate: () => undefined }),
  field('code', { bind: 'code', keep: 'never' }),
];
const asks = flow([
  step('one', { fields }),
  step('young', { fields: [field('toy')], when: is('answers.who.age', 7) }),
  step('last', { fields: [field('word')] }),
]);
const answers: JsonObject = {
  who: { name: 'Ana Ortiz', age: 41 },
  color: 'red',
  secret: 'blue',
  agreed: true,
  many: ['red', 'blue'],
  code: '1234',
};
const left: Journey = { one: { by: 'action', action: 'continue' } };

describe('answers that leave the house', () => {
  test('L120 what was ticked or chosen among choices stays, everything else is there without saying what it is', () => {
    const hidden = mask('');
    expect(withhold(asks, answers)).toEqual({
      who: { name: hidden, age: hidden },
      color: 'red',
      secret: hidden,
      agreed: true,
      many: ['red', 'blue'],
    });
    expect(withhold(asks, { color: 'a word of her own', many: ['red', 'Ana'] })).toEqual({
      color: hidden,
      many: hidden,
    });
    expect(JSON.stringify(withhold(asks, answers))).not.toMatch(/Ana|41|1234/);
  });

  test('L121 what is withheld counts as given and valid, and no rule sees it', () => {
    const one = { answers: withhold(asks, answers), journey: left };
    expect(walk(asks, one, world).at).toBe('one');
    expect(walk(holding(asks), one, world).at).toBe('last');
    const child = withhold(asks, { ...answers, who: { name: 'Ben', age: 7 } });
    expect(walk(holding(asks), { answers: child, journey: left }, world).at).toBe('last');
    expect(holding(asks)).toBe(holding(asks));
    expect(
      admit(
        holding(asks),
        { answers: {}, journey: {} },
        { proposed: { changes: { 'who.name': mask('') }, journey: {} }, world, trail: [] },
      ),
    ).toMatchObject({ code: 'sealed' });
  });

  test('L121 a migration leads what is withheld where it would have led the answer, and asks again what it would have asked', () => {
    const later = flow(
      [
        step('one', { fields: [field('full', { bind: 'person.full' }), ...fields.slice(1)] }),
        step('last', { fields: [field('word'), field('old', { when: atLeast('answers.who.age', 40) })] }),
      ],
      {
        migrations: [
          {
            moves: [
              { kind: 'rename', from: 'who.name', to: 'person.full' },
              { kind: 'askAgain', path: 'color' },
              { kind: 'drop', path: 'agreed' },
            ],
          },
        ],
      },
    );
    const over = (given: JsonObject) => ({ remembered: { answers: given, journey: left, world }, trail: [] });
    const clear = moved(asks, later, over(answers));
    const hidden = moved(holding(asks), holding(later), over(withhold(asks, answers)));
    expect(hidden.answers).toEqual(withhold(later, clear.answers));
    expect(hidden.askedAgain).toEqual(clear.askedAgain);
    expect(hidden.journey).toEqual(clear.journey);
    expect(isSealed(hidden.answers['person'] && (hidden.answers['person'] as JsonObject)['full'])).toBe(true);
  });
});
