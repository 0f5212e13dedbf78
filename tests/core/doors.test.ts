import { describe, expect, test } from 'vitest';
import type { CompiledApp } from '../../runtime/core/app-definition.ts';
import type { LayoutItem } from '../../runtime/core/definition.ts';
import { admit, sift } from '../../runtime/core/admit.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { guard } from '../../runtime/core/guard.ts';
import { drop, get, own, put, set } from '../../runtime/core/paths.ts';
import { progress } from '../../runtime/core/progress.ts';
import { initial } from '../../runtime/core/reduce.ts';
import { redact } from '../../runtime/core/redact.ts';
import { createStore } from '../../runtime/core/store.ts';
import type { Effect } from '../../runtime/core/events.ts';
import type { Journey } from '../../runtime/core/state.ts';
import { action, call, constant, field, flow, is, next, person, step, to, world } from './build.ts';

const end = step('end', { outcome: 'done', actions: [] });
const left: Journey[string] = { by: 'action', action: 'continue' };

describe('the lock', () => {
  const layout: LayoutItem[] = [
    { kind: 'field', field: 'kind' },
    { kind: 'field', field: 'pet' },
    { kind: 'disclosure', idTag: 'consent', when: is('answers.kind', 'a') },
  ];
  const made = flow(
    [
      step('one', {
        fields: [
          field('kind', { bind: 'kind' }),
          field('pet', { bind: 'pet', when: is('answers.kind', 'a'), required: false }),
          field('n', { bind: 'n', type: 'number', required: false }),
          field('code', { bind: 'code', keep: 'never' }),
          field('ssn', { bind: 'ssn', sensitive: true, reveal: 'lastFour', required: false }),
        ],
        layout,
        actions: [
          action('continue', {
            set: [{ path: 'agreed', value: constant(true) }],
            calls: [call('send', { on: { DENIED: to('denied') } })],
          }),
          action('admin', { validates: false, when: is('session.access', 'admin') }),
        ],
        listen: [{ channel: 'live', with: {}, on: { MOVED: to('denied') } }],
      }),
      step('two', { fields: [field('x', { bind: 'x' })] }),
      end,
    ],
    { off: [step('denied', { outcome: 'denied', actions: [] })] },
  );
  const none = { answers: {}, journey: {} };
  const changes = (
    value: Record<string, never> | Record<string, string | number | boolean | null | { sealed: string }>,
  ) => admit(made, none, { proposed: { changes: value, journey: {} }, world, trail: [] });
  const entering = (
    entry: object,
    trail: { operation: string; name: string }[],
    { id = 'one', answers = { kind: 'b' } }: { id?: string; answers?: { kind?: string } } = {},
  ) =>
    admit(
      made,
      { answers, journey: {} },
      { proposed: { changes: {}, journey: { [id]: entry as Journey[string] } }, world, trail },
    );
  const sent = { operation: 'send', name: 'ok' };

  test('L37 what nobody could have answered is refused', () => {
    expect(changes({ kind: 'a', pet: 'cat' })).toEqual({ ok: true, answers: { kind: 'a', pet: 'cat' }, journey: {} });
    expect(changes({ kind: 'b', pet: 'cat' })).toEqual({ ok: false, code: 'notAsked', path: 'pet' });
    expect(changes({ x: 'early' })).toEqual({ ok: false, code: 'notAsked', path: 'x' });
    expect(changes({ ghost: 'a' })).toEqual({ ok: false, code: 'unknownPath', path: 'ghost' });
    expect(changes({ 'constructor.name': 'a' })).toEqual({ ok: false, code: 'unknownPath', path: 'constructor.name' });
    expect(changes({ code: '123456' })).toEqual({ ok: false, code: 'neverKept', path: 'code' });
    expect(changes({ ssn: { sealed: '1234' } })).toEqual({ ok: false, code: 'sealed', path: 'ssn' });
    expect(changes({ kind: 7 })).toEqual({ ok: false, code: 'wrongType', path: 'kind' });
    expect(changes({ n: true })).toEqual({ ok: false, code: 'wrongType', path: 'n' });
    expect(changes({ agreed: true })).toMatchObject({ ok: true });
    expect(changes({ agreed: false })).toEqual({ ok: false, code: 'notAssigned', path: 'agreed' });
    expect(changes({ kind: null })).toEqual({ ok: true, answers: {}, journey: {} });
  });
  test('L38 how a step was left must be possible, finished and proven', () => {
    expect(entering({ ...left, outcome: sent }, [sent])).toMatchObject({ ok: true });
    expect(entering({ ...left, outcome: sent }, [])).toEqual({ ok: false, code: 'noSuchOutcome', path: 'one' });
    expect(entering(left, [sent])).toEqual({ ok: false, code: 'noSuchOutcome', path: 'one' });
    expect(entering({ ...left, outcome: { operation: 'send', name: 'DENIED' } }, [sent])).toMatchObject({
      ok: false,
      code: 'noSuchOutcome',
    });
    expect(entering({ ...left, outcome: { operation: 'other', name: 'ok' } }, [sent])).toMatchObject({
      ok: false,
      code: 'noSuchWay',
    });
    expect(entering({ ...left, outcome: sent }, [sent], { answers: { kind: '' } })).toMatchObject({ ok: true });
    expect(entering({ ...left, outcome: sent }, [sent], { answers: {} })).toEqual({
      ok: false,
      code: 'notFinished',
      path: 'one',
      field: 'kind',
    });
    expect(entering({ by: 'action', action: 'ghost' }, [])).toEqual({ ok: false, code: 'noSuchWay', path: 'one' });
    expect(entering({ by: 'action', action: 'admin' }, [])).toEqual({ ok: false, code: 'noSuchWay', path: 'one' });
    expect(entering({ by: 'event', channel: 'live', event: 'MOVED' }, [])).toEqual({
      ok: false,
      code: 'noSuchOutcome',
      path: 'one',
    });
    expect(
      entering({ by: 'event', channel: 'live', event: 'MOVED' }, [{ operation: 'live', name: 'MOVED' }]),
    ).toMatchObject({ ok: true });
    expect(entering({ by: 'event', channel: 'live', event: 'GHOST' }, [])).toMatchObject({
      ok: false,
      code: 'noSuchWay',
    });
    expect(entering(left, [], { id: 'two' })).toEqual({ ok: false, code: 'notOnPath', path: 'two' });
    expect(entering(left, [], { id: 'ghost' })).toEqual({ ok: false, code: 'unknownStep', path: 'ghost' });
  });
  test('L38 every call that was due before the one the record names must have come out well, too; none that was not due, none behind it', () => {
    const calls = [
      call('first', { on: { STOP: to('denied') } }),
      call('maybe', { when: is('answers.kind', 'b') }),
      call('who', { kind: 'identity' }),
      call('last', { on: { DENIED: to('denied') } }),
      call('behind', { when: is('answers.kind', 'c') }),
    ];
    const many = flow(
      [step('one', { fields: [field('kind', { bind: 'kind' })], actions: [action('continue', { calls })] }), end],
      { off: [step('denied', { outcome: 'denied', actions: [] })] },
    );
    const happened = ['first ok', 'first STOP', 'maybe ok', 'last ok', 'last DENIED', 'behind ok'].map((one) => {
      const [operation = '', name = ''] = one.split(' ');
      return { operation, name };
    });
    const has = (trail: typeof happened, operation: string, name: string) =>
      trail.some((one) => one.operation === operation && one.name === name);
    for (let subset = 0; subset < 2 ** happened.length; subset += 1) {
      const trail = happened.filter((_, at) => (subset >> at) % 2 === 1);
      for (const kind of ['a', 'b'])
        for (const [operation, name] of [
          ['first', 'STOP'],
          ['last', 'ok'],
          ['last', 'DENIED'],
        ] as const) {
          const due = operation === 'first' ? [] : ['first', ...(kind === 'b' ? ['maybe'] : [])];
          const right = has(trail, operation, name) && due.every((one) => has(trail, one, 'ok'));
          const journey = { one: { ...left, outcome: { operation, name } } };
          const proposed = { changes: {}, journey };
          const found = admit(many, { answers: { kind }, journey: {} }, { proposed, world, trail });
          expect({ kind, operation, name, trail, ok: found.ok }).toEqual({ kind, operation, name, trail, ok: right });
        }
    }
  });
  test.each([
    ['a note', { note: 'ssn 219-09-9999' }],
    ['more in its outcome', { outcome: { ...sent, more: {} } }],
    ['a name that is longer than any', { outcome: { operation: 'send', name: 'x'.repeat(101) } }],
    ['a document in clear', { shown: { consent: 'x'.repeat(129) } }],
    ['documents that are no hashes', { shown: { consent: { text: 'x' } } }],
    ['another way’s member', { index: 0 }],
  ])('L38 a record of how a step was left holds its declared members and no more: %s', (_, more) => {
    const entry = { ...left, outcome: sent, shown: { consent: 'hash-consent' } };
    expect(entering(entry, [sent], { answers: { kind: 'a' } })).toMatchObject({ ok: true });
    expect(entering({ ...entry, ...more }, [sent], { answers: { kind: 'a' } })).toEqual({
      ok: false,
      code: 'noSuchWay',
      path: 'one',
    });
  });
  describe('a page that its own call led on from', () => {
    const calls = { load: [call('look', { as: 'seen', on: { MOVED: to('two') } })] };
    const hasty = (kind: 'form' | 'wait') =>
      flow([
        step('one', {
          kind,
          ...calls,
          layout: [{ kind: 'disclosure', idTag: 'consent' }],
          ...(kind === 'wait' && { actions: [] }),
        }),
        step('two'),
        end,
      ]);
    test.each(['form', 'wait'] as const)('L131 has shown no document, and is passed without one: %s', (kind) => {
      const who = person(hasty(kind));
      who.tell('MOVED');
      expect(who.at).toBe('two');
      expect(who.state.journey).toEqual({ one: { by: 'load', outcome: { operation: 'look', name: 'MOVED' } } });
      who.press();
      expect(who.at).toBe('end');
    });
    test('L131 left by a press it has', () => {
      const who = person(hasty('form'));
      who.press();
      expect(who.state.journey['one']?.shown).toEqual({ consent: 'hash-consent' });
    });
    const outcome = { operation: 'look', name: 'MOVED' };
    test.each([
      ['none', {}, { ok: true }],
      ['one', { shown: { consent: 'hash-consent' } }, { ok: false, code: 'notShown', path: 'one' }],
    ])('L131 whose record tells of documents is refused: %s', (_, more, expected) => {
      const journey: Journey = { one: { by: 'load', outcome, ...more } };
      const proposed = { changes: {}, journey };
      expect(admit(hasty('form'), { answers: {}, journey: {} }, { proposed, world, trail: [outcome] })).toMatchObject(
        expected,
      );
    });
  });
  test('L39 the disclosures of the page must be recorded, and no others', () => {
    const entry = { ...left, outcome: sent };
    expect(entering(entry, [sent], { answers: { kind: 'a' } })).toEqual({ ok: false, code: 'notShown', path: 'one' });
    expect(
      entering({ ...entry, shown: { consent: 'hash-consent' } }, [sent], { answers: { kind: 'a' } }),
    ).toMatchObject({
      ok: true,
    });
    expect(
      entering({ ...entry, shown: { consent: 'hash-consent', ghost: 'x' } }, [sent], { answers: { kind: 'a' } }),
    ).toEqual({ ok: false, code: 'notShown', path: 'one' });
  });
  test('L91 whoever acts for the person leaves no page on which a document was shown', () => {
    const leave = (kind: string, session: JsonObject) =>
      admit(
        made,
        { answers: { kind }, journey: {} },
        {
          proposed: {
            changes: {},
            journey: { one: { ...left, outcome: sent, ...(kind === 'a' && { shown: { consent: 'hash-consent' } }) } },
          },
          world: { ...world, session },
          trail: [sent],
        },
      );
    expect(leave('a', {})).toMatchObject({ ok: true });
    expect(leave('a', { actingFor: 'ana@b.c' })).toEqual({ ok: false, code: 'acting', path: 'one' });
    expect(leave('b', { actingFor: 'ana@b.c' })).toMatchObject({ ok: true });
  });
  test('L36 what a stranger saved is sifted once the person is known', () => {
    const account = flow([
      step('account', { when: is('session.in', false), fields: [field('email', { bind: 'email' })] }),
      step('one', { fields: [field('kind', { bind: 'kind' })] }),
      end,
    ]);
    const proposed = { changes: { email: 'a@b', kind: 'a' }, journey: { account: left } };
    const known = { ...world, session: { in: true } };
    expect(admit(account, none, { proposed, world: known, trail: [] })).toMatchObject({ ok: false });
    const sifted = sift(account, none, { proposed, world: known });
    expect(sifted).toEqual({ changes: { kind: 'a' }, journey: {} });
    expect(admit(account, none, { proposed: sifted, world: known, trail: [] })).toEqual({
      ok: true,
      answers: { kind: 'a' },
      journey: {},
    });
  });
});

