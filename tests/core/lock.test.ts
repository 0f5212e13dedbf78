import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lock, Rule, Step } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Journey } from '../../runtime/core/state.ts';
import { admit } from '../../runtime/core/admit.ts';
import { admitCall } from '../../runtime/core/admit-call.ts';
import { lockAt, setLockAt } from '../../runtime/core/lock.ts';
import { makersOf } from '../../runtime/core/makers.ts';
import { offered, sentNote } from '../../runtime/core/offered.ts';
import { get } from '../../runtime/core/paths.ts';
import { walk } from '../../runtime/core/walk.ts';
import {
  action,
  atLeast,
  call,
  check,
  constant,
  effect,
  field,
  flow,
  is,
  next,
  person,
  read,
  step,
  to,
  world,
} from './build.ts';

const left: Journey[string] = { by: 'action', action: 'continue' };
const sent: Journey[string] = { by: 'action', action: 'send', outcome: { operation: 'submit', name: 'ok' } };
const whole: Lock = {
  when: is('application.progress', 'SENT'),
  answers: ['*'],
  except: ['signature'],
  why: 'You have sent it.',
};
const made = flow(
  [
    step('you', {
      fields: [
        field('name', { bind: 'name' }),
        field('age', { bind: 'age', type: 'integer', required: false }),
        field('nick', { bind: 'nick', required: false, default: constant('Bo') }),
      ],
      checks: [check(atLeast('answers.age', 18), 'age', 'Adults only')],
    }),
    step('check', {
      actions: [
        action('send', { calls: [call('submit', { with: { id: read('application.id') } })] }),
        action('withdraw', {
          validates: false,
          style: 'link',
          confirm: 'sure',
          calls: [call('withdraw', { with: { id: read('application.id') } })],
          next: [next(to('gone'))],
        }),
        action('print', { validates: false, style: 'link', next: [next({ kind: 'leave', address: 'print' })] }),
      ],
    }),
    step('sign', {
      fields: [field('signature', { bind: 'signature' })],
      actions: [action('sign', { calls: [call('esign', { with: { signature: read('answers.signature') } })] })],
    }),
    step('end', { outcome: 'done', actions: [] }),
  ],
  {
    locks: [whole],
    off: [
      step('gone', { outcome: 'gone', actions: [] }),
      step('aside', { actions: [action('again', { next: [next({ kind: 'reopen', steps: ['you', 'sign'] })] })] }),
    ],
    dialogs: [{ id: 'sure', title: '', layout: [], actions: [action('yes')] }],
  },
);
const after = { ...world, application: { ...world.application, progress: 'SENT' } };
const document = { answers: { name: 'Ana', age: 20 }, journey: { you: left, check: sent } };
const trail = [{ operation: 'submit', name: 'ok' }];
/** True when one fact is a number no larger than another; unknown while one is missing. */
const atMost = (path: string, most: string): Rule => ({
  reads: [path, most],
  of: (facts) => {
    const [value, limit] = [path, most].map((one) => get(facts as unknown as JsonObject, one));
    return typeof value === 'number' && typeof limit === 'number' ? value <= limit : undefined;
  },
});

