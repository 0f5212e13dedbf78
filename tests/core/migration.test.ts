import { describe, expect, test } from 'vitest';
import type { CompiledFlow, Migration, Move, Rule } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey } from '../../runtime/core/state.ts';
import { lost, moved, newer } from '../../runtime/core/migration.ts';
import { walk } from '../../runtime/core/walk.ts';
import { action, call, constant, field, flow, is, step, world } from './build.ts';

const left = { by: 'action', action: 'continue' } as const;
const written = (...moves: readonly Move[]): Migration => ({ moves });

/** Two pages that ask for these paths, and a last one. */
function asking(paths: readonly [string, string], migrations?: readonly Migration[]): CompiledFlow {
  const [first, second] = paths;
  return flow(
    [
      step('one', { fields: [field('a', { bind: first })] }),
      step('two', { fields: [field('b', { bind: second })] }),
      step('last', { fields: [field('c', { bind: 'last' })] }),
    ],
    { ...(migrations && { migrations }) },
  );
}
const both: Journey = { one: left, two: left };
const move = (before: CompiledFlow, after: CompiledFlow, stored: { answers: JsonObject; journey?: Journey }) =>
  moved(before, after, { remembered: { journey: both, ...stored, world }, trail: [] });

describe('the moves', () => {
  test('L93 each does to the answers what it says, in order; what is not named stays', () => {
    const before = asking(['name', 'address.city']);
    const later = asking(
      ['person.first', 'home.city'],
      [
        written({ kind: 'rename', from: 'name', to: 'person.name' }, { kind: 'move', from: 'address', to: 'home' }),
        written({ kind: 'rename', from: 'person.name', to: 'person.first' }),
      ],
    );
    expect(move(before, later, { answers: { name: 'Ana', address: { city: 'Austin' }, last: 'x' } })).toEqual({
      answers: { person: { first: 'Ana' }, home: { city: 'Austin' }, last: 'x' },
      journey: { one: left, two: left },
      askedAgain: [],
    });
  });

  test('L93 a migration is taken once: whoever began after it is not moved by it again', () => {
    const swapped = [written({ kind: 'rename', from: 'a', to: 'b' })];
    const again = [...swapped, written({ kind: 'drop', path: 'x' }, { kind: 'rename', from: 'b', to: 'a' })];
    const first = asking(['a', 'x']);
    const second = asking(['b', 'x'], swapped);
    const third = asking(['a', 'y'], again);
    expect(move(first, third, { answers: { a: 'first' } }).answers).toEqual({ a: 'first' });
    expect(move(second, third, { answers: { b: 'second' } }).answers).toEqual({ a: 'second' });
    expect(newer(third, third)).toEqual([]);
    expect(newer(third, second)).toBeUndefined();
    expect(newer(second, asking(['b', 'x'], [written()]))).toBeUndefined();
  });

  test('L93 a default is for those who have left the page that asks it, and for no answer that is there', () => {
    const before = flow([step('one', { fields: [field('a')] }), step('two')]);
    const after = flow([step('one', { fields: [field('a'), field('pet')] }), step('two')], {
      migrations: [written({ kind: 'default', path: 'data.pet', value: 'none' })],
    });
    const pet = (answers: JsonObject, journey: Journey): Json | undefined =>
      move(before, after, { answers, journey }).answers['data'];
    expect(pet({ data: { a: 'x' } }, { one: left })).toEqual({ a: 'x', pet: 'none' });
    expect(pet({ data: { a: 'x' } }, {})).toEqual({ a: 'x' });
    expect(pet({ data: { a: 'x', pet: 'cat' } }, { one: left })).toEqual({ a: 'x', pet: 'cat' });
  });
});

