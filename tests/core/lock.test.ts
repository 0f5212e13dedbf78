import { describe, expect, test } from 'vitest';
import type { Lock } from '../../runtime/core/definition.ts';
import type { Journey } from '../../runtime/core/state.ts';
import { admit } from '../../runtime/core/admit.ts';
import { admitCall } from '../../runtime/core/admit-call.ts';
import { offered, sentNote } from '../../runtime/core/offered.ts';
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
  test('L54 a page that was never left makes its call also under the lock: its answer may have been lost', () => {
    const stored = { answers: document.answers, journey: { you: left } };
    const act = { operation: 'submit', arguments: { id: 'a-1' } };
    expect(admitCall(made, stored, { act, world: after, trail: [] })).toMatchObject({ ok: true, step: 'check' });
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
