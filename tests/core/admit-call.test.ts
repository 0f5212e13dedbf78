import { describe, expect, test } from 'vitest';
import type { Compute, LayoutItem } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey } from '../../runtime/core/state.ts';
import { admitCall, type Act, type ActOver } from '../../runtime/core/admit-call.ts';
import { originOf } from '../../runtime/core/origins.ts';
import { action, call, check, constant, field, flow, is, next, read, step, to, world } from './build.ts';

const left: Journey[string] = { by: 'action', action: 'continue' };
const both = (...paths: readonly string[]): Compute => ({
  reads: paths,
  of: (facts: Facts) => paths.map((path) => String(read(path).of(facts))).join('-'),
});

const layout: LayoutItem[] = [
  { kind: 'field', field: 'kind' },
  { kind: 'field', field: 'code' },
  { kind: 'disclosure', idTag: 'consent' },
  {
    kind: 'repeat',
    id: 'shop',
    key: 'id',
    items: [],
    each: read<readonly Json[]>('results.shops'),
    widget: 'shop',
    options: {},
    events: { chosen: { set: [], calls: [call('reserve', { with: { shop: read('item.id') } })], next: [] } },
  },
  {
    kind: 'widget',
    id: 'upload',
    widget: 'upload',
    options: {},
    when: is('answers.kind', 'a'),
    events: { done: { set: [], calls: [call('attach', { with: { file: read('payload') } })], next: [] } },
  },
];
const made = flow(
  [
    step('one', {
      load: [call('look', { with: { id: read('application.id') }, when: is('answers.kind', 'a') })],
      fields: [
        field('kind', { bind: 'kind' }),
        field('ssn', { bind: 'person.ssn', sensitive: true, reveal: 'lastFour', required: false }),
        field('code', {
          bind: 'code',
          keep: 'never',
          validate: (value) => (value === 'bad' ? { keyword: 'pattern' } : undefined),
        }),
      ],
      checks: [check(is('answers.kind', 'a'), undefined, 'Only a')],
      layout: [...layout, { kind: 'field', field: 'ssn' }],
      actions: [
        action('continue', {
          set: [{ path: 'copied', value: read('answers.kind') }],
          calls: [
            call('first', { with: { person: read('answers.person'), code: read('typed.code') } }),
            call('second', { with: { kind: read('answers.kind'), of: read('results.shops'), day: read('today') } }),
          ],
        }),
        action('help', { validates: false, style: 'link', calls: [call('ask', { with: { page: constant('one') } })] }),
        action('admin', { validates: false, when: is('session.access', 'admin'), calls: [call('audit')] }),
        action('stop', { validates: false, confirm: 'sure', calls: [call('cancel', { with: { at: read('now') } })] }),
      ],
    }),
    step('two', { actions: [action('send', { calls: [call('send')], next: [next(to('end'))] })] }),
    step('end', { outcome: 'done', actions: [] }),
  ],
  {
    dialogs: [
      {
        id: 'sure',
        title: '',
        layout: [],
        actions: [
          action('yes', { calls: [call('warn')] }),
          action('no', { style: 'secondary', next: [next({ kind: 'stay' })] }),
        ],
      },
    ],
  },
);
const shown = { consent: 'hash-consent' };
const shops = [{ id: 's-1' }, { id: 's-2' }];
const served = { ...world, results: { shops } };
const stored = { answers: { kind: 'a', copied: 'a', person: { ssn: '219099999' } }, journey: {} };
const first: Act = { operation: 'first', arguments: { person: { ssn: '219099999' }, code: '123456' }, shown };
const ok = (operation: string) => ({ operation, name: 'ok' });
const ask = (act: Act, over: Partial<ActOver> & { answers?: JsonObject; journey?: Journey } = {}) => {
  const { answers = stored.answers, journey = stored.journey, ...rest } = over;
  return admitCall(made, { answers, journey }, { act, world: served, trail: [], ...rest });
};