describe('what a version does not take', () => {
  const choices = (...values: readonly string[]) => ({ items: values.map((value) => ({ value, label: value })) });
  const asks = (part: Parameters<typeof field>[1], migrations?: readonly Migration[]): CompiledFlow =>
    flow([step('one', { fields: [field('a', { bind: 'a', ...part })] })], { ...(migrations && { migrations }) });

  const file = { accept: [], endings: [], says: '', maxBytes: 1, most: 1, words: {} };
  const list = (...parts: readonly string[]) => ({
    name: 'one',
    fields: parts.map((bind) => field(bind, { bind })),
    checks: [],
    most: 3,
    reads: [],
  });
  test.each([
    ['gone', {}, { bind: 'b' }],
    ['type', {}, { type: 'integer' }],
    ['type', { type: 'number' }, { type: 'integer' }],
    ['choice', { choices: choices('x', 'y') }, { choices: choices('x') }],
    ['choice', {}, { choices: choices('x') }],
    ['sensitive', { sensitive: true }, { sensitive: false }],
    ['type', { type: 'array', file }, { type: 'array' }],
    ['type', { type: 'array', item: list('name', 'share') }, { type: 'array', item: list('name') }],
    ['type', { type: 'array', item: list('name') }, { type: 'array' }],
  ] as const)('L94 is told: %s', (why, before, after) => {
    expect(lost(asks(before), asks(after))).toEqual([{ path: 'a', why }]);
    for (const kind of ['drop', 'askAgain'] as const)
      expect(lost(asks(before), asks(after, [written({ kind, path: 'a' })]))).toEqual([]);
  });

  test('L94 nothing is told of what is taken as it is, or where it is led', () => {
    expect(lost(asks({}), asks({ label: 'Another text', sensitive: true }))).toEqual([]);
    expect(lost(asks({ type: 'integer' }), asks({ type: 'number' }))).toEqual([]);
    expect(lost(asks({ choices: choices('x') }), asks({ choices: choices('y', 'x') }))).toEqual([]);
    expect(lost(asks({ keep: 'never' }), asks({ bind: 'b' }))).toEqual([]);
    const item = list('name');
    expect(lost(asks({ type: 'array', item }), asks({ type: 'array', item: list('share', 'name') }))).toEqual([]);
    const led = asks({ bind: 'b' }, [written({ kind: 'rename', from: 'a', to: 'b' })]);
    expect(lost(asks({}), led)).toEqual([]);
  });

  test('L94 two answers that come to one path are told', () => {
    const before = asking(['a', 'b']);
    const after = asking(['b', 'd'], [written({ kind: 'rename', from: 'a', to: 'b' })]);
    expect(lost(before, after)).toEqual([
      { path: 'a', why: 'twice' },
      { path: 'b', why: 'twice' },
    ]);
  });
});

describe('consents', () => {
  const consenting = (bind: string, consents: CompiledFlow['consents'], migrations?: readonly Migration[]) =>
    flow(
      [
        step('one', {
          fields: [field('agreed', { bind, type: 'boolean' })],
          layout: [{ kind: 'disclosure', idTag: 'consent', consent: 'agreed' }],
        }),
        step('last', { fields: [field('c', { bind: 'last' })] }),
      ],
      { ...(consents && { consents }), ...(migrations && { migrations }) },
    );
  const shown = (hash: string): Journey => ({ one: { ...left, shown: { consent: hash } } });
  const still = { ok: { text: 'words' } };

  const renamed = [written({ kind: 'rename', from: 'ok', to: 'yes' })];
  const listed = { ok: { text: 'words', listed: true } } as const;
  test.each([
    { of: 'the same words, the document in force', after: consenting('ok', still, [written()]), isCarried: true },
    { of: 'another path', after: consenting('yes', { yes: { text: 'words' } }, renamed), isCarried: true },
    { of: 'other words', after: consenting('ok', { ok: { text: 'others' } }, [written()]), isCarried: false },
    { of: 'an older document', after: consenting('ok', still, [written()]), hash: 'older', isCarried: false },
    { of: 'a list of documents', after: consenting('ok', listed, [written()]), isCarried: false },
    { of: 'no consent any more', after: consenting('ok', undefined, [written()]), isCarried: false },
  ])('L98 $of', ({ after, hash = 'hash-consent', isCarried }) => {
    const journey = shown(hash);
    const next = move(consenting('ok', still), after, { answers: { ok: true, last: 'x' }, journey });
    const [path = ''] = Object.keys(after.binds);
    expect(next).toEqual({
      answers: { ...(isCarried && { [path]: true }), last: 'x' },
      journey: isCarried ? journey : {},
      askedAgain: isCarried ? [] : [path],
    });
  });

  test('L98 what was no consent becomes none', () => {
    const before = consenting('ok', undefined);
    const after = consenting('ok', still, [written({ kind: 'default', path: 'ok', value: true })]);
    expect(move(before, after, { answers: { ok: true }, journey: shown('hash-consent') }).answers).toEqual({});
    expect(move(before, after, { answers: {}, journey: shown('hash-consent') }).answers).toEqual({});
  });
});

