/** Buttons that cannot be pressed: what the press does, what the page says, what the doors refuse. */
import { describe, expect, test } from 'vitest';
import type { Enabled } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { admit } from '../../runtime/core/admit.ts';
import { admitCall } from '../../runtime/core/admit-call.ts';
import { disabledBy } from '../../runtime/core/offered.ts';
import { action, call, check, constant, field, flow, is, person, read, step, world } from './build.ts';

const WHY = 'Not yet.';
const asking = (enabled: Omit<Enabled, 'why'>, calls = [call('send', { with: { kind: read('answers.kind') } })]) =>
  flow([
    step('one', {
      fields: [
        field('kind', { bind: 'kind', validate: (value) => (value === 'bad' ? { keyword: 'pattern' } : undefined) }),
        field('word', { bind: 'word', keep: 'never' }),
      ],
      checks: [check(is('typed.word', 'open'), 'word', 'Another word.')],
      actions: [
        action('continue', {
          enabled: { ...enabled, why: WHY },
          set: [{ path: 'agreed', value: constant(true) }],
          cookies: [{ name: 'seen', value: constant('yes'), maxAgeSeconds: 9 }],
          calls,
        }),
        action('ask', {
          validates: false,
          calls: [call('help', { on: { failed: { kind: 'stay', message: 'No.' } } })],
        }),
      ],
    }),
    step('end', { outcome: 'done', actions: [] }),
  ]);
type Who = ReturnType<typeof person>;
const why = (who: Who, made: ReturnType<typeof asking>) =>
  disabledBy(made, who.state, made.steps['one']?.actions[0] ?? action('none'))?.by;
const kept = ({ state: { answers, journey, world: now, calls } }: Who) => ({
  answers,
  journey,
  calls,
  now: now.cookies,
});

describe('a button that cannot be pressed', () => {
  test('L67 while the page does not hold the press shows what is missing, and sets, calls and leaves nothing', () => {
    const made = asking({ valid: true });
    const wrong: readonly JsonObject[] = [
      {},
      { kind: 'a' },
      { kind: 'bad', word: 'open' },
      { kind: 'a', word: 'shut' },
    ];
    for (const answers of wrong) {
      const who = person(made);
      who.fill(answers);
      expect(why(who, made)).toBe('invalid');
      const before = kept(who);
      who.press();
      expect(kept(who)).toEqual(before);
      expect(Object.values(who.state.page.fields).some(({ message }) => message !== undefined)).toBe(true);
    }
    const who = person(made);
    who.fill({ kind: 'a', word: 'open' });
    expect(why(who, made)).toBeUndefined();
    who.press();
    expect(who.pending().call.operation).toBe('send');
  });
  test('L67 while its condition does not hold, or is unknown, the press does nothing at all', () => {
    const made = asking({ when: is('answers.kind', 'a') });
    for (const answers of [{ word: 'open' }, { kind: 'b', word: 'open' }]) {
      const who = person(made);
      who.fill(answers);
      expect(why(who, made)).toBe('refused');
      const before = who.state;
      expect(who.press()).toEqual([]);
      expect(who.state).toBe(before);
      who.fill({ kind: 'a' });
      who.press();
      expect(who.pending().input).toEqual({ kind: 'a' });
    }
  });
  test('L67 while an error stands on the page, of it or at a field, until an answer is another one', () => {
    const made = asking({ noError: true });
    const who = person(made);
    who.fill({ kind: 'a', word: 'open' });
    who.press('ask');
    who.tell('failed');
    expect(why(who, made)).toBe('error');
    const before = who.state;
    expect(who.press()).toEqual([]);
    expect(who.state).toBe(before);
    who.fill({ kind: 'a' });
    expect(why(who, made)).toBe('error');
    who.fill({ kind: 'aa' });
    expect(why(who, made)).toBeUndefined();
    who.fill({ word: 'shut' });
    who.press();
    expect(why(who, made)).toBe('error');
    who.fill({ word: 'open' });
    expect(why(who, made)).toBeUndefined();
  });
  test('L67 what the person is told reads the facts of the page', () => {
    const made = asking({ when: is('answers.kind', 'a') });
    const told = { reads: ['answers.kind'], of: () => 'Not b.' };
    const of = action('x', { enabled: { when: is('answers.kind', 'a'), why: told } });
    expect(disabledBy(made, person(made).state, of)).toEqual({ by: 'refused', why: 'Not b.' });
  });
  test('L48 L67 the lock refuses the call of a disabled button by what is stored; of what only the page knows it may hold', () => {
    const judged = (enabled: Omit<Enabled, 'why'>, answers: JsonObject) => {
      const act = { operation: 'send', arguments: { kind: answers['kind'] ?? null } } as const;
      const found = admitCall(
        asking(enabled),
        { answers: { agreed: true, ...answers }, journey: {} },
        { act, world, trail: [] },
      );
      return found.ok ? 'made' : found.code;
    };
    expect(judged({ when: is('answers.kind', 'a') }, { kind: 'a' })).toBe('made');
    expect(judged({ when: is('answers.kind', 'a') }, { kind: 'b' })).toBe('notOffered');
    expect(judged({ when: is('answers.other', 'a') }, { kind: 'b' })).toBe('notOffered');
    expect(judged({ when: is('typed.word', 'open') }, { kind: 'b' })).toBe('made');
    expect(judged({ when: is('route.query.x', 'y') }, { kind: 'b' })).toBe('made');
    expect(judged({ noError: true }, { kind: 'b' })).toBe('made');
    expect(judged({ valid: true }, { kind: 'bad' })).toBe('notFinished');
  });
  test('L38 L67 how a page was left by a disabled button is refused', () => {
    const judged = (kind: string) =>
      admit(
        asking({ when: is('answers.kind', 'a') }, []),
        { answers: {}, journey: {} },
        {
          proposed: { changes: { kind, agreed: true }, journey: { one: { by: 'action', action: 'continue' } } },
          world,
          trail: [],
        },
      );
    expect(judged('a')).toMatchObject({ ok: true });
    expect(judged('b')).toMatchObject({ ok: false, code: 'noSuchWay' });
  });
  test('L67 a press that undoes its own condition is taken over: it held when it was pressed', () => {
    const made = flow([
      step('one', {
        actions: [
          action('continue', {
            enabled: { when: { reads: ['answers.agreed'], of: ({ answers }) => answers['agreed'] !== true }, why: WHY },
            set: [{ path: 'agreed', value: constant(true) }],
          }),
        ],
      }),
      step('end', { outcome: 'done', actions: [] }),
    ]);
    const who = person(made);
    who.press();
    expect(who.at).toBe('end');
    const { answers, journey } = who.state;
    const proposed = { changes: { agreed: true }, journey };
    expect(admit(made, { answers: {}, journey: {} }, { proposed, world, trail: [] })).toMatchObject({
      ok: true,
      answers,
    });
  });
});