describe('L37 an application holds at most 64 kB of answers, as JSON', () => {
  const edge = 64 * 1024;
  const wide = flow([
    step('one', { fields: [field('list', { bind: 'list', type: 'array' }), field('last', { bind: 'last' })] }),
    end,
  ]);
  /** Texts of at most 1,000 characters each, so that `{"list":[...]}` is exactly this long. */
  const listOf = (length: number): readonly string[] => {
    const texts: string[] = [];
    const long = () => JSON.stringify({ list: texts }).length;
    while (long() + 1_003 <= length - 3) texts.push('a'.repeat(1_000));
    texts.push('');
    texts[texts.length - 1] = 'a'.repeat(length - long());
    expect([long(), Math.max(...texts.map((one) => one.length)) <= 1_000]).toEqual([length, true]);
    return texts;
  };
  const save = (answers: JsonObject, value: JsonObject) =>
    admit(wide, { answers, journey: {} }, { proposed: { changes: value, journey: {} }, world, trail: [] });

  test('L37 one character more than that is refused, whether it comes with the save or on top of what is stored', () => {
    expect(save({}, { list: listOf(edge) })).toMatchObject({ ok: true });
    expect(save({}, { list: listOf(edge + 1) })).toEqual({ ok: false, code: 'tooLong', path: 'list' });
    const stored = { list: listOf(edge - ',"last":""'.length - 1) };
    expect(save(stored, { last: 'a' })).toMatchObject({ ok: true });
    expect(save(stored, { last: 'ab' })).toEqual({ ok: false, code: 'tooLong', path: 'last' });
    expect(save(stored, { list: null, last: 'ab' })).toMatchObject({ ok: true, answers: { last: 'ab' } });
  });
});

