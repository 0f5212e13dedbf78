import { describe, expect, test } from 'vitest';
import type { Rule } from '../../runtime/core/definition.ts';
import type { Journey } from '../../runtime/core/state.ts';
import { stepAt, stepPath } from '../../runtime/core/place.ts';
import { walk } from '../../runtime/core/walk.ts';
import { action, atLeast, call, check, field, flow, is, next, read, step, to, world } from './build.ts';

const left: Journey[string] = { by: 'action', action: 'continue' };
const end = step('end', { outcome: 'done', actions: [] });

describe('the way', () => {
  const kind = field('kind', { bind: 'kind' });
  const pet = field('pet', { bind: 'pet', when: is('answers.kind', 'a') });
  const deep = field('deep', { bind: 'deep', when: is('answers.pet', 'cat') });

  test('L1 a field is asked over the answers before it', () => {
    const made = flow([step('one', { fields: [kind, pet, deep] }), end]);
    expect(walk(made, { answers: { kind: 'a', pet: 'cat', deep: 'x' }, journey: {} }, world).relevant).toEqual({
      kind: 'a',
      pet: 'cat',
      deep: 'x',
    });
    expect(walk(made, { answers: { kind: 'b', pet: 'cat', deep: 'x' }, journey: {} }, world).relevant).toEqual({
      kind: 'b',
    });
    const reversed = flow([step('one', { fields: [deep, pet, kind] }), end]);
    expect(walk(reversed, { answers: { kind: 'a', pet: 'cat', deep: 'x' }, journey: {} }, world).relevant).toEqual({
      kind: 'a',
    });
  });
  test('L1 a group that is hidden hides its fields', () => {
    const made = flow([
      step('one', {
        fields: [kind, field('b')],
        layout: [
          { kind: 'field', field: 'kind' },
          { kind: 'group', when: is('answers.kind', 'a'), items: [{ kind: 'field', field: 'b' }] },
        ],
      }),
    ]);
    expect(walk(made, { answers: { kind: 'b', data: { b: 'x' } }, journey: {} }, world).relevant).toEqual({
      kind: 'b',
    });
    expect(walk(made, { answers: { kind: 'a', data: { b: 'x' } }, journey: {} }, world).relevant).toEqual({
      kind: 'a',
      data: { b: 'x' },
    });
  });
  test('L9 with an answer to the last page, and with what a call brought that no page before it reads, nothing of the pages before it is looked at again', () => {
    let looked = 0;
    const counting = (rule: Rule): Rule => ({
      reads: rule.reads,
      of: (facts) => {
        looked += 1;
        return rule.of(facts);
      },
    });
    const pages = Array.from({ length: 20 }, (_, index) =>
      step(`page${index}`, {
        fields: [
          field(`first${index}`),
          field(`second${index}`, { when: counting(is(`answers.data.first${index}`, 'a')) }),
        ],
        ...(index > 0 && { when: counting(is('results.wanted', true)) }),
      }),
    );
    const made = flow([...pages, step('last', { fields: [field('name', { bind: 'name' })] }), end]);
    const data = Object.fromEntries(
      pages.flatMap((_, index) => [`first${index}`, `second${index}`].map((id) => [id, 'a'])),
    );
    const journey = Object.fromEntries(pages.map(({ id }) => [id, left]));
    const answers = { data };
    const over = { ...world, results: { wanted: true } };
    expect(walk(made, { answers, journey }, over).at).toBe('last');
    expect(looked).toBe(39);
    const typed = { ...answers, name: 'Ana' };
    expect(walk(made, { answers: typed, journey }, over).relevant).toEqual(typed);
    const told = { ...over, results: { wanted: true, offer: 'other' } };
    expect(walk(made, { answers: typed, journey: { ...journey, last: left } }, told).at).toBe('end');
    expect(looked).toBe(39);
    // What they read is otherwise: all of them are looked at.
    expect(walk(made, { answers: typed, journey }, { ...over, results: {} }).path).toEqual(['page0', 'last']);
    expect(looked).toBeGreaterThan(39 + 19);
  });
  test('L2 answers of a step off the way count nowhere and count again with it', () => {
    const made = flow([
      step('one', { fields: [kind] }),
      step('two', { when: is('answers.kind', 'a'), fields: [field('x', { bind: 'x' })] }),
      step('three', { when: is('answers.x', 'go') }),
      end,
    ]);
    const journey = { one: left, two: left, three: left };
    expect(walk(made, { answers: { kind: 'b', x: 'go' }, journey }, world)).toEqual({
      path: ['one', 'end'],
      at: 'end',
      relevant: { kind: 'b' },
      ended: true,
      shownBefore: [],
    });
    expect(walk(made, { answers: { kind: 'a', x: 'go' }, journey }, world)).toEqual({
      path: ['one', 'two', 'three', 'end'],
      at: 'end',
      relevant: { kind: 'a', x: 'go' },
      ended: true,
      shownBefore: [],
    });
  });
  test('L3 the way ends at what was never left, does not hold, or leads nowhere any more', () => {
    const made = flow([
      step('one', { fields: [kind], checks: [check(is('answers.kind', 'a'), 'kind')] }),
      step('two', { actions: [action('continue', { when: is('answers.kind', 'a') })] }),
      end,
    ]);
    expect(walk(made, { answers: { kind: 'a' }, journey: {} }, world).at).toBe('one');
    expect(walk(made, { answers: {}, journey: { one: left } }, world).at).toBe('one');
    expect(walk(made, { answers: { kind: 'b' }, journey: { one: left } }, world).at).toBe('one');
    expect(walk(made, { answers: { kind: 'a' }, journey: { one: left } }, world).at).toBe('two');
    expect(
      walk(made, { answers: { kind: 'a' }, journey: { one: left, two: { by: 'action', action: 'gone' } } }, world).at,
    ).toBe('two');
    expect(walk(made, { answers: { kind: 'a' }, journey: { one: left, two: left } }, world)).toMatchObject({
      at: 'end',
      ended: true,
    });
  });
  test('L3 a page that now shows a disclosure nobody saw when it was left is open again', () => {
    const noticed = step('two', {
      layout: [
        { kind: 'disclosure', idTag: 'consent' },
        { kind: 'disclosure', idTag: 'tila-box', when: is('answers.kind', 'b') },
      ],
    });
    const made = flow([step('one', { fields: [kind] }), noticed, end]);
    const saw = (...tags: string[]): Journey => ({
      one: left,
      two: { ...left, shown: Object.fromEntries(tags.map((tag) => [tag, 'an-earlier-version'])) },
    });
    expect(walk(made, { answers: { kind: 'a' }, journey: saw('consent') }, world).at).toBe('end');
    expect(walk(made, { answers: { kind: 'b' }, journey: saw('consent') }, world).at).toBe('two');
    expect(walk(made, { answers: { kind: 'b' }, journey: saw('consent', 'tila-box') }, world).at).toBe('end');
    expect(walk(made, { answers: { kind: 'a' }, journey: saw() }, world).at).toBe('two');
    expect(
      walk(made, { answers: { kind: 'a' }, journey: saw() }, { ...world, compliance: { states: {}, documents: {} } })
        .at,
    ).toBe('end');
  });
  test('L4 the target is looked up again at every walk', () => {
    const made = flow(
      [
        step('one', {
          fields: [kind],
          actions: [action('continue', { next: [next(to('far'), is('answers.kind', 'far')), next(to('near'))] })],
        }),
        end,
      ],
      { off: [step('far'), step('near')] },
    );
    expect(walk(made, { answers: { kind: 'far' }, journey: { one: left } }, world).at).toBe('far');
    expect(walk(made, { answers: { kind: 'x' }, journey: { one: left } }, world).at).toBe('near');
  });
  test('L5 unknown passes no step, choice, check or limit', () => {
    const unknown = is('answers.missing', 'x');
    expect(
      walk(flow([step('one'), step('two', { when: unknown }), end]), { answers: {}, journey: { one: left } }, world).at,
    ).toBe('end');
    expect(
      walk(
        flow([
          step('one', { actions: [action('continue', { next: [next(to('two'), unknown), next(to('end'))] })] }),
          step('two'),
          end,
        ]),
        { answers: {}, journey: { one: left } },
        world,
      ).at,
    ).toBe('end');
    expect(
      walk(flow([step('one', { checks: [check(unknown)] }), end]), { answers: {}, journey: { one: left } }, world).at,
    ).toBe('one');
    const limited = field('n', {
      bind: 'n',
      type: 'number',
      dynamic: [{ keyword: 'maximum', limit: read('results.most') }],
    });
    expect(
      walk(flow([step('one', { fields: [limited] }), end]), { answers: { n: 1 }, journey: { one: left } }, world).at,
    ).toBe('one');
    expect(
      walk(
        flow([step('one', { fields: [limited] }), end]),
        { answers: { n: 1 }, journey: { one: left } },
        { ...world, results: { most: 1 } },
      ).at,
    ).toBe('end');
  });
  test('L6 a condition on the line skips; off the line only a target leads', () => {
    const made = flow(
      [
        step('one', { actions: [action('continue'), action('side', { validates: false, next: [next(to('aside'))] })] }),
        step('two', { when: is('flags.two', true) }),
        end,
      ],
      { off: [step('aside', { actions: [action('continue', { next: [next(to('two'))] })] })] },
    );
    expect(walk(made, { answers: {}, journey: { one: left } }, world).path).toEqual(['one', 'end']);
    expect(
      walk(made, { answers: {}, journey: { one: { by: 'action', action: 'side' }, aside: left } }, world).path,
    ).toEqual(['one', 'aside', 'end']);
    expect(
      walk(
        made,
        { answers: {}, journey: { one: { by: 'action', action: 'side' }, aside: left } },
        { ...world, flags: { two: true } },
      ).path,
    ).toEqual(['one', 'aside', 'two']);
  });
  test('L7 a route decides by itself once its loads are known; a wait needs a record', () => {
    const route = step('route', {
      kind: 'route',
      load: [call('who', { as: 'who' })],
      next: [next(to('vip'), is('results.who', 'vip')), next(to('end'))],
    });
    const made = flow([route, end], { off: [step('vip', { outcome: 'vip', actions: [] })] });
    expect(walk(made, { answers: {}, journey: {} }, world).at).toBe('route');
    expect(walk(made, { answers: {}, journey: {} }, { ...world, results: { who: 'vip' } })).toMatchObject({
      path: ['route', 'vip'],
      at: 'vip',
    });
    expect(walk(made, { answers: {}, journey: {} }, { ...world, results: { who: 'x' } }).at).toBe('end');
    const wait = flow(
      [step('wait', { kind: 'wait', load: [call('go', { on: { GOOD: to('end') } })], next: [next(to('other'))] }), end],
      { off: [step('other')] },
    );
    expect(walk(wait, { answers: {}, journey: {} }, world).at).toBe('wait');
    expect(
      walk(wait, { answers: {}, journey: { wait: { by: 'load', outcome: { operation: 'go', name: 'GOOD' } } } }, world)
        .at,
    ).toBe('end');
    expect(
      walk(wait, { answers: {}, journey: { wait: { by: 'load', outcome: { operation: 'go', name: 'ok' } } } }, world)
        .at,
    ).toBe('other');
    expect(
      walk(wait, { answers: {}, journey: { wait: { by: 'load', outcome: { operation: 'go', name: 'BAD' } } } }, world)
        .at,
    ).toBe('wait');
  });
  test('L8 the way never enters a step twice', () => {
    const made = flow([step('one'), step('two', { actions: [action('continue', { next: [next(to('one'))] })] }), end]);
    expect(walk(made, { answers: {}, journey: { one: left, two: left } }, world)).toMatchObject({
      path: ['one', 'two'],
      at: 'two',
    });
  });
  test('L9 walk changes nothing and its work is linear in the steps', () => {
    const cost = (count: number) => {
      let asked = 0;
      const counting: Rule = {
        reads: [],
        of: () => {
          asked += 1;
          return true;
        },
      };
      const steps = Array.from({ length: count }, (_, index) =>
        step(`s${index}`, {
          when: index === 0 ? counting : { ...counting, reads: [`answers.v${index - 1}`] },
          fields: [field('v', { bind: `v${index}` })],
        }),
      );
      const answers = Object.fromEntries(steps.map((_, index) => [`v${index}`, 'x']));
      const journey = Object.fromEntries(steps.map((one) => [one.id, left]));
      const frozen = JSON.stringify([answers, journey, world]);
      const made = flow([...steps, end]);
      // The same walk over a copy: of the very same document, and of what was left in the same way, it is kept.
      expect(walk(made, { answers, journey }, world)).toEqual(walk(made, structuredClone({ answers, journey }), world));
      expect(JSON.stringify([answers, journey, world])).toBe(frozen);
      return asked / 2;
    };
    expect(cost(20)).toBe(20);
    expect(cost(200)).toBe(200);
  });
  test('L10 a sealed value holds; a value never kept is not asked again', () => {
    const made = flow([
      step('one', {
        fields: [
          field('ssn', { bind: 'ssn', sensitive: true, reveal: 'lastFour' }),
          field('password', { keep: 'never' }),
        ],
      }),
      end,
    ]);
    expect(walk(made, { answers: { ssn: { sealed: '1234' } }, journey: { one: left } }, world).at).toBe('end');
    expect(
      walk(
        flow([step('one', { fields: [field('ssn', { bind: 'ssn' })] }), end]),
        { answers: { ssn: { sealed: '1234' } }, journey: { one: left } },
        world,
      ).at,
    ).toBe('one');
  });
  test('L11 a step left without validating keeps its place and a refused answer counts nowhere', () => {
    const made = flow([
      step('one', {
        fields: [field('n', { bind: 'n', type: 'number' })],
        actions: [action('skip', { validates: false })],
      }),
      step('two', { when: atLeast('answers.n', 0) }),
      end,
    ]);
    expect(walk(made, { answers: { n: 'many' }, journey: { one: { by: 'action', action: 'skip' } } }, world)).toEqual({
      path: ['one', 'end'],
      at: 'end',
      relevant: {},
      ended: true,
      shownBefore: [],
    });
    expect(walk(made, { answers: { n: 5 }, journey: { one: { by: 'action', action: 'skip' } } }, world)).toMatchObject({
      at: 'two',
      relevant: { n: 5 },
    });
  });
});

test('an address never shows a sensitive parameter, and both its forms stand for the step', () => {
  const made = flow([step('reset', { path: 'for/{code}/of/{brand}', shown: 'for/of/{brand}' }), end]);
  const params = { code: '847261', brand: 'a b' };
  expect(stepPath(made, 'reset', params)).toBe(`${made.base}/for/of/a%20b`);
  expect(stepAt(made, `${made.base}/for/847261/of/a%20b`)).toEqual({ step: 'reset', params });
  expect(stepAt(made, `${made.base}/for/of/a%20b`)).toEqual({ step: 'reset', params: { brand: 'a b' } });
});