describe('where it stands then', () => {
  test('L99 a page that asks what did not come along is where the way ends; the others stay left', () => {
    const before = asking(['a', 'b']);
    const again = asking(['a', 'b'], [written({ kind: 'askAgain', path: 'b' })]);
    const next = move(before, again, { answers: { a: 'x', b: 'y' } });
    expect(next).toEqual({ answers: { a: 'x' }, journey: { one: left }, askedAgain: ['b'] });
    expect(walk(again, next, world)).toMatchObject({ path: ['one', 'two'], at: 'two', relevant: { a: 'x' } });
  });

  test('L99 nothing is held that the version does not take, and no record of a page it does not have', () => {
    const before = asking(['a', 'b']);
    const after = flow([step('two', { fields: [field('b', { bind: 'b', type: 'integer' })] }), step('last')], {
      migrations: [written()],
    });
    const { answers, journey } = move(before, after, { answers: { a: 'x', b: ['y'], c: 'z' } });
    expect({ answers, journey }).toEqual({ answers: {}, journey: {} });
  });

  test('L99 a page is asked again that now makes a call nobody made, and whatever lies behind it is met anew', () => {
    const before = asking(['a', 'b']);
    const calling = action('continue', { calls: [call('verify')] });
    const after: CompiledFlow = {
      ...flow([
        step('one', { fields: [field('a', { bind: 'a' })], actions: [calling] }),
        step('two', { fields: [field('b', { bind: 'b' })] }),
        step('last'),
      ]),
      migrations: [written()],
    };
    expect(move(before, after, { answers: { a: 'x', b: 'y' } })).toMatchObject({
      answers: { a: 'x', b: 'y' },
      journey: {},
    });
  });

  test('L99 a page that made its call stays left where that really came out so, and is off the way no longer left', () => {
    const calling = action('continue', { calls: [call('verify')] });
    const version = (migrations?: readonly Migration[], when?: Rule): CompiledFlow =>
      flow(
        [
          step('one', { fields: [field('a', { bind: 'a' })], actions: [calling] }),
          step('two', { fields: [field('b', { bind: 'b' })], ...(when && { when }) }),
          step('last'),
        ],
        { ...(migrations && { migrations }) },
      );
    const verified = { operation: 'verify', name: 'ok' };
    const journey: Journey = { one: { ...left, outcome: verified }, two: left };
    const remembered = { answers: { a: 'x', b: 'y' }, journey, world };
    const at = (after: CompiledFlow, trail: readonly (typeof verified)[]): Journey =>
      moved(version(), after, { remembered, trail }).journey;
    expect(at(version([written()]), [verified])).toEqual(journey);
    expect(at(version([written()]), [])).toEqual({});
    expect(at(version([written()], is('answers.a', 'z')), [verified])).toEqual({ one: journey['one'] });
  });

  test('L99 an answer comes to no path that an act alone sets, unless it is what the act would set', () => {
    const before = asking(['a', 'b']);
    const setting = action('continue', { set: [{ path: 'sure', value: constant('yes') }] });
    const after: CompiledFlow = {
      ...flow([step('one', { actions: [setting] }), step('two', { fields: [field('b', { bind: 'b' })] })]),
      migrations: [written({ kind: 'rename', from: 'a', to: 'sure' })],
    };
    expect(move(before, after, { answers: { a: 'x' } })).toMatchObject({ answers: {}, journey: {} });
    expect(move(before, after, { answers: { a: 'yes' } })).toMatchObject({ answers: { sure: 'yes' } });
  });

  test('L99 a way that is offered no more leaves its page open', () => {
    const before = asking(['a', 'b']);
    const after: CompiledFlow = {
      ...flow([step('one', { fields: [field('a', { bind: 'a' })], actions: [action('onward')] }), step('two')]),
      migrations: [written()],
    };
    expect(walk(after, move(before, after, { answers: { a: 'x' } }), world).at).toBe('one');
  });
});