describe('around the page', () => {
  test('L42 hidden stages do not count', () => {
    const made = flow(
      [
        step('one', { stage: 'a', fields: [field('kind', { bind: 'kind' })] }),
        step('two', { stage: 'b' }),
        step('three', { stage: 'c' }),
        end,
      ],
      {
        stages: [
          { id: 'a', title: 'A' },
          { id: 'b', title: 'B', hiddenWhen: is('answers.kind', 'short') },
          { id: 'c', title: 'C' },
        ],
      },
    );
    const who = person(made);
    who.fill({ kind: 'long' });
    who.press();
    expect(progress(made, who.state)).toEqual({
      stages: [
        { id: 'a', title: 'A', state: 'done' },
        { id: 'b', title: 'B', state: 'current' },
        { id: 'c', title: 'C', state: 'ahead' },
      ],
      current: 2,
      total: 3,
    });
    who.send({ type: 'visited', step: 'one' });
    who.fill({ kind: 'short' });
    expect(progress(made, who.state)).toMatchObject({ current: 1, total: 2 });
    who.fill({ kind: 'long' });
    who.press();
    who.press();
    who.press();
    expect(who.at).toBe('end');
    expect(progress(made, who.state)).toMatchObject({ current: 3, total: 3 });
  });
  test('L43 guards first, then access', () => {
    const app = {
      guards: [next({ kind: 'leave', address: 'maintenance' }, is('flags.maintenance', true))],
      signIn: to('credentials', 'login'),
    } as unknown as CompiledApp;
    const made = flow([step('open'), step('mine', { access: 'customer' }), step('admin', { access: 'admin' })]);
    const facts = (part: object) => ({ ...world, answers: {}, typed: {}, ...part });
    expect(guard(app, made, { step: 'open', facts: facts({}) })).toBeUndefined();
    expect(guard(app, made, { step: 'mine', facts: facts({}) })).toEqual(to('credentials', 'login'));
    expect(guard(app, made, { step: 'mine', facts: facts({ session: { access: 'customer' } }) })).toBeUndefined();
    expect(guard(app, made, { step: 'admin', facts: facts({ session: { access: 'customer' } }) })).toEqual(
      to('credentials', 'login'),
    );
    expect(guard(app, made, { step: 'admin', facts: facts({ session: { access: 'admin' } }) })).toBeUndefined();
    expect(guard(app, made, { step: 'open', facts: facts({ flags: { maintenance: true } }) })).toEqual({
      kind: 'leave',
      address: 'maintenance',
    });
  });
  test('L44 sensitive and never-kept values are hidden wherever they stand', () => {
    const made = flow([
      step('one', {
        fields: [
          field('ssn', { bind: 'person.ssn', sensitive: true }),
          field('password', { bind: 'login.password', keep: 'never' }),
          field('name', { bind: 'person.name' }),
        ],
      }),
    ]);
    expect(
      redact(made, {
        person: { ssn: '219099999', name: 'Ana' },
        list: [{ ssn: { sealed: '1234' } }],
        'person.ssn': '1',
        typed: { password: 'x' },
        input: { password: 'x' },
        none: { ssn: null },
      }),
    ).toEqual({
      person: { ssn: '[redacted]', name: 'Ana' },
      list: [{ ssn: '[redacted]' }],
      'person.ssn': '[redacted]',
      typed: '[redacted]',
      input: { password: '[redacted]' },
      none: { ssn: null },
    });
  });
  test('L44 each field that is sensitive or never kept is hidden by its own name and by that of its answer, at every place; any other is told', () => {
    for (const sensitive of [false, true])
      for (const keep of ['application', 'never'] as const) {
        const made = flow([step('one', { fields: [field('asked', { bind: 'person.kept', sensitive, keep })] })]);
        const told = sensitive || keep === 'never' ? '[redacted]' : '219099999';
        for (const name of ['asked', 'kept', 'person.kept', 'one.asked']) {
          const places = (value: string): Json => ({
            [name]: value,
            in: { deeper: { [name]: value, other: 'Ana' } },
            list: [{ [name]: value }, [{ in: [{ [name]: value }] }]],
          });
          const found = redact(made, places('219099999'));
          expect({ sensitive, keep, name, found }).toEqual({ sensitive, keep, name, found: places(told) });
          for (const whole of [['219099999'], { first: '219099999' }])
            expect(redact(made, { [name]: whole })).toEqual({ [name]: told === '[redacted]' ? told : whole });
        }
      }
  });
  test('L45 a field is told when its view changed and only then; events wait their turn', () => {
    const made = flow([
      step('one', {
        fields: [
          field('a', { bind: 'a' }),
          field('b', { bind: 'b', required: false }),
          field('c', { bind: 'c', when: is('answers.a', 'x') }),
        ],
      }),
      end,
    ]);
    const seen: string[] = [];
    const performed: Effect[] = [];
    const store = createStore(made, initial(made, world), (effects, self) => {
      performed.push(...effects);
      if (effects.some((one) => one.type === 'save') && self.getState().answers['b'] === undefined) {
        self.dispatch({ type: 'answered', field: 'b', value: 'from an effect' });
        seen.push('effect');
      }
    });
    const stop = store.subscribeField('a', () => seen.push('a'));
    store.subscribeField('b', () => seen.push('b'));
    store.subscribeField('c', () => seen.push('c'));
    store.subscribe(() => seen.push('any'));
    store.dispatch({ type: 'answered', field: 'a', value: 'x' });
    expect(seen).toEqual(['a', 'c', 'any', 'effect', 'b', 'any']);
    stop();
    seen.length = 0;
    store.dispatch({ type: 'answered', field: 'a', value: 'y' });
    expect(seen).toEqual(['c', 'any']);
    store.dispatch({ type: 'answered', field: 'a', value: 'y' });
    expect(seen).toEqual(['c', 'any']);
    expect(performed.every((one) => one.type === 'save')).toBe(true);
  });
  test('L46 inherited properties are not there', () => {
    expect(get({}, 'constructor')).toBeUndefined();
    expect(get({ a: 'text' }, 'a.length')).toBeUndefined();
    expect(own({}, 'toString')).toBeUndefined();
    expect(() => set({}, '__proto__.polluted', true)).toThrow(/__proto__/);
    const root = { a: { b: 1 }, c: { d: 2 } };
    const changed = set(root, 'a.b', 3);
    expect(changed).toEqual({ a: { b: 3 }, c: { d: 2 } });
    expect(changed['c']).toBe(root.c);
    expect(set(root, 'a.b', 1)).toBe(root);
    expect(drop(root, 'a.b')).toEqual({ c: { d: 2 } });
    expect(put(root, 'x.y', undefined)).toBe(root);
  });
});