describe('what was sent stands still', () => {
  test('L52 a locked answer is read-only, says why, takes no default and cannot be changed', () => {
    const ana = person(made, { ...document, world: after, path: '/journey/you' });
    expect(ana.at).toBe('you');
    const { name, nick } = ana.state.page.fields;
    expect([name?.locked, name?.value, nick?.locked, nick?.value]).toEqual([
      'You have sent it.',
      'Ana',
      'You have sent it.',
      undefined,
    ]);
    const before = ana.state;
    expect(ana.fill({ name: 'Bob' })).toEqual([]);
    expect(ana.state).toBe(before);
    expect(sentNote(made, ana.state)).toBe('You have sent it.');
    ana.send({ type: 'visited', step: 'sign' });
    expect(ana.state.page.fields['signature']?.locked).toBeUndefined();
    ana.fill({ signature: 'Ana' });
    expect(ana.state.answers['signature']).toBe('Ana');
  });
  test('L52 what a page asks and does not keep stands with the answers it keeps, and alone it is free', () => {
    const asking = flow(
      [
        step('account', {
          fields: [field('email', { bind: 'email' }), field('password', { bind: 'password', keep: 'never' })],
        }),
        step('code', { fields: [field('code', { bind: 'code', keep: 'never' })] }),
        step('end', { outcome: 'done', actions: [] }),
      ],
      { locks: [whole] },
    );
    const stored = { answers: { email: 'ana@example.com' }, journey: { account: left } };
    const before = person(asking, { ...stored, world, path: '/journey/account' });
    expect(before.state.page.fields['password']?.locked).toBeUndefined();
    const ana = person(asking, { ...stored, world: after, path: '/journey/account' });
    expect(ana.state.page.fields['password']?.locked).toBe('You have sent it.');
    expect(ana.fill({ password: 'Marigold42' })).toEqual([]);
    expect(ana.state.typed).toEqual({});
    ana.send({ type: 'visited', step: 'code' });
    expect(ana.at).toBe('code');
    expect(ana.state.page.fields['code']?.locked).toBeUndefined();
  });
  test('L52 what was sent is not judged again: a rule that came later throws nobody back', () => {
    const late = { answers: { name: 'Ana', age: 10 }, journey: document.journey };
    expect(walk(made, late, world).at).toBe('you');
    expect(walk(made, late, after)).toMatchObject({ at: 'sign', relevant: { name: 'Ana', age: 10 } });
  });
  test('L52 a lock holds what it names and all below it, but what it excepts and all below that, and nothing that is named alike', () => {
    const name = fc.constantFrom('a', 'b', 'ab');
    const path = fc.array(name, { minLength: 1, maxLength: 3 });
    const covers = (root: readonly string[], one: readonly string[]) => root.every((part, at) => one[at] === part);
    fc.assert(
      fc.property(
        fc.record({
          held: fc.array(path, { maxLength: 3 }),
          free: fc.array(path, { maxLength: 3 }),
          all: fc.boolean(),
          one: path,
        }),
        ({ held, free, all, one }) => {
          const dotted = (paths: readonly (readonly string[])[]) => paths.map((parts) => parts.join('.'));
          const lock: Lock = { ...whole, answers: all ? ['*'] : dotted(held), except: dotted(free) };
          const isHeld = (all || held.some((root) => covers(root, one))) && !free.some((root) => covers(root, one));
          expect(lockAt([lock], one.join('.')) !== undefined).toBe(isHeld);
          const isSetFree = held.some((root) => covers(root, one));
          expect(setLockAt([{ ...lock, set: dotted(held) }], one.join('.')) !== undefined).toBe(isHeld && !isSetFree);
        },
      ),
      { numRuns: 300 },
    );
  });
  test('L53 the server refuses a change of what was sent, and the same again passes', () => {
    const save = (
      changes: Record<string, string | number | null>,
      journey: Record<string, Journey[string] | null> = {},
    ) => admit(made, document, { proposed: { changes, journey }, world: after, trail });
    expect(save({ name: 'Bob' })).toEqual({ ok: false, code: 'locked', path: 'name' });
    expect(save({ name: null })).toEqual({ ok: false, code: 'locked', path: 'name' });
    expect(save({ nick: 'Al' })).toEqual({ ok: false, code: 'locked', path: 'nick' });
    expect(save({ name: 'Ana' })).toMatchObject({ ok: true });
    expect(save({ signature: 'Ana' })).toMatchObject({ ok: true });
    expect(save({}, { you: null })).toEqual({ ok: false, code: 'locked', path: 'you' });
    expect(save({}, { check: null })).toEqual({ ok: false, code: 'locked', path: 'check' });
    expect(save({}, { check: { by: 'action', action: 'print' } })).toEqual({
      ok: false,
      code: 'locked',
      path: 'check',
    });
    expect(save({}, { you: left })).toMatchObject({ ok: true });
    const unlocked = { proposed: { changes: { name: 'Bob' }, journey: { you: null } }, world, trail };
    expect(admit(made, document, unlocked)).toMatchObject({ ok: true });
  });
  test('L53 the page whose own press closed the lock is recorded after it', () => {
    const stored = { answers: document.answers, journey: { you: left } };
    const proposed = { changes: {}, journey: { check: sent } };
    expect(admit(made, stored, { proposed, world: after, trail })).toMatchObject({ ok: true });
  });
  test('L54 Back on a page that was sent offers nothing that sends again, and its calls are refused', () => {
    const ana = person(made, { ...document, world: after, path: '/journey/check' });
    expect(ana.at).toBe('check');
    expect(offered(made, ana.state).map(({ id }) => id)).toEqual(['print']);
    expect(effect(ana.press('send'), 'call')).toEqual([]);
    expect(ana.press('withdraw')).toEqual([]);
    expect(ana.state.page.dialog).toBeUndefined();
    for (const operation of ['submit', 'withdraw'])
      expect(
        admitCall(made, document, { act: { operation, arguments: { id: 'a-1' } }, world: after, trail }),
      ).toMatchObject({ ok: false, code: 'locked', step: 'check' });
    expect(
      admitCall(made, document, { act: { operation: 'submit', arguments: { id: 'a-1' } }, world, trail }),
    ).toMatchObject({ ok: true });
  });
  test('L54 on a page that was sent nothing that makes calls makes one again, whatever it is, but what the page loads', () => {
    const every = flow(
      [
        step('all', {
          fields: [field('name', { bind: 'name' })],
          load: [call('loaded')],
          layout: [
            { kind: 'field', field: 'name' },
            {
              kind: 'widget',
              id: 'map',
              widget: 'map',
              options: {},
              events: { chosen: { set: [], calls: [call('chosen')], next: [] } },
            },
          ],
          actions: [
            action('send', { calls: [call('acted')] }),
            action('ask', { validates: false, confirm: 'sure', calls: [call('confirmed')] }),
          ],
        }),
        step('end', { outcome: 'done', actions: [] }),
      ],
      {
        locks: [whole],
        dialogs: [{ id: 'sure', title: '', layout: [], actions: [action('yes', { calls: [call('said')] })] }],
      },
    );
    const stored = { answers: { name: 'Ana' }, journey: { all: { by: 'action', action: 'send' } } } as const;
    const makers = makersOf(every, every.steps['all'] as Step);
    const judged = (at: typeof world) =>
      makers.map(({ by, calls: [one] }) => {
        const act = { operation: one?.operation ?? '', arguments: {} };
        const found = admitCall(every, stored, { act, world: at, trail: [{ operation: 'said', name: 'ok' }] });
        return `${by.by}: ${found.ok ? 'made' : found.code}`;
      });
    expect(new Set(makers.map(({ by }) => by.by))).toEqual(new Set(['load', 'action', 'widget', 'dialog']));
    expect(judged(world)).toEqual(makers.map(({ by }) => `${by.by}: made`));
    expect(judged(after)).toEqual(makers.map(({ by }) => (by.by === 'load' ? 'load: made' : `${by.by}: locked`)));
  });
  test('L54 a page that was never left makes its call also under the lock: its answer may have been lost', () => {
    const stored = { answers: document.answers, journey: { you: left } };
    const act = { operation: 'submit', arguments: { id: 'a-1' } };
    expect(admitCall(made, stored, { act, world: after, trail: [] })).toMatchObject({ ok: true, step: 'check' });
  });
  describe('L56 what a lock leaves to an action', () => {
    const smaller = flow(
      [
        step('you', {
          fields: [field('amount', { bind: 'amount', type: 'integer' }), field('name', { bind: 'name' })],
        }),
        step('check', { actions: [action('send', { calls: [call('submit')] })] }),
        step('less', {
          fields: [field('less', { bind: 'less', type: 'integer' })],
          checks: [check(atMost('answers.less', 'application.offers'), 'less', 'Too much')],
          actions: [
            action('take', {
              set: [{ path: 'amount', value: read('answers.less') }],
              calls: [call('submit', { with: { amount: read('answers.amount') } })],
            }),
            action('rename', { validates: false, set: [{ path: 'name', value: constant('Al') }] }),
          ],
        }),
        step('end', { outcome: 'done', actions: [] }),
      ],
      { locks: [{ ...whole, except: ['less'], set: ['amount'] }] },
    );
    const offered25 = { ...world, application: { ...world.application, progress: 'SENT', offers: 25 } };
    const stored = { answers: { amount: 30, name: 'Ana' }, journey: { you: left, check: sent } };
    const admitted = (answers: JsonObject, changes: Record<string, string | number | null>, over = offered25) =>
      admit(
        smaller,
        { ...stored, answers: { ...stored.answers, ...answers } },
        { proposed: { changes, journey: {} }, world: over, trail },
      );

    test('L56 no field takes it, a press does, and what the press writes passes the server', () => {
      const ana = person(smaller, { ...stored, world: offered25, path: '/journey/you' });
      expect(ana.state.page.fields['amount']?.locked).toBe('You have sent it.');
      ana.send({ type: 'visited', step: 'less' });
      expect(offered(smaller, ana.state).map(({ id }) => id)).toEqual(['take']);
      ana.fill({ less: 20 });
      expect(effect(ana.press('take'), 'call')).toMatchObject([{ input: { amount: 20 } }]);
      expect(ana.saves()).toMatchObject([{ changes: { less: 20 } }, { changes: { amount: 20 }, alone: true }]);
      expect(admitted({ less: 20 }, { amount: 20 })).toMatchObject({ ok: true, answers: { amount: 20 } });
      expect(admitted({}, { less: 20, amount: 20 })).toMatchObject({ ok: true, answers: { amount: 20 } });
    });
    test('L56 the server refuses any other value, one whose page does not hold, and one that the lock leaves to nobody', () => {
      const refused = (path: string) => ({ ok: false, code: 'locked', path });
      expect(admitted({ less: 20 }, { amount: 21 })).toEqual(refused('amount'));
      expect(admitted({ less: 20 }, { amount: null })).toEqual(refused('amount'));
      expect(admitted({}, { amount: 20 })).toEqual(refused('amount'));
      expect(admitted({}, { amount: null })).toEqual(refused('amount'));
      expect(admitted({ less: 26 }, { amount: 26 })).toEqual(refused('amount'));
      expect(admitted({ less: 20 }, { name: 'Al' })).toEqual(refused('name'));
      const unsent = { ...stored, journey: { you: left } };
      const ahead = { proposed: { changes: { less: 20, amount: 20 }, journey: {} }, world: offered25, trail };
      expect(admit(smaller, unsent, ahead)).toEqual(refused('amount'));
    });
    test('L56 its call is refused at the field while the page does not hold, and while the press has not written', () => {
      const act = (amount: number) => ({ operation: 'submit', step: 'less', arguments: { amount } });
      const judged = (answers: JsonObject, amount: number) =>
        admitCall(
          smaller,
          { ...stored, answers: { ...stored.answers, ...answers } },
          { act: act(amount), world: offered25, trail },
        );
      expect(judged({ less: 26, amount: 26 }, 26)).toMatchObject({ ok: false, code: 'notFinished', path: 'less' });
      expect(judged({ less: 20 }, 30)).toMatchObject({ ok: false, code: 'notFinished', path: 'amount' });
      expect(judged({ less: 20, amount: 20 }, 20)).toMatchObject({ ok: true });
    });
  });
  test('L54 who comes from another page passes one that was sent: there is nothing to do on it', () => {
    const over = flow(
      [
        step('wait', { kind: 'wait', listen: [{ channel: 'news', with: {}, on: { go: to('you') } }] }),
        step('you', { fields: [field('name', { bind: 'name' })] }),
        step('sign', { fields: [field('signature', { bind: 'signature' })] }),
      ],
      { locks: [whole] },
    );
    const stored = { answers: { name: 'Ana' }, journey: { you: left } };
    const come = (at: typeof world) => {
      const ana = person(over, { ...stored, world: at });
      ana.send({ type: 'heard', channel: 'news', event: 'go' });
      return ana.at;
    };
    expect([come(world), come(after)]).toEqual(['you', 'sign']);
  });
  test('L55 reopening voids what is open and leaves what is locked', () => {
    const again = flow(
      [
        step('you', { fields: [field('name', { bind: 'name' })] }),
        step('sign', { fields: [field('signature', { bind: 'signature' })] }),
        step('hold', { actions: [action('again', { next: [next({ kind: 'reopen', steps: ['you', 'sign'] })] })] }),
      ],
      { locks: [whole] },
    );
    const ana = person(again, {
      answers: { name: 'Ana', signature: 'Ana' },
      journey: { you: left, sign: left },
      world: after,
    });
    ana.press('again');
    expect(ana.state.answers).toEqual({ name: 'Ana' });
    expect(ana.state.journey).toEqual({ you: left });
    expect(ana.at).toBe('sign');
    expect(ana.saves().at(-1)).toMatchObject({ changes: { signature: null }, journey: { sign: null } });
  });
});
