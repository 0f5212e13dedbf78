import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompiledFlow, LayoutItem } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { admitCall } from '../../runtime/core/admit-call.ts';
import { isEmpty, itemsOf } from '../../runtime/core/repeat.ts';
import { same } from '../../runtime/core/paths.ts';
import { stepOf } from '../../runtime/core/pieces.ts';
import { shapeOf, type Repeat } from '../../runtime/core/shape.ts';
import { call, constant, flow, is, next, person, read, step, to, world } from './build.ts';

interface Shop extends JsonObject {
  readonly id: string;
  readonly open: boolean;
  readonly far: boolean;
  readonly name: string;
}
const shop: fc.Arbitrary<Shop> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  open: fc.boolean(),
  far: fc.boolean(),
  name: fc.constantFrom('Oak', 'Elm'),
});
const shops = fc.array(shop, { maxLength: 6 });

const repeat = (id: string, more: Partial<Repeat> = {}): Repeat => ({
  kind: 'repeat',
  id,
  key: 'id',
  each: read<readonly Json[]>('results.shops'),
  only: is('item.open', true),
  options: {},
  items: [
    { kind: 'link', text: 'Way', target: { kind: 'leave', address: 'map', query: { at: read('item.name') } } },
    {
      kind: 'group',
      when: is('item.far', false),
      items: [{ kind: 'button', event: 'take', label: 'Take', style: 'link' }],
    },
    { kind: 'button', event: 'ask', label: 'Ask', style: 'secondary' },
  ],
  events: {
    take: {
      set: [{ path: `${id}Name`, value: read('item.name') }],
      calls: [call('reserve', { with: { shop: read('item.id'), name: read('item.name'), from: constant(id) } })],
      next: [next(to('two'))],
    },
    ask: { set: [{ path: `${id}Asked`, value: read('item.id') }], calls: [], next: [] },
  },
  ...more,
});
const layout: readonly LayoutItem[] = [repeat('near'), repeat('all')];
const made: CompiledFlow = flow([step('one', { layout }), step('two', { outcome: 'done' })]);
const during = (list: readonly Shop[]) => ({ ...world, results: { shops: list } });
const facts = (list: readonly Shop[]): Facts => ({ ...during(list), answers: {}, typed: {} });
const either = fc.constantFrom<readonly ('near' | 'all')[]>(['near', 'all'], ['all', 'near']);

/** What the list holds of an item now: the same, else the first of its key. */
const found = (list: readonly Shop[], told: Shop): Shop | undefined => {
  const named = list.filter(({ id, open }) => open && id === told.id);
  return named.find((one) => same(one, told)) ?? named[0];
};

describe('items of a list', () => {
  test('L72 an item stands there for each that the condition lets through, by a key that no other has', () => {
    fc.assert(
      fc.property(shops, (list) => {
        const shown = itemsOf(repeat('near'), facts(list));
        expect(shown.map(({ item }) => item)).toEqual(list.filter(({ open }) => open));
        expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
        const first = new Map(shown.toReversed().map(({ item }) => [(item as Shop).id, item]));
        for (const { key, item } of shown) if (key === (item as Shop).id) expect(first.get(key)).toBe(item);
      }),
    );
    expect(itemsOf(repeat('near'), { ...facts([]), results: {} })).toEqual([]);
    // A list that is not there yet is not empty: nothing is said of it.
    const closed: Shop = { id: 'a', open: false, far: false, name: 'Oak' };
    for (const [list, nothing] of [
      [[], true],
      [[closed], true],
      [[{ ...closed, open: true }], false],
    ] as const)
      expect(isEmpty(repeat('near'), facts(list))).toBe(nothing);
    expect(isEmpty(repeat('near'), { ...facts([]), results: {} })).toBe(false);
    const { key: _, only: __, ...plain } = repeat('near', { each: constant(['x', 'y', 'x', 1, null]) });
    expect(itemsOf(plain, facts([])).map(({ key }) => key)).toEqual(['x', 'y', 'x#2', '1', 'null']);
  });

  test('L73 a button does what it says over what the list holds of its item now, and nothing for one that is gone or does not offer it', () => {
    fc.assert(
      fc.property(
        fc.tuple(shops, shop, either, fc.constantFrom('take', 'ask')),
        ([list, told, [one, other], event]) => {
          const who = person(made, { world: during(list) });
          const before = who.state;
          who.send({ type: 'widget', widget: one as string, event, item: told });
          const now = found(list, told);
          if (!now || (event === 'take' && now.far)) {
            expect(who.state).toEqual(before);
            return;
          }
          expect(who.state.answers).toEqual(
            event === 'take' ? { [`${one}Name`]: now.name } : { [`${one}Asked`]: now.id },
          );
          expect(JSON.stringify(who.state)).not.toContain(`${other}Name`);
          if (event === 'ask') return;
          expect(who.pending().input).toEqual({ shop: now.id, name: now.name, from: one });
          expect(who.pending().made.by).toEqual({ by: 'widget', widget: one, event });
          who.tell('ok');
          expect(who.at).toBe('two');
        },
      ),
    );
  });

  test('L73 a link of an item leads with its item, and nowhere for one that is gone', () => {
    const links = shapeOf(made, stepOf(made, 'one')).links;
    expect(links.map((link) => link.repeat?.id)).toEqual(['near', 'all']);
    fc.assert(
      fc.property(shops, fc.option(shop, { nil: undefined }), fc.nat(1), (list, told, link) => {
        const who = person(made, { world: during(list) });
        const effects = who.send({ type: 'followed', link, ...(told && { item: told }) });
        const now = told && found(list, told);
        expect(effects).toEqual(now ? [{ type: 'leave', address: 'map', query: { at: now.name }, hash: {} }] : []);
      }),
    );
  });

  test('L73 a link of an item that leads on is remembered, though its item is forgotten', () => {
    const on: LayoutItem = { kind: 'link', text: 'On', target: to('two'), when: is('item.far', false) };
    const leading = flow([
      step('one', { layout: [repeat('near', { items: [on] })] }),
      step('two', { outcome: 'done' }),
    ]);
    const near: Shop = { id: 'a', open: true, far: false, name: 'Oak' };
    const who = person(leading, { world: during([near]) });
    who.send({ type: 'followed', link: 0, item: near });
    expect([who.at, who.state.journey]).toEqual(['two', { one: { by: 'link', index: 0 } }]);
    who.send({ type: 'world', change: { results: { shops: null } } });
    expect(who.at).toBe('two');
  });

  test('L74 a call from an item is admitted for what the served list holds and offers, and for nothing else', () => {
    fc.assert(
      fc.property(shops, shop, either, (list, told, [one, other]) => {
        const admission = (args: JsonObject, by: string) =>
          admitCall(
            made,
            { answers: { [`${by}Name`]: args['name'] as Json }, journey: {} },
            {
              act: {
                operation: 'reserve',
                arguments: args,
                step: 'one',
                by: { by: 'widget', widget: by, event: 'take' } as never,
              },
              world: during(list),
              trail: [],
            },
          ).ok;
        const args = (from: string): JsonObject => ({ shop: told.id, name: told.name, from });
        const offered = list.some(({ id, name, open, far }) => open && !far && id === told.id && name === told.name);
        expect(admission(args(one as string), one as string)).toBe(offered);
        expect(admission(args(other as string), one as string)).toBe(false);
      }),
    );
  });
});
