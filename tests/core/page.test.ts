import { describe, expect, test } from 'vitest';
import type { CompiledFlow, Text } from '../../runtime/core/definition.ts';
import { action, atLeast, call, check, constant, field, flow, is, person, read, step, world } from './build.ts';

const end = step('end', { outcome: 'done', actions: [] });
const views = (who: ReturnType<typeof person>) => who.state.page.fields;

describe('the page', () => {
  const kind = field('kind', { bind: 'kind' });
  const pet = field('pet', { bind: 'pet', when: is('answers.kind', 'a') });
  const other = field('other', { bind: 'other' });

  test('L12 only the fields the index names are looked at again; the value is cleaned', () => {
    const who = person(
      flow([
        step('one', { fields: [kind, pet, other, field('name', { bind: 'name', normalise: ['compact', 'upper'] })] }),
        end,
      ]),
    );
    const before = views(who);
    who.fill({ kind: 'a' });
    expect(views(who)['pet']?.visible).toBe(true);
    expect(views(who)['other']).toBe(before['other']);
    expect(views(who)['name']).toBe(before['name']);
    const shown = views(who);
    who.fill({ name: '  ana   luz ' });
    expect(views(who)['name']?.value).toBe('ANA LUZ');
    expect(views(who)['pet']).toBe(shown['pet']);
    who.fill({ name: ' ' });
    expect(views(who)['name']).toMatchObject({ value: undefined, problem: { keyword: 'required' } });
  });
  test('L12 dependents of dependents follow, in order', () => {
    const deep = field('deep', { bind: 'deep', when: is('answers.pet', 'cat') });
    const who = person(flow([step('one', { fields: [kind, pet, deep] }), end]));
    who.fill({ kind: 'a', pet: 'cat', deep: 'x' });
    expect(who.state.page.relevant).toEqual({ kind: 'a', pet: 'cat', deep: 'x' });
    who.fill({ kind: 'b' });
    expect(Object.values(views(who)).map((view) => view.visible)).toEqual([true, false, false]);
    expect(who.state.page.relevant).toEqual({ kind: 'b' });
  });
  test('L1 two questions for one answer: the visible one asks it', () => {
    const a = field('a', { bind: 'amount', when: is('answers.kind', 'a') });
    const b = field('b', { bind: 'amount', when: is('answers.kind', 'b') });
    const who = person(flow([step('one', { fields: [kind, a, b] }), end]));
    who.fill({ kind: 'a', a: '5' });
    who.fill({ kind: 'b' });
    expect(views(who)['b']).toMatchObject({ visible: true, value: '5' });
    expect(who.state.page.relevant).toEqual({ kind: 'b', amount: '5' });
    who.fill({ b: '7' });
    expect(views(who)['a']?.value).toBe('7');
    who.fill({ kind: 'c' });
    expect(who.state.page.relevant).toEqual({ kind: 'c' });
  });
  test('L13 validity is live, messages start with the first press', () => {
    const n = field('n', {
      bind: 'n',
      type: 'number',
      messages: { required: 'Say a number', invalid: 'That is no number' },
    });
    const who = person(flow([step('one', { fields: [n] }), end]));
    expect(views(who)['n']).toMatchObject({ problem: { keyword: 'required', message: 'Say a number' } });
    expect(views(who)['n']?.message).toBeUndefined();
    const effects = who.press();
    expect(effects).toContainEqual({ type: 'focus', on: 'errors' });
    expect(who.at).toBe('one');
    expect(views(who)['n']?.message).toBe('Say a number');
    who.fill({ n: 'many' });
    expect(views(who)['n']?.message).toBe('That is no number');
    who.fill({ n: 3 });
    expect(views(who)['n']?.message).toBeUndefined();
    who.press();
    expect(who.at).toBe('end');
  });
  test('L14 checks stand at visible answered fields; without a place they are a notice', () => {
    const made = flow([
      step('one', {
        fields: [kind, pet],
        checks: [
          check(is('answers.pet', 'cat'), 'pet', 'Cats only'),
          check(is('flags.open', true), undefined, 'Closed'),
        ],
      }),
      end,
    ]);
    const who = person(made, { world: { ...world, flags: { open: false } } });
    who.fill({ kind: 'b' });
    who.press();
    expect(who.state.page.notice).toEqual({ text: 'Closed', tone: 'error' });
    who.fill({ kind: 'a', pet: 'dog' });
    expect(views(who)['pet']?.message).toBe('Cats only');
    who.fill({ pet: 'cat' });
    expect(views(who)['pet']?.message).toBeUndefined();
    who.send({ type: 'world', change: { flags: { open: true } } });
    who.press();
    expect(who.at).toBe('end');
  });
  test('L14 a check that stays unknown blocks and says so at its field', () => {
    const who = person(
      flow([step('one', { fields: [kind], checks: [check(atLeast('results.age', 18), 'kind', 'Too young')] }), end]),
    );
    who.fill({ kind: 'a' });
    expect(views(who)['kind']?.problem).toBeUndefined();
    who.press();
    expect(who.at).toBe('one');
    expect(views(who)['kind']?.message).toBe('Too young');
  });
  test('L14 a message that reads what is unknown gives way to plain words', () => {
    const unknown: Text = { reads: ['customer.firstName'], of: () => undefined };
    const made = flow([
      step('one', {
        fields: [
          {
            ...kind,
            messages: { required: unknown },
            otherwise: { required: 'kind: an answer is needed', invalid: 'kind: check this answer' },
          },
        ],
        checks: [
          { ...check(is('answers.kind', 'a'), 'kind', ''), message: unknown },
          {
            ...check(is('flags.open', true), undefined, ''),
            message: unknown,
            otherwise: 'Check the answers on this page',
          },
        ],
      }),
      end,
    ]);
    const who = person(made, { world: { ...world, flags: { open: false } } });
    who.press();
    expect(views(who)['kind']?.message).toBe('kind: an answer is needed');
    who.fill({ kind: 'b' });
    expect(views(who)['kind']?.message).toBe('kind: check this answer');
    who.fill({ kind: 'a' });
    who.press();
    expect(who.state.page.notice).toEqual({ text: 'Check the answers on this page', tone: 'error' });
  });
  test('L15 a default shows, counts from the first answer or press, and stays away once emptied', () => {
    const size = field('size', { bind: 'size', default: constant('M') });
    const made = flow([
      step('one', {
        fields: [
          size,
          field('colour', { bind: 'colour', required: false }),
          field('more', { bind: 'more', required: false, when: is('answers.size', 'M') }),
        ],
      }),
      end,
    ]);
    const pressed = person(made);
    expect(views(pressed)['size']?.value).toBe('M');
    expect(views(pressed)['more']?.visible).toBe(true);
    expect(pressed.state.answers).toEqual({});
    pressed.press();
    expect(pressed.state.answers).toEqual({ size: 'M' });
    expect(pressed.saves()[0]?.changes).toEqual({ size: 'M' });
    const typed = person(made);
    typed.fill({ colour: 'red' });
    expect(typed.saves()[0]?.changes).toEqual({ size: 'M', colour: 'red' });
    const emptied = person(made);
    emptied.fill({ size: undefined });
    expect(views(emptied)['size']?.value).toBeUndefined();
    emptied.fill({ colour: 'red' });
    emptied.press();
    expect(emptied.at).toBe('one');
  });
  test('L17 a message of an outcome goes when the field is answered', () => {
    const made = flow([
      step('one', {
        fields: [kind],
        actions: [
          action('continue', {
            calls: [call('look', { on: { MISMATCH: { kind: 'stay', message: 'Not this one', at: 'kind' } } })],
          }),
        ],
      }),
      end,
    ]);
    const who = person(made);
    who.fill({ kind: 'a' });
    who.press();
    who.tell('MISMATCH');
    expect(views(who)['kind']?.message).toBe('Not this one');
    expect(who.at).toBe('one');
    who.fill({ kind: 'b' });
    expect(views(who)['kind']?.message).toBeUndefined();
    who.press();
    who.tell('ok');
    expect(who.at).toBe('end');
  });
  test('L5 choices on offer only', () => {
    const items = [
      { value: 'x', label: 'X' },
      { value: 'y', label: 'Y', when: is('answers.kind', 'a') },
    ];
    const who = person(
      flow([
        step('one', {
          fields: [
            kind,
            field('pick', { bind: 'pick', choices: { items } }),
            field('row', { bind: 'row', choices: { from: read('results.rows'), value: 'id', label: 'name' } }),
          ],
        }),
        end,
      ]),
    );
    who.fill({ kind: 'a', pick: 'y', row: '2' });
    expect(views(who)['pick']).toMatchObject({
      choices: [
        { value: 'x', label: 'X' },
        { value: 'y', label: 'Y' },
      ],
    });
    expect(views(who)['pick']?.problem).toBeUndefined();
    who.fill({ kind: 'b' });
    expect(views(who)['pick']?.problem?.keyword).toBe('enum');
    who.send({ type: 'world', change: { results: { rows: [{ id: '1', name: 'One' }] } } });
    expect(views(who)['row']).toMatchObject({ choices: [{ value: '1', label: 'One' }], problem: { keyword: 'enum' } });
  });
  test('L26 a limit may come from a result of the page', () => {
    const made: CompiledFlow = flow([
      step('one', {
        load: [call('bounds', { as: 'bounds', keeps: 'screen' })],
        fields: [
          field('n', {
            bind: 'n',
            type: 'number',
            dynamic: [{ keyword: 'maximum', limit: read('results.bounds.most') }],
          }),
        ],
        actions: [action('continue', { validates: false })],
      }),
      step('two'),
      end,
    ]);
    const who = person(made);
    who.fill({ n: 5 });
    expect(views(who)['n']?.problem?.keyword).toBe('maximum');
    who.tell('ok', { most: 10 });
    expect(views(who)['n']?.problem).toBeUndefined();
    who.press();
    expect(who.at).toBe('two');
    expect(who.state.world.results).toEqual({});
  });
  test('an answer to a field that is not on the page is a mistake that says so', () => {
    expect(() => person(flow([step('one'), end])).fill({ ghost: 'x' })).toThrow(/no field ghost/);
  });
  test('L28 a value never kept is typed on its page only', () => {
    const made = flow([
      step('one', {
        fields: [field('password', { keep: 'never', required: true }), field('again', { keep: 'never' })],
        checks: [
          check(
            { reads: ['typed.password', 'typed.again'], of: ({ typed }) => typed['password'] === typed['again'] },
            'again',
            'Differ',
          ),
        ],
        actions: [action('continue', { calls: [call('signUp', { with: { password: read('typed.password') } })] })],
      }),
      step('two'),
      end,
    ]);
    const who = person(made);
    who.fill({ password: 'secret-1', again: 'other' });
    expect(views(who)['again']?.problem?.message).toBe('Differ');
    who.fill({ password: 'secret-2' });
    who.fill({ again: 'secret-2' });
    expect(views(who)['again']?.problem).toBeUndefined();
    who.press();
    expect(who.pending('signUp').input).toEqual({ password: 'secret-2' });
    who.tell('ok');
    expect(who.at).toBe('two');
    expect(JSON.stringify(who.state)).not.toContain('secret');
    expect(JSON.stringify(who.saves())).not.toContain('secret');
    who.send({ type: 'visited', step: 'one' });
    expect(views(who)['password']?.value).toBeUndefined();
    who.send({ type: 'visited', step: 'two' });
    expect(who.at).toBe('two');
  });
});