describe('the lock of calls', () => {
  test('L48 a call that no step on the way makes, or that is not offered, is refused', () => {
    expect(ask(first)).toMatchObject({ ok: true, step: 'one', by: { by: 'action', action: 'continue' } });
    expect(ask({ operation: 'send', arguments: {} })).toEqual({ ok: false, code: 'notReached', path: 'one' });
    expect(ask({ operation: 'ghost', arguments: {} })).toMatchObject({ code: 'notReached' });
    expect(ask({ ...first, step: 'two' })).toMatchObject({ code: 'notReached' });
    expect(ask({ ...first, by: { by: 'load' } })).toMatchObject({ code: 'notReached' });
    expect(ask({ operation: 'audit', arguments: {} })).toMatchObject({ code: 'notOffered', step: 'one' });
    expect(
      ask({ operation: 'audit', arguments: {} }, { world: { ...served, session: { access: 'admin' } } }),
    ).toMatchObject({ ok: true });
    expect(ask({ operation: 'look', arguments: { id: 'a-1' } })).toMatchObject({ ok: true, by: { by: 'load' } });
    expect(ask({ operation: 'look', arguments: { id: 'a-1' } }, { answers: { kind: 'b' } })).toMatchObject({
      code: 'notOffered',
    });
    expect(ask({ operation: 'attach', arguments: { file: 'x' } }, { answers: { kind: 'b' } })).toMatchObject({
      code: 'notOffered',
    });
    expect(ask({ operation: 'attach', arguments: { file: 'x' } })).toMatchObject({ ok: true });
  });
  test('L48 a page that does not hold makes no call that asks it to: fields, checks, typed values, what the press sets', () => {
    expect(ask(first, { answers: { ...stored.answers, kind: '' } })).toMatchObject({ code: 'notFinished' });
    expect(ask(first, { answers: { copied: 'a' } })).toMatchObject({ code: 'notFinished', path: 'kind' });
    expect(ask(first, { answers: { ...stored.answers, kind: 'b', copied: 'b' } })).toMatchObject({
      code: 'notFinished',
    });
    expect(ask(first, { answers: { ...stored.answers, copied: 'z' } })).toMatchObject({
      code: 'notFinished',
      path: 'copied',
    });
    expect(ask({ ...first, arguments: { ...first.arguments, code: 'bad' } })).toMatchObject({
      code: 'notFinished',
      path: 'code',
    });
    const { code: _, ...without } = first.arguments as { code: string; person: JsonObject };
    expect(ask({ ...first, arguments: without })).toMatchObject({ code: 'notFinished', path: 'code' });
    expect(ask({ operation: 'ask', arguments: { page: 'one' } }, { answers: {} })).toMatchObject({ ok: true });
  });
  test('L48 a disclosure on the page was shown, in the version in force, or stands in the record', () => {
    const { shown: __, ...silent } = first;
    expect(ask(silent)).toMatchObject({ code: 'notShown', path: 'consent' });
    expect(ask({ ...first, shown: {} })).toMatchObject({ code: 'notShown', path: 'consent' });
    expect(ask({ ...first, shown: { consent: 'old' } })).toMatchObject({ code: 'notShown', path: 'consent' });
    expect(ask(silent, { journey: { one: { ...left, shown } } })).toMatchObject({ ok: true });
  });
  test('L48 calls go in order: one before it, or the dialog that confirms it, has come out well', () => {
    const second: Act = { operation: 'second', arguments: { kind: 'a', of: shops, day: world.today }, shown };
    expect(ask(second)).toMatchObject({ code: 'notInOrder', path: 'first' });
    expect(ask(second, { trail: [ok('first')] })).toMatchObject({ ok: true });
    expect(ask(second, { trail: [{ operation: 'first', name: 'BAD' }] })).toMatchObject({ code: 'notInOrder' });
    const cancel: Act = { operation: 'cancel', arguments: { at: world.now } };
    expect(ask(cancel)).toMatchObject({ code: 'notInOrder', path: 'warn' });
    expect(ask(cancel, { trail: [ok('warn')] })).toMatchObject({ ok: true });
    expect(ask({ operation: 'warn', arguments: {} })).toMatchObject({
      ok: true,
      by: { by: 'dialog', dialog: 'sure', action: 'yes' },
    });
  });
  test('L48 a page left already is on the way still: it is judged by the answers as stored', () => {
    const journey: Journey = { one: { ...left, shown, outcome: ok('second') } };
    expect(ask(first, { journey, trail: [ok('first'), ok('second')] })).toMatchObject({ ok: true, step: 'one' });
    expect(ask({ operation: 'send', arguments: {} }, { journey })).toMatchObject({ ok: true, step: 'two' });
  });
  test('L49 each argument is what the definition computes; none is missing, none is added', () => {
    const args = first.arguments;
    const given = (more: JsonObject) => ask({ ...first, arguments: { ...args, ...more } });
    expect(given({ person: { ssn: '000000000' } })).toMatchObject({ code: 'notTheArgument', path: 'person' });
    expect(given({ person: { ssn: '219099999', more: 1 } })).toMatchObject({ code: 'notTheArgument' });
    expect(given({ extra: true })).toMatchObject({ code: 'notTheArgument', path: 'extra' });
    expect(ask({ ...first, arguments: { code: '123456' } })).toMatchObject({ code: 'notTheArgument', path: 'person' });
    const second = { operation: 'second', arguments: { kind: 'a', of: [{ id: 's-9' }], day: world.today }, shown };
    expect(ask(second, { trail: [ok('first')] })).toMatchObject({ code: 'notTheArgument', path: 'of' });
    expect(ask(first, { refused: () => 'code' })).toMatchObject({ code: 'notTheArgument', path: 'code' });
  });
  test('L49 a masked marker stands for the stored value at its place, and for no other', () => {
    const masked = (sealed: string) =>
      ask({ ...first, arguments: { ...first.arguments, person: { ssn: { sealed } } } });
    expect(masked('9999')).toMatchObject({ ok: true, arguments: { person: { ssn: '219099999' }, code: '123456' } });
    expect(masked('0000')).toMatchObject({ code: 'notTheArgument', path: 'person' });
    const ssn = '219099999';
    const others = Array.from({ length: ssn.length + 1 }, (_, at) => [ssn.slice(at), ssn.slice(0, at)])
      .flat()
      .filter((one) => one !== ssn.slice(-4));
    for (const sealed of [...others, '99 99', '9999 ', '٩٩٩٩'])
      expect([sealed, masked(sealed)]).toMatchObject([sealed, { code: 'notTheArgument', path: 'person' }]);
  });
  test('L49 an item of an event is one of the list that was served', () => {
    const reserve = (shop: string) => ask({ operation: 'reserve', arguments: { shop } });
    expect(reserve('s-2')).toMatchObject({ ok: true, by: { by: 'widget', widget: 'shop', event: 'chosen' } });
    expect(reserve('s-3')).toMatchObject({ code: 'notTheArgument', path: 'shop' });
    expect(ask({ operation: 'reserve', arguments: { shop: 's-1' } }, { world })).toMatchObject({ ok: false });
  });
  test('L50 the origin of an argument is the least trusted fact it reads', () => {
    expect(originOf(constant(1))).toBe('stored');
    expect(originOf(both('answers.a', 'application.id', 'brand.key', 'compliance.states'))).toBe('stored');
    expect(originOf(both('answers.a', 'today'))).toBe('day');
    expect(originOf(both('today', 'results.x'))).toBe('served');
    expect(originOf(both('results.x', 'typed.code'))).toBe('typed');
    expect(originOf(both('payload', 'answers.a'))).toBe('event');
    expect(originOf(both('item.id', 'route.query.x'))).toBe('route');
    expect(originOf(both('cookies.x', 'route.query.x'))).toBe('cookie');
    expect(originOf(both('device.isOnline', 'cookies.x'))).toBe('device');
    expect(() => originOf(both('ghost.x'))).toThrow(/ghost.x, which is no fact/);
  });
  test('L51 the day is that of the server, or that of ten minutes before', () => {
    const second = (day: string): Act => ({ operation: 'second', arguments: { kind: 'a', of: shops, day }, shown });
    const trail = [ok('first')];
    const now = { ...served, today: '2026-11-21', now: '2026-11-21T05:02:00Z' };
    const earlier = { today: '2026-11-20', now: '2026-11-21T04:52:00Z' };
    expect(ask(second('2026-11-20'), { trail, world: now })).toMatchObject({ code: 'notTheArgument', path: 'day' });
    expect(ask(second('2026-11-20'), { trail, world: now, earlier })).toMatchObject({ ok: true });
    expect(ask(second('2026-11-21'), { trail, world: now, earlier })).toMatchObject({ ok: true });
    expect(ask(second('2026-11-19'), { trail, world: now, earlier })).toMatchObject({ code: 'notTheArgument' });
    const cancel = (at: string) =>
      ask({ operation: 'cancel', arguments: { at } }, { trail: [ok('warn')], world: now, earlier });
    expect(cancel('2026-11-21T04:58:31Z')).toMatchObject({ ok: true });
    expect(cancel('2026-11-21T04:40:00Z')).toMatchObject({ code: 'notTheArgument', path: 'at' });
  });
});
